import assert from "node:assert/strict";
import { test } from "node:test";
import { suiteAmong } from "../../src/view/drop.ts";

const [games, suite, packed] = [{ name: "games.pgn" }, { name: "Suite.EPD" }, { name: "games.pgn.zst" }];

test("a file that is dropped goes where the stage has a use for it", () => {
  for (const file of [games, suite, { name: "One.Fen" }])
    assert.deepEqual(suiteAmong([file], "coevolution"), { stage: "coevolution", file });
  assert.deepEqual(suiteAmong([suite], "tuning"), { stage: "tuning", file: suite });
  assert.deepEqual(suiteAmong([suite], "imitation"), { stage: "tuning", file: suite });
  assert.equal(suiteAmong([packed], "coevolution"), null);
  assert.equal(suiteAmong([games], "tuning"), null);
  assert.equal(suiteAmong([games], "imitation"), null);
});

test("of several files none is taken for all", () => {
  for (const stage of ["imitation", "coevolution", "tuning"] as const) {
    assert.equal(suiteAmong([games, suite], stage), null);
    assert.equal(suiteAmong([suite, suite], stage), null);
    assert.equal(suiteAmong([], stage), null);
  }
});
