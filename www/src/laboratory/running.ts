// The first room's buttons: a run begins, goes on, pauses and is kept.
//
// Evolve, when no run is open: begins one with the settings as they stand. Paused: goes on, under the settings the run began
// with. Finished: goes on if Generations was raised, and begins a new run if any other setting of the run was changed.
// Generations only says when to stop, so it may change at any time without changing what was bred so far.

import type { Evolution, GenerationEvent } from "../host/evolution.ts";
import type { GenerationRecord, RunPhase, Settings } from "../model.ts";
import type { Storage } from "../storage.ts";
import type { Standing } from "../worker/protocol.ts";
import { mayRest, stayAwake } from "./awake.ts";
import type { Importing, Lessons } from "./importing.ts";
import { reason } from "./reason.ts";
import { onGames, sameRun } from "./settings.ts";
import { IDLE, type Store } from "./store.ts";

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
  readonly #listener: RunListener;
  /** The games the coordinator has loaded. */
  #loaded: Lessons | null = null;
  /** The settings the open run began with; null when none is open. */
  #settings: Settings | null = null;
  /** Counts the person's commands, so that a slow one notices that it has been overtaken. */
  #command = 0;
  /** Runs from links are not kept: they would replace the person's own. */
  #kept = true;
  #checkpoint: string | null = null;
  #saving: Promise<void> | null = null;

  constructor(
    store: Store,
    storage: Storage,
    evolution: Evolution,
    importing: Importing,
    listener: RunListener,
  ) {
    this.#store = store;
    this.#storage = storage;
    this.#evolution = evolution;
    this.#importing = importing;
    this.#listener = listener;
  }

  /** The settings of the open run. */
  get settings(): Settings | null {
    return this.#settings;
  }

  /** Whether the open run is stored. */
  get isKept(): boolean {
    return this.#kept;
  }

  /** Opens the stored run, paused where it was. */
  async restore(): Promise<void> {
    const kept = await this.#storage.loadRun();
    const lessons = this.#importing.lessons;
    if (!kept || !lessons || kept.fingerprint !== lessons.games.fingerprint) return;
    try {
      await this.prepare(lessons);
      const standing = await this.#evolution.resume(kept.checkpoint);
      const records = timed(standing.records, kept.elapsed_ms);
      const done = (records.at(-1)?.generation ?? -1) >= kept.generations;
      const phase = done ? "finished" : "paused";
      this.#show({ ...standing, records }, { generations: kept.generations, phase, expected: null });
      this.#listener.onStop();
      this.#checkpoint = kept.checkpoint;
    } catch (error) {
      this.#store.trouble(`The stored run could not be opened (${reason(error)}) and has been dropped.`);
      await this.#storage.forgetRun();
    }
  }

  /** Goes on until the generations asked for, or for one generation only; waits for games that are on their way. */
  async evolve(step: boolean): Promise<void> {
    if (this.#store.state.run.phase === "running") return;
    const overtaken = this.#take();
    if (!(await this.#importing.ready()) || overtaken()) return;
    const { run, settings, settings_table } = this.#store.state;
    const last = run.records.at(-1)?.generation ?? -1;
    const asked = Number(settings.generations);
    const changed = this.#settings !== null && !sameRun(settings_table, settings, this.#settings);
    const finished = run.phase === "finished";
    if (finished && !changed && asked === last) {
      return this.#store.notice("This run is finished. Raise Generations to go on, or Reset to begin again.");
    }
    if (this.#settings === null || (finished && (changed || asked < last))) {
      if (!(await this.#importing.refit()) || overtaken()) return;
      const readWith = this.#importing.lessons?.settings ?? {};
      const own = onGames(settings_table, settings, readWith);
      return this.#start({ settings: own, until: asked, expected: null }, step);
    }
    if (changed) this.#store.notice("The run goes on as it began. Reset to use the changed settings.");
    if (asked <= last) return this.#stopped("finished");
    await this.#go(asked, step, overtaken);
  }

  /** Whether there are games to learn from, read for the chosen system; waits for those on their way. */
  haveGames(): Promise<boolean> {
    return this.#importing.refit();
  }

  /** A new run in place of the open one. */
  async fresh(settings: Settings): Promise<void> {
    this.#close();
    await this.#evolution.pause();
    await this.#start({ settings, until: Number(settings.generations), expected: null }, false);
  }

  /** The paused run goes on to its end. */
  async goOn(): Promise<void> {
    const { phase, generations } = this.#store.state.run;
    if (phase === "paused") await this.#go(generations, false, this.#take());
  }

  /** Another system is chosen. An open run stays what it is; after a finished one Evolve begins anew. */
  async onSystem(): Promise<void> {
    const { phase } = this.#store.state.run;
    if (this.#settings === null && phase === "idle") await this.#importing.refit();
    else if (phase !== "finished") {
      this.#store.notice("The open run goes on as it began. Reset to begin with the other system.");
    }
  }

  /** Runs again what a link describes, on the games now in use. */
  async repeat(settings: Settings, chromosome: string): Promise<void> {
    this.#close();
    await this.#evolution.pause();
    await this.#start({ settings, until: Number(settings.generations), expected: chromosome }, false);
  }

  async pause(): Promise<void> {
    if (this.#store.state.run.phase !== "running") return;
    const overtaken = this.#take();
    if (!this.#settings) this.#stopped("idle");
    try {
      const checkpoint = await this.#evolution.pause();
      if (checkpoint && !overtaken() && this.#settings) await this.#keep(checkpoint);
    } finally {
      if (!overtaken() && this.#store.state.run.phase === "running") this.#stopped("paused");
    }
  }

  async reset(): Promise<void> {
    const forget = this.#kept;
    this.#take();
    this.#close();
    await this.#evolution.pause();
    if (forget) await this.#storage.forgetRun();
  }

  /** Other games are in use: a run on the old ones is over. A command that waits for them goes on. */
  onLessons(): void {
    const running = this.#store.state.run.phase === "running";
    this.#close();
    if (!running) return;
    this.#take();
    this.#evolution.pause().catch(() => {});
  }

  onGeneration({ record, population, checkpoint, phase }: GenerationEvent): void {
    if (!this.#settings) return;
    const earlier = this.#store.state.run.records.filter(({ generation }) => generation < record.generation);
    this.#store.changeRun({ records: [...earlier, record], population });
    this.#listener.onRecords();
    if (checkpoint) void this.#keep(checkpoint);
    if (phase === "finished") this.#judge(record);
    if (phase !== "running") this.#stopped(phase);
  }

  onStuck(why: string): void {
    this.#stopped("paused");
    this.#store.trouble(
      `The run has stopped: its workers keep ending (${why}). Evolve tries again from the last generation.`,
    );
  }

  async #start({ settings, until, expected }: Beginning, step: boolean): Promise<void> {
    const overtaken = this.#take();
    const lessons = this.#importing.lessons;
    if (!lessons) return;
    this.#store.changeRun({ phase: "running", generations: until });
    try {
      await this.prepare(lessons);
      const standing = await this.#evolution.begin(settings);
      if (overtaken()) return;
      this.#kept = expected === null;
      if (this.#kept) this.#importing.keep();
      this.#show(standing, { generations: until, phase: "running", expected });
    } catch (error) {
      if (overtaken()) return;
      this.#stopped(this.#settings ? "finished" : "idle");
      return this.#store.trouble(`The run could not begin: ${reason(error)}.`);
    }
    await this.#go(until, step, overtaken);
  }

  async #go(until: number, step: boolean, overtaken: () => boolean): Promise<void> {
    this.#store.changeRun({ phase: "running", generations: until, experiment_link: null });
    stayAwake("imitation");
    this.#listener.onStart();
    try {
      await this.#evolution.run({ until, step });
    } catch (error) {
      if (overtaken()) return;
      this.#stopped("paused");
      this.#store.trouble(`The run could not go on: ${reason(error)}.`);
    }
  }

  /** Gives the lessons to the coordinator. Rejects examples that are damaged, or not those of the games. */
  async prepare(lessons: Lessons): Promise<void> {
    if (this.#loaded === lessons) return;
    const fingerprint = await this.#evolution.load(lessons.examples);
    if (fingerprint !== lessons.games.fingerprint) throw new Error("the examples belong to other games");
    this.#loaded = lessons;
  }

  #show({ settings, records, population }: Standing, { generations, phase, expected }: Opening): void {
    this.#settings = settings;
    this.#store.change({
      chosen_generation: null,
      run: {
        phase,
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
    this.#store.changeRun({ phase });
    this.#listener.onStop();
  }

  /** No run is open any more. */
  #close(): void {
    this.#settings = null;
    this.#checkpoint = null;
    this.#kept = true;
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
    if (!this.#kept) return;
    for (let saved: string | null = null; this.#checkpoint && saved !== this.#checkpoint;) {
      saved = this.#checkpoint;
      if (await this.#saveOnce(saved)) continue;
      this.#kept = false;
      break;
    }
  }

  async #saveOnce(checkpoint: string): Promise<boolean> {
    const { run, games } = this.#store.state;
    if (!games) return false;
    const elapsed_ms = run.records.map((record) => record.elapsed_ms);
    const { fingerprint } = games;
    const fits = await this.#storage.saveRun({
      fingerprint,
      generations: run.generations,
      checkpoint,
      elapsed_ms,
    });
    if (!fits)
      this.#store.trouble("This browser has stored other games: this run will not survive a reload.");
    return fits;
  }
}

interface Beginning {
  settings: Settings;
  until: number;
  /** The chromosome that a link promises. */
  expected: string | null;
}

interface Opening {
  generations: number;
  phase: RunPhase;
  expected: string | null;
}

function timed(records: GenerationRecord[], elapsed_ms: number[]): GenerationRecord[] {
  return records.map((record, index) => ({ ...record, elapsed_ms: elapsed_ms[index] ?? 0 }));
}
