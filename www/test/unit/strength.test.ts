import assert from "node:assert/strict";
import { test } from "node:test";
import { budgetOf, fitLines, fitStrength, isStrength } from "../../src/laboratory/strength.ts";

test("a strength is made to fit its kind", () => {
  assert.deepEqual(fitStrength({ kind: "nodes", amount: 2500.4 }), { kind: "nodes", amount: 2500 });
  assert.deepEqual(fitStrength({ kind: "seconds", amount: 0.25 }), { kind: "seconds", amount: 0.25 });
  assert.deepEqual(fitStrength({ kind: "seconds", amount: 1e9 }), { kind: "seconds", amount: 60 });
  assert.deepEqual(fitStrength({ kind: "depth", amount: Number.NaN }), { kind: "depth", amount: 1 });
  assert.deepEqual([fitLines(0), fitLines(9), fitLines(Number.NaN)], [1, 5, 1]);
});

test("only one thing limits a search", () => {
  assert.equal(budgetOf({ kind: "seconds", amount: 2 }).milliseconds, 2000);
  assert.equal(budgetOf({ kind: "seconds", amount: 2 }).nodes, Infinity);
  assert.equal(budgetOf({ kind: "nodes", amount: 500 }).nodes, 500);
  assert.equal(budgetOf({ kind: "depth", amount: 3 }).depth, 3);
});

test("what was stored is looked at before it is believed", () => {
  assert.equal(isStrength({ kind: "nodes", amount: 10 }), true);
  for (const wrong of [
    null,
    7,
    {},
    { kind: "hours", amount: 1 },
    { kind: "toString", amount: 1 },
    { kind: "nodes", amount: "10" },
  ])
    assert.equal(isStrength(wrong), false);
});
