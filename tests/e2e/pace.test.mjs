// How fast two programs move.

import assert from "node:assert/strict";
import { moves, played, sitDown, strength, turnTo } from "./board.mjs";
import { e2e, holds, press, shows } from "./page.mjs";

function speed(page) {
  return page.getByRole("combobox", { name: "Speed", exact: true });
}

/** What the page puts off by two seconds waits until the test lets it go on. */
function waiting(page) {
  return page.addInitScript(() => {
    window.waiting = [];
    const { setTimeout } = window;
    window.setTimeout = (act, after, ...more) => {
      if (after !== 2000) return setTimeout(act, after, ...more);
      window.waiting.push(act);
      return 0;
    };
  });
}

/** Waits until the next move is put off. */
function putOff(page) {
  return page.waitForFunction(() => window.waiting.length > 0);
}

e2e(
  "two programs move as slowly as they are told to, and as fast as they can",
  async (page) => {
    await sitDown(page);
    await strength(page, "Depth 1, as trained");
    await turnTo(page, "Watch a game");
    await speed(page).selectOption({ label: "2 s a move" });
    await press(page, "Start");
    for (const plies of [0, 1, 2]) {
      await putOff(page);
      assert.equal(await plyCount(page), plies, "no move comes before its time");
      await page.evaluate(() => window.waiting.shift()());
      await played(page, plies + 1);
    }
    await putOff(page);
    await speed(page).selectOption({ label: "As fast as they think" });
    await page.evaluate(() => window.waiting.shift()());
    await played(page, 12);
    assert.equal(await page.evaluate(() => window.waiting.length), 0, "nothing is put off any more");
    await press(page, "Hold");
    await shows(page, "The game is paused.");
    await page.reload();
    await shows(page, "The game is paused.");
    await holds(speed(page), "0");
  },
  { prepare: waiting },
);

async function plyCount(page) {
  if ((await moves(page).count()) === 0) return 0;
  return (await moves(page).innerText()).split(/\s+/).filter((word) => !/^\d+\.+$/.test(word)).length;
}
