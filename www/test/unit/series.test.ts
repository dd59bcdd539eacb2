import assert from "node:assert/strict";
import { test } from "node:test";
import type { Importing } from "../../src/laboratory/importing.ts";
import type { Running } from "../../src/laboratory/running.ts";
import { SeriesOfRuns } from "../../src/laboratory/series.ts";
import { IDLE, Store } from "../../src/laboratory/store.ts";
import { Undoing } from "../../src/laboratory/undoing.ts";
import type { Games, GenerationRecord, Series, Settings } from "../../src/model.ts";
import type { Storage } from "../../src/storage/storage.ts";
import { settled } from "./coordinator.ts";

// Node.js 20 has none.
globalThis.navigator ??= { hardwareConcurrency: 1 } as Navigator;

/**
 * A page with a series under way, each of whose runs is finished by `finish`; what is stored of it waits for `disk.isWritten`. `removed`:
 * what deleting it answers.
 */
async function page(removed: object | null = { id: "series" }) {
  const store = new Store();
  store.change({ games: { fingerprint: "games" } as Games });
  const disk = { isWritten: Promise.resolve(), runs: 0 };
  const storage = {
    workspace: {
      begin: () => "series",
      setRunning: () => {},
      setOpen: () => {},
      claim: async () => true,
    },
    saveSeries: async (_: object, { runs }: Series) => {
      await disk.isWritten;
      disk.runs = runs.length;
    },
    remove: async () => removed,
  } as unknown as Storage;
  const running = {
    run: { tookIn: false },
    haveGames: async () => true,
    fresh: async (settings: Settings) =>
      store.change({ run: { ...IDLE, records: [], phase: "running", settings } }),
  } as unknown as Running;
  const undoing = new Undoing(store);
  const series = new SeriesOfRuns(store, storage, running, { lessons: null } as Importing, undoing);
  await series.evolve();
  const finish = () => {
    const last = { best: 1, positions: 2, champion: "c", held_out: null } as unknown as GenerationRecord;
    store.change({ run: { ...store.state.run, phase: "finished", records: [last] } });
    return series.onStop();
  };
  return { store, disk, series, finish, undoing };
}

/** Nothing is stored from here on until what this answers is called. */
function held(disk: { isWritten: Promise<void> }): () => void {
  let write = () => {};
  disk.isWritten = new Promise((resolve) => (write = resolve));
  return () => write();
}

function standing(store: Store) {
  const { series } = store.state;
  return series && [series.phase, series.runs.length];
}

test("that all runs are finished is said once they are stored", async () => {
  const { store, disk, finish } = await page();
  for (let run = 1; run < 10; run += 1) await finish();
  assert.deepEqual(standing(store), ["running", 9]);
  const write = held(disk);
  const finished = finish();
  await settled();
  assert.deepEqual(standing(store), ["running", 9]);
  write();
  await finished;
  assert.deepEqual([standing(store), disk.runs], [["finished", 10], 10]);
});

test("runs that are forgotten while the last is stored stay so", async () => {
  const { store, disk, series, finish } = await page();
  for (let run = 1; run < 10; run += 1) await finish();
  const write = held(disk);
  const finished = finish();
  store.change({ series: { ...(store.state.series as Series), phase: "paused" } });
  await series.forget();
  write();
  await finished;
  assert.equal(store.state.series, null);
});

test("runs that were not stored, or not deleted, come back as the page had them", async () => {
  for (const [removed, said] of [
    [{ id: "series" }, "The runs are forgotten."],
    [null, "The runs are closed. Nothing was deleted from what is stored."],
  ] as const) {
    const { store, disk, series, finish, undoing } = await page(removed);
    await finish();
    store.change({ series: { ...(store.state.series as Series), phase: "paused" } });
    await series.forget();
    assert.deepEqual([store.state.series, store.state.undo], [null, said]);
    disk.runs = 0;
    await undoing.undo();
    assert.deepEqual([standing(store), series.id, disk.runs], [["paused", 1], "series", 1]);
    assert.deepEqual([store.state.undo, store.state.troubles], [null, []]);
  }
});

test("whoever asks for ten runs while the last is stored gets ten others, and no last run twice", async () => {
  const { store, disk, series, finish } = await page();
  for (let run = 1; run < 10; run += 1) await finish();
  const write = held(disk);
  const finished = finish();
  const again = series.evolve();
  await settled();
  assert.deepEqual(standing(store), ["running", 9]);
  write();
  await Promise.all([finished, again]);
  assert.deepEqual([standing(store), disk.runs], [["running", 0], 0]);
});
