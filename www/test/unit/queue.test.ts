import assert from "node:assert/strict";
import { test } from "node:test";
import type { Queue } from "../../src/experiments.ts";
import { RunQueue } from "../../src/laboratory/experiments/queue.ts";
import type { RunPhase } from "../../src/model.ts";

/** A page with these stored runs, of which one at a time is open. */
function page(ids: string[], { broken = "", damaged = "", stuck = "" } = {}) {
  /** Whether the page can read what is stored. */
  const disk = { isClosed: false };
  const phases = new Map<string, RunPhase>(ids.map((id) => [id, "paused"]));
  const went: string[] = [];
  const said: string[] = [];
  let queue: Queue = { ids: [], isOn: false };
  let open: string | null = null;
  const runs = new RunQueue({
    read: () => queue,
    change: (changed) => (queue = changed),
    isRunning: () => [...phases.values()].includes("running"),
    phaseOf: (id) => (id === open ? (phases.get(id) ?? null) : null),
    exists: async (id) => (disk.isClosed ? null : phases.has(id)),
    open: async (id) => {
      if (id === broken) return false;
      if (id === damaged) throw new Error("its games are not here");
      open = id;
      return true;
    },
    goOn: async (id) => {
      if (id === stuck) return;
      went.push(id);
      phases.set(id, "running");
    },
    say: (text) => said.push(text),
    stopped: async (id, why) => void said.push(`${id}: ${why}`),
  });
  return {
    runs,
    went,
    said,
    disk,
    queue: () => queue,
    /** The page is loaded again: this run is open, and goes on where it was. */
    reload(ids: string[], resumed: string) {
      queue = { ids, isOn: true };
      open = resumed;
      phases.set(resumed, "running");
      runs.resume(resumed);
    },
    forget: (id: string) => phases.delete(id),
    async rest(phase: RunPhase) {
      if (open) phases.set(open, phase);
      await runs.onRest();
    },
  };
}

test("runs go on in the order chosen, each when the one before it is finished", async () => {
  const { runs, went, said, queue, rest } = page(["a", "b", "c"]);
  for (const id of ["a", "b", "c", "b"]) runs.add(id);
  assert.deepEqual(queue().ids, ["a", "b", "c"]);
  runs.move("c", -1);
  runs.move("a", -1);
  runs.move("b", 1);
  assert.deepEqual(queue().ids, ["a", "c", "b"]);
  await runs.start();
  assert.deepEqual(went, ["a"]);
  await rest("finished");
  await rest("finished");
  assert.deepEqual(went, ["a", "c", "b"]);
  await rest("finished");
  assert.deepEqual(queue(), { ids: [], isOn: false });
  assert.deepEqual(said, ["The queue is done."]);
});

test("a run that the person pauses holds the queue, until it is started again", async () => {
  const { runs, went, queue, rest } = page(["a", "b"]);
  runs.add("a");
  runs.add("b");
  await runs.start();
  await rest("paused");
  assert.deepEqual(queue(), { ids: ["a", "b"], isOn: false });
  await rest("finished");
  assert.deepEqual(went, ["a"]);
  await runs.start();
  assert.deepEqual(went, ["a", "b"]);
});

test("a run that goes on already when the queue is started holds it once the person pauses it", async () => {
  const { runs, went, queue, rest } = page(["a", "b"]);
  runs.add("a");
  runs.add("b");
  await runs.start();
  runs.hold();
  await runs.start();
  await rest("paused");
  assert.deepEqual([went, queue()], [["a"], { ids: ["a", "b"], isOn: false }]);
  await runs.start();
  await rest("finished");
  assert.deepEqual(went, ["a", "a", "b"]);
});

test("a run that goes on after a reload and is paused holds the queue; one that ends is followed", async () => {
  const paused = page(["a", "b"]);
  paused.reload(["a", "b"], "a");
  await paused.rest("paused");
  assert.deepEqual([paused.went, paused.queue()], [[], { ids: ["a", "b"], isOn: false }]);
  const finished = page(["a", "b"]);
  finished.reload(["a", "b"], "a");
  await finished.rest("finished");
  assert.deepEqual(finished.went, ["b"]);
});

test("what was deleted is passed over, and what cannot be opened holds the queue and stays in it", async () => {
  const { runs, went, said, queue, forget } = page(["a", "b"], { broken: "b" });
  runs.add("a");
  runs.add("b");
  forget("a");
  await runs.start();
  assert.deepEqual(went, []);
  assert.deepEqual(queue(), { ids: ["b"], isOn: false });
  assert.deepEqual(said, ["b: it could not be opened"]);
});

test("where it cannot be told what is stored the queue stops, and keeps its runs", async () => {
  const { runs, went, said, disk, queue, rest } = page(["a", "b", "c"]);
  for (const id of ["a", "b", "c"]) runs.add(id);
  await runs.start();
  disk.isClosed = true;
  await rest("finished");
  assert.deepEqual([went, queue()], [["a"], { ids: ["b", "c"], isOn: false }]);
  assert.deepEqual(said, ["b: this tab cannot read what is stored"]);
});

test("where it stops by itself it says at which run, and why", async () => {
  for (const [fault, why] of [
    [{ damaged: "b" }, "b: its games are not here"],
    [{ stuck: "b" }, "b: it did not go on"],
  ] as const) {
    const { runs, said, queue, rest } = page(["a", "b", "c"], fault);
    for (const id of ["a", "b", "c"]) runs.add(id);
    await runs.start();
    await rest("finished");
    assert.deepEqual(said, [why]);
    assert.deepEqual(queue(), { ids: ["b", "c"], isOn: false });
  }
});

test("one that is held begins nothing more", async () => {
  const { runs, went, rest } = page(["a", "b"]);
  runs.add("a");
  runs.add("b");
  await runs.start();
  runs.hold();
  await rest("finished");
  assert.deepEqual(went, ["a"]);
});

test("one that is held while a run opens begins nothing, and says nothing", async () => {
  const { runs, went, said, queue } = page(["a", "b"]);
  for (const id of ["a", "b"]) runs.add(id);
  const started = runs.start();
  runs.hold();
  await started;
  assert.deepEqual([went, said, queue()], [[], [], { ids: ["a", "b"], isOn: false }]);
});
