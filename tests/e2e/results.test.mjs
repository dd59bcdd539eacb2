// A person's results: kept as soon as a game is over, shown, taken away and brought back.

import assert from "node:assert/strict";
import { moves, newGame, setUp, strength, turnTo } from "./board.mjs";
import { button, downloaded, e2e, play, press, shows } from "./page.mjs";

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
  await shows(page, "2 games: 1 won, 0 drawn, 1 lost.");
  await shows(page, /1 from another position than the usual one/);
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
    assert.deepEqual(await rows(one), [["Staunton", "Set by hand", "1,000 nodes a move", "0", "0", "2"]]);
  }
});
