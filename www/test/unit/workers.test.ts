import assert from "node:assert/strict";
import { test } from "node:test";
import { fitWorkers, usualWorkers } from "../../src/laboratory/workers.ts";

test("a desktop works with all of its cores, a phone with half of them and four at most", () => {
  const usual = (isHandheld: boolean) => [1, 2, 3, 6, 8, 16].map((cores) => usualWorkers(cores, isHandheld));
  assert.deepEqual(usual(false), [1, 2, 3, 6, 8, 16]);
  assert.deepEqual(usual(true), [1, 1, 1, 3, 4, 4]);
});

test("a browser that does not tell its cores gets one worker", () => {
  const untold = undefined as unknown as number;
  assert.deepEqual([usualWorkers(untold, false), usualWorkers(untold, true)], [1, 1]);
});

test("what is asked for is made to fit", () => {
  assert.deepEqual([0, -3, 2.4, 64, 1000, Number.NaN].map(fitWorkers), [1, 1, 2, 64, 64, 1]);
});
