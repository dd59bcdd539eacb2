// How the opening on the board is called.

import assert from "node:assert/strict";
import { moves, sitDown, setUp, turnTo } from "./board.mjs";
import { e2e, play, shows } from "./page.mjs";

function opening(page) {
  return page.getByRole("group", { name: "Opening", exact: true });
}

async function called(page, eco, name) {
  await opening(page).filter({ hasText: `${eco} ${name}` }).waitFor();
}

e2e("an opening is named as far as it is on the board, and asked for with the first game", async (page) => {
  const asked = [];
  page.on("request", (request) => asked.push(request.url()));
  await sitDown(page);
  await turnTo(page, "Analyse");
  assert.equal(asked.some((url) => url.includes("codes-")), false, "nothing is loaded for an empty board");
  for (const move of ["e4", "e5", "Nf3", "Nc6", "Bb5"]) {
    await play(page, move);
    await moves(page).locator("[aria-current]", { hasText: move }).waitFor();
  }
  await called(page, "C60", "Ruy Lopez");
  assert.equal(asked.filter((url) => url.includes("codes-")).length, 1);
  await moves(page).press("ArrowLeft");
  await called(page, "C44", "");
  await moves(page).press("End");
  await called(page, "C60", "Ruy Lopez");
  await play(page, "h6");
  await moves(page).locator("[aria-current]", { hasText: "h6" }).waitFor();
  await called(page, "C60", "Ruy Lopez");
  await setUp(page, "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1");
  await play(page, "e4");
  await shows(page, "Black is to move.");
  assert.equal(await opening(page).count(), 0, "a position that was set up has no opening");
});
