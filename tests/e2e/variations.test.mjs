// What is tried in an analysis stays: as a variation on the page, after a reload, and in PGN.

import assert from "node:assert/strict";
import { moves, placement, setUp, sitDown, turnTo } from "./board.mjs";
import { button, choose, downloaded, e2e, file, holds, moveBox, play, press, shows } from "./page.mjs";

const PHONE = { viewport: { width: 390, height: 844 }, deviceScaleFactor: 2, hasTouch: true, isMobile: true };

const ANNOTATED = `[Event "A match"]
[White "A"]
[Black "B"]
[Result "1-0"]

1. e4 {the best} e5 (1... c5 2. Nf3 (2. c3 d5) 2... d6) (1... Ke5) 2. Nf3 $1 Nc6 (2... Nf6) 1-0
`;
const READ = "1. e4 e5 (1... c5 2. Nf3 (2. c3 d5) 2... d6) 2. Nf3 Nc6 (2... Nf6)";

/** Waits until the moves read so. */
async function reads(page, text) {
  await page.getByText(text, { exact: true }).waitFor();
  assert.equal((await moves(page).innerText()).replaceAll(/\s+/g, " "), text);
}

/** The move that is marked. */
function current(page) {
  return moves(page).locator("[aria-current]").innerText();
}

e2e("another move at an earlier position is a variation, and the line it left is still there", async (page) => {
  await sitDown(page);
  await turnTo(page, "Analyse");
  for (const move of ["e4", "e5", "Nf3", "Nc6"]) {
    await play(page, move);
    await moves(page).locator("[aria-current]", { hasText: move }).waitFor();
  }
  await moves(page).press("Home");
  await shows(page, "White is to move.");
  await moves(page).press("ArrowRight");
  await moves(page).press("ArrowRight");
  await moves(page).locator("[aria-current]", { hasText: "e5" }).waitFor();
  await play(page, "Bc4");
  await reads(page, "1. e4 e5 2. Nf3 (2. Bc4) 2... Nc6");
  await play(page, "Nf6");
  await reads(page, "1. e4 e5 2. Nf3 (2. Bc4 Nf6) 2... Nc6");
  assert.equal(await current(page), "Nf6");

  await moves(page).getByText("Nc6", { exact: true }).click();
  await shows(page, "White is to move.");
  assert.equal(await placement(page), "r1bqkbnr/pppp1ppp/2n5/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R");
  await moves(page).press("ArrowLeft");
  await moves(page).locator("[aria-current]", { hasText: "Nf3" }).waitFor();
  await moves(page).press("Shift+ArrowRight");
  await moves(page).locator("[aria-current]", { hasText: "Bc4" }).waitFor();
  await moves(page).press("End");
  await moves(page).locator("[aria-current]", { hasText: "Nf6" }).waitFor();
  assert.equal(await placement(page), "rnbqkb1r/pppp1ppp/5n2/4p3/2B1P3/8/PPPP1PPP/RNBQK1NR");

  await press(page, "Make main line");
  await reads(page, "1. e4 e5 2. Bc4 (2. Nf3 Nc6) 2... Nf6");
  await page.reload();
  await reads(page, "1. e4 e5 2. Bc4 (2. Nf3 Nc6) 2... Nf6");

  await moves(page).getByText("Nf3", { exact: true }).click();
  await moves(page).locator("[aria-current]", { hasText: "Nf3" }).waitFor();
  await press(page, "Take back");
  await reads(page, "1. e4 e5 2. Bc4 Nf6");
  await shows(page, "2 moves were taken out.");
  await press(page, "Undo");
  await reads(page, "1. e4 e5 2. Bc4 (2. Nf3 Nc6) 2... Nf6");
  await button(page, "Undo").waitFor({ state: "detached" });

  await press(page, "New game");
  await moves(page).waitFor({ state: "detached" });
  await press(page, "Back to it");
  await reads(page, "1. e4 e5 2. Bc4 (2. Nf3 Nc6) 2... Nf6");
});

e2e("variations are read from PGN and written to it; one that is not legal is left out and told", async (page, visit) => {
  await shows(page, "118 games");
  await choose(page, [file("annotated.pgn", ANNOTATED)], "Open game");
  await reads(page, READ);
  await shows(page, "A – B, 1-0. Variations with a move that cannot be played were left out: 1. Its comments are not shown");
  const pgn = (await downloaded(page, "Save game as PGN")).toString();
  for (const text of ["{ the best }", "$1", '[White "A"]', '[Result "1-0"]', '[Event "A match"]'])
    assert.ok(pgn.includes(text), pgn);
  const other = await visit();
  await shows(other, "118 games");
  await choose(other, [file("again.pgn", pgn)], "Open game");
  await reads(other, READ);
});

e2e("the moves of a variation keep the numbers of the position it begins with", async (page) => {
  await sitDown(page);
  await turnTo(page, "Analyse");
  await setUp(page, "4k3/4p3/8/8/8/8/4P3/4K3 b - - 0 30");
  await play(page, "e5");
  await moves(page).locator("[aria-current]", { hasText: "e5" }).waitFor();
  await play(page, "e4");
  await moves(page).locator("[aria-current]", { hasText: "e4" }).waitFor();
  await moves(page).press("Home");
  await shows(page, "Black is to move.");
  await moveBox(page).fill("Kd7");
  await moveBox(page).press("Enter");
  await reads(page, "30... e5 (30... Kd7) 31. e4");
});

e2e(
  "a finger goes from variation to variation",
  async (page) => {
    await shows(page, "118 games");
    await choose(page, [file("annotated.pgn", ANNOTATED)], "Open game");
    await reads(page, READ);
    await holds(page.getByRole("radio", { name: "Analyse" }), "analyse");
    await moves(page).getByText("c5", { exact: true }).tap();
    await moves(page).locator("[aria-current]", { hasText: "c5" }).waitFor();
    await button(page, "Next variation").tap();
    await moves(page).locator("[aria-current]", { hasText: "e5" }).waitFor();
    await button(page, "Next variation").tap();
    await moves(page).locator("[aria-current]", { hasText: "c5" }).waitFor();
    await button(page, "Make main line").tap();
    await reads(page, "1. e4 c5 (1... e5 2. Nf3 Nc6 (2... Nf6)) 2. Nf3 (2. c3 d5) 2... d6");
  },
  PHONE,
);
