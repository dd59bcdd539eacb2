import assert from "node:assert/strict";
import { test } from "node:test";
import { type Book, openingOf } from "../../src/openings.ts";

const E4 = "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq";
const E4_E5 = "rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq";
const book: Book = new Map([[E4, { eco: "B00", name: "King's pawn" }]]);

test("the last position that has a name gives it, whatever stands in the later fields", () => {
  assert.equal(openingOf(book, [`${E4} - 0 1`, `${E4_E5} e6 0 2`])?.eco, "B00");
  assert.equal(openingOf(book, [`${E4} e3 0 1`])?.eco, "B00");
  assert.equal(openingOf(book, [`${E4_E5} e6 0 2`]), null);
  assert.equal(openingOf(book, []), null);
});
