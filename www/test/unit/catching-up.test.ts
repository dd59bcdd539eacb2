import assert from "node:assert/strict";
import { test } from "node:test";
import { CatchingUp } from "../../src/laboratory/catching-up.ts";

test("what changes meanwhile is done once more, for all together", async () => {
  const done: number[] = [];
  let changes = 0;
  const catching = new CatchingUp(async () => {
    const seen = changes;
    await null;
    done.push(seen);
  });
  for (changes = 1; changes < 4; changes += 1) void catching.run();
  await catching.idle();
  assert.deepEqual(done, [1, 4]);
  await catching.run();
  assert.deepEqual(done, [1, 4, 4]);
});

test("who waits hears of a failure, and the next change is tried again", async () => {
  let fails = true;
  const catching = new CatchingUp(async () => {
    if (fails) throw new Error("no worker");
  });
  await assert.rejects(catching.run(), /no worker/);
  fails = false;
  await catching.run();
});
