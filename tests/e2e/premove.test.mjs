// A move made while the program thinks: it is played as soon as the program has moved, where it still can be.

import assert from "node:assert/strict";
import { centre, click, drag, moves, newGame, ponder, setUp } from "./board.mjs";
import { button, e2e, play, press, shows } from "./page.mjs";

/** The squares of a premove; chessground hides those of an earlier one. */
function marked(page) {
  return page.getByRole("group", { name: "Board", exact: true }).locator("square.current-premove");
}

/** Staunton thinks about its first move until it is told to play. */
async function thinking(page) {
  await shows(page, "118 games");
  await page.getByRole("combobox", { name: "Opponent" }).selectOption({ label: "Staunton (hand-set)" });
  await shows(page, "You are to move, with White.");
  await ponder(page);
  await play(page, "e4");
  await shows(page, "The program is thinking.");
}

e2e("a premove by mouse is played after the program's move", async (page) => {
  await thinking(page);
  await drag(page, "d2", "d4");
  await shows(page, "Premove: d2d4");
  await marked(page).nth(1).waitFor();
  assert.equal(await marked(page).count(), 2);
  await press(page, "Move now");
  await shows(page, /^1\. e4 \S+ 2\. d4/);
  await marked(page).first().waitFor({ state: "hidden" });
});

e2e("a premove is taken back by a click, by its button, and with the game", async (page) => {
  await thinking(page);
  await click(page, "d2");
  await click(page, "d4");
  await shows(page, "Premove: d2d4");
  await click(page, "e6");
  await button(page, "Cancel premove").waitFor({ state: "detached" });
  await click(page, "g1");
  await click(page, "f3");
  await shows(page, "Premove: g1f3");
  await press(page, "Cancel premove");
  await button(page, "Cancel premove").waitFor({ state: "detached" });
  await marked(page).first().waitFor({ state: "hidden" });
  await drag(page, "g1", "f3");
  await press(page, "Take back");
  await moves(page).waitFor({ state: "detached" });
  await shows(page, "You are to move, with White.");
  await marked(page).first().waitFor({ state: "hidden" });
});

e2e("a premove is typed, and one that became impossible is told", async (page) => {
  await thinking(page);
  const box = page.getByRole("textbox", { name: "Your move" });
  await box.fill("nonsense");
  await box.press("Enter");
  const alert = page.getByRole("alert");
  await alert.getByText('"nonsense" is not a move to play after the program\'s.').waitFor();
  await play(page, "a8");
  await alert.getByText("a8 does not say what the pawn becomes: write a8=Q").waitFor();
  await play(page, "nf3");
  await alert.waitFor({ state: "detached" });
  await shows(page, "Premove: nf3");
  await press(page, "Move now");
  await shows(page, /^1\. e4 \S+ 2\. Nf3/);
  await newGame(page);
  await play(page, "e4");
  await shows(page, "The program is thinking.");
  await play(page, "Bh3");
  await press(page, "Move now");
  await shows(page, "Bh3 cannot be played now.");
  await shows(page, /^1\. e4 \S+$/);
  await shows(page, "You are to move, with White.");
});

e2e("a pawn that is premoved to the last rank becomes a queen", async (page) => {
  await thinking(page);
  await setUp(page, "8/P6k/8/8/8/8/6K1/8 b - - 0 1");
  await shows(page, "The program is thinking.");
  await drag(page, "a7", "a8");
  await shows(page, "Premove: a7a8q");
  await press(page, "Move now");
  await shows(page, /^1\.\.\. K\S+ 2\. a8=Q/);
});

e2e(
  "a premove by touch",
  async (page) => {
    await thinking(page);
    for (const square of ["d2", "d4"]) await page.touchscreen.tap(...(await centre(page, square)));
    await shows(page, "Premove: d2d4");
    await press(page, "Move now");
    await shows(page, /^1\. e4 \S+ 2\. d4/);
  },
  { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true },
);
