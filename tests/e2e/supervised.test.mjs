// Learning from games in the page: a program that learns to choose the moves played, and goes on by playing itself.

import assert from "node:assert/strict";
import { gzipSync } from "node:zlib";
import { DEVICES, examined } from "./axe.mjs";
import { breedNatively } from "./command.mjs";
import {
  choose,
  chromosome,
  copied,
  downloaded,
  drop,
  e2e,
  file,
  glimpses,
  press,
  says,
  set,
  shows,
  troubled,
} from "./page.mjs";

const SMALL = { "Positions a step": 20, Generations: 5, Workers: 2 };
const SMALLER = ["--set", "positions-a-step=20"];

const GAMES = `[White "One"]
[Black "Other"]
[Result "1-0"]

1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. Ba4 Nf6 5. O-O Be7 6. Re1 b5 7. Bb3 d6 8. c3 O-O 9. h3 Nb8 10. d4 Nbd7 11. Nbd2 Bb7 12. Bc2 1-0

[White "Other"]
[Black "One"]
[Result "0-1"]

1. d4 Nf6 2. c4 e6 3. Nf3 b6 4. g3 Ba6 5. b3 Bb4+ 6. Bd2 Be7 7. Bg2 c6 8. Bc3 d5 9. Ne5 Nfd7 10. Nxd7 Nxd7 11. Nd2 O-O 12. O-O Rc8 0-1
`;

async function turnToMasters(page) {
  await shows(page, "118 games");
  await page.getByRole("combobox", { name: "System" }).selectOption("meep");
  await page.getByRole("tab", { name: /Masters/ }).click();
  await page.getByRole("tabpanel", { name: /Masters/ }).waitFor();
}

async function finish(page, settings = SMALL) {
  await set(page, settings);
  await press(page, "Run");
  await says(page, `Step ${settings.Generations} of ${settings.Generations}, finished`);
}

function learned(steps, ...more) {
  return breedNatively("learn", "--method", "imitation", "--generations", steps, ...SMALLER, ...more);
}

e2e("a program learns from games as on the command line, over a pause and a reload", async (page) => {
  await turnToMasters(page);
  await shows(page, "Sample games: 118 games");
  await set(page, { ...SMALL, Generations: 100_000 });
  await press(page, "Run");
  await glimpses(page, /Step [1-9]\d* of 100000/);
  await press(page, "Pause");
  await says(page, /Step \d+ of 100000, paused/);
  await press(page, "Resume");
  await glimpses(page, /Step ([2-9]|\d\d+) of 100000/);
  await page.reload();
  await shows(page, "The run goes on where it was.");
  await press(page, "Pause");
  await says(page, /Step \d+ of 100000, paused/);
  await press(page, "Reset");
  await says(page, "Ready.");

  await finish(page);
  const native = await learned(5);
  await shows(page, "Learned from games, step 5");
  await press(page, "Show as table");
  const table = page.getByRole("table", { name: "Moves found", exact: true });
  await table.waitFor();
  const cells = await table
    .locator("tbody tr")
    .evaluateAll((rows) => rows.map((row) => [...row.cells].slice(0, 3).map((cell) => Number(cell.innerText))));
  assert.deepEqual(
    cells,
    native.records.map(({ step, found, positions }) => [step, found, positions]),
  );
  const { rate } = native.records.at(-1).held_out;
  await says(page, `${(100 * rate).toFixed(1)} % of the moves found in games never seen`);
  const program = await chromosome(page);
  assert.equal(program, native.chromosome);
  const saved = JSON.parse(await downloaded(page, "Save program"));
  assert.ok(saved.chromosome.length > 7000, "in full precision");
  const slider = page.getByRole("slider", { name: "Program to show and play" });
  assert.equal(await slider.getAttribute("aria-valuetext"), "Step 5");
  await slider.press("Home");
  await shows(page, "Learned from games, step 0");
  await page.reload();
  await says(page, "Step 5 of 5, finished");
  await press(page, "Show the champion");
  await shows(page, "Learned from games, step 5");
  assert.equal(await chromosome(page), program);
});

e2e("a run that is made longer forgets the measurement of its former end", async (page) => {
  await turnToMasters(page);
  await finish(page, { ...SMALL, Generations: 3 });
  await press(page, "Show as table");
  const table = page.getByRole("table", { name: "Moves found", exact: true });
  const measured = () =>
    table.locator("tbody tr").evaluateAll((rows) => rows.map((row) => row.cells[3].innerText !== ""));
  assert.deepEqual(await measured(), [true, false, false, true]);
  await set(page, { Generations: 5 });
  await press(page, "Resume");
  await says(page, "Step 5 of 5, finished");
  const { records } = await learned(5);
  assert.deepEqual(
    await measured(),
    records.map(({ held_out }) => Boolean(held_out)),
  );
});

