import assert from "node:assert/strict";
import { test } from "node:test";
import { fitLadderPlan, fitPlan, USUAL_LADDERS, USUAL_PLAN } from "../../src/laboratory/plan.ts";

test("a plan is made to fit", () => {
  assert.deepEqual(fitPlan(USUAL_PLAN), USUAL_PLAN);
  assert.deepEqual(fitPlan({ games: 7, nodes: 0, seed: -1 }), { games: 8, nodes: 1, seed: 0 });
  assert.deepEqual(fitPlan({ games: NaN, nodes: NaN, seed: 1.6 }), { ...USUAL_PLAN, seed: 2 });
  assert.equal(fitPlan({ ...USUAL_PLAN, games: 1e9 }).games, 10_000);
});

test("a measurement of strength is made to fit", () => {
  const [usual, learning] = [USUAL_LADDERS.imitation.plan, USUAL_LADDERS.learning.plan];
  assert.deepEqual(fitLadderPlan(usual, usual), usual);
  assert.deepEqual(fitLadderPlan({ nodes: 0, games: 1, seed: 7 }, usual), { nodes: 1, games: 2, seed: 7 });
  assert.deepEqual(fitLadderPlan({ nodes: null, games: 81, seed: -1 }, usual), {
    nodes: null,
    games: 80,
    seed: 0,
  });
  for (const plan of [usual, learning]) assert.deepEqual(fitLadderPlan({ ...plan, games: NaN }, plan), plan);
});
