import assert from "node:assert/strict";
import { test } from "node:test";
import { isOfRun, sparse } from "../../src/ladder.ts";
import type { LearningRecord, Run } from "../../src/model.ts";

test("of many generations those of a logarithmic axis are measured", () => {
  const all = Array.from({ length: 58 }, (_, generation) => generation);
  assert.deepEqual(sparse(all), [0, 1, 2, 5, 10, 20, 50, 57]);
  assert.deepEqual(sparse([0, 3, 100, 200, 1000]), [0, 100, 200, 1000]);
  assert.deepEqual(sparse([0]), [0]);
  assert.deepEqual(sparse([]), []);
});

test("a measurement belongs to the run that has its champions, also where it kept not all of them", () => {
  const run = (champions: (string | null)[]) =>
    ({ records: champions.map((champion) => ({ champion })) }) as unknown as Run<LearningRecord>;
  const steps = [
    { generation: 0, champion: "a", held_out: null },
    { generation: 2, champion: "c", held_out: null },
  ];
  assert.equal(isOfRun(steps, run(["a", "b", "c"])), true);
  assert.equal(isOfRun(steps, run(["a", "b", null, "d"])), true);
  assert.equal(isOfRun(steps, run(["a", "b", "x"])), false);
  assert.equal(isOfRun(steps, run(["a", "b"])), false);
  assert.equal(isOfRun(steps, run([null, null, null])), false);
  assert.equal(isOfRun([], run(["a"])), false);
});
