import assert from "node:assert/strict";
import { test } from "node:test";
import { surplusOf } from "../../src/view/material.ts";

test("each side has what the other has less of, and one of them is ahead", () => {
  const none = { men: [], ahead: 0 };
  const start = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
  assert.deepEqual([surplusOf(start, "white"), surplusOf(start, "black")], [none, none]);
  // White has a queen more, Black a rook and two pawns; the letters behind the placement count for nothing.
  const fen = "r3k3/pppp4/8/8/8/8/PP6/3QK3 w Qq - 0 1";
  assert.deepEqual(surplusOf(fen, "white"), { men: [{ name: "queen", count: 1 }], ahead: 2 });
  assert.deepEqual(surplusOf(fen, "black"), {
    men: [
      { name: "rook", count: 1 },
      { name: "pawn", count: 2 },
    ],
    ahead: 0,
  });
});
