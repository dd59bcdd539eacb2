import assert from "node:assert/strict";
import { test } from "node:test";
import type { Strength } from "../../src/model.ts";
import { budgetOf, fitLines, fitStrength, isStrength } from "../../src/laboratory/strength.ts";

test("a strength is made to fit its kind", () => {
  assert.deepEqual(fitStrength({ kind: "nodes", amount: 2500.4 }), { kind: "nodes", amount: 2500 });
  assert.deepEqual(fitStrength({ kind: "seconds", amount: 0.25 }), { kind: "seconds", amount: 0.25 });
  assert.deepEqual(fitStrength({ kind: "seconds", amount: 1e9 }), { kind: "seconds", amount: 60 });
  assert.deepEqual(fitStrength({ kind: "depth", amount: Number.NaN }), { kind: "depth", amount: 1 });
  assert.deepEqual([fitLines(0), fitLines(9), fitLines(Number.NaN)], [1, 5, 1]);
});

test("only one thing limits a search", () => {
  const of = (strength: Strength) => budgetOf({ text: "staunton", title: "Staunton" }, strength);
  assert.equal(of({ kind: "seconds", amount: 2 }).milliseconds, 2000);
  assert.equal(of({ kind: "seconds", amount: 2 }).nodes, Infinity);
  assert.equal(of({ kind: "nodes", amount: 500 }).nodes, 500);
  assert.equal(of({ kind: "depth", amount: 3 }).depth, 3);
});

test("no strength limits who looks a fixed depth ahead", () => {
  for (const kind of ["nodes", "seconds", "depth"] as const) {
    const budget = budgetOf({ text: "depth:3", title: "" }, { kind, amount: 1 });
    assert.deepEqual([budget.nodes, budget.milliseconds, budget.depth], [Infinity, Infinity, 64]);
  }
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
