import assert from "node:assert/strict";
import { test } from "node:test";
import type { DepthStep } from "../../src/model.ts";
import { layout } from "../../src/view/depth-layout.ts";

function step(number: number, text: string, branches: DepthStep["branches"] = null): DepthStep {
  return { number, text, effective: true, branches };
}

/** Straight, a decision with one branch in which a decision stands, straight. */
const PROGRAM = [
  step(0, "load score"),
  step(1, "add beta"),
  step(2, "if depth > score", [
    [step(3, "deepen"), step(4, "if alpha > beta", [[step(5, "shorten")], [step(6, "store game")]])],
    [],
  ]),
  step(7, "deepen"),
];

test("straight steps share a box, and branches stand side by side and join", () => {
  const { boxes, width, height } = layout(PROGRAM, null);
  assert.deepEqual(
    boxes.map(({ steps }) => steps.map(({ number }) => number)),
    [[0, 1], [2], [3], [4], [5], [6], [7]],
  );
  const [first, decision, inThen, inner, left, right, last] = boxes;
  assert.ok(first && decision && inThen && inner && left && right && last);
  const axis = (box: typeof first) => box.x + box.width / 2;
  // What follows stands below, on the axis of the sequence.
  assert.deepEqual([axis(first), axis(decision)], [axis(last), axis(last)]);
  assert.equal(axis(inThen), axis(inner));
  assert.ok(axis(inner) < axis(decision), "then stands left");
  assert.equal(left.y, right.y);
  assert.ok(left.x + left.width < right.x);
  assert.ok(last.y > right.y + right.height);
  for (const box of boxes) {
    assert.ok(box.x >= 0 && box.x + box.width <= width && box.y >= 0 && box.y + box.height <= height);
    for (const other of boxes) {
      const apart =
        box.x + box.width < other.x ||
        other.x + other.width < box.x ||
        box.y + box.height < other.y ||
        other.y + other.height < box.y;
      assert.ok(box === other || apart, "no box covers another");
    }
  }
});

test("lines lead from the beginning through all boxes to the end", () => {
  const { boxes, edges, ends, labels } = layout(PROGRAM, null);
  const [begin, end] = ends;
  const points = edges.map(({ points }) => [points[0], points.at(-1)] as [number[], number[]]);
  const isPoint = (one: number[], x: number, y: number) => one[0] === x && one[1] === y;
  const arrives = (x: number, y: number) => points.some(([, to]) => isPoint(to, x, y));
  const leaves = (x: number, y: number) => points.some(([from]) => isPoint(from, x, y));
  assert.ok(leaves(...begin) && arrives(...end));
  for (const { x, y, width, height } of boxes) {
    assert.ok(arrives(x + width / 2, y));
    assert.ok(leaves(x + width / 2, y + height));
  }
  assert.deepEqual(
    labels.map(({ text }) => text),
    ["then", "then", "else", "else"],
  );
});

test("what runs is lit, and no other branch", () => {
  const visited = [
    { number: 0, then: null },
    { number: 1, then: null },
    { number: 2, then: true },
    { number: 3, then: null },
    { number: 4, then: false },
    { number: 6, then: null },
    { number: 7, then: null },
  ];
  const { boxes, labels, edges } = layout(PROGRAM, { visited, change: 2, words: [] });
  const lit = boxes.filter(({ lit }) => lit).flatMap(({ steps }) => steps.map(({ number }) => number));
  assert.deepEqual(
    lit,
    visited.map(({ number }) => number),
  );
  assert.deepEqual(
    labels.filter(({ lit }) => lit).map(({ text }) => text),
    ["then", "else"],
  );
  // Into and out of the two branches that do not run.
  assert.equal(edges.filter(({ lit }) => !lit).length, 4);
  assert.ok(layout(PROGRAM, null).edges.every(({ lit }) => !lit));
});

test("a program without instructions is a line from its beginning to its end", () => {
  const { boxes, edges, width, height } = layout([], { visited: [], change: 0, words: [] });
  assert.deepEqual(boxes, []);
  assert.ok(edges.length > 0 && edges.every(({ lit }) => lit));
  assert.ok(width > 0 && height > 0);
});