e2e("what was learned from games goes on by playing itself", async (page) => {
  await turnToMasters(page);
  await finish(page);
  const program = await chromosome(page);
  await page.getByRole("tab", { name: /Learning/ }).click();
  await page.getByRole("tabpanel", { name: /Learning/ }).waitFor();
  await page
    .getByRole("combobox", { name: "Begins with" })
    .selectOption({ label: "What was learned from games" });
  await shows(page, /Step 5 of the stage Masters, its weights rounded as in a link\./);
  await set(page, { "Nodes a move": 200, "Games a round": 2, Generations: 1 });
  await press(page, "Run");
  await says(page, "Round 1 of 1, finished");
  const rounds = ["--nodes", 200, "--games", 2, "--set", "games-a-round=2", "--from", program];
  const { chromosome: native } = await breedNatively("learn", ...rounds);
  assert.equal(await chromosome(page), native);
});

e2e("Falcon's features are learned beside the others", async (page, visit) => {
  await turnToMasters(page);
  const falcon = ["--set", "features-of-falcon=true"];
  await page.getByRole("checkbox", { name: "Features of Falcon" }).check();
  await finish(page);
  const native = await learned(5, ...falcon);
  const program = await chromosome(page);
  assert.equal(program, native.chromosome);
  await page.getByText("All weights", { exact: true }).click();
  await page.getByRole("combobox", { name: "Family" }).selectOption({ label: "Falcon's features" });
  const table = page.getByRole("table", { name: "Weights of Falcon's features" });
  await table.waitFor();
  assert.equal(await table.getByRole("row").count(), 1 + 30);
  const row = table.getByRole("row").filter({ hasText: "WEAK_SQUARE_PENALTY" });
  await row.getByRole("button").click();
  await shows(page, "own men that stand badly");
  const weights = String(await downloaded(page, "Save as CSV"));
  assert.match(weights, /^meep,Falcon's features,WEAK_SQUARE_PENALTY,-?[1-9]/m);

  await page.getByRole("tab", { name: /Learning/ }).click();
  await page
    .getByRole("combobox", { name: "Begins with" })
    .selectOption({ label: "What was learned from games" });
  await set(page, { "Nodes a move": 200, "Games a round": 2, Generations: 1 });
  await press(page, "Run");
  await says(page, "Round 1 of 1, finished");
  const rounds = ["--nodes", 200, "--games", 2, "--set", "games-a-round=2", "--from", program];
  const { chromosome: onward } = await breedNatively("learn", ...rounds);
  assert.equal(await chromosome(page), onward);

  const other = await visit();
  await shows(other, "118 games");
  await choose(other, [file("friend.csv", weights)], "Open program");
  await shows(other, "Program from friend.csv");
  assert.equal(String(await downloaded(other, "Save as CSV")), weights);
});

e2e(
  "games of one's own are learned from, by choice and by drop, and a file without any is refused",
  async (page) => {
    await turnToMasters(page);
    await choose(page, [file("mine.pgn", GAMES)], "Choose PGN");
    await shows(page, "mine.pgn: 2 games");
    await choose(page, [file("none.pgn", "[Event \"Nothing\"]\n\n*\n")], "Choose PGN");
    await troubled(page, "none.pgn has no games to learn from");
    await shows(page, "mine.pgn: 2 games");
    await choose(page, [file("packed.pgn", gzipSync(GAMES))], "Choose PGN");
    await troubled(page, "packed.pgn has no games to learn from: it is packed: unpack it first");
    await drop(page, [file("again.pgn", GAMES)], "Drop a PGN file to learn from its games");
    await shows(page, "again.pgn: 2 games");
    await finish(page, { ...SMALL, Generations: 1 });
    await page.reload();
    await says(page, "Step 1 of 1, finished");
    await shows(page, "again.pgn: 2 games");
    await press(page, "Reset");
    await press(page, "Use sample games");
    await shows(page, "Sample games: 118 games");
  },
  { trouble: true },
);

e2e("a link to what was learned from games is run again to the same program", async (page, visit) => {
  await turnToMasters(page);
  await finish(page, { ...SMALL, Generations: 3 });
  const program = await chromosome(page);
  const link = await copied(page, "Share this experiment");
  assert.match(link, /#x=supervised\.2\./);

  const other = await visit(new URL(link).hash);
  await shows(other, "3 steps of 20 positions, seed 2009.");
  await shows(other, "From the sample games. It must arrive at the same program.");
  assert.equal(await chromosome(other), program);
  await press(other, "Run this experiment");
  await says(other, "Step 3 of 3, finished");
  await shows(other, "Reproduced: the run arrived at exactly the program its link names.");
  assert.equal(await chromosome(other), program);
});

for (const [device, screen] of Object.entries(DEVICES)) {
  e2e(
    `axe finds nothing: ${device}`,
    async (page) => {
      await turnToMasters(page);
      await examined(page, "before");
      await finish(page);
      await examined(page, "after");
      await press(page, "Show as table");
      await examined(page, "as a table");
      const fits = await page.evaluate(() => document.documentElement.scrollWidth <= window.innerWidth);
      assert.equal(fits, true, "nothing sticks out sideways");
    },
    screen,
  );
}
