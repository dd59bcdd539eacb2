import assert from "node:assert/strict";
import { test } from "node:test";
import type { Play } from "../../src/model.ts";
import { soundOf } from "../../src/view/sounds.ts";

/** A game of these moves, in its last position. */
function at(sans: string[], { in_check = false, result = null as string | null, ...more } = {}): Play {
  const history = sans.map((san, ply) => ({ san, fen: sans.slice(0, ply + 1).join(" ") }));
  return { mode: "play", start: null, position: { history, in_check, result }, ...more } as unknown as Play;
}

test("a move that was played is heard as what it is", () => {
  const before = at(["e4"]);
  assert.equal(soundOf(before, at(["e4", "d5"])), "move");
  assert.equal(soundOf(before, at(["e4", "xd5"])), "capture");
  assert.equal(soundOf(before, at(["e4", "Bb4+"], { in_check: true })), "check");
  assert.equal(soundOf(before, at(["e4", "Qh4#"], { in_check: true, result: "0-1 Black mates" })), "end");
  assert.equal(soundOf(at([]), at(["e4"])), "move");
});

test("what is no move is not heard", () => {
  const before = at(["e4"]);
  assert.equal(soundOf(before, before), null);
  assert.equal(soundOf(before, at([])), null, "taken back");
  assert.equal(soundOf(before, at(["d4", "d5"])), null, "another game");
  assert.equal(soundOf(before, at(["e4", "d5"], { mode: "analyse" } as object)), null, "another mode");
  assert.equal(soundOf(at([]), at(["e4"], { start: "elsewhere" } as object)), null, "another beginning");
});
