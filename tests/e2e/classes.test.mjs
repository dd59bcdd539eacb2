// The evolution of EvoChess's programs by games against fixed-depth opponents, in the page.

import assert from "node:assert/strict";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DEVICES, examined } from "./axe.mjs";
import { breedNatively } from "./command.mjs";
import { chromosome, copied, e2e, glimpses, play, press, says, set, shows } from "./page.mjs";

const SMALL = { Population: 4, "Nodes a move": 200, "Strongest opponent": 1, Generations: 10, Workers: 2 };
const MORE = { "Longest game": 20, Parents: 2, "Final games": 2, Finalists: 2 };
const NATIVELY = [
  ...["evolve", "--system", "evochess", "--set", "fitness=games", "--population", 4],
  ...["nodes-a-move=200", "strongest-opponent=1", "longest-game=20", "parents=2", "final-games=2", "finalists=2"].flatMap(
    (setting) => ["--set", setting],
  ),
];

async function turnToGames(page) {
  await shows(page, "118 games");
  await page.getByRole("combobox", { name: "System" }).selectOption({ label: "EvoChess 2002" });
  await page.getByRole("tab", { name: /Games/ }).click();
  await page.getByRole("tabpanel", { name: /Games/ }).waitFor();
}

async function given(page, settings = {}) {
  await set(page, { ...SMALL, ...settings });
  const more = page.getByText("More settings");
  if (!(await page.getByRole("spinbutton", { name: "Parents" }).isVisible())) await more.click();
  await set(page, MORE);
}

async function finish(page, settings = {}) {
  await given(page, settings);
  await press(page, "Run");
  const { Generations } = { ...SMALL, ...settings };
  await says(page, `Generation ${Generations} of ${Generations}, finished`);
}

e2e("ten generations are bred by games as on the command line, over a pause and a reload", async (page) => {
  await turnToGames(page);
  await given(page, { Generations: 100_000 });
  await press(page, "Run");
  await page.getByRole("figure").filter({ hasText: "1 ply" }).first().waitFor();
  await glimpses(page, /Generation [1-9]\d* of 100000/);
  await press(page, "Pause");
  await says(page, /Generation \d+ of 100000, paused/);
  await press(page, "Resume");
  await page.reload();
  await shows(page, "The run goes on where it was.");
  await press(page, "Pause");
  await says(page, /Generation \d+ of 100000, paused/);
  await press(page, "Reset");
  await says(page, "Ready.");

  await finish(page);
  const native = await breedNatively(...NATIVELY, "--generations", 10);
  await shows(page, "Bred by games, generation 10");
  assert.equal(await chromosome(page), native.chromosome);
  await press(page, "Show as table");
  const table = page.getByRole("table", { name: "Fitness", exact: true });
  await table.waitFor();
  const best = await table
    .locator("tbody tr")
    .evaluateAll((rows) => rows.map((row) => [...row.cells].slice(0, 2).map((cell) => cell.innerText)));
  assert.deepEqual(
    best,
    native.records.map(({ generation, best }) => [`${generation}`, best.toFixed(2)]),
  );
  const scores = page.getByRole("table", { name: /The fittest, by opponents/ });
  await scores.getByRole("row", { name: /1 ply/ }).waitFor();
  await page.getByRole("table", { name: /Finalist 1/ }).waitFor();
});

