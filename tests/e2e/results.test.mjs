// A person's results: kept as soon as a game is over, shown, taken away and brought back.

import assert from "node:assert/strict";
import { examined } from "./axe.mjs";
import { moves, newGame, setUp, strength, turnTo } from "./board.mjs";
import { button, choose, downloaded, e2e, evolve, file, play, press, shows } from "./page.mjs";

/** White mates at once. */
const MATE_IN_ONE = "6k1/5ppp/8/8/8/8/5PPP/3R2K1 w - - 0 1";

async function seat(page, opponent = "staunton") {
  await page.getByRole("combobox", { name: "Opponent" }).selectOption(opponent);
}

/** A game that is given up after a move of each. */
async function lose(page) {
  await play(page, "e4");
  await shows(page, /^1\. e4 \S+$/);
  await press(page, "Resign");
  await shows(page, "You resigned.");
}

function sheet(page) {
  return page.getByRole("dialog", { name: "Your results" });
}

async function open(page) {
  await press(page, "Your results");
  await button(page, "Download as CSV").waitFor();
}

function close(page) {
  return sheet(page).getByRole("button", { name: "Close" }).click();
}

/** A list of cells a row. */
async function rows(page) {
  const table = sheet(page).getByRole("table", { name: "Your results by program" });
  await table.waitFor();
  return table
    .locator("tbody tr")
    .evaluateAll((lines) =>
      lines.map((line) =>
        [...line.cells].slice(0, 6).map((cell) => cell.innerText.trim().replace(/\s+/g, " ")),
      ),
    );
}

