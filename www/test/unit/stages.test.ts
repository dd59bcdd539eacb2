import assert from "node:assert/strict";
import { test } from "node:test";
import { Refused, WorkerEnded } from "../../src/host/line.ts";
import { type Engine, RunController } from "../../src/laboratory/run-controller.ts";
import { Stages, type StagesParts } from "../../src/laboratory/stages.ts";
import { Store } from "../../src/laboratory/store.ts";
import { Undoing } from "../../src/laboratory/undoing.ts";
import type { System } from "../../src/model.ts";
import type { SharedCoevolution } from "../../src/worker/protocol.ts";

// Node.js 20 has none.
globalThis.navigator ??= { hardwareConcurrency: 1 } as Navigator;

const SYSTEM = {
  id: "falcon",
  texts: {},
  kinds: ["imitation", "coevolution", "tuning"],
} as unknown as System;
const SETTINGS = { generations: 5 };
const RUN = { version: 1, checkpoint: "a checkpoint", settings: SETTINGS, origin: "", before: null };
const MINE = { title: "mine.epd", text: "mine" };

/** The stages with what was stored of the coevolution, and what they ask of the workers and the storage. */
async function stagesWith(stored: {
  run?: object;
  /** Its file, and the one chosen for those to come. */
  suite?: object;
  chosen?: object;
  of_another_engine?: boolean;
  wasRunning?: boolean;
  isElsewhere?: boolean;
  /** What opening it throws. */
  fault?: Error;
  /** The stage that was on show. */
  stage?: string;
  system?: System;
}) {
  const { system: known = SYSTEM } = stored;
  const opened: (object | string)[] = [];
  const saved: object[] = [];
  const store = new Store();
  store.know([known], {});
  const coevolution = `${SYSTEM.id} coevolution`;
  let open: string | null = stored.run ? "its identity" : null;
  const storage = {
    workspace: {
      openAt: (place: string) => (place === coevolution ? open : null),
      wasRunning: () => stored.wasRunning ?? false,
      claim: async () => stored.isElsewhere !== true,
      begin: () => (open = "a new identity"),
      setOpen: () => {},
      setRunning: () => {},
    },
    loadStages: async () => (stored.stage ? { stage: stored.stage, settings: {} } : null),
    loadStage: async () => stored.run,
    loadSuite: async ({ system, stage }: { system: string; stage: string }, id: string | null) =>
      (`${system} ${stage}` === coevolution && (id === null ? stored.chosen : stored.suite)) || null,
    saveSuite: async (_: object, id: string | null, file: object) => saved.push({ suite: file, id }),
    saveStage: async (_: string, { id }: { id: string }, run: object) => saved.push({ run, id }),
    saveStages: async () => {},
    remove: async (id: string) => ({ id, states: stored.run }),
    putBack: async (removed: { id: string }) => saved.push({ back: removed.id }),
  };
  const evolution = {
    rest: () => {},
    open: async (opening: object) => {
      if (stored.fault) throw stored.fault;
      opened.push(opening);
      return {
        records: [],
        changes: [],
        progress: null,
        of_another_engine: stored.of_another_engine ?? false,
      };
    },
    run: async () => opened.push("run"),
    pause: async () => "a checkpoint",
  };
  const player = {
    call: async (call: string, { text, lines }: { text?: string; lines?: string }) =>
      call === "initial_programs"
        ? lines?.split("\n")
        : call === "suite"
          ? { count: text === "nothing" ? 0 : 1, skipped: [], places: "line" }
          : [{ key: "generations", kind: "integer", min: 0, max: 100, default: 1 }],
  };
  const undoing = new Undoing(store);
  const controller = new RunController(evolution as unknown as Engine);
  const shown: string[] = [];
  const showing = {
    fromRun: false,
    get text() {
      return shown.at(-1) ?? null;
    },
    offer: async (text: string) => shown.push(text),
  };
  const rests: string[] = [];
  const onRest = () => rests.push(store.state.coevolution.phase);
  const parts = {
    store,
    storage,
    evolution,
    controller,
    player,
    showing,
    undoing,
    onOpened: () => {},
    onRest,
    onRecords: () => {},
    onFinished: () => {},
  };
  const stages = new Stages(parts as unknown as StagesParts);
  await stages.restoreSettings([known.id]);
  const phases = new Map<string, string>();
  store.subscribe(({ coevolution: { phase, suite } }) => phases.set(phase, phases.get(phase) ?? suite.title));
  await stages.restore([known.id]);
  return { stages, store, controller, opened, saved, phases, rests, shown, undoing };
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
  stages.set("coevolution", "generations", 7);
  assert.equal(store.state.coevolution.settings.generations, 7);
  const { version, ...run } = RUN;
  assert.deepEqual(saved, [{ run: { ...run, settings: { generations: 7 } }, id: "its identity" }]);
});

