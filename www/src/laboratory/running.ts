// The first room's buttons: a run begins, goes on, pauses and is kept.
//
// Evolve, when no run is open: begins one with the settings as they stand. Paused: goes on, under the settings the run began
// with. Finished: goes on if Generations was raised, and begins a new run if any other setting of the run was changed.
// Generations only says when to stop, so it may change at any time without changing what was bred so far.

import { changedFilters } from "../filters.ts";
import type { Evolution, NewsEvent } from "../host/evolution.ts";
import { WorkerEnded } from "../host/line.ts";
import type { GenerationRecord, RunPhase, Settings } from "../model.ts";
import type { Storage } from "../storage/storage.ts";
import type { Standing } from "../worker/protocol.ts";
import { mayRest, stayAwake } from "./awake.ts";
import type { Importing, Lessons } from "./importing.ts";
import { reason } from "./reason.ts";
import { type Goal, type Opening, RunController } from "./run-controller.ts";
import { onGames, sameRun } from "./settings.ts";
import { IDLE, type Store } from "./store.ts";
import type { Undoing } from "./undoing.ts";

/** What messages are about. */
const RUN = "run";

export interface RunListener {
  /** The records have changed, or there are none any more. */
  onRecords(): void;
  /** The run begins or goes on. */
  onStart(): void;
  /** The run paused or finished. */
  onStop(): void;
}

export class Running {
  readonly #store: Store;
  readonly #storage: Storage;
  readonly #evolution: Evolution;
  readonly #importing: Importing;
  readonly #undoing: Undoing;
  readonly #listener: RunListener;
  readonly #controller: RunController;
  /** The games the coordinator has loaded. */
  #loaded: Lessons | null = null;
  /** The settings the open run began with; null when none is open. */
  #settings: Settings | null = null;
  /** Counts the person's commands, so that a slow one notices that it has been overtaken. */
  #command = 0;
  /** Of the open run, as it is stored; null where it is not. */
  #id: string | null = null;
  #checkpoint: string | null = null;
  #saving: Promise<void> | null = null;
  /** The run that ended when other games came into use. */
  #ended: string | null = null;

