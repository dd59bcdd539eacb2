// What survives a reload: games, settings, and every experiment with its last checkpoint. Written from the page, never from a worker,
// since a terminated worker takes its writes with it. Each write is one transaction. A tab writes what its workspace and its
// experiments are, which no other tab does; the first also tidies the workspaces of closed tabs.

import type { HallEntry, Queue } from "../experiments.ts";
import type { KeptBoard } from "../laboratory/board-game.ts";
import type { Place as StagePlace } from "../laboratory/shelves.ts";
import type { SuiteFile } from "../laboratory/suites.ts";
import type { Lessons, PlayedProgram, Series, Settings } from "../model.ts";
import { type Database, NoDatabase, openAgain, openDatabase, reasonOf } from "./database.ts";
import { everything } from "./dump.ts";
import { copyEarlier } from "./earlier.ts";
import { locksInUse } from "./locks.ts";
import { markStored, wasStored } from "./marker.ts";
import * as forms from "./records.ts";
import {
  type Experiment,
  type ExperimentState,
  type KeptGames,
  type KeptHall,
  type KeptResults,
  type KeptExchange,
  type KeptHabits,
  type KeptLadder,
  type KeptQueue,
  type KeptSettings,
  type KeptStages,
  type KeptSuite,
  type Kind,
  placeOf,
  type RunState,
  type SeriesState,
  type StageState,
  type StoreName,
} from "./schema.ts";
import { closedWorkspaces, enterWorkspace, FIRST, NOTHING_OPEN, OpenWorkspace } from "./workspace.ts";

type Unversioned<T> = Omit<T, "version">;

export interface StorageListener {
  trouble(text: string): void;
  withdraw(text: string): void;
  /** What is stored is gone, and there is room for it again: all that is open should be stored anew. */
  onLost(): void;
}

/** An experiment that was removed, with all that belongs to it. */
export type Removed = { [store in StoreName]?: unknown } & { id: string };

/** Games as they are stored. */
export interface StoredGames {
  record: KeptGames;
  examples: ArrayBuffer;
}

/** How many stored runs and other tabs use some games. */
export interface GamesUse {
  runs: number;
  tabs: number;
}

/** All that is stored of one experiment. */
const OF_EXPERIMENT = ["experiments", "states", "ladders", "suites"] as const;
const WITH_GAMES = [...OF_EXPERIMENT, "games", "examples"] as const;
/** Games, and who uses them. */
const GAMES_AND_USERS = ["settings", "games", "examples", "experiments"] as const;
const GONE = "The browser has deleted what this page had stored here.";

export class Storage {
  readonly #listener: StorageListener;
  #database: Promise<Database | null> = Promise.resolve(null);
  #last: Promise<unknown> = Promise.resolve();
  #id = FIRST;
  /** By identity, of those that have one: what is written while a run goes on needs nothing read. */
  readonly #titles = new Map<string, string>();
  /** As they were last read. */
  #listed: Experiment[] = [];
  /** What this tab has open; it is stored at every change. */
  readonly workspace = new OpenWorkspace(() => void this.#keepWorkspace());

  constructor(listener: StorageListener) {
    this.#listener = listener;
  }

  // ---- beginning --------------------------------------------------------------------------------

  /** Opens what was stored, and enters a workspace. */
  async start(): Promise<void> {
    const waiting = setTimeout(() => this.#listener.trouble(WAITING), WAITING_MS);
    this.#id = await enterWorkspace();
    clearTimeout(waiting);
    this.#listener.withdraw(WAITING);
    this.#database = this.#open();
    await this.#database;
    await this.list();
    const stored = await this.#load("settings", forms.WORKSPACE, `${this.#id} open`);
    if (stored) this.workspace.restore(stored);
    else if (!this.isFirst) {
      const first = await this.#load("settings", forms.WORKSPACE, `${FIRST} open`);
      this.workspace.restore({ ...NOTHING_OPEN, games: first?.games ?? null });
    }
    // What it uses no other tab deletes from now on.
    if (!this.isFirst) return this.#keepWorkspace();
    // Not where it is not known what is in use.
    if (!stored) return;
    await this.#dropLeftWorkspaces();
    await this.#dropUnusedGames();
  }

  #keepWorkspace(): Promise<void> {
    const record = { ...this.workspace.record, used: Date.now() };
    return this.#write("list of what is open", (database) =>
      database.put("settings", record, `${this.#id} open`),
    );
  }

