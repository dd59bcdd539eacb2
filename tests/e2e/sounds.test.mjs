// Moves that are heard, each as what it is, where a person wants to hear them.

import assert from "node:assert/strict";
import { setUp, sitDown, turnTo } from "./board.mjs";
import { e2e, play, press, shows } from "./page.mjs";

/** Takes note of each tone before the page sounds it. */
function listening(page) {
  return page.addInitScript(() => {
    window.heard = [];
    const { start } = OscillatorNode.prototype;
    OscillatorNode.prototype.start = function (...when) {
      window.heard.push(this.frequency.value);
      return start.apply(this, when);
    };
  });
}

/** The frequencies so far. */
function heard(page) {
  return page.evaluate(() => window.heard);
}

const [MOVE, CAPTURE, CHECK, END] = [[330], [330, 220], [330, 660], [262, 330, 392]];

e2e(
  "moves are heard as soon as sounds are on, after a reload too",
  async (page) => {
    await sitDown(page);
    await play(page, "e4");
    await shows(page, /^1\. e4 \S+$/);
    assert.deepEqual(await heard(page), [], "off at first");
    const sounds = page.getByRole("checkbox", { name: "Sounds" });
    await sounds.press("Space");
    await play(page, "a3");
    await shows(page, /2\. a3 \S+$/);
    const two = await heard(page);
    assert.deepEqual(two[0], MOVE[0], "the person's move, then the program's");
    assert.ok(two.length >= 2, `${two} of two moves`);
    await press(page, "Take back");
    await shows(page, /^1\. e4 \S+$/);
    assert.deepEqual(await heard(page), two, "what is taken back is silent");
    await page.reload();
    await shows(page, /^1\. e4 \S+$/);
    assert.equal(await sounds.isChecked(), true);
    await play(page, "h3");
    await shows(page, /2\. h3 \S+$/);
    assert.ok((await heard(page)).length >= 2);
    await sounds.press("Space");
    const before = await heard(page);
    await play(page, "a3");
    await shows(page, /3\. a3 \S+$/);
    assert.deepEqual(await heard(page), before, "off again");
  },
  { prepare: listening },
);

e2e(
  "a capture, a check and the end of the game each have their tones",
  async (page) => {
    await sitDown(page);
    await turnTo(page, "Analyse");
    await page.getByRole("checkbox", { name: "Sounds" }).press("Space");
    for (const [move, tones] of [
      ["e4", MOVE],
      ["d5", MOVE],
      ["exd5", CAPTURE],
      ["Nf6", MOVE],
      ["Bb5+", CHECK],
    ]) {
      const before = await heard(page);
      await play(page, move);
      await heardThen(page, before, tones);
    }
    await setUp(page, "6k1/5ppp/8/8/8/8/8/R5K1 w - - 0 1");
    const before = await heard(page);
    await play(page, "Ra8");
    await heardThen(page, before, END);
  },
  { prepare: listening },
);

/** Waits until as many tones more were heard, and they are these. */
async function heardThen(page, before, tones) {
  await page.waitForFunction((count) => window.heard.length >= count, before.length + tones.length);
  assert.deepEqual(await heard(page), [...before, ...tones]);
}
