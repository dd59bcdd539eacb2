// The later stages in the page: champions that play each other, a search bred on a suite; the same as on the command line.

import assert from "node:assert/strict";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { breedNatively, evolveNatively } from "./command.mjs";
import {
  address,
  arrivedAt,
  button,
  chromosome,
  copied,
  drop,
  evolve,
  file,
  glimpses,
  holds,
  e2eInside,
  play,
  press,
  says,
  e2e,
  set,
  shows,
  troubled,
} from "./page.mjs";

const SMALL = ["--system", "falcon", "--population", 4, "--set", "positions-per-generation=10"];

/** A program to begin with. */
async function program(system = "falcon") {
  const [, , ...size] = SMALL;
  return (await evolveNatively("--system", system, ...size, "--generations", 0)).chromosome;
}

function system(page) {
  return page.getByRole("combobox", { name: "System" });
}

function tab(page, name) {
  return page.getByRole("tab", { name: new RegExp(name) });
}

async function turnTo(page, name, chosen = "falcon") {
  await shows(page, "118 games");
  await system(page).selectOption(chosen);
  await turnToTab(page, name);
}

async function turnToTab(page, name) {
  await tab(page, name).click();
  await page.getByRole("tabpanel", { name: new RegExp(name) }).waitFor();
}

// ---- the search -------------------------------------------------------------------------------

const TUNING = { "Nodes a position": 1000, Population: 4, Generations: 2 };

/** The same on the command line. */
function tuned(nodes, generations) {
  return ["--nodes", nodes, "--population", 4, "--generations", generations];
}

async function nodes(page) {
  const table = page.getByRole("table", { name: "Nodes by generation", exact: true });
  await table.waitFor();
  return table
    .locator("tbody tr")
    .evaluateAll((rows) =>
      rows.map((row) => [...row.cells].map((cell) => cell.innerText.replaceAll(",", ""))),
    );
}

async function visitProgram(visit, chosen = "falcon") {
  const text = await program(chosen);
  const page = await visit(`#c=${text}`);
  await shows(page, "Program from a link");
  await turnTo(page, "Search", chosen);
  return { page, text };
}

for (const [chosen, Workers] of [
  ["falcon", 1],
  ["falcon", 3],
  ["acpp", 2],
]) {
  e2e(`${chosen}: a search is bred as on the command line, with ${Workers} workers`, async (_, visit) => {
    const { page, text } = await visitProgram(visit, chosen);
    const native = await breedNatively("tune", "--program", text, ...tuned(1000, 2));
    await set(page, { ...TUNING, Workers });
    await press(page, "Run");
    await says(page, "Generation 2 of 2, finished");
    await shows(page, "Evolved search, generation 2");
    const bred = await chromosome(page);
    assert.equal(bred, native.chromosome);
    assert.match(bred, new RegExp(`^${chosen}\\.1\\..*\\.search\\.1\\.`));
    await press(page, "Show as table");
    const expected = native.records.map(({ generation, best, solved }) =>
      [generation, best, solved].map(String),
    );
    assert.deepEqual(
      (await nodes(page)).map(([generation, best, , , solved]) => [generation, best, solved]),
      expected,
    );
    if (chosen === "acpp") {
      await set(page, { Generations: 3 });
      await press(page, "Resume");
      await says(page, "Generation 3 of 3, finished");
      const longer = await breedNatively("tune", "--program", text, ...tuned(1000, 3));
      assert.equal(await chromosome(page), longer.chromosome);
    }
    if (Workers !== 3) return;
    const other = await visit(`#c=${bred}`);
    await shows(other, "Program from a link");
    const search = other.getByRole("table", { name: "Search, decoded" }).locator("tbody tr");
    await search.first().waitFor();
    assert.equal(await search.count(), 18);
    await play(other, "e4");
    await shows(other, /^1\. e4 \S+$/);
  });
}

e2e("generations of programs that are all known are reported when more are asked for", async (_, visit) => {
  const { page } = await visitProgram(visit);
  await page.getByText("More settings").filter({ visible: true }).click();
  await set(page, { ...TUNING, "Crossover probability": 0, "Mutation probability": 0, Workers: 1 });
  await press(page, "Run");
  await says(page, "Generation 2 of 2, finished");
  await set(page, { Generations: 4 });
  await press(page, "Resume");
  await says(page, "Generation 4 of 4, finished");
  await press(page, "Show as table");
  assert.equal((await nodes(page)).length, 5);
});

