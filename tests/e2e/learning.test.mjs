// Learning in the page: a program that plays itself, what one sees of it, and the programs that it kept.

import assert from "node:assert/strict";
import { examined } from "./axe.mjs";
import { breedNatively, evolveNatively } from "./command.mjs";
import {
  button,
  choose,
  chromosome,
  copied,
  downloaded,
  drop,
  e2e,
  file,
  glimpses,
  play,
  press,
  says,
  set,
  shows,
  troubled,
} from "./page.mjs";

const SMALL = { "Nodes a move": 200, "Games a round": 2, Generations: 4, Workers: 2 };

/** The same on the command line. */
function learned(games, ...more) {
  return breedNatively("learn", "--nodes", 200, "--games", games, "--set", "games-a-round=2", ...more);
}

function tab(page, name) {
  return page.getByRole("tab", { name: new RegExp(name) });
}

async function turnToMeep(page) {
  await shows(page, "118 games");
  await page.getByRole("combobox", { name: "System" }).selectOption("meep");
  await page.getByRole("tabpanel", { name: /Learning/ }).waitFor();
}

async function finish(page, settings = SMALL) {
  await set(page, settings);
  await press(page, "Run");
  await says(page, `Round ${settings.Generations} of ${settings.Generations}, finished`);
}

/** Rounds with games and values, as the table has them. */
async function rows(page) {
  const table = page.getByRole("table", { name: "Values of the pieces", exact: true });
  await table.waitFor();
  return table
    .locator("tbody tr")
    .evaluateAll((rows) => rows.map((row) => [...row.cells].map((cell) => cell.innerText)));
}

e2e("each system has its own stages, and shows one of them", async (page) => {
  await turnToMeep(page);
  const names = await page.getByRole("tab").allInnerTexts();
  assert.deepEqual(
    names.map((name) => name.split("\n")[0]),
    ["1 Learning", "2 Masters", "3 Search"],
  );
  await tab(page, "Learning").press("ArrowRight");
  await page.getByRole("tabpanel", { name: /Masters/ }).waitFor();
  await tab(page, "Masters").press("ArrowRight");
  await page.getByRole("tabpanel", { name: /Search/ }).waitFor();
  await page.reload();
  await page.getByRole("tabpanel", { name: /Search/ }).waitFor();
  await page.getByRole("combobox", { name: "System" }).selectOption("falcon");
  await page.getByRole("tabpanel", { name: /Imitation/ }).waitFor();
  assert.equal(await page.getByRole("tab").count(), 3);
  await page.getByRole("combobox", { name: "System" }).selectOption("meep");
  await page.getByRole("tabpanel", { name: /Search/ }).waitFor();
});

e2e("a program learns as on the command line, over a pause and a reload, and plays", async (page) => {
  await turnToMeep(page);
  await set(page, { ...SMALL, "Nodes a move": 2000, Generations: 400 });
  await press(page, "Run");
  await glimpses(page, /Round [1-9]\d* of 400/);
  await press(page, "Pause");
  await says(page, /Round \d+ of 400, paused/);
  await press(page, "Resume");
  await glimpses(page, /Round ([2-9]|\d\d+) of 400/);
  await page.reload();
  await shows(page, "The run goes on where it was.");
  await press(page, "Pause");
  await says(page, /Round \d+ of 400, paused/);
  await press(page, "Reset");
  await says(page, "Ready.");

  await finish(page);
  await shows(page, "Learned, round 4");
  const native = await learned(8);
  await press(page, "Show as table");
  const table = await rows(page);
  assert.equal(table.length, 5);
  assert.deepEqual(
    table.map(([round, games]) => [Number(round), Number(games)]),
    native.records.map(({ round, games }) => [round, games]),
  );
  const [pawn, knight, bishop, rook, queen] = native.records.at(-1).values;
  assert.deepEqual(
    table
      .at(-1)
      .slice(2, 7)
      .map((text) => text.replace("\u2212", "-")),
    [queen, rook, bishop, knight, pawn].map((value) => written(value / 1000)),
  );
  const program = await chromosome(page);
  assert.match(program, /^meep\.1\./);
  await page.reload();
  await says(page, "Round 4 of 4, finished");
  await press(page, "Show the champion");
  await shows(page, "Learned, round 4");
  assert.equal(await chromosome(page), program);
  await play(page, "e4");
  await shows(page, /^1\. e4 \S+$/);
});

/** Two digits, and never a negative zero. */
function written(value) {
  const text = value.toFixed(2);
  return Number(text) === 0 ? "0.00" : text;
}

