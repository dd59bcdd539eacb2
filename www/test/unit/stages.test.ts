import assert from "node:assert/strict";
import { test } from "node:test";
import { Stages } from "../../src/laboratory/stages.ts";
import { Store } from "../../src/laboratory/store.ts";
import { FIRST_SYSTEM } from "../../src/laboratory/systems.ts";

// Node.js 20 has none.
globalThis.navigator ??= { hardwareConcurrency: 1 } as Navigator;

const SETTINGS = { Generations: 5 };
const RUN = { version: 1, checkpoint: "a checkpoint", settings: SETTINGS, origin: "", before: null };
const MINE = { title: "mine.epd", text: "mine" };

/** The stages with what was stored of the coevolution, and what they ask of the workers and the storage. */
async function stagesWith(stored: { run?: object; suite?: object }) {
  const opened: object[] = [];
  const saved: object[] = [];
  const store = new Store();
  const isCoevolution = ({ system, stage }: { system: string; stage: string }) =>
    system === FIRST_SYSTEM && stage === "coevolution";
  const storage = {
    loadStages: async () => null,
    loadStage: async (place: never) => (isCoevolution(place) && stored.run) || null,
    loadSuite: async (place: never) => (isCoevolution(place) && stored.suite) || null,
    saveSuite: async (_: object, file: object) => saved.push({ suite: file }),
    saveStage: async (_: object, run: object) => saved.push({ run }),
    saveStages: async () => {},
    forgetStage: async () => saved.push({ run: null }),
  };
  const evolution = {
    rest: () => {},
    openStage: async (opening: object) => {
      opened.push(opening);
      return { records: [], progress: null };
    },
  };
  const player = {
    call: async (call: string, { text }: { text?: string }) =>
      call === "suite"
        ? { count: text === "nothing" ? 0 : 1, skipped: [], places: "line" }
        : [{ key: "Generations", kind: "integer", min: 0, max: 100, default: 1 }],
  };
  const stages = new Stages(
    ...([store, storage, evolution, player, { fromRun: false }] as unknown as ConstructorParameters<
      typeof Stages
    >),
  );
  await stages.restoreSettings([FIRST_SYSTEM]);
  const phases = new Map<string, string>();
  store.subscribe(({ coevolution: { phase, suite } }) => phases.set(phase, phases.get(phase) ?? suite.title));
  await stages.restore([FIRST_SYSTEM]);
  return { stages, store, opened, saved, phases };
}

/** A file that is read when it is told what is in it. */
function file(name: string) {
  let read: (text: string) => void = () => {};
  const text = new Promise<string>((resolve) => (read = resolve));
  return { file: { name, size: 1, text: () => text } as File, read: (content: string) => read(content) };
}

test("a run is opened with the file of its place, and is not to be seen before it", async () => {
  const { store, opened, saved, phases, stages } = await stagesWith({ run: RUN, suite: MINE });
  assert.deepEqual(opened, [{ kind: "kept", checkpoint: "a checkpoint", suite: "mine" }]);
  assert.equal(phases.get("paused"), "mine.epd");
  assert.deepEqual(saved, []);
  stages.set("coevolution", "Generations", 7);
  assert.equal(store.state.coevolution.settings.Generations, 7);
  const { version, ...run } = RUN;
  assert.deepEqual(saved, [{ run: { ...run, settings: { Generations: 7 } } }]);
});

test("a file that an earlier version stored with the run gets a place of its own", async () => {
  const { opened, saved } = await stagesWith({ run: { ...RUN, suite: MINE } });
  assert.deepEqual(opened, [{ kind: "kept", checkpoint: "a checkpoint", suite: "mine" }]);
  assert.deepEqual(saved, [{ suite: MINE }]);
});

test("a file is there again without a run", async () => {
  const { store, opened } = await stagesWith({ suite: MINE });
  assert.deepEqual(opened, []);
  assert.equal(store.state.coevolution.suite.title, "mine.epd");
});

test("of two choices the later one stands, whichever is read first", async () => {
  const { stages, store, saved } = await stagesWith({});
  const [slow, bad] = [file("slow.epd"), file("bad.epd")];
  const choices = [slow, bad].map(({ file }) => stages.useSuite("coevolution", file));
  await stages.useSuite("coevolution", null);
  slow.read("slow");
  bad.read("nothing");
  await Promise.all(choices);
  assert.equal(store.state.coevolution.suite.title, "Built-in");
  assert.deepEqual(store.state.troubles, []);
  assert.deepEqual(saved, [{ suite: null }]);
});

test("an open run keeps its file, and another is not even read", async (t) => {
  t.mock.timers.enable({ apis: ["setTimeout"] });
  const { stages, store, saved } = await stagesWith({ run: RUN, suite: MINE });
  await stages.useSuite("coevolution", file("never read").file);
  assert.match(store.state.notice ?? "", /^The open run keeps its openings/);
  assert.equal(store.state.coevolution.suite.title, "mine.epd");
  assert.deepEqual(saved, []);
});
