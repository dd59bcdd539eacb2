// What may be asked of the library. What takes a while is done one after the other, and says so; only a rating is measured beside it.

import type { ExperimentCommands, Experiments as Shown, HallEntry } from "../../experiments.ts";
import { Player } from "../../host/player.ts";
import type { Tables } from "../../host/tables.ts";
import { translate } from "../../language/language.ts";
import type { PlayedProgram, RunPhase, Seat } from "../../model.ts";
import { isRunning } from "../../runs.ts";
import * as forms from "../../storage/records.ts";
import type { Experiment } from "../../storage/schema.ts";
import type { Storage } from "../../storage/storage.ts";
import { at, experimentOf } from "../../titles.ts";
import { mayRest, stayAwake } from "../awake.ts";
import type { Importing } from "../importing.ts";
import type { Library } from "../library.ts";
import { reason } from "../reason.ts";
import { onGames } from "../settings.ts";
import type { Showing } from "../showing.ts";
import type { Store } from "../store.ts";
import type { Undoing } from "../undoing.ts";
import { compared } from "./comparing.ts";
import { exported, imported } from "./filing.ts";
import { RunQueue } from "./queue.ts";
import { ratingOf, ratingTables } from "./rating.ts";
import { sizeOf } from "./size.ts";

export interface ExperimentsParts {
  store: Store;
  storage: Storage;
  player: Player;
  importing: Importing;
  showing: Showing;
  library: Library;
  results: {
    kept(): Promise<PlayedProgram[]>;
    /** Beside those that are there. Answers whether they are stored. */
    add(programs: PlayedProgram[]): Promise<boolean>;
  };
  undoing: Undoing;
  phaseOf(id: string): RunPhase | null;
  /** An open run goes on to its end. */
  goOn(id: string): Promise<void>;
  /** Seats them in the arena and lets them play. */
  match(a: Seat, b: Seat): void;
  /** Settles when what was stored is back. */
  restored: Promise<void>;
}

export class Experiments implements ExperimentCommands {
  readonly #parts: ExperimentsParts;
  readonly #counter = new Player();
  readonly #queue: RunQueue;
  #last: Promise<void> = Promise.resolve();
  /** Who plays for a rating, and where. */
  #rated: { text: string; tables: Tables } | null = null;