test("what was running goes on; what was paused, and what another tab has, does not", async () => {
  const running = await stagesWith({ run: RUN, wasRunning: true });
  assert.equal(running.store.state.coevolution.phase, "running");
  assert.equal(running.opened.at(-1), "run");
  const elsewhere = await stagesWith({ run: RUN, wasRunning: true, isElsewhere: true });
  assert.equal(elsewhere.store.state.coevolution.phase, "idle");
  assert.deepEqual(elsewhere.opened, []);
});

test("a run that cannot be opened stays stored, whether it is damaged or workers end", async () => {
  for (const [fault, said] of [
    [new Refused("bad checksum"), /cannot be opened \(bad checksum\)\. It stays stored/],
    [new WorkerEnded("it did not answer"), /background threads keep crashing .* It stays stored: reload/],
  ] as const) {
    const { store, saved } = await stagesWith({ run: RUN, fault });
    assert.match(store.state.troubles[0]?.text ?? "", said);
    assert.deepEqual(saved, []);
  }
});

test("a run that the coordinator refuses leaves the file that is in use", async () => {
  const stored = { chosen: MINE };
  const { store, stages } = await stagesWith(stored);
  Object.assign(stored, { run: RUN, fault: new Refused("bad checksum") });
  assert.equal(await stages.open({ system: SYSTEM.id, stage: "coevolution" }, "another"), false);
  assert.equal(store.state.coevolution.phase, "idle");
  assert.equal(store.state.coevolution.suite.title, "mine.epd");
});

test("when a run ends or pauses, what is stored is listed anew", async () => {
  const { stages, controller, rests } = await stagesWith({ run: RUN, wasRunning: true });
  rests.length = 0;
  await stages.pause();
  assert.deepEqual(rests, ["paused"]);
  await stages.run("coevolution");
  const record = { generation: 5, champion: "" };
  const event = { kind: "news", records: [record], progress: null, checkpoint: null, phase: "finished" };
  controller.onNews(event as never);
  assert.deepEqual(rests, ["paused", "finished"]);
});

test("a run goes on by its identity, whatever stage is on show", async () => {
  const { stages, store } = await stagesWith({ run: RUN });
  stages.show("tuning");
  await stages.goOn("another");
  assert.equal(stages.phaseOf("its identity"), "paused");
  await stages.goOn("its identity");
  const { stage, coevolution, tuning } = store.state;
  assert.deepEqual([stage, coevolution.phase, tuning.phase], ["tuning", "running", "idle"]);
});

test("a run that was reset comes back", async () => {
  const { stages, store, saved, undoing } = await stagesWith({ run: RUN });
  await stages.reset("coevolution");
  assert.equal(store.state.coevolution.phase, "idle");
  assert.match(store.state.undo ?? "", /was deleted/);
  await undoing.undo();
  assert.deepEqual(saved, [{ back: "its identity" }]);
  assert.equal(store.state.coevolution.phase, "paused");
  assert.equal(store.state.undo, null);
});

test("a file is there again without a run", async () => {
  const { store, opened } = await stagesWith({ chosen: MINE });
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
  assert.deepEqual(saved, [{ suite: null, id: null }]);
});

test("an open run keeps its file, and another is not even read", async (t) => {
  t.mock.timers.enable({ apis: ["setTimeout"] });
  const { stages, store, saved } = await stagesWith({ run: RUN, suite: MINE });
  await stages.useSuite("coevolution", file("never read").file);
  assert.match(store.state.notice?.text ?? "", /^The open run keeps its openings/);
  assert.equal(store.state.coevolution.suite.title, "mine.epd");
  assert.deepEqual(saved, []);
});

test("a run of another engine is shown, does not go on, and begins anew when it is asked to", async () => {
  const { stages, store, opened } = await stagesWith({ run: RUN, of_another_engine: true });
  assert.equal(store.state.coevolution.phase, "paused");
  await stages.run("coevolution");
  assert.deepEqual(opened, [{ kind: "kept", checkpoint: "a checkpoint", suite: null }]);
  await stages.beginAnew("coevolution");
  assert.deepEqual(opened.slice(1), [{ kind: "anew", text: "a checkpoint", suite: null }, "run"]);
});

test("a run that is paused while it begins says what it began with", async () => {
  const { stages, store } = await stagesWith({});
  const begun = stages.run("coevolution");
  while (store.state.coevolution.phase === "idle") await null;
  await stages.pause();
  await begun;
  assert.equal(store.state.coevolution.phase, store.state.coevolution.origin === "" ? "idle" : "paused");
});

const SHARED: SharedCoevolution = {
  kind: "coevolution",
  system: SYSTEM.id,
  settings: { generations: 3 },
  changes: [],
  fingerprint: "",
  built_in: true,
  chromosome: "theirs",
  engine: 1,
  of_another_engine: false,
  repeatable: true,
  search: "",
  initial: "random",
  programs: [],
};

