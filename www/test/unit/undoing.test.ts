import assert from "node:assert/strict";
import { test } from "node:test";
import { Store } from "../../src/laboratory/store.ts";
import { Undoing } from "../../src/laboratory/undoing.ts";

// Node.js 20 has none.
globalThis.navigator ??= { hardwareConcurrency: 1 } as Navigator;

function offered(back: () => Promise<unknown>) {
  const store = new Store();
  const undoing = new Undoing(store);
  undoing.offer("It is gone.", back);
  return { store, undoing };
}

test("what could not be brought back is still offered, and why is said until it succeeds", async () => {
  let isFull = true;
  let came = 0;
  const { store, undoing } = offered(async () => {
    if (isFull) throw new Error("the browser did not store it");
    came += 1;
  });
  await undoing.undo();
  await undoing.undo();
  assert.equal(store.state.undo, "It is gone.");
  assert.deepEqual(
    store.state.troubles.map(({ text, count }) => [text, count]),
    [["That could not be undone: the browser did not store it.", 2]],
  );
  isFull = false;
  await undoing.undo();
  assert.deepEqual([came, store.state.undo, store.state.troubles.length], [1, null, 0]);
  await undoing.undo();
  assert.equal(came, 1, "once");
});

test("what is destroyed while something comes back is offered then", async () => {
  let arrive = () => {};
  let came = 0;
  const { store, undoing } = offered(() => {
    came += 1;
    return new Promise<void>((resolve) => (arrive = resolve));
  });
  const first = undoing.undo();
  // The button is pressed twice.
  await undoing.undo();
  undoing.offer("Another is gone.", async () => {});
  arrive();
  await first;
  assert.deepEqual([came, store.state.undo], [1, "Another is gone."]);
});