  constructor(
    store: Store,
    storage: Storage,
    evolution: Evolution,
    importing: Importing,
    undoing: Undoing,
    listener: RunListener,
  ) {
    this.#store = store;
    this.#storage = storage;
    this.#evolution = evolution;
    this.#importing = importing;
    this.#undoing = undoing;
    this.#listener = listener;
    this.#controller = new RunController(evolution, {
      onStill: (checkpoint) => this.#onStill(checkpoint),
      onFailed: (error) => this.#onFailed(error),
    });
  }

  /** The settings of the open run. */
  get settings(): Settings | null {
    return this.#settings;
  }

  /** The identity of the open run; null where it is not stored, or none is open. */
  get id(): string | null {
    return this.#id;
  }

  /** Opens the run of last time, paused where it was; answers whether it was running. */
  async restore(): Promise<boolean> {
    const id = this.#storage.workspace.openAt("run");
    return id !== null && (await this.open(id)) && this.#storage.workspace.wasRunning("run");
  }

  /** Opens a stored run, paused where it was, with its games; answers whether that was possible. Else it stays stored. */
  async open(id: string): Promise<boolean> {
    if (!(await this.#storage.workspace.claim(id))) return false;
    const kept = await this.#storage.loadRun(id);
    const about = kept && (await this.#storage.loadExperiment(id));
    if (!about) return false;
    const { checkpoint, generations, elapsed_ms } = kept;
    let isOpen = false;
    const opening: Opening = {
      open: async () => {
        await this.prepare(lessons);
        return this.#evolution.open({ kind: "kept", checkpoint, suite: null });
      },
      opened: (standing) => {
        isOpen = true;
        this.#id = id;
        this.#storage.workspace.setOpen("run", id);
        const last = standing.records.at(-1)?.generation ?? -1;
        const phase = last >= generations ? "finished" : "paused";
        this.#show(standing, { generations, phase, expected: null }, elapsed_ms);
        this.#checkpoint = checkpoint;
        // One of an earlier version says nothing of itself.
        if (about.generation === null) void this.#saveOnce(id, checkpoint);
        this.#listener.onStop();
      },
      failed: (error) => this.#store.trouble(unopened("run", error)),
    };
    let lessons: Lessons;
    try {
      lessons = await this.#importing.turnTo(about.games);
    } catch (error) {
      opening.failed(error);
      return false;
    }
    this.#take();
    await this.#controller.open(opening, null);
    return isOpen;
  }

  /** The browser has lost what was stored: the run is stored again. */
  async keepAgain(): Promise<void> {
    if (this.#id && this.#checkpoint) await this.#saveOnce(this.#id, this.#checkpoint);
  }

  /** Goes on until the generations asked for, or for one generation only; waits for games that are on their way. */
  async evolve(step: boolean): Promise<void> {
    if (this.#store.state.run.phase === "running") return;
    const overtaken = this.#take();
    if (!(await this.#importing.ready()) || overtaken()) return;
    const { run, settings, settings_table } = this.#store.state;
    const last = run.records.at(-1)?.generation ?? -1;
    const asked = Number(settings.generations);
    const filtered = changedFilters(this.#store.state).length > 0;
    const changed =
      this.#settings !== null && (filtered || !sameRun(settings_table, settings, this.#settings));
    const finished = run.phase === "finished";
    if (finished && !changed && asked === last) {
      return this.#store.notice("This run is finished. Raise Generations to go on, or Reset to begin again.");
    }
    const begun = this.#settings !== null && last >= 0;
    if ((!begun && (changed || this.#settings === null)) || (finished && (changed || asked < last))) {
      if (!(await this.#importing.refit()) || overtaken()) return;
      const readWith = this.#importing.lessons?.settings ?? {};
      const own = onGames(settings_table, settings, readWith);
      return this.#begin({ settings: own, until: asked, expected: null }, step);
    }
    if (changed) this.#store.notice("The run goes on as it began. Reset to use the changed settings.");
    if (asked <= last) return this.#stopped("finished");
    await this.#go({ until: asked, step });
  }

  /** Whether there are games to learn from, read for the chosen system; waits for those on their way. */
  haveGames(): Promise<boolean> {
    return this.#importing.refit();
  }

  /** A new run in place of the open one. */
  async fresh(settings: Settings): Promise<void> {
    this.#take();
    await this.#begin({ settings, until: Number(settings.generations), expected: null }, false);
  }

  /** The paused run goes on to its end. */
  async goOn(): Promise<void> {
    const { phase, generations } = this.#store.state.run;
    if (phase === "paused") await this.#go({ until: generations, step: false });
  }

  /** Another system is chosen. An open run stays what it is; after a finished one Evolve begins anew. */
  async onSystem(): Promise<void> {
    const { phase } = this.#store.state.run;
    if (this.#settings === null && phase === "idle") await this.#importing.refit("quietly");
    else if (phase !== "finished") {
      this.#store.notice("The open run goes on as it began. Reset to begin with the other system.");
    }
  }

  /** Runs again what a link describes, on the games now in use. What is stored of the person's stays as it is. */
  async repeat(settings: Settings, chromosome: string): Promise<void> {
    this.#take();
    await this.#begin({ settings, until: Number(settings.generations), expected: chromosome }, false);
  }

  async pause(): Promise<void> {
    if (this.#store.state.run.phase !== "running") return;
    this.#take();
    await this.#controller.pause();
  }

  /** Deletes the open run; that can be undone. */
  async reset(): Promise<void> {
    const id = this.#id;
    this.#take();
    this.#close();
    await this.#controller.close();
    if (!id) return;
    await this.#saving;
    const removed = await this.#storage.remove(id);
    this.#undoing.offer("The run was deleted.", async () => {
      await this.#storage.putBack(removed);
      if (this.#store.state.run.phase === "idle") await this.open(id);
      else this.#store.notice("It is stored again. Another run is open in its place.");
    });
  }

  /** The open run is stored too, and is the one of the next visit. */
  async keepInstead(): Promise<void> {
    this.#store.change({ aside: false });
    this.#id = this.#storage.workspace.begin("run");
    await this.#importing.keep();
    const checkpoint = this.#checkpoint;
    if (checkpoint) await this.#keep(checkpoint);
  }

  /** Other games are in use: a run on the old ones is not open any more. A command that waits for them goes on. */
  onLessons(): void {
    const running = this.#store.state.run.phase === "running";
    this.#ended = this.#id ?? this.#ended;
    if (running) this.#take();
    this.#close();
    void this.#controller.close();
    if (!this.#importing.areBorrowed) this.#store.change({ aside: false });
  }

  /** The run that ended with other games is open again, where these are its games. */
  async reopen(): Promise<void> {
    const ended = this.#ended && (await this.#storage.loadExperiment(this.#ended));
    if (ended && ended.games === this.#importing.lessons?.games.fingerprint) await this.open(ended.id);
  }

  onNews({ records, population, checkpoint, phase, elapsed_ms }: NewsEvent): void {
    const [record] = timed(records as GenerationRecord[], [elapsed_ms]);
    if (!this.#settings || !record) return;
    const earlier = this.#store.state.run.records.filter(({ generation }) => generation < record.generation);
    this.#store.changeRun({ records: [...earlier, record], population });
    this.#listener.onRecords();
    if (checkpoint) void this.#keep(checkpoint);
    if (phase === "finished") this.#judge(record);
    if (phase === "running") return;
    this.#controller.stopped(record.generation);
    if (!this.#controller.goesOn) this.#stopped(phase);
  }

  onStuck(why: string): void {
    this.#controller.lost();
    this.#stopped("paused");
    this.#store.trouble(
      `The run has stopped: background threads keep crashing (${why}). Evolve tries again from the last generation.`,
      RUN,
    );
  }

  async #begin({ settings, until, expected }: Beginning, step: boolean): Promise<void> {
    const lessons = this.#importing.lessons;
    if (!lessons) return;
    const before = this.#store.state.run;
    const opening: Opening = {
      open: async () => {
        await this.prepare(lessons);
        const system = this.#store.systemOf(settings);
        return this.#evolution.open({
          kind: "new",
          run: "imitation",
          settings,
          programs: [],
          system,
          suite: null,
        });
      },
      opened: (standing) => {
        const displaces =
          expected !== null && (this.#storage.workspace.openAt("run") || this.#importing.hasDisplaced);
        if (displaces) this.#store.change({ aside: true });
        this.#id = this.#store.state.aside ? null : this.#storage.workspace.begin("run");
        if (this.#id) void this.#importing.keep();
        const phase = this.#controller.goesOn ? "running" : "paused";
        this.#show(standing, { generations: until, phase, expected });
        if (phase === "paused") this.#stopped(phase);
        else if (this.#id) this.#storage.workspace.setRunning("run", true);
      },
      failed: (error) => {
        const phase = this.#settings === null ? "idle" : before.phase === "running" ? "paused" : before.phase;
        this.#store.changeRun({ generations: before.generations });
        this.#stopped(phase);
        this.#store.trouble(`The run could not begin: ${reason(error)}.`, RUN);
      },
    };
    this.#runs(until);
    await this.#controller.open(opening, { until, step });
  }

  async #go(goal: Goal): Promise<void> {
    this.#runs(goal.until);
    if (this.#id) this.#storage.workspace.setRunning("run", true);
    await this.#controller.go(goal);
  }

  #runs(until: number): void {
    this.#store.mended(RUN);
    this.#store.changeRun({ phase: "running", generations: until, experiment_link: null });
    stayAwake("imitation");
    this.#listener.onStart();
  }

  #onStill(checkpoint: string | null): void {
    if (!this.#settings) return;
    if (checkpoint) void this.#keep(checkpoint);
    if (!this.#controller.goesOn && this.#store.state.run.phase === "running") this.#stopped("paused");
  }

  #onFailed(error: unknown): void {
    if (this.#settings) this.#stopped("paused");
    this.#store.trouble(`The run could not go on: ${reason(error)}.`, RUN);
  }

  /** Gives the lessons to the coordinator. Rejects examples that are damaged, or not those of the games. */
  async prepare(lessons: Lessons): Promise<void> {
    if (this.#loaded === lessons) return;
    const fingerprint = await this.#evolution.load(lessons.examples);
    if (fingerprint !== lessons.games.fingerprint) throw new Error("the examples belong to other games");
    this.#loaded = lessons;
  }

  #show(standing: Standing, { generations, phase, expected }: Shown, elapsed_ms: number[] = []): void {
    const { settings, population } = standing;
    const records = timed(standing.records as GenerationRecord[], elapsed_ms);
    this.#settings = settings;
    this.#checkpoint = null;
    this.#store.change({
      chosen_generation: null,
      run: {
        phase,
        settings,
        generations,
        records,
        population,
        experiment_link: null,
        expected: expected === null ? null : { chromosome: expected, reached: null },
      },
    });
    this.#listener.onRecords();
  }

  /** Whether the run has come to the chromosome its link promised. */
  #judge({ champion }: GenerationRecord): void {
    const { expected } = this.#store.state.run;
    if (expected)
      this.#store.changeRun({ expected: { ...expected, reached: champion === expected.chromosome } });
  }

  #stopped(phase: RunPhase): void {
    mayRest("imitation");
    if (this.#id) this.#storage.workspace.setRunning("run", false);
    this.#store.changeRun({ phase });
    this.#listener.onStop();
  }

  /** No run is open any more. */
  #close(): void {
    this.#settings = null;
    this.#checkpoint = null;
    this.#id = null;
    mayRest("imitation");
    this.#store.change({ run: IDLE, chosen_generation: null });
    this.#listener.onRecords();
  }

  /** A command takes over; the answer tells it whether a later one has overtaken it. */
  #take(): () => boolean {
    this.#command += 1;
    const command = this.#command;
    return () => command !== this.#command;
  }

  /** Keeps the newest checkpoint; those that come while one is being written are skipped but for the last. */
  #keep(checkpoint: string): Promise<void> {
    this.#checkpoint = checkpoint;
    this.#saving ??= this.#save().finally(() => {
      this.#saving = null;
    });
    return this.#saving;
  }

  async #save(): Promise<void> {
    for (let saved: string | null = null; this.#id && this.#checkpoint && saved !== this.#checkpoint;) {
      saved = this.#checkpoint;
      await this.#saveOnce(this.#id, saved);
    }
  }

  async #saveOnce(id: string, checkpoint: string): Promise<void> {
    const { run, games } = this.#store.state;
    const settings = this.#settings;
    if (!games || !settings) return;
    const { fingerprint, title } = games;
    const generation = run.records.at(-1)?.generation ?? -1;
    const about = {
      id,
      system: this.#store.systemOf(settings),
      name: title,
      settings,
      games: fingerprint,
      generation,
    };
    const elapsed_ms = run.records.map((record) => record.elapsed_ms);
    await this.#storage.saveRun(about, { generations: run.generations, checkpoint, elapsed_ms });
  }
}

/** Why something stored cannot be opened: of damage and of workers that end the person hears apart. It stays stored. */
export function unopened(what: string, error: unknown): string {
  const why = reason(error);
  if (error instanceof WorkerEnded)
    return `The stored ${what} could not be opened, for background threads keep crashing (${why}). It stays stored: reload the page to try again.`;
  return `The stored ${what} cannot be opened (${why}). It stays stored; everything stored here can be saved as one file.`;
}

interface Beginning {
  settings: Settings;
  until: number;
  /** The chromosome that a link promises. */
  expected: string | null;
}

interface Shown {
  generations: number;
  phase: RunPhase;
  expected: string | null;
}

function timed(records: GenerationRecord[], elapsed_ms: number[]): GenerationRecord[] {
  return records.map((record, index) => ({ ...record, elapsed_ms: elapsed_ms[index] ?? 0 }));
}
