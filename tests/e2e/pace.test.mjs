// How fast two programs move.

import assert from "node:assert/strict";
import { played, sitDown, strength, turnTo } from "./board.mjs";
import { e2e, holds, press, shows } from "./page.mjs";

function speed(page) {
  return page.getByRole("combobox", { name: "Speed", exact: true });
}

e2e("two programs move as slowly as they are told to, and as fast as they can", async (page) => {
  await sitDown(page);
  await strength(page, "Depth 1, as trained");
  await turnTo(page, "Watch a game");
  await speed(page).selectOption({ label: "2 s a move" });
  await press(page, "Start");
  await played(page, 1);
  const begun = Date.now();
  await played(page, 3);
  // Only a lower bound: what takes longer is the machine's doing.
  assert.ok(Date.now() - begun >= 3500, "two moves of two seconds, whenever the first was seen");
  await speed(page).selectOption({ label: "As fast as they think" });
  await played(page, 12);
  await press(page, "Hold");
  await shows(page, "The game is paused.");
  await page.reload();
  await shows(page, "The game is paused.");
  await holds(speed(page), "0");
});
