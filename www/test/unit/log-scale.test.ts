import assert from "node:assert/strict";
import { test } from "node:test";
import { logScale } from "../../src/view/log-scale.ts";

function lines(least: number, greatest: number): number[] {
  return logScale(least, greatest, 100, 0).ticks.map(({ value }) => value);
}

test("each power of ten is as high as the next, from the least to the greatest", () => {
  const { y, ticks } = logScale(10, 10_000, 100, 40);
  assert.deepEqual(
    ticks.map(({ value, y }) => [value, Math.round(y)]),
    [
      [10, 100],
      [100, 80],
      [1000, 60],
      [10_000, 40],
    ],
  );
  assert.equal(y(0), 100);
  assert.ok(y(37) < y(36) && y(37) > 40);
});

test("the ends are round numbers, and a short axis has lines between the powers of ten", () => {
  assert.deepEqual(lines(37, 412_000), [100, 1000, 10_000, 100_000]);
  assert.deepEqual(lines(230, 890), [200, 500, 1000, 2000]);
  assert.deepEqual(lines(0, 0), [1, 2, 5, 10]);
  assert.deepEqual(lines(7, 7), [5, 10, 20, 50]);
});
