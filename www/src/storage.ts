// What survives a reload: the games, the settings and the last checkpoint. Written from the page, never from a worker, since a
// terminated worker takes its writes with it. Each write is one transaction, so two tabs cannot mix their halves.

import { type DBSchema, type IDBPDatabase, openDB } from "idb";
import type { Lessons } from "./laboratory/importing.ts";
import { isStrength } from "./laboratory/strength.ts";
import type { Place } from "./laboratory/shelves.ts";
import type { SuiteFile } from "./laboratory/suites.ts";
import type {
  Founders,
  Games,
  LadderPlan,
  LadderStep,
  LaterStage,
  Seat,
  Series,
  Settings,
  StageName,
  Strength,
} from "./model.ts";

const NAME = "millipawn";
const DATABASE_VERSION = 1;
const PAYLOAD_VERSION = 1;

export interface KeptSettings {
  version: number;
  settings: Settings;
  workers: number;
}

/** How a person likes to play. */
export interface KeptHabits {
  version: number;
  strength: Strength;
  /** Of an analysis. */
  lines: number;
}

export interface KeptGames {
  version: number;
  games: Games;
  /** What they were read with; earlier versions did not store it. */
  settings?: Settings;
}

export interface KeptRun {
  version: number;
  /** Of the examples it learns from. */
  fingerprint: string;
  generations: number;
  checkpoint: string;
  /** The checkpoint knows no clock: how long each generation took. */
  elapsed_ms: number[];
}

export type KeptSeries = Series & { version: number };

/** A later stage, to go on with. */
export interface KeptStage {
  version: number;
  checkpoint: string;
  settings: Settings;
  origin: string;
  before: Seat | null;
  /** Only earlier versions stored it here. */
  suite?: SuiteFile | null;
}

/** A person's own file for a later stage. */
export type KeptSuite = SuiteFile & { version: number };

/** Which stage was looked at, and the settings of the later ones. */
export interface KeptStages {
  version: number;
  stage: StageName;
  settings: Record<LaterStage, Settings>;
  /** Whom a coevolution is to begin with; earlier versions did not ask. */
  founders?: Founders | null;
  /** Programs to begin it with, as they were pasted; earlier versions took none. */
  own?: string;
}

/** A measurement of strength: who played, how, and A's points in halves by game; null for those not played. */
export interface KeptLadder {
  version: number;
  plan: LadderPlan;
  steps: LadderStep[];
  a_halves: (number | null)[];
}

interface Schema extends DBSchema {
  settings: { key: "current" | "habits" | OfSystem<"stages">; value: KeptSettings | KeptHabits | KeptStages };
  games: { key: "current"; value: KeptGames };
  /** As a blob: a million examples would hold the page up while they are copied. */
  examples: { key: "current"; value: Blob };
  runs: {
    key: "current" | "series" | "ladder" | OfSystem<LaterStage | SuiteKey>;
    value: KeptRun | KeptSeries | KeptLadder | KeptStage | KeptSuite;
  };
}

type Room = "settings" | "games" | "examples" | "runs";
type Key = "current" | "habits" | "ladder" | "series" | OfSystem<"stages" | LaterStage | SuiteKey>;
type SuiteKey = `${LaterStage} suite`;

/** Falcon was the first to have stages: what is its own stands without a name. */
type OfSystem<K extends string> = K | `${string} ${K}`;

function keyIn<K extends string>(system: string, key: K): OfSystem<K> {
  return system === "falcon" ? key : `${system} ${key}`;
}

export class Storage {
  readonly #trouble: (text: string) => void;
  readonly #database: Promise<IDBPDatabase<Schema> | null>;
  #last: Promise<void> = Promise.resolve();

  constructor(trouble: (text: string) => void) {
    this.#trouble = trouble;
    this.#database = this.#open();
  }

  loadSettings(): Promise<KeptSettings | null> {
    return this.#load("settings", "The stored settings", isKeptSettings);
  }

  loadHabits(): Promise<KeptHabits | null> {
    return this.#load("settings", "The stored strength and lines", isKeptHabits, "habits");
  }

  loadRun(): Promise<KeptRun | null> {
    return this.#load("runs", "The stored run", isKeptRun);
  }