test("a link's run is not stored over the person's own, which comes back with Reset", async () => {
  const { stages, store, opened, saved } = await stagesWith({ run: RUN });
  assert.equal(await stages.repeat(SHARED, "a link"), true);
  assert.deepEqual(opened.slice(1), [{ kind: "anew", text: "a link", suite: null }, "run"]);
  assert.equal(store.state.coevolution.settings.generations, 3);
  await stages.pause();
  assert.deepEqual(saved, []);
  await stages.reset("coevolution");
  assert.deepEqual(saved, []);
  const { settings, aside, phase } = store.state.coevolution;
  assert.deepEqual([settings.generations, aside, phase], [SETTINGS.generations, false, "paused"]);
});

test("a link's run is stored where there is no other", async () => {
  const { stages, saved } = await stagesWith({});
  await stages.repeat(SHARED, "a link");
  await stages.pause();
  assert.equal(saved.length, 1);
});

const LEARNER = {
  id: "meep",
  texts: { coevolved: "Learned", before: "Before" },
  kinds: ["learning", "tuning"],
} as unknown as System;

test("a stage that the system does not have gives way to its first, also after a reload", async () => {
  const { stages, store } = await stagesWith({ system: LEARNER, stage: "coevolution" });
  assert.equal(store.state.stage, "learning");
  stages.show("tuning");
  assert.equal(store.state.stage, "tuning");
  stages.show("imitation");
  assert.equal(store.state.stage, "learning");
  assert.deepEqual(store.state.coevolution.table, [], "nothing of what it does not have is asked for");
  const kept = await stagesWith({ system: LEARNER, stage: "tuning" });
  assert.equal(kept.store.state.stage, "tuning");
});

/** What the coordinator tells of rounds. */
function rounds(from: number, ...champions: (string | null)[]) {
  const records = champions.map((champion, at) => ({ generation: from + at, champion, diverged: null }));
  return { kind: "news", records, progress: null, checkpoint: null, phase: "running" } as never;
}

test("learning begins with random weights or with one program", async () => {
  const { stages, store, opened } = await stagesWith({ system: LEARNER });
  await stages.run("learning");
  const beginning = {
    kind: "new",
    run: "learning",
    settings: { generations: 1 },
    system: "meep",
    suite: null,
  };
  assert.deepEqual(opened, [{ ...beginning, programs: [] }, "run"]);
  assert.equal(store.state.learning.origin, "Random weights");
  await stages.reset("learning");
  stages.chooseInitialPrograms("own");
  await stages.pasteInitialPrograms("meep.1.a\nmeep.1.b");
  await stages.run("learning");
  assert.match(store.state.troubles[0]?.text ?? "", /it begins with one program/);
  assert.equal(store.state.learning.phase, "idle");
  await stages.pasteInitialPrograms("meep.1.a");
  await stages.run("learning");
  assert.deepEqual(opened.at(-2), { ...beginning, programs: ["meep.1.a"] });
  assert.equal(store.state.learning.before?.text, "meep.1.a");
});

test("the program on show follows what is learned, until the person turns to another", async () => {
  const { stages, store, controller, shown } = await stagesWith({ system: LEARNER });
  await stages.run("learning");
  controller.onNews(rounds(0, "first"));
  await until(() => shown.at(-1) === "first");
  controller.onNews(rounds(1, "second"));
  await until(() => shown.at(-1) === "second");
  assert.deepEqual(store.state.learning.before, { text: "first", title: "Before, round 0" });
  shown.push("another");
  controller.onNews(rounds(2, "third"));
  await until(() => store.state.learning.records.length === 3);
  assert.equal(shown.at(-1), "another");
  assert.equal(stages.champion("learning")?.title, "Learned, round 2");
  assert.equal(stages.champion("learning", 1)?.text, "second");
});

test("of rounds whose program was not kept there is none to show", async () => {
  const { stages, controller } = await stagesWith({ system: LEARNER });
  await stages.run("learning");
  controller.onNews(rounds(0, "first", null, "last"));
  assert.equal(stages.champion("learning", 1), null);
  assert.equal(stages.provenance("first")?.generation, 0);
});

test("a run that diverged is finished, however many rounds it was to have", async () => {
  const { stages, store, controller } = await stagesWith({ system: LEARNER });
  stages.set("learning", "generations", 50);
  await stages.run("learning");
  const record = { generation: 3, champion: "last", diverged: "Learning has diverged." };
  controller.onNews({ ...(rounds(3) as object), records: [record], phase: "finished" } as never);
  assert.equal(store.state.learning.phase, "finished");
  stages.set("learning", "generations", 60);
  assert.equal(store.state.learning.phase, "finished");
});

/** Lets promises go on until it is so. */
async function until(isSo: () => boolean): Promise<void> {
  for (let left = 100; left > 0 && !isSo(); left -= 1) await null;
  assert.ok(isSo());
}
