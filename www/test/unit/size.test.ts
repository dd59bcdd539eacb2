import assert from "node:assert/strict";
import { test } from "node:test";
import { sizeOf } from "../../src/laboratory/experiments/size.ts";

test("the size of an experiment is that of its texts, and of its numbers", () => {
  const states = { checkpoint: "x".repeat(100_000), elapsed_ms: Array.from({ length: 1_000 }, () => 12.5) };
  const suites = { title: "Mine", text: "1. e4 e5 *\n".repeat(1_000) };
  assert.equal(sizeOf({ states, suites, ladders: undefined }), 100_000 + 8_000 + 4 + 11_000 + 8);
});