  constructor(parts: ExperimentsParts) {
    this.#parts = parts;
    const { store, storage, library } = parts;
    this.#queue = new RunQueue({
      read: () => this.#shown.queue,
      change: (queue) => {
        this.#change({ queue });
        void storage.saveQueue(queue);
      },
      isRunning: () => isRunning(store.state),
      phaseOf: parts.phaseOf,
      exists: (id) => storage.hasExperiment(id),
      open: async (id) => {
        const isOpen = await library.open(id);
        if (isOpen) parts.showing.turnToRun();
        return isOpen;
      },
      goOn: parts.goOn,
      say: (text) => store.notice(text),
      stopped: async (id, why) => {
        const experiment = await storage.loadExperiment(id);
        const name = experiment ? translate(library.nameOf(experiment)) : "a run that cannot be read";
        store.trouble(`The queue stopped at ${name}: ${why}.`, QUEUE);
      },
    });
  }

  /** What was stored; a queue that was on goes on. `resumed`: the run that goes on because it did when the page was left. */
  async restore(resumed: string | null): Promise<void> {
    const queue = await this.#parts.storage.loadQueue();
    this.#queue.resume(resumed);
    if (queue) this.#change({ queue: { ids: queue.ids, isOn: queue.isOn } });
  }

  /** A run has come to rest. */
  onRest(): void {
    this.#queue.onRest().catch((error: unknown) => this.#fail("The queue cannot go on", error));
  }

  /** The person has destroyed a run: what follows it waits to be asked for. */
  onReset(): void {
    this.#queue.hold();
    // One that is not read yet is held when it is.
    void this.#parts.restored.then(() => this.#queue.hold());
  }

  // ---- what is stored -------------------------------------------------------------------------

  look(): void {
    this.#do("What is stored could not be counted", null, async () => {
      await this.#parts.library.list();
      this.#change({ hall: await this.#parts.storage.loadHall() });
      await this.#measure();
    });
  }

  rename(id: string, title: string): void {
    this.#do("The name was not stored", null, async () => {
      const { storage, library, store } = this.#parts;
      if (!(await storage.workspace.claim(id)))
        return store.notice("That run is open in another tab. Rename it there.");
      await storage.rename(id, title.trim().slice(0, LONGEST_TITLE));
      storage.workspace.release(id);
      await library.list();
    });
  }

  duplicate(id: string): void {
    this.#do("It was not duplicated", null, async () => {
      const { storage, library, store } = this.#parts;
      const records = await storage.recordsOf(id);
      const experiment = records.experiments as Experiment | undefined;
      if (!experiment) return;
      const copy = crypto.randomUUID();
      const title = `Copy of ${translate(library.nameOf(experiment))}`;
      const experiments: Experiment = { ...experiment, id: copy, title, changed: Date.now() };
      if (await storage.add([{ ...records, id: copy, experiments }]))
        store.notice(`There is a ${title} now.`);
      await library.list();
      await this.#measure();
    });
  }

  exportThese(ids: string[]): void {
    this.#export(async () => exported(this.#parts.storage, ids));
  }

  exportAll(): void {
    this.#export(async () => {
      const { storage, store, results } = this.#parts;
      const ids = store.state.stored.map(({ id }) => id);
      return exported(storage, ids, { results: await results.kept(), hall: await storage.loadHall() });
    });
  }

  #export(act: () => ReturnType<typeof exported>): void {
    this.#do("It was not exported", "Packing the file", async () => {
      const { store, library } = this.#parts;
      const { isEmpty, lacking } = await act();
      if (isEmpty) return store.notice("There is nothing to export.");
      if (lacking.length === 0) return;
      const whose = lacking.map((experiment) => translate(library.nameOf(experiment))).join("; ");
      store.notice(`The file is without the games of ${whose}: they are not stored here.`);
    });
  }

  importFile(file: File): void {
    this.#do(`${file.name} was not imported`, `Reading ${file.name}`, async () => {
      const { storage, player, store, library, results } = this.#parts;
      const came = await imported(storage, player, file);
      const wrong: string[] = [];
      if (came.results.length > 0 && !(await results.add(came.results))) {
        came.results = [];
        wrong.push(`The results in ${file.name} were not stored.`);
      }
      if (came.hall.length > 0 && !(await this.#keepHall((entries) => withEntries(entries, came.hall)))) {
        came.hall = [];
        wrong.push(`The hall of fame in ${file.name} was not stored.`);
      }
      if (wrong.length > 0) this.#change({ wrong: wrong.join(" ") });
      const words = inWords(came);
      if (words !== "") store.notice(`Imported from ${file.name}: ${words}.`);
      await library.list();
      await this.#measure();
    });
  }

  async #measure(): Promise<void> {
    const { storage, store } = this.#parts;
    const sizes = new Map<string, number>();
    for (const { id } of store.state.stored) {
      const { id: _, ...records } = await storage.recordsOf(id);
      // What cannot be read now is as large as it was.
      const size = records.experiments === undefined ? this.#shown.sizes.get(id) : sizeOf(records);
      if (size !== undefined) sizes.set(id, size);
    }
    const { usage, quota } = (await navigator.storage?.estimate?.()) ?? {};
    const isTold = usage !== undefined && quota !== undefined;
    this.#change({ sizes, storage: isTold ? { used: usage, allowed: quota } : null });
  }

  // ---- the queue ------------------------------------------------------------------------------

  enqueue(id: string): void {
    // Added before the stored queue is read, it would take its place.
    void this.#parts.restored.then(() => this.#queue.add(id));
  }

  enqueueNew(): void {
    this.#do("It was not put into the queue", null, async () => {
      const { store, storage, importing, library } = this.#parts;
      if (importing.areBorrowed || store.state.aside)
        return store.notice("The games of a link are not stored: go back to your own first.");
      if (!(await importing.refit()) || !importing.lessons) return;
      const { lessons } = importing;
      const { settings_table } = store.state;
      await importing.keepAgain();
      const settings = onGames(settings_table, store.state.settings, lessons.settings);
      const id = crypto.randomUUID();
      const { title: name, fingerprint: games } = lessons.games;
      const system = store.systemOf(settings);
      const about = { id, kind: "imitation", system, name, settings, games, generation: -1 } as const;
      const experiments: Experiment = { version: forms.EXPERIMENT.version, ...about, changed: Date.now() };
      const generations = Number(settings.generations);
      const states = { version: forms.RUN.version, generations, checkpoint: "", elapsed_ms: [] };
      if (await storage.add([{ id, experiments, states }])) this.#queue.add(id);
      await library.list();
    });
  }

  dequeue(id: string): void {
    this.#queue.remove(id);
  }

  move(id: string, by: number): void {
    this.#queue.move(id, by);
  }

  startQueue(): void {
    this.#parts.store.mended(QUEUE);
    this.#queue.start().catch((error: unknown) => this.#fail("The queue cannot go on", error));
  }

  holdQueue(): void {
    this.#queue.hold();
  }

  // ---- comparing ------------------------------------------------------------------------------

  compare(ids: string[]): void {
    this.#do("They cannot be compared", "Comparing", async () => {
      const { storage, player, library } = this.#parts;
      const nameOf = (experiment: Experiment) => library.nameOf(experiment);
      this.#change({ comparison: await compared({ storage, player, counter: this.#counter, nameOf }, ids) });
    });
  }

  match(a: Seat, b: Seat): void {
    this.#parts.match(a, b);
  }

  // ---- hall of fame ---------------------------------------------------------------------------

  enterHall(): void {
    const { store } = this.#parts;
    const { program } = store.state;
    if (!program) return store.notice("There is no program on show yet.");
    const { text, system } = program;
    const title = this.#titleForHall();
    const entry: HallEntry = { text, title, system, when: Date.now(), rating: null };
    this.#do(NOT_STORED, null, async () => {
      if (await this.#keepHall((entries) => withEntries(entries, [entry]))) this.rate(text);
    });
  }

  /** "of this run" says nothing once another is open. */
  #titleForHall(): string {
    const { program_title, program_name, stored, systems } = this.#parts.store.state;
    const [, generation] = /^(?:.* \()?[Gg]eneration (\d+) of this run\)?$/.exec(program_title) ?? [];
    const run = stored.find(({ isOpen, kind }) => isOpen && kind === "imitation");
    if (generation === undefined || !run) return program_title;
    const system = systems.find(({ id }) => id === run.system)?.title ?? run.system;
    const which = at(run.title || experimentOf(system, run.seed), "generation", Number(generation));
    return program_name === "" ? which : `${program_name} (${which})`;
  }

  rate(text: string): void {
    if (!this.#rated) void this.#rate(text);
  }

  async #rate(text: string): Promise<void> {
    const { store, player } = this.#parts;
    const rated = { text, tables: ratingTables(store.state.workers) };
    const isOn = () => this.#rated === rated;
    this.#rated = rated;
    stayAwake(RATING);
    this.#change({ wrong: null, rating: "Playing for a rating" });
    try {
      const rating = await ratingOf(player, text, rated.tables, (played, planned) => {
        if (isOn()) this.#change({ rating: `Playing for a rating: ${played} of ${planned} games` });
      });
      if (!isOn()) return;
      await this.#keepHall((entries) =>
        entries.map((entry) => (entry.text === text ? { ...entry, rating } : entry)),
      );
    } catch (error) {
      if (isOn()) this.#fail("The rating could not be measured", error);
    } finally {
      if (isOn()) this.#endRating();
    }
  }

  stopRating(): void {
    this.#rated?.tables.stop();
    this.#endRating();
  }

  #endRating(): void {
    this.#rated = null;
    mayRest(RATING);
    this.#change({ rating: null });
  }

  leaveHall(text: string): void {
    const { undoing } = this.#parts;
    const left = this.#shown.hall.find((entry) => entry.text === text);
    if (!left) return;
    this.#do(NOT_STORED, null, async () => {
      if (!(await this.#keepHall((entries) => entries.filter((entry) => entry.text !== text)))) return;
      if (this.#rated?.text === text) this.stopRating();
      undoing.offer(`${translate(left.title)} was removed from the hall of fame.`, async () => {
        if (!(await this.#keepHall((entries) => withEntries(entries, [left]))))
          throw new Error("the browser did not store it");
      });
    });
  }

  showFromHall({ text, title }: HallEntry): void {
    this.#do("It cannot be shown", null, () => this.#parts.showing.welcome(text, title));
  }

  /** Answers whether it is stored. */
  async #keepHall(change: (entries: HallEntry[]) => HallEntry[]): Promise<boolean> {
    const hall = await this.#parts.storage.changeHall(change);
    if (hall) this.#change({ hall });
    return hall !== null;
  }

  // ---- how it is done -------------------------------------------------------------------------

  get #shown(): Shown {
    return this.#parts.store.state.experiments;
  }

  #change(part: Partial<Shown>): void {
    this.#parts.store.change({ experiments: { ...this.#shown, ...part } });
  }

  /** One after the other. `busy`: what is said meanwhile. */
  #do(failed: string, busy: string | null, act: () => Promise<unknown>): void {
    this.#last = this.#last.then(async () => {
      await this.#parts.restored;
      this.#change({ wrong: null, ...(busy ? { busy } : {}) });
      try {
        await act();
      } catch (error) {
        this.#fail(failed, error);
      } finally {
        if (busy) this.#change({ busy: null });
      }
    });
  }

  #fail(what: string, error: unknown): void {
    this.#change({ wrong: `${what}: ${reason(error)}.` });
  }
}

const LONGEST_TITLE = 80;
/** What messages of the queue are about. */
const QUEUE = "queue";
/** What keeps the page awake. */
const RATING = "rating";

const NOT_STORED = "The hall of fame was not stored";

/** A program is there once. */
function withEntries(entries: HallEntry[], more: HallEntry[]): HallEntry[] {
  const known = new Set(entries.map(({ text }) => text));
  return [...entries, ...more.filter(({ text }) => !known.has(text))];
}

/** Empty of nothing. */
function inWords({ count, results, hall }: Awaited<ReturnType<typeof imported>>): string {
  const games = results.reduce((sum, one) => sum + one.games.length, 0);
  const words = [
    ...(count > 0 ? [count === 1 ? "one experiment" : `${count} experiments`] : []),
    ...(games > 0 ? [games === 1 ? "one result" : `${games} results`] : []),
    ...(hall.length > 0
      ? [
          hall.length === 1
            ? "one program of the hall of fame"
            : `${hall.length} programs of the hall of fame`,
        ]
      : []),
  ];
  return words.join(", ");
}
