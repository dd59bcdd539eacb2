// The records of a run, as news adds to them.

import assert from "node:assert/strict";
import { test } from "node:test";
import { joined } from "../../src/laboratory/kinds/kind.ts";
import type { GenerationRecord } from "../../src/model.ts";

const record = (generation: number, best = 0) => ({ generation, best }) as GenerationRecord;
const [zero, one, two] = [record(0), record(1), record(2)];

test("newer records follow the known ones", () => {
  assert.deepEqual(joined([], [zero]), [zero]);
  assert.deepEqual(joined([zero], [one, two]), [zero, one, two]);
  assert.deepEqual(joined([zero, one], []), [zero, one]);
});

test("records made again take the place of the known ones and of all after them", () => {
  const again = record(1, 7);
  assert.deepEqual(joined([zero, one, two], [again]), [zero, again]);
  assert.deepEqual(joined([zero, one], [record(0, 7)]), [record(0, 7)]);
});

test("what was known stays as it was, for views compare the lists", () => {
  const known = [zero, one];
  assert.notEqual(joined(known, [two]), known);
  assert.deepEqual(known, [zero, one]);
});