e2e("the champion plays, and its link makes the run again", async (page, visit) => {
  await turnToGames(page);
  await finish(page, { Generations: 1 });
  await shows(page, "Bred by games, generation 1");
  const program = await chromosome(page);
  assert.ok(program.length < 1000, `${program.length}`);
  await page.getByRole("figure", { name: "depth module" }).waitFor();
  await play(page, "e4");
  await shows(page, /1\. e4 [a-hNBRQK]/);
  const link = await copied(page, "Share this experiment");
  assert.match(link, /#x=classes\.2\./);

  const other = await visit(new URL(link).hash);
  await shows(other, "1 generation of 4 programs, seed 2002.");
  await shows(other, "It must arrive at the same program.");
  await press(other, "Run this experiment");
  await says(other, "Generation 1 of 1, finished");
  await shows(other, "Reproduced: the run arrived at exactly the program its link names.");
  assert.equal(await chromosome(other), program);
});

e2e("the best of the games play each other as on the command line", async (page) => {
  const folder = await mkdtemp(join(tmpdir(), "millipawn-"));
  const kept = join(folder, "run");
  await turnToGames(page);
  await finish(page, { Generations: 1 });
  await page.getByRole("tab", { name: /Coevolution/ }).click();
  await page.getByRole("tabpanel", { name: /Coevolution/ }).waitFor();
  const choice = page.getByRole("combobox", { name: "Begins with" });
  assert.equal(await choice.locator("option:checked").innerText(), "Best of the games");
  await shows(page, "The 4 programs of generation 1 of the games: 12 games a generation.");
  await set(page, { "Games per pair": 1, "Nodes a move": 100, Generations: 1 });
  const elite = page.getByRole("spinbutton", { name: "Elite" });
  if (!(await elite.isVisible())) await page.getByText("More settings").click();
  await elite.waitFor();
  for (const name of ["Hash", "Crossover probability", "Mutation probability"]) {
    const field = page.getByRole("spinbutton", { name });
    assert.equal(await field.count(), 0, `${name} means nothing to these programs`);
  }
  await press(page, "Run");
  await says(page, "Generation 1 of 1, finished");
  await shows(page, "Bred against each other, generation 1");
  await breedNatively(...NATIVELY, "--generations", 1, "--checkpoint", kept);
  const round = ["--nodes", 100, "--games-per-pair", 1, "--generations", 1];
  const native = await breedNatively("coevolve", "--from", kept, ...round);
  assert.equal(await chromosome(page), native.chromosome);
  await rm(folder, { recursive: true });
});

e2e("a run that is made longer forgets what only its end decided", async (page) => {
  await turnToGames(page);
  // The games of the finalists decide against the fittest.
  await finish(page, { Generations: 1, Seed: 3 });
  await shows(page, "Bred by games, generation 1");
  const shorter = await natively(1);
  assert.equal(await chromosome(page), shorter[1].champion);
  await set(page, { Generations: 2 });
  await press(page, "Resume");
  await says(page, "Generation 2 of 2, finished");
  await shows(page, "Bred by games, generation 2");

  const cursor = page.getByRole("slider", { name: "Cursor of the fitness" });
  await cursor.focus();
  await page.keyboard.press("ArrowLeft");
  await cursor.and(page.locator("[aria-valuetext^='Generation 1:']")).waitFor();
  await page.keyboard.press("Enter");
  await shows(page, "Bred by games, generation 1");
  const longer = await natively(2);
  assert.notEqual(longer[1].champion, shorter[1].champion);
  assert.equal(await chromosome(page), longer[1].champion);
});

/** The records of as many generations. */
async function natively(generations) {
  const { records } = await breedNatively(...NATIVELY, "--generations", generations, "--seed", 3);
  return records;
}

function exchange(page) {
  return page.getByRole("checkbox", { name: "Exchange programs with other tabs" });
}

e2e("two tabs exchange their best programs, after a reload too", async (page) => {
  const other = await page.context().newPage();
  await other.goto(page.url());
  for (const [seed, tab] of [
    [1, page],
    [2, other],
  ]) {
    await turnToGames(tab);
    await given(tab, { Generations: 100_000, Seed: seed, Workers: 1 });
    await set(tab, { "Migration interval": 1 });
    await exchange(tab).check();
  }
  for (const tab of [page, other]) await press(tab, "Run");
  for (const tab of [page, other]) {
    await shows(tab, /sent\. \d+ programs? came, the last from deme .{4} into generation \d+/);
  }
  await page.reload();
  await shows(page, "The run goes on where it was.");
  assert.equal(await exchange(page).isChecked(), true);
  // What leaves a tab is asked for in that tab.
  const another = await page.context().newPage();
  await another.goto(page.url());
  await another.getByRole("tab", { name: /Games/ }).click();
  await exchange(another).waitFor();
  assert.equal(await exchange(another).isChecked(), false);
  for (const tab of [page, other]) {
    await shows(tab, /[1-9]\d* programs? sent\. \d+ programs? came/);
    await press(tab, "Pause");
    await says(tab, /Generation \d+ of 100000, paused/);
  }
});

e2e("demes are islands, and who came from another is shown", async (page) => {
  await turnToGames(page);
  await given(page, { Generations: 1 });
  await set(page, { Demes: 3, "Migration interval": 2 });
  await press(page, "Run");
  await says(page, "Generation 1 of 1, finished");
  const demes = page.getByRole("figure", { name: "Demes" });
  await demes.getByText("exchange their best every 2 generations, first for generation 2").waitFor();
  assert.equal(await demes.getByRole("listitem").count(), 3);
  assert.equal(await demes.locator("circle.came").count(), 0);
  await set(page, { Generations: 2 });
  await press(page, "Resume");
  await says(page, "Generation 2 of 2, finished");
  await demes.getByText("every 2 generations, last for generation 2").waitFor();
  for (const from of [3, 1, 2]) await demes.getByText(`1 came from deme ${from}`).waitFor();
  assert.deepEqual([await demes.locator("circle").count(), await demes.locator("circle.came").count()], [12, 3]);
});

for (const [device, screen] of Object.entries(DEVICES)) {
  e2e(
    `axe finds nothing: ${device}`,
    async (page) => {
      await turnToGames(page);
      await examined(page, "before");
      await finish(page, { Generations: 1 });
      await examined(page, "after");
      await press(page, "Show as table");
      await examined(page, "as a table");
      const fits = await page.evaluate(() => document.documentElement.scrollWidth <= window.innerWidth);
      assert.equal(fits, true, "nothing sticks out sideways");
    },
    screen,
  );
}
