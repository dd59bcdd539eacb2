// The evolution of a move ordering in the page: EvoChess's programs that search with few nodes.

import assert from "node:assert/strict";
import { crc32 } from "node:zlib";
import { DEVICES, examined } from "./axe.mjs";
import { setUp } from "./board.mjs";
import { breedNatively } from "./command.mjs";
import {
  choose,
  chromosome,
  copied,
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

const SMALL = { Population: 8, Depth: 2, Positions: 10, Generations: 4, Workers: 2 };
const SMALLER = ["--population", 8, "--set", "depth=2", "--set", "positions=10"];

const GAMES = `[White "One"]
[Black "Other"]
[Result "1-0"]

1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. Ba4 Nf6 5. O-O Be7 6. Re1 b5 7. Bb3 d6 8. c3 O-O 9. h3 Nb8 10. d4 Nbd7 11. Nbd2 Bb7 12. Bc2 1-0

[White "Other"]
[Black "One"]
[Result "0-1"]

1. d4 Nf6 2. c4 e6 3. Nf3 b6 4. g3 Ba6 5. b3 Bb4+ 6. Bd2 Be7 7. Bg2 c6 8. Bc3 d5 9. Ne5 Nfd7 10. Nxd7 Nxd7 11. Nd2 O-O 12. O-O Rc8 0-1
`;

async function turnToOrdering(page) {
  await shows(page, "118 games");
  await page.getByRole("combobox", { name: "System" }).selectOption({ label: "EvoChess 2002" });
  await page.getByRole("tabpanel", { name: /Ordering/ }).waitFor();
}

async function finish(page, settings = SMALL) {
  await set(page, settings);
  await press(page, "Run");
  await says(page, `Generation ${settings.Generations} of ${settings.Generations}, finished`);
}

e2e("a move ordering is bred as on the command line, over a pause and a reload", async (page) => {
  await turnToOrdering(page);
  await shows(page, "Sample games: 118 games");
  await set(page, { ...SMALL, Generations: 100_000 });
  await press(page, "Run");
  await glimpses(page, /Generation [1-9]\d* of 100000/);
  await press(page, "Pause");
  await says(page, /Generation \d+ of 100000, paused/);
  await press(page, "Resume");
  await glimpses(page, /Generation ([2-9]|\d\d+) of 100000/);
  await page.reload();
  await shows(page, "The run goes on where it was.");
  await press(page, "Pause");
  await says(page, /Generation \d+ of 100000, paused/);
  await press(page, "Reset");
  await says(page, "Ready.");

  await finish(page);
  const native = await breedNatively("evolve", "--system", "evochess", "--generations", 4, ...SMALLER);
  await shows(page, "Evolved order, generation 4");
  await press(page, "Show as table");
  const table = page.getByRole("table", { name: "Nodes a position", exact: true });
  await table.waitFor();
  const best = await table
    .locator("tbody tr")
    .evaluateAll((rows) => rows.map((row) => [...row.cells].slice(0, 2).map((cell) => cell.innerText)));
  const whole = new Intl.NumberFormat("en-US", { maximumFractionDigits: 0 });
  assert.deepEqual(
    best,
    native.records.map(({ generation, best, positions }) => [`${generation}`, whole.format(best / positions)]),
  );
  const program = await chromosome(page);
  assert.equal(program, native.chromosome);
  await page.reload();
  await says(page, "Generation 4 of 4, finished");
  await press(page, "Show the champion");
  assert.equal(await chromosome(page), program);
});

e2e("nodes are shown by ply of the game, as the command line tells them", async (page) => {
  await turnToOrdering(page);
  await finish(page);
  const figure = page.getByRole("figure", { name: "Nodes by ply of the game" });
  const plot = figure.getByRole("img", { name: /^Box plots\. Median nodes by ply of the game\. Ply 11 to 20: random order / });
  await plot.waitFor();
  await figure.getByText("10 positions, generation 4").waitFor();
  for (const order of ["random order", "f-negascout as published", "champion"]) {
    await figure.getByText(order, { exact: true }).waitFor();
  }
  const native = await breedNatively("evolve", "--system", "evochess", "--generations", 4, ...SMALLER);
  const { yardsticks, yardsticks_by_ply } = native.records[0];
  const compared = ["random order", "f-negascout as published"].map(
    (name) => yardsticks_by_ply[yardsticks.findIndex((order) => order.name === name)],
  );
  const orders = [...compared, native.records.at(-1).by_ply];
  const expected = orders[0].flatMap(({ positions }, at) => [
    [positions],
    ...orders.map((groups) => Object.values(groups[at].nodes)),
  ]);
  assert.equal(await plot.locator("rect").count(), 3 * orders[0].length);
  await page.reload();
  await says(page, "Generation 4 of 4, finished");
  await press(page, "Boxes as table");
  const table = page.getByRole("table", { name: "Nodes by ply of the game", exact: true });
  await table.waitFor();
  const rows = await table
    .locator("tbody tr")
    .evaluateAll((rows) => rows.map((row) => [...row.cells].map((cell) => cell.innerText.replaceAll(",", ""))));
  const told = rows.map(([name, ...nodes]) => (nodes.length > 0 ? nodes.map(Number) : [parseInt(name.split(": ")[1])]));
  assert.deepEqual(told, expected);
  assert.match(rows[0][0], /^Ply 11 to 20: \d+ positions?$/);
  assert.deepEqual([1, 2, 3].map((at) => rows[at][0]), ["random order", "f-negascout as published", "champion"]);
});

e2e("demes of a move ordering are islands too", async (page) => {
  await turnToOrdering(page);
  await page.getByText("More settings").click();
  await set(page, { Demes: 2, "Migration interval": 1, Migrants: 2 });
  await finish(page, { ...SMALL, Generations: 1 });
  const demes = page.getByRole("figure", { name: "Demes" });
  for (const from of [1, 2]) await demes.getByText(`2 came from deme ${from}`).waitFor();
  assert.deepEqual([await demes.locator("circle").count(), await demes.locator("circle.came").count()], [16, 4]);
  await demes.getByText(/best [1-9]\d* nodes/).first().waitFor();
});

e2e("the champion is read and played against", async (page) => {
  await turnToOrdering(page);
  await finish(page, { ...SMALL, Generations: 1 });
  await shows(page, "Evolved order, generation 1");
  const genes = page.getByRole("table", { name: "Genes", exact: true });
  assert.equal(await genes.getByRole("row", { name: /VictimByAggressor/ }).count(), 1);
  await depthModule(page).getByRole("img", { name: /3 instructions, 1 decision/ }).waitFor();
  await depthModule(page).getByText("Deepen twice: searches 4 plies instead of 2.").waitFor();
  const tries = page.getByRole("table", { name: /What it tries first/ });
  await tries.getByText("8 of 20 moves").waitFor();
  const values = await tries.locator("tbody tr").evaluateAll((rows) => rows.map((row) => Number(row.cells[1].innerText)));
  assert.equal(values.length, 8);
  assert.deepEqual(values, [...values].sort((one, other) => other - one));
  await play(page, "e4");
  await shows(page, /1\. e4 [a-hNBRQK]/);
});

/**
 * A depth program in bytes: after a quiet move it looks less deep, after a capture deeper.
 *
 *     load captured-value
 *     if accumulator > depth
 *       deepen
 *       if knights > rooks
 *         deepen
 *       end
 *     else
 *       if depth > captured-value
 *         shorten
 *       else
 *         load score
 *         deepen
 *       end
 *     end
 *     sigmoid pawns
 */
const DEPTH_PROGRAM = [83, 138, 4, 136, 149, 13, 136, 158, 157, 142, 7, 137, 157, 94, 136, 158, 158, 128];
/** Of the weights, which stand before it. */
const WEIGHTS_BYTES = (28 + 24) * 4;

/** The same program with this depth module. */
function withDepthModule(chromosome, bytes) {
  const [, head, payload] = /^(.*\.)(.*)$/.exec(chromosome);
  const weights = Buffer.from(payload, "base64url").subarray(0, WEIGHTS_BYTES);
  const genome = Buffer.concat([weights, Buffer.from(bytes)]);
  const checksum = Buffer.alloc(4);
  checksum.writeUInt32LE(crc32(Buffer.concat([Buffer.from(head), genome])));
  return head + Buffer.concat([genome, checksum]).toString("base64url");
}

function depthModule(page) {
  return page.getByRole("figure", { name: "depth module" });
}

/** The instructions of the boxes on the lit path, in their order. */
function lit(page) {
  return depthModule(page)
    .locator("g.lit text")
    .evaluateAll((texts) => texts.map(({ textContent }) => textContent));
}

e2e("the depth module is drawn, with the way that the position on the board takes", async (page, visit) => {
  await shows(page, "118 games");
  const { chromosome: bred } = await breedNatively("evolve", "--system", "evochess", "--generations", 0, ...SMALLER);
  const other = await visit(`#c=${withDepthModule(bred, DEPTH_PROGRAM)}`);
  await shows(other, "Program from a link");
  const figure = depthModule(other);
  await figure.getByText("8 effective instructions of 10").waitFor();
  await figure.getByRole("img", { name: /10 instructions, 3 decisions/ }).waitFor();
  const says = figure.getByRole("listitem");
  await says.first().waitFor();
  assert.deepEqual(await says.allTextContents(), [
    "Accumulator 0 is not greater than depth 0: else.",
    "Depth 0 is not greater than captured value 0: else.",
    "Deepen once: searches 3 plies instead of 2.",
  ]);
  const path = ["load captured-value", "accumulator > depth", "depth > captured-value", "load score", "deepen", "sigmoid pawns"];
  assert.deepEqual(await lit(other), path);
  assert.deepEqual(await figure.locator("text.dead").allTextContents(), ["load score", "sigmoid pawns"]);

  // The text can be read and copied.
  await figure.getByText("Program as text").click();
  await press(other, "Copy the text");
  await shows(other, "Program text copied.");
  const text = await other.evaluate(() => navigator.clipboard.readText());
  const field = figure.getByRole("textbox", { name: "Depth module as text" });
  assert.equal(text, await field.inputValue());
  assert.match(text, /^load captured-value\nif accumulator > depth\n {2}deepen\n/);

  await examined(other, "the program as text");

  // Quiet moves are searched less deep, as there is nothing to capture yet.
  const tries = other.getByRole("table", { name: /What it tries first/ });
  const plies = () => tries.locator("tbody tr").evaluateAll((rows) => rows.map(({ cells }) => cells[3].innerText.trim()));
  assert.deepEqual(await plies(), Array(8).fill("1 (\u22121)"));

  // Captures are searched deeper.
  await setUp(other, "4k3/8/8/3q4/4P3/2N5/8/4K3 w - - 0 1");
  await tries.getByText("4 (+2)").first().waitFor();
  const [first, second, ...quiet] = await plies();
  assert.deepEqual([first, second, ...new Set(quiet)], ["4 (+2)", "4 (+2)", "1 (\u22121)"]);

  // Where another program sits at the board, there is no way to show.
  await other.getByRole("combobox", { name: "Opponent" }).selectOption("staunton");
  await figure.getByText("Another program sits at the board.").waitFor();
  assert.deepEqual(await lit(other), []);
});

e2e(
  "a depth module is written by hand, and a mistake is told with its line",
  async (page) => {
    await turnToOrdering(page);
    await finish(page, { ...SMALL, Generations: 1 });
    await shows(page, "Evolved order, generation 1");
    const bred = await chromosome(page);
    const figure = depthModule(page);
    await figure.getByText("Program as text").click();
    const field = figure.getByRole("textbox", { name: "Depth module as text" });
    await field.fill("deepen\njump\n");
    await press(page, "Use this text");
    await troubled(page, "The depth module cannot be used: line 2: there is no instruction \"jump\".");
    assert.equal(await field.inputValue(), "deepen\njump\n");
    assert.equal(await chromosome(page), bred);
    await field.fill("shorten");
    await press(page, "Use this text");
    await shows(page, "Evolved order, generation 1, depth module changed");
    await figure.getByText("Shorten once: searches 1 ply instead of 2.").waitFor();
    assert.notEqual(await chromosome(page), bred);
    await play(page, "e4");
    await shows(page, /1\. e4 [a-hNBRQK]/);
  },
  { trouble: true },
);

e2e(
  "positions are taken from games of one's own, by choice and by drop",
  async (page) => {
    await turnToOrdering(page);
    await choose(page, [file("mine.pgn", GAMES)], "Choose PGN");
    await shows(page, "mine.pgn: 2 games");
    await choose(page, [file("none.pgn", '[Event "Nothing"]\n\n*\n')], "Choose PGN");
    await troubled(page, "none.pgn has no games with positions to search");
    await drop(page, [file("again.pgn", GAMES)], "Drop a PGN file to take positions from its games");
    await shows(page, "again.pgn: 2 games");
    await finish(page, { ...SMALL, Generations: 1 });
    await page.reload();
    await says(page, "Generation 1 of 1, finished");
    await shows(page, "again.pgn: 2 games");
    await press(page, "Reset");
    await press(page, "Use sample games");
    await shows(page, "Sample games: 118 games");
  },
  { trouble: true },
);

e2e("a link to a bred ordering is run again to the same program", async (page, visit) => {
  await turnToOrdering(page);
  await finish(page, { ...SMALL, Generations: 2 });
  const program = await chromosome(page);
  assert.ok(program.length < 1000, `${program.length}`);
  const link = await copied(page, "Share this experiment");
  assert.match(link, /#x=ordering\.2\./);

  const other = await visit(new URL(link).hash);
  await shows(other, "2 generations of 8 programs, seed 2002.");
  await shows(other, "From the sample games. It must arrive at the same program.");
  assert.equal(await chromosome(other), program);
  await press(other, "Run this experiment");
  await says(other, "Generation 2 of 2, finished");
  await shows(other, "Reproduced: the run arrived at exactly the program its link names.");
  assert.equal(await chromosome(other), program);
});

for (const [device, screen] of Object.entries(DEVICES)) {
  e2e(
    `axe finds nothing: ${device}`,
    async (page) => {
      await turnToOrdering(page);
      await examined(page, "before");
      await finish(page);
      await examined(page, "after");
      await press(page, "Show as table");
      await press(page, "Boxes as table");
      await examined(page, "as a table");
      const fits = await page.evaluate(() => document.documentElement.scrollWidth <= window.innerWidth);
      assert.equal(fits, true, "nothing sticks out sideways");
    },
    screen,
  );
}