e2eInside(
  "a search that is interrupted, reloaded and robbed of its workers arrives at the same end",
  async (_, visit) => {
    const { page, text } = await visitProgram(visit);
    const settings = { ...TUNING, "Nodes a position": 5000, Generations: 5 };
    await set(page, { ...settings, Workers: 2 });
    await press(page, "Run");
    await arrivedAt(page, 1);
    await page.reload();
    await shows(page, "The run goes on where it was.");
    const reached = await arrivedAt(page, 1);
    await arrivedAt(page, reached + 1);
    for (const worker of page.workers()) {
      const name = await worker.evaluate(() => self.name).catch(() => "");
      if (name === "scorer") worker.evaluate(() => self.close()).catch(() => {});
    }
    await press(page, "Pause");
    await says(page, /of 5, paused/);
    await press(page, "Resume");
    await says(page, "Generation 5 of 5, finished");
    const native = await breedNatively("tune", "--program", text, ...tuned(5000, 5));
    assert.equal(await chromosome(page), native.chromosome);
    await page.reload();
    await says(page, "Generation 5 of 5, finished");
    await press(page, "Reset");
    await says(page, "Ready.");
  },
);

const GOOD = '6k1/5ppp/8/8/8/8/5PPP/3R2K1 w - - bm Rd8#; id "back rank";';

e2e(
  "a suite of one's own: bad lines are named and skipped, a file without positions changes nothing",
  async (_, visit) => {
    const { page } = await visitProgram(visit);
    await shows(page, /^Sample suite: \d+ positions$/);
    const lines = [GOOD, "not a position", "6k1/5ppp/8/8/8/8/5PPP/3R2K1 w - - bm Rd9;"].join("\n");
    const [chooser] = await Promise.all([page.waitForEvent("filechooser"), press(page, "Choose EPD")]);
    await chooser.setFiles([file("mates.epd", lines)]);
    await shows(page, /^mates\.epd: 1 position, 2 lines skipped$/);
    await page.getByText("Skipped lines").click();
    await shows(page, /^Line 2: /);
    await shows(page, /^Line 3: .*Rd9/);
    await chooser.setFiles([file("empty.epd", "nothing here")]);
    await troubled(page, "empty.epd is no suite: line 1");
    await shows(page, /^mates\.epd: 1 position/);
    await set(page, TUNING);
    await press(page, "Run");
    await says(page, "Generation 2 of 2, finished");
    await shows(page, /^1 of 1$/);
    await page.reload();
    await shows(page, /^mates\.epd: 1 position, 2 lines skipped$/);
    await press(page, "Reset");
    await press(page, "Use sample suite");
    await shows(page, /^Sample suite: \d+ positions$/);
  },
  { trouble: true },
);

e2e("an EPD file falls onto the page", async (_, visit) => {
  const { page } = await visitProgram(visit);
  await drop(page, [file("mates.epd", GOOD)], "Drop an EPD file to breed a search on it");
  await shows(page, /^mates\.epd: 1 position$/);
});

e2e("without a program there is no search to breed", async (page) => {
  await turnTo(page, "Search");
  await shows(page, /^There is no program yet/);
  assert.equal(await button(page, "Run").isDisabled(), true);
  await tab(page, "Search").press("ArrowRight");
  await page.waitForFunction(() => document.activeElement?.id === "tab-imitation");
  await button(page, "Evolve").waitFor();
  await tab(page, "Imitation").press("ArrowRight");
  await shows(page, /^Ten random programs/);
});

// ---- coevolution ------------------------------------------------------------------------------

const ROUND = { Generations: 1, "Games per pair": 1, "Nodes a move": 50 };

/** The same on the command line. */
function rounds(nodes, generations) {
  return ["--generations", generations, "--games-per-pair", 1, "--nodes", nodes];
}

