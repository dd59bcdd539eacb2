import assert from "node:assert/strict";
import { test } from "node:test";
import { nothing } from "lit-html";
import type { Play } from "../../src/model.ts";
import { scoreBar } from "../../src/view/score-bar.ts";

const SHOWN = { score: "*", fen: "here" };
const THOUGHT = { fen: "here", lines: [{ pawns: 2, mate_in: null }] };

/** Whether the bar is there. */
function isShown(bar: ReturnType<typeof scoreBar>, play: object): boolean {
  return bar(play as Play, "white") !== nothing;
}

test("the bar tells of the position on the board, or waits for it, and is not there where nothing is known", () => {
  const bar = scoreBar();
  const analysis = { mode: "analyse", search: "analysis", shown: SHOWN, thinking: THOUGHT };
  assert.equal(isShown(bar, { ...analysis, thinking: null }), false, "nothing known yet");
  assert.equal(isShown(bar, analysis), true);
  const next = { ...analysis, shown: { ...SHOWN, fen: "there" } };
  assert.equal(isShown(bar, next), true, "the last one, while the next is looked at");
  assert.equal(isShown(bar, { ...next, search: null }), false, "nobody looks");
  assert.equal(isShown(bar, analysis), true);
  const waiting = { mode: "watch", search: null, shown: SHOWN, thinking: null };
  assert.equal(isShown(bar, waiting), false, "another game");
  assert.equal(isShown(bar, { ...waiting, shown: { ...SHOWN, score: "1-0" } }), true);
  assert.equal(isShown(bar, { ...analysis, mode: "play", search: "move" }), false);
});
