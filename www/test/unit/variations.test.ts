import assert from "node:assert/strict";
import { test } from "node:test";
import {
  branches,
  grown,
  hasBranches,
  hasNotes,
  isVariations,
  lineThrough,
  mainLine,
  promoted,
  siblings,
  type Variations,
  without,
} from "../../src/variations.ts";

/** Moves are called by one letter here. */
function line(letters: string) {
  return [...letters].map((letter) => ({ uci: letter, san: letter.toUpperCase() }));
}

function analysis(...lines: string[]): Variations {
  return lines.reduce<Variations>((variations, letters) => grown(variations, line(letters)), []);
}

/** Its lines, in their order. */
function lines(variations: Variations): string[] {
  const all: string[] = [];
  const walk = (next: ReturnType<typeof branches>, before: string): void => {
    for (const branch of next) {
      const now = before + branch.uci;
      if (branch.next.length === 0) all.push(now);
      walk(branch.next, now);
    }
  };
  walk(branches(variations), "");
  return all;
}

test("what is tried hangs on the line that it leaves, and what was there stays the main line", () => {
  const tried = analysis("abcd", "abx", "y", "abxz");
  assert.deepEqual(lines(tried), ["abcd", "abxz", "y"]);
  assert.equal(mainLine(tried).join(""), "abcd");
  assert.equal(lineThrough(tried, [..."abx"]).join(""), "abxz");
  assert.equal(lineThrough(tried, [..."q"]).join(""), "q");
  assert.deepEqual(siblings(tried, [..."abx"]), ["c", "x"]);
  assert.equal(tried[0]?.san, "A");
});

test("a line that is there changes nothing", () => {
  const tried = analysis("abcd", "abx");
  assert.equal(grown(tried, line("ab")), tried);
  assert.equal(grown(tried, line("abx")), tried);
});

test("a move goes with what follows it, and a line becomes the main one", () => {
  const tried = analysis("abcd", "abxz", "y");
  assert.deepEqual(lines(without(tried, [..."abx"])), ["abcd", "y"]);
  assert.deepEqual(lines(without(tried, [..."abc"])), ["abxz", "y"]);
  assert.equal(without(tried, [..."q"]), tried);
  assert.deepEqual(lines(promoted(tried, [..."abxz"])), ["abxz", "abcd", "y"]);
  assert.deepEqual(lines(promoted(tried, ["y"])), ["y", "abcd", "abxz"]);
});

test("one line has no branches", () => {
  assert.equal(hasBranches(analysis("abcd")), false);
  assert.equal(hasBranches(analysis("abcd", "abx")), true);
  assert.equal(hasBranches([]), false);
});

test("a game of ten thousand half-moves is none too long", () => {
  const long = grown(
    [],
    Array.from({ length: 10_000 }, (_, at) => ({ uci: String(at), san: "" })),
  );
  assert.equal(grown(long, line("a")).length, 10_001);
  assert.ok(JSON.stringify(long).length > 0);
});

test("whatever was grown is a whole record, and what does not hang together is none", () => {
  const letters = "abc";
  let seed = 1;
  const draw = (below: number) => (seed = (seed * 48271) % 2147483647) % below;
  for (let round = 0; round < 200; round += 1) {
    const wanted = Array.from({ length: 1 + draw(6) }, () =>
      Array.from({ length: 1 + draw(6) }, () => letters[draw(3)]).join(""),
    );
    const tried = analysis(...wanted);
    assert.ok(isVariations(tried));
    for (const one of wanted) assert.ok(lineThrough(tried, [...one]).length >= one.length);
    for (const one of wanted) assert.equal(grown(tried, line(one)), tried);
    assert.ok(
      mainLine(tried)
        .join("")
        .startsWith(wanted[0] ?? ""),
      "the first line stays the main one",
    );
    const path = [...(wanted[0] ?? "")];
    assert.ok(isVariations(without(tried, path)));
    assert.equal(promoted(promoted(tried, path), path).length, tried.length);
  }
  for (const wrong of [
    null,
    [null],
    [{ ply: 2, uci: "a", san: "A" }],
    [{ ply: 1, uci: 7, san: "A" }],
    [{ ply: 1.5, uci: "a", san: "A" }],
  ])
    assert.equal(isVariations(wrong), false);
});

test("what a file says of a move stays with it", () => {
  const noted = grown([], [{ uci: "a", san: "A", notes: { comments: ["best"], nags: [1] } }, ...line("b")]);
  const tried = promoted(without(grown(noted, line("axy")), [..."axy"]), [..."ax"]);
  assert.deepEqual(lines(tried), ["ax", "ab"]);
  assert.deepEqual(tried[0]?.notes, { comments: ["best"], nags: [1] });
  assert.equal(hasNotes(tried), true);
  assert.equal(hasNotes(analysis("ab")), false);
  assert.equal(isVariations(tried), true);
  for (const notes of [null, { comments: "best" }, { nags: ["1"] }])
    assert.equal(isVariations([{ ply: 1, uci: "a", san: "A", notes }]), false);
});