e2e("random programs coevolve as on the command line; the cross table adds up", async (page) => {
  await turnTo(page, "Coevolution");
  await shows(page, /^Ten random programs/);
  await set(page, { ...ROUND, Workers: 2 });
  await press(page, "Run");
  await says(page, "Generation 1 of 1, finished");
  const native = await breedNatively("coevolve", "--system", "falcon", ...rounds(50, 1));
  assert.equal(await chromosome(page), native.chromosome);
  const cross = page.getByRole("table", { name: "Cross table of generation 1" }).locator("tbody tr");
  await cross.first().waitFor();
  const totals = await cross.evaluateAll((rows) => rows.map((row) => Number(row.lastElementChild.innerText)));
  assert.deepEqual(totals, native.records[1].points);
  const drift = page.getByRole("table", { name: "Drift of the genes" }).locator("tbody tr");
  await drift.first().waitFor();
  assert.equal(await drift.count(), 35);
  assert.equal(
    await page
      .getByRole("figure")
      .filter({ hasText: /Program \d+ – Program \d+/ })
      .count(),
    2,
  );
});

e2e(
  "ten runs, their champions coevolve over a reload, a search is bred, and one link carries all",
  async (page, visit) => {
    await shows(page, "118 games");
    await system(page).selectOption("falcon");
    await set(page, { Population: 4, "Positions per generation": 10, Generations: 0 });
    await press(page, "Ten runs");
    await shows(page, /^10 of 10 finished/);
    await turnToTab(page, "Coevolution");
    await shows(page, "The champions of 10 runs");
    await set(page, { ...ROUND, "Nodes a move": 1000, Generations: 2, Workers: 2 });
    await press(page, "Run");
    // By then the generation before it is stored: a page that is left at once has nothing to go on with.
    await glimpses(page, /Generation 1 of 2\s*[1-9]\d* of 45 games played/);
    await page.reload();
    await shows(page, "The run goes on where it was.");
    await says(page, "Generation 2 of 2, finished");
    const seeds = Array.from({ length: 10 }, (_, at) => 2014 + at);
    const runs = await Promise.all(
      seeds.map((seed) => evolveNatively(...SMALL, "--generations", 0, "--seed", seed)),
    );
    const from = runs.flatMap(({ chromosome }) => ["--from", chromosome]);
    const native = await breedNatively("coevolve", ...from, ...rounds(1000, 2));
    assert.equal(await chromosome(page), native.chromosome);

    await turnToTab(page, "Search");
    await set(page, { ...TUNING, Generations: 1 });
    await press(page, "Run");
    await shows(page, "Evolved search, generation 1");
    const whole = await breedNatively("tune", "--program", native.chromosome, ...tuned(1000, 1));
    assert.equal(await chromosome(page), whole.chromosome);
    assert.ok(whole.chromosome.startsWith(`${native.chromosome}.search.1.`));
    const other = await visit(`#c=${whole.chromosome}`);
    await shows(other, "Program from a link");
    await other.getByRole("table", { name: "Search, decoded" }).locator("tbody tr").first().waitFor();
    assert.equal(await chromosome(other), whole.chromosome);

    await turnToTab(page, "Coevolution");
    await press(page, "Before and after");
    await page.getByRole("spinbutton", { name: "Games to play" }).fill("4");
    await page.getByRole("spinbutton", { name: "Games to play" }).press("Tab");
    await press(page, "Start match");
    await shows(page, "The match is over.");
    await page
      .getByRole("table", { name: "Match", exact: true })
      .filter({ hasText: /EVOL\*, generation 2 against EVOL0, champion of run \d+/ })
      .waitFor();
  },
);

e2e("a stage and a run of the first one do not compete for the workers", async (page) => {
  await turnTo(page, "Coevolution");
  await set(page, { ...ROUND, "Nodes a move": 5000, Workers: 2 });
  await press(page, "Run");
  await glimpses(page, /[1-9]\d* of 45 games played/);
  await turnToTab(page, "Imitation");
  await set(page, { Population: 4, "Positions per generation": 10, Generations: 3 });
  await press(page, "Evolve");
  await says(page, "Generation 3 of 3, finished");
  await turnToTab(page, "Coevolution");
  await says(page, /Generation [01] of 1, paused/);
  await press(page, "Reset");
  await says(page, "Ready.");
});

