// Moves that are heard, where a person wants to hear them.

import assert from "node:assert/strict";
import { sitDown } from "./board.mjs";
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

function heard(page) {
  return page.evaluate(() => window.heard.length);
}

e2e(
  "moves are heard as soon as sounds are on, after a reload too",
  async (page) => {
    await sitDown(page);
    await play(page, "e4");
    await shows(page, /^1\. e4 \S+$/);
    assert.equal(await heard(page), 0, "off at first");
    const sounds = page.getByRole("checkbox", { name: "Sounds" });
    await sounds.press("Space");
    await play(page, "a3");
    await shows(page, /2\. a3 \S+$/);
    const two = await heard(page);
    assert.ok(two >= 2, `${two} tones of two moves`);
    await press(page, "Take back");
    await shows(page, /^1\. e4 \S+$/);
    assert.equal(await heard(page), two, "what is taken back is silent");
    await page.reload();
    await shows(page, /^1\. e4 \S+$/);
    assert.equal(await sounds.isChecked(), true);
    await play(page, "h3");
    await shows(page, /2\. h3 \S+$/);
    assert.ok((await heard(page)) >= 2);
    await sounds.press("Space");
    const before = await heard(page);
    await play(page, "a3");
    await shows(page, /3\. a3 \S+$/);
    assert.equal(await heard(page), before, "off again");
  },
  { prepare: listening },
);