  async loadGames(): Promise<Lessons | null> {
    const kept = await this.#load("games", "The stored games", isKeptGames);
    const examples = kept && (await this.#load("examples", "The stored examples", isBlob));
    return kept && examples ? { games: kept.games, examples, settings: kept.settings ?? {} } : null;
  }

  saveSettings(settings: Settings, workers: number): Promise<void> {
    return this.#write("settings", async (database) => {
      await database.put("settings", { version: PAYLOAD_VERSION, settings, workers }, "current");
    });
  }

  saveHabits(habits: Omit<KeptHabits, "version">): Promise<void> {
    return this.#write("strength and lines", async (database) => {
      await database.put("settings", { version: PAYLOAD_VERSION, ...habits }, "habits");
    });
  }

  /** The games replace the stored ones, and a run that learned from those goes with them. */
  saveGames(
    { games, examples, settings }: Lessons,
    when: "always" | "if there are none" = "always",
  ): Promise<void> {
    return this.#write("games", async (database) => {
      const transaction = database.transaction(["games", "examples", "runs"], "readwrite");
      const stored = when === "always" ? 0 : await transaction.objectStore("games").count();
      if (stored > 0) return transaction.done;
      await Promise.all([
        transaction.objectStore("games").put({ version: PAYLOAD_VERSION, games, settings }, "current"),
        transaction.objectStore("examples").put(examples, "current"),
        transaction.objectStore("runs").delete("current"),
        transaction.done,
      ]);
    });
  }

  /** Keeps the run, unless the stored games are others: another tab has stored its own since. Then the answer is false. */
  async saveRun(run: Omit<KeptRun, "version">): Promise<boolean> {
    let fits = true;
    await this.#write("run", async (database) => {
      const transaction = database.transaction(["games", "runs"], "readwrite");
      const stored = await transaction.objectStore("games").get("current");
      fits = stored === undefined || stored.games?.fingerprint === run.fingerprint;
      const put =
        stored &&
        fits &&
        transaction.objectStore("runs").put({ version: PAYLOAD_VERSION, ...run }, "current");
      await Promise.all([put, transaction.done]);
    });
    return fits;
  }

  loadSeries(): Promise<KeptSeries | null> {
    return this.#load("runs", "The stored series of runs", isKeptSeries, "series");
  }

  saveSeries(series: Series): Promise<void> {
    return this.#write("series of runs", async (database) => {
      await database.put("runs", { version: PAYLOAD_VERSION, ...series }, "series");
    });
  }

  loadLadder(): Promise<KeptLadder | null> {
    return this.#load("runs", "The stored measurement of strength", isKeptLadder, "ladder");
  }

  saveLadder(ladder: Omit<KeptLadder, "version">): Promise<void> {
    return this.#write("measurement of strength", async (database) => {
      await database.put("runs", { version: PAYLOAD_VERSION, ...ladder }, "ladder");
    });
  }

  loadStages(system: string): Promise<KeptStages | null> {
    const key = keyIn(system, "stages");
    return this.#load("settings", "The stored settings of the stages", isKeptStages, key);
  }

  saveStages(system: string, stages: Omit<KeptStages, "version">): Promise<void> {
    return this.#write("settings of the stages", async (database) => {
      const key = keyIn(system, "stages");
      await database.put("settings", { version: PAYLOAD_VERSION, ...stages }, key);
    });
  }

  loadStage({ system, stage }: Place): Promise<KeptStage | null> {
    return this.#load("runs", `The stored ${stage}`, isKeptStage, keyIn(system, stage));
  }

  saveStage({ system, stage }: Place, kept: Omit<KeptStage, "version">): Promise<void> {
    return this.#write(stage, async (database) => {
      await database.put("runs", { version: PAYLOAD_VERSION, ...kept }, keyIn(system, stage));
    });
  }

  /** Null: the one that is built in. */
  loadSuite({ system, stage }: Place): Promise<KeptSuite | null> {
    const key = keyIn<SuiteKey>(system, `${stage} suite`);
    return this.#load("runs", `The stored file for ${stage}`, isKeptSuite, key);
  }

  saveSuite({ system, stage }: Place, file: SuiteFile | null): Promise<void> {
    const key = keyIn<SuiteKey>(system, `${stage} suite`);
    if (!file) return this.#clear(["runs"], key);
    return this.#write(`file for ${stage}`, async (database) => {
      await database.put("runs", { version: PAYLOAD_VERSION, ...file }, key);
    });
  }

  forgetStage({ system, stage }: Place): Promise<void> {
    return this.#clear(["runs"], keyIn(system, stage));
  }

  forgetSeries(): Promise<void> {
    return this.#clear(["runs"], "series");
  }

  forgetRun(): Promise<void> {
    return this.#clear(["runs"]);
  }

  forgetGames(): Promise<void> {
    return this.#clear(["games", "examples", "runs"]);
  }

  #clear(rooms: Room[], key: Key = "current"): Promise<void> {
    return this.#write("deletion", async (database) => {
      const transaction = database.transaction(rooms, "readwrite");
      await Promise.all([
        ...rooms.map((room) => transaction.objectStore(room).delete(key as "current")),
        transaction.done,
      ]);
    });
  }

  async #open(): Promise<IDBPDatabase<Schema> | null> {
    try {
      return await openDB<Schema>(NAME, DATABASE_VERSION, {
        upgrade(database) {
          for (const room of ["settings", "games", "examples", "runs"] as const)
            database.createObjectStore(room);
        },
        blocking: (_current, _blocked, event) => (event.target as IDBDatabase).close(),
      });
    } catch (error) {
      this.#trouble(
        `This browser keeps nothing for this page (${reason(error)}). Everything works, but nothing survives a reload.`,
      );
      return null;
    }
  }

  /** What is stored there; null when there is nothing, or when it is damaged: then it is dropped, and the page says so. */
  async #load<T>(
    room: Room,
    what: string,
    isWhole: (value: unknown) => value is T,
    key: Key = "current",
  ): Promise<T | null> {
    const database = await this.#database;
    if (!database) return null;
    try {
      const value: unknown = await database.get(room, key as "current");
      if (value === undefined || isWhole(value)) return value ?? null;
    } catch (error) {
      this.#trouble(`${what} could not be read (${reason(error)}).`);
      return null;
    }
    this.#trouble(`${what} were damaged or of another version and have been dropped.`);
    await this.#clear([room], key);
    return null;
  }

  /** Writes happen in the order they were asked for. */
  #write(what: string, write: (database: IDBPDatabase<Schema>) => Promise<void>): Promise<void> {
    this.#last = this.#last.then(() => this.#attempt(what, write));
    return this.#last;
  }

  async #attempt(what: string, write: (database: IDBPDatabase<Schema>) => Promise<void>): Promise<void> {
    const database = await this.#database;
    if (!database) return;
    try {
      await write(database);
    } catch (error) {
      this.#trouble(
        `The browser could not store the ${what} (${reason(error)}). It will not survive a reload.`,
      );
    }
  }
}