/** Waits until a board has shown one game at two of its moves. */
async function gamesMove(page) {
  await page.waitForFunction(() => {
    window.movesSeen ??= {};
    for (const { innerText } of document.querySelectorAll("figcaption")) {
      const [, game, move] = /Game (\d+)\. Move (\d+)$/.exec(innerText.trim()) ?? [];
      if (game) (window.movesSeen[game] ??= new Set()).add(move);
    }
    return Object.values(window.movesSeen).some((moves) => moves.size > 1);
  });
}

function boards(page) {
  return page.getByRole("figure").filter({ hasText: /Program \d+ – Program \d+/ });
}

const FOUR = { Generations: 1, Population: 4, "Nodes a move": 8000, Workers: 2 };

e2e("acpp coevolves as on the command line, its boards move, and before and after meet", async (page) => {
  await turnTo(page, "Coevolution", "acpp");
  await shows(page, "Fifty random programs: 1,225 games a generation.");
  await set(page, FOUR);
  await shows(page, "4 random programs: 6 games a generation.");
  await press(page, "Run");
  await gamesMove(page);
  await press(page, "Pause");
  await says(page, /Generation [01] of 1, paused/);
  assert.ok((await boards(page).count()) > 0, "the boards stay while the run is paused");
  await press(page, "Resume");
  await says(page, "Generation 1 of 1, finished");
  await shows(page, "Coevolved, generation 1");
  const native = await breedNatively(
    ...["coevolve", "--system", "acpp", "--population", 4, "--generations", 1, "--nodes", 8000],
  );
  assert.equal(await chromosome(page), native.chromosome);
  assert.equal(await boards(page).count(), 2);

  await press(page, "Before and after");
  await page.getByRole("spinbutton", { name: "Games to play" }).fill("2");
  await page.getByRole("spinbutton", { name: "Games to play" }).press("Tab");
  await press(page, "Start match");
  await shows(page, "The match is over.");
  await page
    .getByRole("table", { name: "Match", exact: true })
    .filter({ hasText: "Coevolved, generation 1 against Before, best of the first" })
    .waitFor();
});

e2e("each system keeps its own stages, over a change of system and a reload", async (page) => {
  const quick = { ...FOUR, "Nodes a move": 50 };
  await turnTo(page, "Coevolution", "acpp");
  await set(page, quick);
  await press(page, "Run");
  await says(page, "Generation 1 of 1, finished");
  const acpp = await chromosome(page);

  await system(page).selectOption("falcon");
  await button(page, "Evolve").waitFor();
  await turnToTab(page, "Coevolution");
  await shows(page, "Ten random programs: 180 games a generation.");
  await says(page, "Ready.");
  await set(page, { ...FOUR, "Games per pair": 1 });
  await press(page, "Run");
  await glimpses(page, /Generation \d of 1\s*[1-9] of 6 games played/);

  // What runs is paused, and not lost.
  await system(page).selectOption("acpp");
  await says(page, "Generation 1 of 1, finished");
  await press(page, "Show the champion");
  assert.equal(await chromosome(page), acpp);
  await system(page).selectOption("falcon");
  await says(page, /Generation [01] of 1, paused/);
  await page.reload();
  await says(page, /Generation [01] of 1, paused/);
  await system(page).selectOption("acpp");
  await says(page, "Generation 1 of 1, finished");
  await press(page, "Show the champion");
  assert.equal(await chromosome(page), acpp);
  await system(page).selectOption("falcon");
  await press(page, "Resume");
  await says(page, "Generation 1 of 1, finished");
  const native = await breedNatively(
    ...["coevolve", "--system", "falcon", "--population", 4, ...rounds(8000, 1)],
  );
  assert.equal(await chromosome(page), native.chromosome);
});

