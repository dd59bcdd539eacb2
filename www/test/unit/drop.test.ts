import assert from "node:assert/strict";
import { test } from "node:test";
import { suiteAmong } from "../../src/view/drop.ts";

const [games, suite] = [{ name: "games.pgn" }, { name: "Suite.EPD" }];

test("a file that is dropped goes where the stage has a use for it", () => {
  assert.deepEqual(suiteAmong([games, suite], "coevolution"), { stage: "coevolution", file: games });
  assert.deepEqual(suiteAmong([games, suite], "tuning"), { stage: "tuning", file: suite });
  assert.equal(suiteAmong([games], "tuning"), null);
  assert.equal(suiteAmong([games], "imitation"), null);
  assert.equal(suiteAmong([], "coevolution"), null);
});
