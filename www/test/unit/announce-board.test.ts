import assert from "node:assert/strict";
import { test } from "node:test";
import type { Play, Position } from "../../src/model.ts";
import { boardNews } from "../../src/view/announce-board.ts";

const START = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
/** [SAN, FEN after it] */
const MOVES: [string, string][] = [
  ["e4", "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1"],
  ["e5", "rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2"],
];

function position(plies: number, result: string | null = null): Position {
  const history = MOVES.slice(0, plies).map(([san, fen]) => ({ san, uci: "", fen }));
  const fen = history.at(-1)?.fen ?? START;
  const moves = ["", "1. e4", "1. e4 e5"][plies] ?? "";
  const turn = plies % 2 === 0 ? "white" : "black";
  return { fen, turn, in_check: false, history, moves, result } as Position;
}

function at(plies: number, more: Partial<Play> = {}): Play {
  const now = position(plies);
  return {
    mode: "play",
    position: now,
    shown: now,
    ply: plies,
    side: "white",
    flipped: false,
    start: null,
    hint: null,
    premove: null,
    sounds: false,
    thinking: null,
    search: null,
    aside: null,
    ...more,
  } as Play;
}

function heard(...plays: Play[]): string[][] {
  const news = boardNews();
  return plays.map((play) => news(play)).slice(1);
}

test("the program's move is said, the person's own is not", () => {
  assert.deepEqual(heard(at(0), at(1), at(2)), [[], ["The program plays e5."]]);
});

test("what is taken back, begun anew, looked at, flipped and chosen is said", () => {
  assert.deepEqual(heard(at(2), at(0)), [["Taken back. White to move."]]);
  const aside = { why: "", undo: "" };
  assert.deepEqual(heard(at(2), at(0, { aside })), [["New game. White to move."]]);
  assert.deepEqual(heard(at(2), at(2, { ply: 1, shown: position(1) })), [["After 1. e4: Black to move."]]);
  assert.deepEqual(heard(at(0), at(0, { flipped: true }), at(0)), [["Black is below."], ["White is below."]]);
  assert.deepEqual(heard(at(2), at(2, { mode: "analyse" })), [
    ["Analysis.", "After 1... e5: White to move."],
  ]);
});

test("a premove is said, and when it is cancelled", () => {
  const waiting = at(1, { search: "move" });
  const premoved = at(1, { search: "move", premove: "d2d4" });
  assert.deepEqual(heard(waiting, premoved, premoved, waiting), [
    ["Premove: d2d4."],
    [],
    ["Premove cancelled."],
  ]);
  assert.deepEqual(heard(premoved, at(2)), [["The program plays e5."]]);
});

test("a result is said once", () => {
  const over = at(2, { position: position(2, "0-1 White resigns") });
  assert.deepEqual(heard(at(2), over, { ...over }), [["0-1 White resigns."], []]);
});

test("an analysis says what it thinks when it has come some way, and when it ends", () => {
  const thinking = (depth: number) =>
    ({ depth, fen: START, lines: [{ move: "e2e4", san: "1. e4 e5", pawns: 0.3, mate_in: null }] }) as never;
  const analysis = (depth: number, more: Partial<Play> = {}) =>
    at(0, { mode: "analyse", search: "analysis", thinking: thinking(depth), ...more });
  assert.deepEqual(heard(analysis(1), analysis(7), analysis(8), analysis(9), analysis(9, { search: null })), [
    [],
    ["Depth 8: e4, +0.30."],
    [],
    ["Depth 9: e4, +0.30."],
  ]);
});

test("low time is said once", () => {
  const clock = (was_low: boolean) =>
    ({ clock: { white: { left_ms: 60_000, low_ms: 7_500 }, black: null, was_low } }) as Partial<Play>;
  const told = ["Your time is low: less than 8 seconds."];
  assert.deepEqual(heard(at(2, clock(false)), at(2, clock(true)), at(2, clock(true))), [told, []]);
  assert.deepEqual(heard(at(2), at(2, clock(true))), [[]], "a game that came back says nothing");
});
