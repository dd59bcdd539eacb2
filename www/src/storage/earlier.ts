// The database that all deployments on a host once shared. It is copied once and stays as it is: another deployment, or an older
// page, may still need it.

import { type IDBPDatabase, openDB } from "idb";
import type { LaterStage } from "../model.ts";
import type { Database } from "./database.ts";
import {
  BOARD,
  EXPERIMENT,
  GAMES,
  HABITS,
  LADDER,
  RUN,
  read,
  SERIES,
  SETTINGS,
  STAGE,
  STAGES,
  SUITE,
  WORKSPACE,
} from "./records.ts";
import {
  type Experiment,
  type ExperimentState,
  type KeptLadder,
  type KeptSuite,
  type Kind,
  type Schema,
  STORES,
  type Workspace,
} from "./schema.ts";
import { FIRST } from "./workspace.ts";

const EARLIER = "millipawn";
/**
 * The one system by its identifier, for what was stored is as it is: later stages were once only Falcon's, and their records name no
 * system.
 */
const UNNAMED = "falcon";
const OPEN = `${FIRST} open`;

type StoreKey = { [store: string]: { key: string; value: unknown } };
type Copied = Map<string, unknown>;

/** Copies what was stored there, if anything; answers what could not be used. */
export async function copyEarlier(database: Database): Promise<string[]> {
  if (await database.get("moved", EARLIER)) return [];
  const copied = await readEarlier();
  const { records, damaged } = converted(copied);
  const transaction = database.transaction(STORES, "readwrite");
  // Another tab may have been faster; and what was stored since is not to be replaced.
  if ((await transaction.objectStore("settings").get(OPEN)) === undefined)
    await Promise.all(
      records.map(({ store, key, value }) => transaction.objectStore(store).put(value as never, key)),
    );
  const moved = { version: 1, when: Date.now() };
  await Promise.all([transaction.objectStore("moved").put(moved, EARLIER), transaction.done]);
  return damaged;
}

/** Every record by store and key. Where there is no such database none is made. */
async function readEarlier(): Promise<Copied> {
  const copied: Copied = new Map();
  let isThere = true;
  let database: IDBPDatabase<StoreKey>;
  try {
    database = await openDB<StoreKey>(EARLIER, undefined, {
      upgrade(_, oldVersion, __, transaction) {
        isThere = oldVersion > 0;
        if (isThere) return;
        transaction.done.catch(() => {});
        transaction.abort();
      },
      blocking: (_, __, event) => (event.target as IDBDatabase).close(),
    });
  } catch (error) {
    if (!isThere) return copied;
    throw error;
  }
  try {
    for (const store of database.objectStoreNames) {
      const [keys, values] = await Promise.all([database.getAllKeys(store), database.getAll(store)]);
      for (const [at, key] of keys.entries()) copied.set(`${store}/${key}`, await bytesOf(values[at]));
    }
  } finally {
    database.close();
  }
  return copied;
}

async function bytesOf(value: unknown): Promise<unknown> {
  return value instanceof Blob ? value.arrayBuffer() : value;
}

interface Record {
  store: keyof Schema & (typeof STORES)[number];
  key: string;
  value: unknown;
}

/** The same things as records of today, in the first workspace. */
function converted(copied: Copied): { records: Record[]; damaged: string[] } {
  const records: Record[] = [];
  const damaged: string[] = [];
  const workspace: Workspace = { version: WORKSPACE.version, games: null, open: {}, running: [] };
  const find = <T>(form: Parameters<typeof read<T>>[0], path: string): T | null => {
    const value = copied.get(path);
    if (value === undefined) return null;
    const reading = read(form, value);
    if ("record" in reading) return reading.record;
    damaged.push(form.name);
    return null;
  };
  const put = (store: Record["store"], key: string, value: unknown) => records.push({ store, key, value });

  const settings = find(SETTINGS, "settings/current");
  if (settings) put("settings", `${FIRST} settings`, settings);
  const habits = find(HABITS, "settings/habits");
  if (habits) put("settings", "habits", habits);

  const board = find(BOARD, "settings/board");
  if (board) put("settings", `${FIRST} board`, board);

  const games = find(GAMES, "games/current");
  const examples = copied.get("examples/current");
  if (games && examples instanceof ArrayBuffer) {
    workspace.games = games.games.fingerprint;
    put("games", workspace.games, games);
    put("examples", workspace.games, examples);
  }

  const keep = (place: string, kind: Kind, part: Partial<Experiment>, state: ExperimentState): string => {
    const id = crypto.randomUUID();
    workspace.open[place] = id;
    const unknown = { system: "", name: "", settings: {}, games: null, generation: null };
    put("experiments", id, {
      version: EXPERIMENT.version,
      id,
      kind,
      ...unknown,
      ...part,
      changed: Date.now(),
    });
    put("states", id, state);
    return id;
  };
  const run = find(RUN, "runs/current");
  if (run) {
    const { fingerprint } = run as typeof run & { fingerprint?: string };
    const name = games?.games.fingerprint === fingerprint ? (games?.games.title ?? "") : "";
    const id = keep("run", "imitation", { name, games: fingerprint ?? null }, run);
    const ladder: KeptLadder | null = find(LADDER, "runs/ladder");
    if (ladder) put("ladders", id, ladder);
  }
  const series = find(SERIES, "runs/series");
  if (series) {
    const { settings, fingerprint, runs } = series;
    const system = String(settings.system ?? "");
    keep("series", "series", { system, settings, games: fingerprint, generation: runs.length }, series);
  }

  for (const path of copied.keys()) {
    const [, system, key] = /^(?:settings|runs)\/(?:(\w+) )?(stages|coevolution|tuning)$/.exec(path) ?? [];
    if (key === "stages") {
      const stages = find(STAGES, path);
      if (stages) put("settings", `${FIRST} stages ${system ?? UNNAMED}`, stages);
    } else if (key) takeStage(system ?? UNNAMED, key as LaterStage, path);
  }
  function takeStage(system: string, stage: LaterStage, path: string): void {
    const place = `${system} ${stage}`;
    const kept = find(STAGE, path);
    // Only the first versions stored it with the run.
    const inside = (kept as { suite?: KeptSuite | null } | null)?.suite;
    const suite = find(SUITE, `${path} suite`) ?? (inside ? { ...inside, version: SUITE.version } : null);
    if (suite) put("suites", `${FIRST} ${place}`, suite);
    if (!kept) return;
    const { settings, origin } = kept;
    const id = keep(place, stage, { system, name: origin, settings }, kept);
    if (suite) put("suites", id, suite);
  }
  for (const [path, value] of copied) {
    const [, system, stage] = /^runs\/(?:(\w+) )?(coevolution|tuning) suite$/.exec(path) ?? [];
    if (!stage || copied.has(path.slice(0, -" suite".length))) continue;
    const suite = read(SUITE, value);
    if ("record" in suite) put("suites", `${FIRST} ${system ?? UNNAMED} ${stage}`, suite.record);
    else damaged.push(SUITE.name);
  }
  put("settings", OPEN, workspace);
  return { records, damaged };
}
