// Programs that find the moves of games. The page has one such run, of whichever system, and the games it learns from.

import { say } from "../../language/language.ts";
import type { GenerationRecord, Lessons, RunRecord } from "../../model.ts";
import type { Storage } from "../../storage/storage.ts";
import type { RunOrigin } from "../../worker/protocol.ts";
import type { Importing } from "../importing.ts";
import { changedUntil, seedOf } from "../program-file.ts";
import { IDLE, type Store } from "../store.ts";
import { joined, type KindOfRun } from "./kind.ts";

export interface ImitationParts {
  store: Store;
  storage: Storage;
  importing: Importing;
  /** Gives examples to the coordinator; answers their fingerprint. */
  load(examples: Blob): Promise<string>;
}

export interface Imitation extends KindOfRun {
  /** Gives the lessons to the coordinator. Rejects examples that are damaged, or not those of the games. */
  prepare(lessons: Lessons): Promise<void>;
}

export function imitation({ store, storage, importing, load }: ImitationParts): Imitation {
  /** The games the coordinator has. */
  let loaded: Lessons | null = null;
  const prepare = async (lessons: Lessons) => {
    if (loaded === lessons) return;
    const fingerprint = await load(lessons.examples);
    if (fingerprint !== lessons.games.fingerprint) throw new Error("the examples belong to other games");
    loaded = lessons;
  };
  return {
    noun: say("run"),
    place: "run",
    retry: "Evolve tries again from the last generation.",
    idle: IDLE,
    isSlow: false,
    prepare,
    run: () => store.state.run,
    change: ({ aside = store.state.aside, ...part }) =>
      store.change({ aside, run: { ...store.state.run, ...(part as Partial<typeof IDLE>) } }),
    isAside: () => store.state.aside,
    hasOwn: () => storage.workspace.openAt("run") !== null || importing.hasDisplaced,
    async opening(origin) {
      const { lessons } = importing;
      if (!lessons) throw new Error("there are no games");
      await prepare(lessons);
      return { ...origin, suite: null };
    },
    shown: ({ records, population, settings, changes }, elapsed_ms) => ({
      records: timed(records, elapsed_ms),
      population,
      settings,
      changes,
    }),
    told({ records, population, elapsed_ms }) {
      const known = store.state.run.records;
      const first = records[0]?.generation ?? Infinity;
      const last = known.findLast(({ generation }) => generation <= first);
      // One that comes again took as long as the first time.
      const times = [last?.generation === first ? last.elapsed_ms : elapsed_ms];
      return { records: joined(known, timed(records, times)), population };
    },
    toShare(checkpoint) {
      const last = store.state.run.records.at(-1);
      return last ? { checkpoint, chromosome: last.champion } : null;
    },
    /** The generation on show: the same champion may have led the generations before it. */
    provenance() {
      const { run, games, chosen_generation } = store.state;
      const { settings, records } = run;
      const record =
        chosen_generation === null
          ? records.at(-1)
          : records.find(({ generation }) => generation === chosen_generation);
      if (!record || !games || !settings) return null;
      const { generation, best, positions } = record;
      const { title, examples, fingerprint } = games;
      const bred = {
        generation,
        best,
        positions,
        seed: seedOf(settings),
        settings,
        ...changedUntil(run.changes, generation),
      };
      return { stage: "imitation", ...bred, games: title, examples, fingerprint };
    },
    onShown: () => store.change({ chosen_generation: null }),
    async load(id) {
      const kept = await storage.loadRun(id);
      const about = kept && (await storage.loadExperiment(id));
      if (!about) return null;
      const { checkpoint, generations, elapsed_ms } = kept;
      const onOpening = await importing.turnTo(about.games);
      const { settings, system } = about;
      const origin: RunOrigin = { kind: "new", run: "imitation", settings, programs: [], system };
      return {
        checkpoint,
        ...(checkpoint === "" ? { origin } : {}),
        part: { generations, aside: false },
        elapsed_ms,
        isBare: about.generation === null,
        suite: null,
        onOpening,
      };
    },
    asStored(checkpoint) {
      const { generations, records } = store.state.run;
      const { lessons } = importing;
      return {
        checkpoint,
        part: { generations, aside: false },
        elapsed_ms: records.map((record) => record.elapsed_ms),
        isBare: false,
        suite: null,
        onOpening: () => {
          if (lessons) importing.useAgain(lessons);
        },
      };
    },
    async save(id, checkpoint) {
      const { run, games } = store.state;
      const { settings, generations, records } = run;
      if (!games || !settings) return;
      const generation = records.at(-1)?.generation ?? -1;
      const system = store.systemOf(settings);
      const about = { id, system, name: games.title, settings, games: games.fingerprint };
      const elapsed_ms = records.map((record) => record.elapsed_ms);
      await storage.saveRun({ ...about, generation }, { generations, checkpoint, elapsed_ms });
    },
    saveMaterial: () => importing.keep(),
  };
}

/** The run knows no clock. */
function timed(records: RunRecord[], elapsed_ms: number[]): GenerationRecord[] {
  return (records as GenerationRecord[]).map((record, index) => ({
    ...record,
    elapsed_ms: elapsed_ms[index] ?? 0,
  }));
}
