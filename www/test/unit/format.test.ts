import assert from "node:assert/strict";
import { test } from "node:test";
import { toldFitness } from "../../src/view/format.ts";

test("a fitness that somebody elsewhere tells is short, whatever it is", () => {
  assert.equal(toldFitness(1_234), "1,234");
  assert.equal(toldFitness(4.5), "4.50");
  assert.equal(toldFitness(-0.25), "\u22120.25");
  assert.equal(toldFitness(999_999_999), "999,999,999");
  assert.equal(toldFitness(1e300), "1E300");
  assert.equal(toldFitness(-1.23456e12), "\u22121.23E12");
  for (const told of [Number.MAX_VALUE, -Number.MAX_VALUE, Number.MIN_VALUE, 1e9 + 0.5, 999_999_999.999])
    assert.ok(toldFitness(told).length <= 16, toldFitness(told));
});