function reason(error: unknown): string {
  if (error instanceof DOMException && error.name === "QuotaExceededError") return "its storage is full";
  return error instanceof Error ? error.message || error.name : String(error);
}

// ---- what whole payloads look like ------------------------------------------------------------

type Unknown = { [key: string]: unknown };

function isObject(value: unknown): value is Unknown {
  return typeof value === "object" && value !== null;
}

function isPayload(value: unknown): value is Unknown {
  return isObject(value) && value.version === PAYLOAD_VERSION;
}

function isBlob(value: unknown): value is Blob {
  return value instanceof Blob;
}

function isKeptSettings(value: unknown): value is KeptSettings {
  return isPayload(value) && isObject(value.settings) && typeof value.workers === "number";
}

function isKeptHabits(value: unknown): value is KeptHabits {
  return isPayload(value) && isStrength(value.strength) && typeof value.lines === "number";
}

function isKeptGames(value: unknown): value is KeptGames {
  if (!isPayload(value) || !isObject(value.games)) return false;
  if (value.settings !== undefined && !isObject(value.settings)) return false;
  const { title, fingerprint, examples, report } = value.games;
  const named = typeof title === "string" && typeof fingerprint === "string" && typeof examples === "number";
  return named && isObject(report) && Array.isArray(report.skips) && Array.isArray(report.skipped);
}

function isKeptSeries(value: unknown): value is KeptSeries {
  if (!isPayload(value) || !isObject(value.settings) || !Array.isArray(value.runs)) return false;
  const whole = value.runs.every(
    (run) => isObject(run) && typeof run.champion === "string" && Array.isArray(run.best),
  );
  return whole && typeof value.planned === "number" && typeof value.fingerprint === "string";
}

function isKeptLadder(value: unknown): value is KeptLadder {
  if (!isPayload(value) || !isObject(value.plan) || !Array.isArray(value.steps)) return false;
  const whole = value.steps.every((step) => isObject(step) && typeof step.champion === "string");
  return whole && typeof value.plan.games === "number" && Array.isArray(value.a_halves);
}

function isKeptRun(value: unknown): value is KeptRun {
  if (!isPayload(value) || !Array.isArray(value.elapsed_ms)) return false;
  const named = typeof value.fingerprint === "string" && typeof value.checkpoint === "string";
  return named && typeof value.generations === "number";
}

function isKeptStages(value: unknown): value is KeptStages {
  if (!isPayload(value) || !isObject(value.settings) || typeof value.stage !== "string") return false;
  if (value.own !== undefined && typeof value.own !== "string") return false;
  return isObject(value.settings.coevolution) && isObject(value.settings.tuning);
}

function isKeptStage(value: unknown): value is KeptStage {
  if (!isPayload(value) || !isObject(value.settings)) return false;
  const named = typeof value.checkpoint === "string" && typeof value.origin === "string";
  const { suite, before } = value;
  const solves = suite === undefined || suite === null || isSuiteFile(suite);
  return named && solves && (before === null || (isObject(before) && typeof before.text === "string"));
}

function isKeptSuite(value: unknown): value is KeptSuite {
  return isPayload(value) && isSuiteFile(value);
}

function isSuiteFile(value: unknown): value is SuiteFile {
  return isObject(value) && typeof value.title === "string" && typeof value.text === "string";
}