e2e("results are kept over a reload, deleted and brought back, and saved as a table", async (page) => {
  await seat(page);
  await strength(page, "Casual: 1,000 nodes");
  await open(page);
  await shows(page, "No game against a program is over yet.");
  assert.equal(await button(page, "Download as CSV").getAttribute("aria-disabled"), "true");
  await close(page);
  await lose(page);
  await newGame(page);
  await setUp(page, MATE_IN_ONE);
  await play(page, "Rd8#");
  await shows(page, /White mates/);
  await open(page);
  const both = [["Staunton", "Set by hand", "1,000 nodes a move", "1", "0", "1"]];
  assert.deepEqual(await rows(page), both);
  await examined(page, "the results");
  await shows(page, "2 games: 1 won, 0 drawn, 1 lost.");
  await shows(page, /Not counted for your level: 1 \(from another position than the usual one/);
  await page.reload();
  await open(page);
  assert.deepEqual(await rows(page), both, "after a reload");
  const csv = (await downloaded(page, "Download as CSV")).toString().trim().split("\r\n");
  assert.equal(csv.length, 3);
  assert.match(
    csv[1],
    /^\d{4}-\S+,Staunton,,"1,000 nodes a move",white,0,White resigns,2,false,true,staunton$/,
  );
  assert.match(csv[2], /,1,White mates,1,false,false,staunton$/);
  // By key, as far as the way back.
  await button(page, "Delete the results with Staunton, 1,000 nodes a move").press("Enter");
  await shows(page, "2 results deleted.");
  await shows(page, "No game against a program is over yet.");
  await button(page, "Bring the results back").press("Enter");
  assert.deepEqual(await rows(page), both);
  await press(page, "Delete all results");
  await shows(page, "2 results deleted.");
  await page.reload();
  await open(page);
  await shows(page, "No game against a program is over yet.");
});

e2e("a resignation that is undone is no result, and what helped is told", async (page) => {
  await seat(page, "depth:1");
  await lose(page);
  await press(page, "Undo");
  await shows(page, "You are to move, with White.");
  await open(page);
  await shows(page, "No game against a program is over yet.");
  await close(page);
  await press(page, "Take back");
  await moves(page).waitFor({ state: "detached" });
  await lose(page);
  await turnTo(page, "Analyse");
  await turnTo(page, "Play");
  await open(page);
  assert.deepEqual(await rows(page), [
    ["EvoChess class 2 (1 ply) (1 with help)", "EvoChess 2002, fixed depth", "fixed", "0", "0", "1"],
  ]);
});

e2e("the library takes the results along as one file, and brings them in once", async (page, visit) => {
  await seat(page);
  await strength(page, "Casual: 1,000 nodes");
  await lose(page);
  await press(page, "Library");
  await shows(page, "Export all takes your 1 result along.");
  const bytes = await downloaded(page, "Export all");
  const other = await visit();
  await press(other, "Library");
  for (const _ of ["first", "again"]) {
    await choose(other, [file("mine.json.gz", bytes)], "Import experiments");
    await shows(other, /^Imported from mine\.json\.gz: one result\.$/);
  }
  await other.getByRole("dialog", { name: "Library" }).getByRole("button", { name: "Close" }).click();
  await other.reload();
  await open(other);
  assert.deepEqual(await rows(other), [["Staunton", "Set by hand", "1,000 nodes a move", "0", "0", "1"]]);
});

e2e("two tabs add to the same results", async (page) => {
  await seat(page);
  await strength(page, "Casual: 1,000 nodes");
  const tab = await page.context().newPage();
  await tab.goto(page.url());
  await shows(tab, /open in another tab/);
  await seat(tab);
  await strength(tab, "Casual: 1,000 nodes");
  await lose(page);
  await lose(tab);
  for (const one of [page, tab]) {
    await open(one);
    await shows(one, "2 games: 0 won, 0 drawn, 2 lost.");
    assert.deepEqual(await rows(one), [["Staunton", "Set by hand", "1,000 nodes a move", "0", "0", "2"]]);
  }
});

// ---- an opponent near the person's level --------------------------------------------------------

function seated(page) {
  return page
    .getByRole("combobox", { name: "Opponent" })
    .evaluate((list) => list.selectedOptions[0].textContent.trim());
}

async function find(page) {
  await button(page, "Find an opponent near my level").press("Enter");
}

e2e(
  "an opponent near my level: an easy one at first, an easier one after losses, and another by hand",
  async (page) => {
    await find(page);
    await shows(
      page,
      /^You have no results that count yet, so you begin with an easy opponent: EvoChess class 4 \(2 plies\), at \S+ \(by our table\)\.$/,
    );
    assert.equal(await seated(page), "2 plies ahead (class 4)");
    await lose(page);
    await press(page, "New game");
    await moves(page).waitFor({ state: "detached" });
    await lose(page);
    await open(page);
    await shows(page, /Your level: about \u2212\d+, give or take\s+\d+, after 2 games\./);
    await close(page);
    await find(page);
    await shows(
      page,
      /^After 2 games your level is about \u2212\d+ \(give or take \d+\), and nearest to it is EvoChess class 2 \(1 ply\), at/,
    );
    assert.equal(await seated(page), "1 ply ahead (class 2)");
    await play(page, "e4");
    await shows(page, /^1\. e4 \S+$/);
    await seat(page, "depth:3");
    await page.getByText(/^After 2 games your level/).waitFor({ state: "detached" });
    // What is under way is put aside, and comes back with its opponent.
    await find(page);
    await shows(page, /^After 2 games your level/);
    await press(page, "Back to it");
    await shows(page, /^1\. e4 \S+$/);
    assert.equal(await seated(page), "3 plies ahead (class 6)");
  },
);

e2e("an opponent near my level for who plays Black, with a clock chosen: it begins, and has none of its own", async (page) => {
  await shows(page, "118 games");
  await page.getByRole("combobox", { name: "Clock", exact: true }).selectOption("5+0");
  await page.getByRole("combobox", { name: "You play", exact: true }).selectOption("black");
  await find(page);
  await shows(page, /^You have no results that count yet/);
  await shows(page, "You are to move, with Black.");
  assert.equal(await seated(page), "2 plies ahead (class 4)");
  await page.getByRole("timer", { name: "Your clock" }).waitFor();
  assert.equal(await page.getByRole("timer", { name: "Program's clock" }).count(), 0);
  assert.match(await page.getByRole("combobox", { name: "Program's time" }).inputValue(), /same/, "the choice stays");
  await play(page, "e5");
  await press(page, "Resign");
  await shows(page, "You resigned.");
  await open(page);
  const [[title, , thought, won, drawn, lost]] = await rows(page);
  assert.deepEqual([title, thought, won, drawn, lost], ["EvoChess class 4 (2 plies)", "fixed", "0", "0", "1"]);
});

/** Won as often as lost against a program at 1,000 nodes a move. */
const EVEN = {
  name: "millipawn /play/",
  version: 2,
  stores: ["settings", "games", "examples", "experiments", "states", "ladders", "suites", "moved"].map(
    (name) => ({
      name,
      keyPath: null,
      entries:
        name === "settings"
          ? [
              [
                "results",
                {
                  version: 1,
                  programs: [{ text: "acpp.1.known", title: "Known", system: "acpp", games: games(40) }],
                },
              ],
            ]
          : [],
    }),
  ),
};

function games(count) {
  return Array.from({ length: count }, (_, at) => ({
    ...{ id: `game ${at}`, strength: { kind: "nodes", amount: 1_000 }, side: "white", points: at % 2 },
    ...{ result: "White mates", plies: 60, when: 1_700_000_000_000 + at, clocked: false, helped: false, changed: false },
  }));
}

e2e(
  "a program bred here is chosen where it is near, with the nodes that make it so",
  async (page) => {
    await evolve(page, { Generations: 1, Population: 6, "Positions per generation": 20 });
    await shows(page, "You are to move, with White.");
    await seat(page);
    await find(page);
    await shows(
      page,
      /^After 40 games your level is about \+\d+ \(give or take \d+\), and nearest to it is Generation 1 of this run with [\d,]+ nodes a move, at \+\d+ \(by our table\)\.$/,
    );
    assert.equal(await seated(page), "Generation 1");
    assert.equal(
      await page.getByRole("combobox", { name: "Strength" }).evaluate((list) => list.value),
      "nodes:1000",
    );
    await play(page, "e4");
    await shows(page, /^1\. e4 \S+$/);
    await strength(page, "Quick: 10,000 nodes");
    await page.getByText(/^After 40 games your level/).waitFor({ state: "detached" });
  },
  { profile: EVEN },
);
