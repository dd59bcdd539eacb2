import assert from "node:assert/strict";
import { test } from "node:test";
import { joined, movesOf } from "../../src/laboratory/master-moves.ts";
import type { Difference, Likeness } from "../../src/model.ts";

test("the moves of a line are read without their numbers", () => {
  assert.deepEqual(movesOf("12. Nf3 Nc6 13. O-O"), ["Nf3", "Nc6", "O-O"]);
  assert.deepEqual(movesOf("12... exd5 13.Qxd5+"), ["exd5", "Qxd5+"]);
  assert.deepEqual(movesOf("12…"), ["12…"]);
  assert.deepEqual(movesOf(""), []);
});

function difference(fen: string, chosen: string, is_found_by_other: boolean): Difference {
  return { fen, number: 1, is_white: true, played: ["M", "m"], chosen: [chosen, chosen], is_found_by_other };
}

function likeness(differences: Difference[]): Likeness {
  return { positions: 9, games: 2, found: 1, found_by_other: 1, more: null, differences };
}

test("who chose what comes from both lists, and a position of which one choice is not known is left out", () => {
  const old = likeness([
    difference("a", "x", true),
    difference("b", "x", false),
    difference("c", "x", false),
  ]);
  const present = likeness([difference("b", "y", false), difference("d", "z", true)]);
  const told = joined(old, present).map(({ fen, ancestor, champion }) => [fen, ancestor[0], champion[0]]);
  assert.deepEqual(told, [
    ["a", "x", "M"],
    ["b", "x", "y"],
    ["d", "M", "z"],
  ]);
});