e2e("the population of a run coevolves as on the command line", async (page) => {
  const folder = await mkdtemp(join(tmpdir(), "millipawn-"));
  const kept = join(folder, "run");
  await shows(page, "118 games");
  await evolve(page, { Population: 5, "Positions per generation": 20, Generations: 1 });
  await turnToTab(page, "Coevolution");
  const choice = page.getByRole("combobox", { name: "Begins with" });
  assert.equal(await choice.locator("option:checked").innerText(), "Best of this run");
  await shows(page, "The 5 programs of generation 1 of this run: 10 games a generation.");
  await shows(page, /^About \d+ (second|minute|hour|day)s? a generation, .* in all: a rough guess until/);
  await set(page, { Generations: 1, "Nodes a move": 50 });
  await press(page, "Run");
  await says(page, "Generation 1 of 1, finished");
  const settings = ["--population", 5, "--set", "positions-per-generation=20", "--generations", 1];
  await evolveNatively(...settings, "--checkpoint", kept);
  const round = (generations) =>
    breedNatively("coevolve", "--from", kept, "--nodes", 50, "--generations", generations);
  assert.equal(await chromosome(page), (await round(1)).chromosome);

  // It is made longer, also over a reload.
  await set(page, { Generations: 3 });
  await says(page, "Generation 1 of 3, paused");
  await page.reload();
  await says(page, "Generation 1 of 3, paused");
  await press(page, "Resume");
  await says(page, "Generation 3 of 3, finished");
  assert.equal(await chromosome(page), (await round(3)).chromosome);
  await rm(folder, { recursive: true });
});

e2e("a coevolution begins with the best of the run, as many as its field says", async (page) => {
  await shows(page, "118 games");
  await evolve(page, {
    Population: 12,
    "Positions per generation": 100,
    Generations: 2,
  });
  await turnToTab(page, "Coevolution");
  await set(page, { Population: 4 });
  await shows(page, "The 4 best of the 12 programs of generation 2 of this run: 6 games a generation.");
  await set(page, { Generations: 1, "Nodes a move": 50, Workers: 2 });
  await press(page, "Run");
  await says(page, "Generation 1 of 1, finished");
  const rows = page.getByRole("table", { name: "Cross table of generation 1" }).locator("tbody tr");
  assert.equal(await rows.count(), 4);
  await press(page, "Reset");
  await shows(page, /in all: as fast as the games played so far\.$/);
});