e2e("a kept program is chosen with the keyboard, and its weights are read square by square", async (page) => {
  await turnToMeep(page);
  await finish(page);
  const last = await chromosome(page);
  const slider = page.getByRole("slider", { name: "Program to show and play" });
  assert.equal(await slider.getAttribute("aria-valuetext"), "Round 4, after 8 games");
  await slider.press("Home");
  await shows(page, "Learned, round 0");
  assert.notEqual(await chromosome(page), last);
  assert.equal(await slider.getAttribute("aria-valuetext"), "Round 0, after 0 games");
  await page.getByRole("combobox", { name: "Piece", exact: true }).selectOption("queen");
  await page.getByRole("combobox", { name: "Stage of the game" }).selectOption("endgame");
  const squares = page.getByRole("table", { name: /^Squares: queen, endgame/ });
  await squares.waitFor();
  assert.equal(await squares.getByRole("cell", { name: /\d/ }).count(), 64);
  await page.getByText("All weights").click();
  await page.getByRole("combobox", { name: "Family" }).selectOption("bishop moves");
  const weights = page.getByRole("table", { name: "Weights of bishop moves" });
  await weights.waitFor();
  assert.equal(await weights.locator("tbody tr").count(), 14);
});

e2e("a link to what was learned from a program of one's own is run again to the same program", async (page, visit) => {
  await turnToMeep(page);
  await page.getByRole("combobox", { name: "Begins with" }).selectOption({ label: "A program of your own" });
  const { chromosome: text } = await learned(2);
  await page.getByRole("textbox", { name: "Program", exact: true }).fill(text);
  await shows(page, "It learns on.");
  assert.equal(await button(page, "Share this experiment").isDisabled(), true);
  await finish(page, { ...SMALL, Generations: 2 });
  const program = await chromosome(page);
  const link = await copied(page, "Share this experiment");
  assert.match(link, /#x=learning\.2\./);

  const other = await visit(new URL(link).hash);
  await shows(other, "Meep 2009, learning.");
  await shows(other, "2 rounds of 2 games, seed 2009.");
  await shows(other, "From the built-in openings. It must arrive at the same program.");
  assert.equal(await chromosome(other), program);
  await press(other, "Run this experiment");
  await says(other, "Round 2 of 2, finished");
  await shows(other, "Reproduced: the run arrived at exactly the program its link names.");
  assert.equal(await chromosome(other), program);
});

e2e("learning goes on from a program of one's own, and one of another system is refused", async (page) => {
  await turnToMeep(page);
  await page.getByRole("combobox", { name: "Begins with" }).selectOption({ label: "A program of your own" });
  const field = page.getByRole("textbox", { name: "Program", exact: true });
  await field.fill((await evolveNatively("--generations", 0)).chromosome);
  await shows(page, "Line 1: a program of acpp, not of meep.");
  const { chromosome: text } = await learned(2);
  await field.fill(text);
  await shows(page, "It learns on.");
  await finish(page, { ...SMALL, Generations: 1 });
  await shows(page, "A program of your own");
  assert.equal(await chromosome(page), (await learned(2, "--from", text)).chromosome);
});

e2e(
  "a run that diverges ends and says why, also after a reload",
  async (page) => {
    await turnToMeep(page);
    await page.getByText("More settings").click();
    await set(page, { ...SMALL, "Fixed step": 1 });
    await press(page, "Run");
    await says(page, "Round 1 of 4, finished");
    await troubled(page, "Learning has diverged: a weight grew beyond all bounds.");
    await page.reload();
    await says(page, "Round 1 of 4, finished");
    await troubled(page, "Learning has diverged: a weight grew beyond all bounds.");
    assert.equal(await button(page, "Run").getAttribute("aria-disabled"), "true");
  },
  { trouble: true },
);

const SCREENS = {
  desktop: { viewport: { width: 1440, height: 900 } },
  phone: { viewport: { width: 390, height: 844 }, deviceScaleFactor: 2, hasTouch: true, isMobile: true },
};

for (const colorScheme of ["light", "dark"]) {
  for (const [device, screen] of Object.entries(SCREENS)) {
    e2e(
      `axe finds nothing: ${device}, ${colorScheme}`,
      async (page) => {
        await turnToMeep(page);
        await examined(page, "before");
        await finish(page);
        await page.getByText("All weights").click();
        await examined(page, "after");
        await press(page, "Show as table");
        await examined(page, "as a table");
        await press(page, "Search this position");
        await press(page, "Search as table");
        await examined(page, "with a search");
        assert.equal(
          await page.evaluate(() => document.documentElement.scrollWidth <= window.innerWidth),
          true,
          "nothing sticks out sideways",
        );
      },
      { ...screen, colorScheme },
    );
  }
}

e2e(
  "a program is saved in full precision, as a file or a table, and its link is short",
  async (page, visit) => {
    await turnToMeep(page);
    await finish(page, { ...SMALL, Generations: 1 });
    const link = await chromosome(page);
    const saved = JSON.parse(await downloaded(page, "Save program"));
    assert.ok(saved.chromosome.length > 7000 && link.length <= 2500);
    assert.equal(saved.provenance.stage, "learning");
    const weights = String(await downloaded(page, "Save as CSV"));
    assert.equal(weights.split("\n", 1)[0], "system,group,gene,value,unit");

    const other = await visit();
    await shows(other, "118 games");
    await choose(other, [file("friend.csv", weights)], "Open program");
    await shows(other, "Program from friend.csv");
    assert.equal(await chromosome(other), link);
    assert.equal(String(await downloaded(other, "Save as CSV")), weights);
    await choose(other, [file("friend.json", JSON.stringify(saved))], "Open program");
    await shows(other, "Program from friend.json");
    await press(other, "Copy link");
    await shows(other, 'Link copied. It rounds the weights; "Save program" does not.');
    assert.equal(String(await downloaded(other, "Save as CSV")), weights);

    const [, second] = weights.split("\n");
    const worse = weights.replace(second, second.replace(/[^,]+,millipawns/, "x,millipawns"));
    await drop(other, [file("worse.csv", worse)]);
    await troubled(other, 'worse.csv is not a program: line 2: "x" is no number from');
    await shows(other, "Program from friend.json");
  },
  { trouble: true },
);

e2e("one search of the position on the board is drawn, and read with the keyboard", async (page) => {
  await turnToMeep(page);
  await finish(page);
  const figure = page.getByRole("figure", { name: "What one search teaches", exact: true });
  await press(page, "Search this position");
  await figure.getByText(/^Learned, round 4, White to move: [\d,]+ nodes, \d half-moves deep\./).waitFor();
  const slider = figure.getByRole("slider", { name: "Position of the search" });
  /** The drawing's text and the slider's change together. */
  const reads = async (pattern) => {
    await figure.getByText(pattern).waitFor();
    assert.match(await slider.getAttribute("aria-valuetext"), pattern);
  };
  await reads(/^This position: found [+−]?\d\.\d\d, evaluated [+−]?\d\.\d\d, /);
  await slider.press("ArrowDown");
  await reads(/^After \S+: found /);
  await slider.press("ArrowDown");
  await reads(/^After \S+ \S+: found /);
  await slider.press("ArrowUp");
  await slider.press("ArrowUp");
  await reads(/^This position: /);
  await press(page, "Search as table");
  const table = figure.getByRole("table", { name: "What one search teaches", exact: true });
  const [first] = await table.locator("tbody tr").evaluateAll((rows) => rows.map((row) => row.innerText));
  assert.match(first, /^here\s/);

  // Of the position that is on the board.
  await play(page, "e4");
  await shows(page, /^1\. e4 \S+$/);
  await press(page, "Earlier move");
  await press(page, "Search this position");
  await figure.getByText(/Learned, round 4, Black to move:/).waitFor();
});

e2e("kept programs play a ladder, which is still there after a reload", async (page) => {
  await turnToMeep(page);
  await finish(page);
  await page.getByRole("combobox", { name: "They play", exact: true }).selectOption({ label: "with 300 nodes a move" });
  const each = page.getByRole("spinbutton", { name: "Games with each", exact: true });
  await each.fill("26");
  await each.press("Tab");
  await press(page, "Measure strength");
  const strength = page.getByRole("figure", { name: "Strength by games", exact: true });
  const told = strength.getByText(/^With 300 nodes a move: the program after 8 games is \d+ Elo/);
  await told.waitFor({ timeout: 150_000 });
  const table = async () => {
    await press(page, "Strength as table");
    const rows = page.getByRole("table", { name: "Strength by games", exact: true }).locator("tbody tr");
    await rows.first().waitFor();
    return rows.evaluateAll((all) => all.map((row) => [...row.cells].map((cell) => cell.innerText.trim())));
  };
  const measured = await table();
  // Rounds 0, 1, 2 and the last, of two games each, and those that they met.
  const names = measured.map(([name]) => name);
  assert.deepEqual(names, ["0", "2", "4", "8", "Random mover", "Depth 1", "Depth 2", "Depth 3"]);
  assert.equal(measured[4][1], "0");
  for (const [, rating, ...points] of measured.slice(0, 4)) {
    assert.match(rating, /^[+−]?\d+ \(/);
    assert.equal(points.length, 5);
    assert.equal(points.at(-1), "104");
  }
  await page.reload();
  await strength.waitFor();
  assert.deepEqual(await table(), measured);
  // It belongs to the run, whatever system was chosen while the page was loaded.
  const system = page.getByRole("combobox", { name: "System" });
  await system.selectOption("falcon");
  await page.getByRole("tabpanel", { name: /Imitation/ }).waitFor();
  await page.reload();
  await page.getByRole("tabpanel", { name: /Imitation/ }).waitFor();
  await system.selectOption("meep");
  await strength.waitFor();
  assert.deepEqual(await table(), measured);
});