  /** The workspaces of tabs beside the first that were closed long ago: nothing on the page shows what they hold. */
  async #dropLeftWorkspaces(): Promise<void> {
    const locks = await locksInUse();
    // Where nobody tells which tabs are open, all of it stays.
    if (!locks) return;
    const { games } = this.workspace.record;
    const now = Date.now();
    await this.#write("deletion", async (database) => {
      const transaction = database.transaction(["settings", "suites"], "readwrite");
      const settings = transaction.objectStore("settings");
      const suites = transaction.objectStore("suites");
      const [ofSettings, ofSuites] = await Promise.all([settings.getAllKeys(), suites.getAllKeys()]);
      for (const id of closedWorkspaces([...ofSettings, ...ofSuites], locks)) {
        const kept: unknown = await settings.get(`${id} open`);
        // A tab that has stored no list yet begins with the games of the first.
        const reading =
          kept === undefined ? { record: { ...NOTHING_OPEN, games } } : forms.read(forms.WORKSPACE, kept);
        // What cannot be read is not written over.
        if (!("record" in reading)) continue;
        const { record } = reading;
        // Since when it is left is not known: it counts from now on.
        if (record.used === undefined) await settings.put({ ...record, used: now }, `${id} open`);
        else if (now - record.used > LEFT_MS) {
          const isIts = (key: string) => key.startsWith(`${id} `);
          for (const key of ofSettings.filter(isIts)) await settings.delete(key);
          for (const key of ofSuites.filter(isIts)) await suites.delete(key);
        }
      }
      await transaction.done;
    });
  }

  /** Whether this tab has the workspace of the last visit; else another tab has it. */
  get isFirst(): boolean {
    return this.#id === FIRST;
  }

  async #open(again = false): Promise<Database | null> {
    const listener = { onNewer: () => this.#close(NEWER_TAB), onLost: () => this.#reopen() };
    try {
      const { database, isNew } = await (again ? openAgain(listener) : openDatabase(listener));
      if (!again) await this.#takeOver(database, isNew);
      return database;
    } catch (error) {
      const why = error instanceof NoDatabase ? error.message : reasonOf(error);
      this.#listener.trouble(
        `This page stores nothing now, for ${why}. Everything else works, but nothing survives a reload.`,
      );
      return null;
    }
  }

  async #takeOver(database: Database, isNew: boolean): Promise<void> {
    if (isNew && wasStored())
      this.#listener.trouble(`${GONE} Games and runs have to be loaded or made again.`);
    try {
      const damaged = await copyEarlier(database);
      if (damaged.length > 0)
        this.#listener.trouble(
          `Of what an earlier version stored this was damaged: ${damaged.join(", ")}. It stays where it was.`,
        );
    } catch (error) {
      this.#listener.trouble(
        `What an earlier version stored could not be read (${reasonOf(error)}). It stays where it was; a reload tries again.`,
      );
    }
  }

  #close(why: string): void {
    void this.#database.then((database) => database?.close());
    this.#database = Promise.resolve(null);
    this.#listener.trouble(why);
  }

  #reopen(): void {
    this.#database = this.#open(true);
    this.#listener.trouble(`${GONE} What is open in this tab is stored again.`);
    void this.#database.then((database) => {
      if (!database) return;
      void this.#keepWorkspace();
      this.#listener.onLost();
    });
  }

  // ---- settings ---------------------------------------------------------------------------------

  loadSettings(): Promise<KeptSettings | null> {
    return this.#loadOwn("settings", forms.SETTINGS);
  }

  saveSettings(settings: Settings, workers: number): Promise<void> {
    return this.#saveOwn("settings", { version: forms.SETTINGS.version, settings, workers }, "settings");
  }

  loadStages(system: string): Promise<KeptStages | null> {
    return this.#loadOwn(`stages ${system}`, forms.STAGES);
  }

  saveStages(system: string, stages: Unversioned<KeptStages>): Promise<void> {
    const record = { version: forms.STAGES.version, ...stages };
    return this.#saveOwn(`stages ${system}`, record, "settings of the stages");
  }

  async loadExchange(): Promise<boolean> {
    // What leaves a tab is asked for in that tab: another does not begin with it.
    const kept = await this.#load("settings", forms.EXCHANGE, `${this.#id} exchange`);
    return kept?.on ?? false;
  }

  saveExchange(on: boolean): Promise<void> {
    const record = { version: forms.EXCHANGE.version, on };
    return this.#saveOwn("exchange", record, "choice to exchange programs");
  }

  loadHabits(): Promise<KeptHabits | null> {
    return this.#load("settings", forms.HABITS, "habits");
  }

  saveHabits(habits: Unversioned<KeptHabits>): Promise<void> {
    const record = { version: forms.HABITS.version, ...habits };
    return this.#write("strength and lines", (database) => database.put("settings", record, "habits"));
  }

  /** Each tab has its own, for its runs are. */
  loadQueue(): Promise<Queue | null> {
    return this.#load("settings", forms.QUEUE, `${this.#id} queue`);
  }

  saveQueue(queue: Queue): Promise<void> {
    return this.#saveOwn("queue", { version: forms.QUEUE.version, ...queue }, "queue of runs");
  }

  async loadHall(): Promise<HallEntry[]> {
    return (await this.#load("settings", forms.HALL, "hall"))?.entries ?? [];
  }

  /** Answers it as it is then; null where it was not stored. */
  async changeHall(change: (entries: HallEntry[]) => HallEntry[]): Promise<HallEntry[] | null> {
    const { version } = forms.HALL;
    const changed = await this.#change("hall", forms.HALL, (kept) => ({
      version,
      entries: change(kept?.entries ?? []),
    }));
    return changed?.entries ?? null;
  }

  async loadResults(): Promise<PlayedProgram[]> {
    // What this tab has still to write is among them.
    await this.#last;
    return (await this.#load("settings", forms.RESULTS, "results"))?.programs ?? [];
  }

  /** Answers them as they are then; null where they were not stored. */
  async changeResults(
    change: (programs: PlayedProgram[]) => PlayedProgram[],
  ): Promise<PlayedProgram[] | null> {
    const { version } = forms.RESULTS;
    const changed = await this.#change("results", forms.RESULTS, (kept) => ({
      version,
      programs: change(kept?.programs ?? []),
    }));
    return changed?.programs ?? null;
  }

  /** In one transaction: another tab may change it too. Answers what is stored then; null where it could not be. */
  async #change<T extends KeptHall | KeptResults>(
    key: string,
    form: forms.Form<T>,
    change: (kept: T | null) => T,
  ): Promise<T | null> {
    let changed: T | null = null;
    const isStored = await this.#attempt(form.name, async (database) => {
      const transaction = database.transaction("settings", "readwrite");
      const kept: unknown = await transaction.store.get(key);
      const reading = kept === undefined ? { record: null } : forms.read(form, kept);
      // What cannot be read is not written over.
      if (!("record" in reading)) throw new Error("what is stored of it cannot be used by this version");
      changed = change(reading.record);
      await transaction.store.put(changed, key);
      await transaction.done;
    });
    return isStored ? changed : null;
  }

  /** Each tab has its own. */
  loadBoard(): Promise<KeptBoard | null> {
    return this.#load("settings", forms.BOARD, `${this.#id} board`);
  }

  saveBoard(board: Unversioned<KeptBoard>): Promise<void> {
    return this.#saveOwn("board", { version: forms.BOARD.version, ...board }, "game at the board");
  }

  /** A tab beside the first begins with the first one's. */
  async #loadOwn<T>(key: string, form: forms.Form<T>): Promise<T | null> {
    const own = await this.#load("settings", form, `${this.#id} ${key}`);
    return own || this.isFirst ? own : this.#load("settings", form, `${FIRST} ${key}`);
  }

  #saveOwn(
    key: string,
    record: KeptSettings | KeptStages | KeptExchange | KeptBoard | KeptQueue,
    what: string,
  ): Promise<void> {
    return this.#write(what, (database) => database.put("settings", record, `${this.#id} ${key}`));
  }

  // ---- games ------------------------------------------------------------------------------------

  /** Those of an experiment, or those in use. */
  async loadGames(fingerprint = this.workspace.record.games): Promise<Lessons | null> {
    if (fingerprint === null) return null;
    const kept = await this.#load("games", forms.GAMES, fingerprint);
    if (!kept) return null;
    const examples = await this.#get("examples", fingerprint);
    if (examples === undefined) return null;
    // A blob costs nothing to hand from worker to worker.
    return { ...kept, examples: examples instanceof Blob ? examples : new Blob([examples]) };
  }

  /** Stores the games, and takes them into use: a run on other games is not the open one any more. */
  saveGames(lessons: Lessons): Promise<boolean> {
    this.workspace.setOpen("run", null);
    return this.storeGames(lessons, () => this.workspace.useGames(lessons.games.fingerprint));
  }

  /** Stores the games beside those in use; answers whether there was room for them. */
  async storeGames({ games, examples, settings }: Lessons, onStored = () => {}): Promise<boolean> {
    // Before the transaction, which would not wait; and not as a blob, which private sessions of WebKit refuse.
    const bytes = await examples.arrayBuffer();
    const { fingerprint } = games;
    return this.#attempt("games", async (database) => {
      const transaction = database.transaction(["games", "examples"], "readwrite");
      const record = { version: forms.GAMES.version, games, settings };
      await Promise.all([
        transaction.objectStore("games").put(record, fingerprint),
        transaction.objectStore("examples").put(bytes, fingerprint),
        transaction.done,
      ]);
      // What was in use before stays so where there is no room for these.
      onStored();
    });
  }

  /** Takes the games out of use, and deletes them where no stored run and no other tab uses them; answers how many of these do. */
  async forgetGames(fingerprint: string): Promise<GamesUse> {
    // A run on them is not the open one any more.
    if (this.workspace.record.games === fingerprint) this.workspace.setOpen("run", null);
    this.workspace.useGames(null);
    const use: GamesUse = { runs: 0, tabs: 0 };
    await this.#write("deletion", async (database) => {
      const transaction = database.transaction(GAMES_AND_USERS, "readwrite");
      const [experiments, settings] = await Promise.all([
        transaction.objectStore("experiments").getAll(),
        transaction.objectStore("settings").getAll(),
      ]);
      const isUser = (one: object) => "games" in one && one.games === fingerprint;
      use.runs = experiments.filter(isUser).length;
      use.tabs = settings.filter(isUser).length;
      const isUsed = use.runs + use.tabs > 0;
      const deleted = (["games", "examples"] as const).flatMap((store) =>
        isUsed ? [] : [transaction.objectStore(store).delete(fingerprint)],
      );
      await Promise.all([...deleted, transaction.done]);
    });
    return use;
  }

  /** Games that no experiment has learned from and no tab uses. */
  #dropUnusedGames(): Promise<void> {
    return this.#write("deletion", async (database) => {
      const transaction = database.transaction(GAMES_AND_USERS, "readwrite");
      const [experiments, settings, keys] = await Promise.all([
        transaction.objectStore("experiments").getAll(),
        transaction.objectStore("settings").getAll(),
        transaction.objectStore("games").getAllKeys(),
      ]);
      const used = new Set<unknown>([...experiments, ...settings].map((one) => "games" in one && one.games));
      const unused = keys.filter((key) => !used.has(key));
      const deleted = (["games", "examples"] as const).flatMap((store) =>
        unused.map((key) => transaction.objectStore(store).delete(key)),
      );
      await Promise.all([...deleted, transaction.done]);
    });
  }

  // ---- experiments ------------------------------------------------------------------------------

  async list(): Promise<Experiment[]> {
    // What this tab has still to write belongs to it.
    await this.#last;
    const stored = await this.#read((database) => database.getAll("experiments"));
    // What cannot be read now is as it was.
    if (!stored) return this.#listed;
    const readings = stored.map((value: unknown) => forms.read(forms.EXPERIMENT, value));
    const experiments = readings.flatMap((reading) => ("record" in reading ? [reading.record] : []));
    for (const { id, title } of experiments) {
      if (title) this.#titles.set(id, title);
      else this.#titles.delete(id);
    }
    this.#listed = experiments;
    return experiments;
  }

  /** Whether it is stored; null where that cannot be told. */
  async hasExperiment(id: string): Promise<boolean | null> {
    const count = await this.#read((database) => database.count("experiments", id));
    return count === undefined ? null : count > 0;
  }

  loadExperiment(id: string): Promise<Experiment | null> {
    return this.#load("experiments", forms.EXPERIMENT, id);
  }

  loadRun(id: string): Promise<RunState | null> {
    return this.#load("states", forms.RUN, id);
  }

  loadSeries(id: string): Promise<SeriesState | null> {
    return this.#load("states", forms.SERIES, id);
  }

  loadStage(id: string): Promise<StageState | null> {
    return this.#load("states", forms.STAGE, id);
  }

  saveRun(experiment: About, run: Unversioned<RunState>): Promise<void> {
    return this.#save("imitation", experiment, { version: forms.RUN.version, ...run });
  }

  saveSeries(experiment: About, series: Series): Promise<void> {
    return this.#save("series", experiment, { version: forms.SERIES.version, ...series });
  }

  saveStage(kind: Kind, experiment: About, stage: Unversioned<StageState>): Promise<void> {
    return this.#save(kind, experiment, { version: forms.STAGE.version, ...stage });
  }

  #save(kind: Kind, about: About, state: ExperimentState): Promise<void> {
    // What a person calls it no run knows.
    const title = this.#titles.get(about.id);
    const named = title ? { title } : {};
    const experiment: Experiment = {
      version: forms.EXPERIMENT.version,
      kind,
      changed: Date.now(),
      ...named,
      ...about,
    };
    return this.#write(kind === "series" ? "series of runs" : "run", async (database) => {
      const transaction = database.transaction(["experiments", "states"], "readwrite");
      await Promise.all([
        transaction.objectStore("experiments").put(experiment, about.id),
        transaction.objectStore("states").put(state, about.id),
        transaction.done,
      ]);
    });
  }

  loadLadder(id: string): Promise<KeptLadder | null> {
    return this.#load("ladders", forms.LADDER, id);
  }

  saveLadder(id: string, ladder: Unversioned<KeptLadder>): Promise<void> {
    const record = { version: forms.LADDER.version, ...ladder };
    return this.#write("measurement of strength", (database) => database.put("ladders", record, id));
  }

  /** The file an experiment was begun with, or else the one that those to come begin with. Null: what is built in. */
  async loadSuite(place: StagePlace, id: string | null): Promise<KeptSuite | null> {
    return this.#load("suites", forms.SUITE, id ?? `${this.#id} ${placeOf(place)}`);
  }

  saveSuite(place: StagePlace, id: string | null, file: SuiteFile | null): Promise<void> {
    const key = id ?? `${this.#id} ${placeOf(place)}`;
    if (!file) return this.#write("deletion", (database) => database.delete("suites", key));
    const record = { version: forms.SUITE.version, ...file };
    return this.#write(`file for ${place.stage}`, (database) => database.put("suites", record, key));
  }

  /**
   * Removes an experiment with all that belongs to it; answers that, to put it back, or null where it could not be removed. Nor is it
   * stored as open any more then.
   */
  async remove(id: string): Promise<Removed | null> {
    const removed: Removed = { id };
    const isRemoved = await this.#attempt("deletion", async (database) => {
      const transaction = database.transaction(OF_EXPERIMENT, "readwrite");
      for (const store of OF_EXPERIMENT) {
        const records = transaction.objectStore(store);
        removed[store] = await records.get(id);
        await records.delete(id);
      }
      await transaction.done;
    });
    this.workspace.drop(id);
    await this.#last;
    return isRemoved ? removed : null;
  }

  /** Rejects where it could not be stored: what was removed is all there is of it. */
  async putBack(removed: Removed): Promise<void> {
    if (!(await this.add([removed]))) throw new Error("the browser did not store it");
  }

  /** Of an experiment that is this tab's own. */
  async rename(id: string, title: string): Promise<void> {
    this.#titles.set(id, title);
    await this.#write("name", async (database) => {
      const transaction = database.transaction("experiments", "readwrite");
      const experiment = await transaction.store.get(id);
      if (experiment) await transaction.store.put({ ...experiment, title }, id);
      await transaction.done;
    });
  }

  /** All that is stored of one experiment, as it is. */
  async recordsOf(id: string): Promise<Removed> {
    const records: Removed = { id };
    await this.#read(async (database) => {
      const transaction = database.transaction(OF_EXPERIMENT);
      for (const store of OF_EXPERIMENT) records[store] = await transaction.objectStore(store).get(id);
      await transaction.done;
    });
    return records;
  }

  /** Stores experiments that are not here, with games that are not here yet: all of them, or nothing. Answers whether there was room. */
  async add(experiments: Removed[], games: StoredGames[] = []): Promise<boolean> {
    return this.#attempt("experiments", async (database) => {
      const transaction = database.transaction(WITH_GAMES, "readwrite");
      const known = new Set(await transaction.objectStore("games").getAllKeys());
      const records = experiments.flatMap((experiment) =>
        OF_EXPERIMENT.filter((store) => experiment[store] !== undefined).map((store) =>
          transaction.objectStore(store).put(experiment[store] as never, experiment.id),
        ),
      );
      const material = games
        .filter(({ record }) => !known.has(record.games.fingerprint))
        .flatMap(({ record, examples }) => [
          transaction.objectStore("games").put(record, record.games.fingerprint),
          transaction.objectStore("examples").put(examples, record.games.fingerprint),
        ]);
      await Promise.all([...records, ...material, transaction.done]);
    });
  }

  /** All that is stored, as one file. */
  async everything(): Promise<Blob | null> {
    const database = await this.#database;
    return database && everything(database);
  }

  // ---- access -----------------------------------------------------------------------------------

  #get<S extends StoreName>(store: S, key: string) {
    return this.#read((database) => database.get(store, key));
  }

  async #read<T>(read: (database: Database) => Promise<T>): Promise<T | undefined> {
    try {
      const database = await this.#database;
      return database ? await read(database) : undefined;
    } catch (error) {
      this.#listener.trouble(`What is stored could not be read (${reasonOf(error)}).`);
      return undefined;
    }
  }

  /** Null when it is not there, or of no use: then the page says so, and it stays where it is. */
  async #load<T>(store: StoreName, form: forms.Form<T>, key: string): Promise<T | null> {
    const value: unknown = await this.#get(store, key);
    if (value === undefined) return null;
    const reading = forms.read(form, value);
    if ("record" in reading) return reading.record;
    if (reading.fault === "newer") this.#close(NEWER_RECORD);
    else this.#listener.trouble(`The stored ${form.name} cannot be used: damaged. Nothing was deleted.`);
    return null;
  }

  /** Writes happen in the order they were asked for. */
  #write(what: string, write: (database: Database) => Promise<unknown>): Promise<void> {
    return this.#attempt(what, write).then(() => {});
  }

  /** Answers whether it was written. */
  #attempt(what: string, write: (database: Database) => Promise<unknown>): Promise<boolean> {
    const attempt = this.#last.then(() => this.#try(what, write));
    this.#last = attempt;
    return attempt;
  }

  async #try(what: string, write: (database: Database) => Promise<unknown>): Promise<boolean> {
    const database = await this.#database;
    if (!database) return false;
    const failed = (why: string) =>
      `The browser could not store the ${what} (${why}). What was stored before is still there.`;
    try {
      await write(database);
      this.#listener.withdraw(failed(FULL));
      markStored();
      return true;
    } catch (error) {
      // What is lost while it is written is stored anew, and said to be lost.
      if (!(await this.#isLost(database, error))) this.#listener.trouble(failed(reasonOf(error)));
      return false;
    }
  }

  /** Whether this one is there no more. The browser may tell a moment after what was under way has failed. */
  async #isLost(database: Database, error: unknown): Promise<boolean> {
    const isCut = error instanceof DOMException && /^(Abort|InvalidState)Error$/.test(error.name);
    if (!isCut) return false;
    await new Promise((resolve) => setTimeout(resolve, NEWS_MS));
    return (await this.#database) !== database;
  }
}

/** What a module says of its experiment. */
export type About = Omit<Experiment, "version" | "kind" | "changed">;

/** How long the workspace of a closed tab is kept: a browser may open the tab again. */
const LEFT_MS = 14 * 24 * 3_600_000;
/** The news that a database is lost may come so much later than it is felt. */
const NEWS_MS = 500;
/** A reload that takes longer is worth a word. */
const WAITING_MS = 1_000;
const WAITING =
  "The browser has not ended the page that this tab showed before. This one goes on as soon as it has: what is stored belongs to one page at a time.";
const FULL = "its storage is full";
const NEWER_TAB =
  "A newer version of this page is open in another tab. This tab goes on but stores nothing more: reload it to get that version.";
const NEWER_RECORD =
  "What is stored was written by a newer version of this page, and stays as it is. This tab stores nothing: reload it to get that version.";
