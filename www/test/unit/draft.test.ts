import assert from "node:assert/strict";
import { test } from "node:test";
import {
  castlingOf,
  fenOf,
  lostCastling,
  objectionTo,
  possibleCastling,
  readDraft,
  START,
} from "../../src/draft.ts";

test("a FEN is read and written again", () => {
  for (const fen of [START, "8/8/8/8/8/8/8/8 b - - 3 7", "r3k2r/8/8/3pP3/8/8/8/R3K2R w KQkq d6 0 2"]) {
    const draft = readDraft(fen);
    assert.ok(draft);
    assert.equal(fenOf(draft), fen);
  }
});

test("what follows the squares may be missing", () => {
  const draft = readDraft("4k3/8/8/8/8/8/8/4K3");
  assert.equal(draft && fenOf(draft), "4k3/8/8/8/8/8/8/4K3 w - - 0 1");
});

test("anything but eight ranks of eight squares is no FEN", () => {
  for (const text of [
    "",
    "nonsense",
    "8/8/8/8/8/8/8",
    "9/8/8/8/8/8/8/8",
    "8/8/8/8/8/8/8/7",
    "8/8/8/8/8/8/8/8x w",
  ])
    assert.equal(readDraft(text), null);
});

test("who may castle has king and rook where they began", () => {
  assert.equal(possibleCastling("r3k2r/8/8/8/8/8/8/R3K2R"), "KQkq");
  assert.equal(possibleCastling("r3k3/8/8/8/8/8/8/4K2R"), "Kq");
  assert.equal(possibleCastling("r2k3r/8/8/8/8/8/8/R5KR"), "");
  const draft = readDraft("r3k3/8/8/8/8/8/8/4K2R w KQkq - 0 1");
  assert.equal(draft && castlingOf(draft), "Kq");
});

test("a side to move that is none is named, and castling rights that go are", () => {
  assert.equal(
    objectionTo("4k3/8/8/8/8/8/8/4K3 x - - 0 1"),
    'This is no FEN: the side to move is w or b, not "x".',
  );
  assert.equal(readDraft("4k3/8/8/8/8/8/8/4K3 W - - 0 1"), null);
  assert.equal(objectionTo("4k3/8/8/8/8/8/8/4K3 b"), null);
  assert.equal(lostCastling("r3k3/8/8/8/8/8/8/4K2R w KQkq - 0 1"), "Qk");
  assert.equal(lostCastling("r3k3/8/8/8/8/8/8/4K2R w HAq - 0 1"), "HA");
  assert.equal(lostCastling("4k3/8/8/8/8/8/8/4K3 w - - 0 1"), "");
});