e2e("what a later stage bred is shared, saved and repeated like a run of the first", async (page, visit) => {
  await turnTo(page, "Coevolution");
  await set(page, { ...ROUND, Population: 4, Workers: 2 });
  await press(page, "Run");
  await says(page, "Generation 1 of 1, finished");
  const text = await chromosome(page);
  const link = await copied(page, "Share this experiment");
  assert.match(link, /#x=coevolution\.2\./);
  const [download] = await Promise.all([page.waitForEvent("download"), press(page, "Save program")]);
  const { provenance } = JSON.parse(await readFile(await download.path(), "utf8"));
  assert.deepEqual(
    [provenance.stage, provenance.generation, provenance.seed, provenance.from, provenance.suite],
    ["coevolution", 1, 2014, "Random programs", "Built-in"],
  );
  assert.equal(provenance.settings["nodes-a-move"], 50);

  // In front of somebody's own run, which stays stored.
  const other = await visit();
  await turnTo(other, "Coevolution");
  await set(other, { ...ROUND, Population: 3, Workers: 2 });
  await press(other, "Run");
  await says(other, "Generation 1 of 1, finished");
  const own = await chromosome(other);
  await other.evaluate((hash) => {
    location.hash = hash;
  }, new URL(link).hash);
  await shows(other, "1 generation of 4 programs, seed 2014.");
  await shows(other, /^From the built-in openings\./);
  await press(other, "Run this experiment");
  await shows(other, "Reproduced: the run arrived at exactly the program its link names.");
  assert.equal(await chromosome(other), text);
  await press(other, "Reset");
  await says(other, "Generation 1 of 1, finished");
  await press(other, "Show the champion");
  assert.equal(await chromosome(other), own);
  await other.reload();
  await says(other, "Generation 1 of 1, finished");
  await press(other, "Show the champion");
  assert.equal(await chromosome(other), own);
});

e2e("a bred search is shared, and repeated in a fresh profile", async (_, visit) => {
  const { page } = await visitProgram(visit);
  await set(page, { ...TUNING, Generations: 1 });
  await press(page, "Run");
  await says(page, "Generation 1 of 1, finished");
  const text = await chromosome(page);
  const link = await copied(page, "Share this experiment");
  assert.match(link, /#x=tuning\.2\./);
  const other = await visit(new URL(link).hash);
  await press(other, "Run this experiment");
  await shows(other, "Reproduced: the run arrived at exactly the program its link names.");
  assert.equal(await chromosome(other), text);
});

/** Positions set up, one of them with Black to move, and a line that is none. */
const OPENINGS = [
  '6k1/5ppp/8/8/8/8/5PPP/3R2K1 w - - id "rook and pawns";',
  "not a position",
  "4k3/pppp1ppp/8/8/8/8/PPPP1PPP/4K3 b - -",
  "r1bqkbnr/pppp1ppp/2n5/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R w KQkq - 2 3",
].join("\n");

/** Two lines, the second from a position set up, and a game with an illegal move. */
const LINES = `[Event "a"]

1. e4 e5 2. Nf3 *

[Event "b"]

1. e4 e4 *

[FEN "4k3/pppppppp/8/8/8/8/PPPPPPPP/4K3 w - - 0 1"]

1. e4 *
`;

/** What `millipawn coevolve` makes of the same openings. */
async function coevolveFrom(openings, ...options) {
  const folder = await mkdtemp(join(tmpdir(), "millipawn-"));
  const path = join(folder, "openings");
  await writeFile(path, openings);
  const native = await breedNatively("coevolve", "--openings", path, ...options);
  await rm(folder, { recursive: true });
  return native;
}

e2e(
  "openings of one's own: a run keeps them over a reload and ends as on the command line",
  async (page) => {
    await turnTo(page, "Coevolution");
    await shows(page, "Built-in: 40 openings");
    const [chooser] = await Promise.all([
      page.waitForEvent("filechooser"),
      button(page, "Choose openings").press("Enter"),
    ]);
    await chooser.setFiles([file("mine.epd", OPENINGS)]);
    await shows(page, "mine.epd: 3 openings, 1 line skipped");
    await page.getByText("Skipped lines").click();
    await shows(page, /^Line 2: /);
    await chooser.setFiles([file("other.epd", "nothing here")]);
    await troubled(page, "other.epd is no file of openings: line 1: ");
    await page.reload();
    await shows(page, "mine.epd: 3 openings, 1 line skipped");

    await set(page, { ...ROUND, "Nodes a move": 1000, Generations: 2, Workers: 2 });
    await press(page, "Run");
    // By then the generation before it is stored: a page that is left at once has nothing to go on with.
    await glimpses(page, /Generation 1 of 2\s*[1-9]\d* of 45 games played/);
    await page.reload();
    await shows(page, "The run goes on where it was.");
    await press(page, "Pause");
    await says(page, /Generation [012] of 2, paused/);
    await shows(page, "mine.epd: 3 openings, 1 line skipped");
    assert.equal(await button(page, "Choose openings").isDisabled(), true);
    await drop(page, [file("lines.pgn", LINES)], "Drop a file of openings to play from");
    await shows(page, "The open run keeps its openings.");
    await press(page, "Resume");
    await says(page, "Generation 2 of 2, finished");
    const native = await coevolveFrom(OPENINGS, "--system", "falcon", ...rounds(1000, 2));
    assert.equal(await chromosome(page), native.chromosome);
    assert.equal(await boards(page).count(), 2);

    await press(page, "Reset");
    // The page says so once it is.
    await shows(page, "The coevolution was deleted.");
    await page.reload();
    await says(page, "Ready.");
    await shows(page, "mine.epd: 3 openings, 1 line skipped");
    await press(page, "Use built-in");
    await shows(page, "Built-in: 40 openings");
  },
  { trouble: true },
);

e2e("a PGN file of openings falls onto the page, and they are played", async (page) => {
  await turnTo(page, "Coevolution", "acpp");
  await drop(page, [file("lines.pgn", LINES)], "Drop a file of openings to play from");
  await shows(page, "lines.pgn: 2 openings, 1 game skipped");
  await page.getByText("Skipped games").click();
  await shows(page, "Game 2: e4 is not a legal move there");
  await set(page, { ...FOUR, "Nodes a move": 200 });
  await press(page, "Run");
  await says(page, "Generation 1 of 1, finished");
  const native = await coevolveFrom(LINES, "--system", "acpp", "--population", 4, ...rounds(200, 1));
  assert.equal(await chromosome(page), native.chromosome);
  assert.equal(await boards(page).count(), 2);
});

e2e(
  "several files fall onto the page: games are games, and positions among them are named",
  async (page) => {
    await turnTo(page, "Coevolution");
    const invitation = "Drop a file of openings to play from";
    await drop(page, [file("lines.pgn", LINES), file("mine.epd", OPENINGS)], invitation);
    await troubled(page, "mine.epd holds positions, not games, and is taken by itself only.");
    await shows(page, "Built-in: 40 openings");
    await drop(page, [file("a.pgn", ""), file("b.pgn", "")], invitation);
    const both = "a.pgn, b.pgn: no usable position (the file is empty: 2). In line 1 of a.pgn: the file is empty.";
    await troubled(page, both);
  },
  { trouble: true },
);

/** Where a person pastes programs. */
function ownPrograms(page) {
  return page.getByRole("textbox", { name: "Programs, one a line" });
}

e2e(
  "programs of one's own coevolve over a reload as on the command line; a bad line is named",
  async (page) => {
    const [a, b, c, d] = await Promise.all(
      [1, 2, 3, 4].map(
        async (seed) => (await evolveNatively(...SMALL, "--generations", 0, "--seed", seed)).chromosome,
      ),
    );
    await turnTo(page, "Coevolution");
    const choice = page.getByRole("combobox", { name: "Begins with" });
    await choice.focus();
    await page.keyboard.press("End");
    await shows(page, "Paste two programs or more: chromosomes or whole links.");
    await says(page, "Breed or open a program first.");
    assert.equal(await button(page, "Run").isDisabled(), true);
    await page.keyboard.press("Tab");
    await page.keyboard.insertText(a);
    await shows(page, "One program. One more is needed to play it.");
    await says(page, "Breed or open a program first.");
    assert.equal(await ownPrograms(page).getAttribute("aria-invalid"), "false");
    await ownPrograms(page).fill(`${a}\n\n${b}x`);
    await shows(page, "Line 3: it is cut short or has grown.");
    assert.equal(await ownPrograms(page).getAttribute("aria-invalid"), "true");
    // Also read when the field is left.
    await ownPrograms(page).fill(`${a}\n${await program("acpp")}`);
    await page.keyboard.press("Tab");
    await shows(page, "Line 2: a program of acpp, not of falcon.");
    assert.equal(await button(page, "Run").isDisabled(), true);

    const lines = [`# The first is the best`, d, "", `${address()}#c=${b}`, `#c=${c}`, a].join("\n");
    await ownPrograms(page).fill(lines);
    await set(page, { ...ROUND, "Games per pair": 4, "Nodes a move": 1000, Workers: 2 });
    await shows(page, "4 programs of your own: 24 games a generation.");
    await page.reload();
    await shows(page, "4 programs of your own: 24 games a generation.");
    await holds(ownPrograms(page), lines);
    await press(page, "Run");
    await glimpses(page, /Generation \d of 1\s*[1-9]\d* of 24 games played/);
    await page.reload();
    await shows(page, "The run goes on where it was.");
    await shows(page, "4 programs of your own");
    await says(page, "Generation 1 of 1, finished");
    const from = [d, b, c, a].flatMap((text) => ["--from", text]);
    const native = await breedNatively("coevolve", ...from, "--generations", 1);
    assert.equal(await chromosome(page), native.chromosome);
    await press(page, "Before and after");
    await page
      .getByRole("combobox", { name: "Player B" })
      .filter({ hasText: "EVOL0, best of the first" })
      .waitFor();
    await press(page, "Reset");
    await holds(ownPrograms(page), lines);

    // They are Falcon's.
    await system(page).selectOption("acpp");
    await turnToTab(page, "Coevolution");
    await shows(page, "Fifty random programs: 1,225 games a generation.");
    await choice.selectOption({ label: "Programs of your own" });
    await holds(ownPrograms(page), "");
  },
  { trouble: true },
);

e2e("by the clock: nothing is promised", async (page) => {
  await turnTo(page, "Coevolution", "acpp");
  await page.getByText("More settings").filter({ visible: true }).click();
  await set(page, { Generations: 1, Population: 3, Workers: 2, Clock: 100 });
  await shows(page, "Games on the clock depend on how busy this machine is");
  await shows(page, "No other run will come out like this one");
  await press(page, "Run");
  await says(page, "Generation 1 of 1, finished");
  assert.match(await chromosome(page), /^acpp\.1\./);
  await page.reload();
  await says(page, "Generation 1 of 1, finished");
  await shows(page, "No other run will come out like this one");
});
