// What the later stages have in common. Each system has a place for a run of each: begun with programs, on openings, positions or games that
// are built in or come from a person's own file.

import type { NewsEvent } from "../../host/evolution.ts";
import type { Player } from "../../host/player.ts";
import type { Offer, Run, RunRecord, Seat, Settings, StageRecord, StageRun } from "../../model.ts";
import { placeOf } from "../../storage/schema.ts";
import type { Storage } from "../../storage/storage.ts";
import type { RunOpening, RunOrigin, SharedLater, ToShare } from "../../worker/protocol.ts";
import { unopened } from "../open-run.ts";
import { changedUntil, type Provenance, seedOf } from "../program-file.ts";
import { completed } from "../settings.ts";
import type { Place, Shelves } from "../shelves.ts";
import type { Showing } from "../showing.ts";
import { IDLE, type Store } from "../store.ts";
import { readSuite, type SuiteFile, type SuiteNames } from "../suites.ts";
import { type Beginning, joined, type KindOfRun, type RunPart, type Stored } from "./kind.ts";
import { at } from "../../titles.ts";

export interface LaterParts {
  store: Store;
  storage: Storage;
  player: Player;
  showing: Showing;
  shelves: Shelves;
}

/** Whom a run begins with, what they are in words, and the best of them where that is known. */
export interface Origin {
  programs: string[];
  origin: string;
  before: Seat | null;
}

/** What one later stage has of its own; `E`: what links to its experiments say. */
export interface LaterKind<E extends SharedLater = SharedLater> {
  noun: string;
  /** What its records are of, in titles. */
  step: "generation" | "round" | "step";
  /** How what it works on is called; null where it works on nothing. */
  suite: SuiteNames | null;
  /** Whom it begins with as things are; rejects where there is nobody. */
  origin(parts: LaterParts, system: string): Promise<Origin>;
  /** What its champion is called, and the best of its first generation. */
  names(parts: LaterParts, system: string): { after: string; first: string };
  /** Whether the program on show follows a run that goes on. */
  isFollowed?: boolean;
  /** The records without programs that are kept no longer, as the core forgets them; all are kept without it. */
  kept?(records: StageRecord[]): StageRecord[];
  /** Measures how long a piece of work takes, from when the run goes on. */
  pace?(parts: LaterParts): { begin(run: Run<RunRecord>): void; read(run: StageRun<StageRecord>): RunPart };
  /** Whom the experiment of a link begins with. */
  linked(experiment: E): Pick<Origin, "origin" | "before">;
  /** What is said of that before it is run; `population`: the programs that the link carries. */
  offered(experiment: E): { system: string; initial: Offer["initial"]; population: number | null };
}

/** The settings, and how many generations they ask for. */
export function asking(settings: Settings) {
  return { settings, generations: Number(settings.generations ?? 0) };
}

/** Before anything is begun, or after it was deleted. The settings and the file stay chosen. */
const NO_RUN: RunPart = {
  phase: "idle",
  records: [],
  changes: [],
  progress: IDLE.progress,
  population: IDLE.population,
  expected: null,
  of_another_engine: false,
  origin: "",
  before: null,
  aside: false,
};

/** A later stage of a system. */
export class LaterRun implements KindOfRun {
  readonly at: Place;
  readonly noun: string;
  readonly place: KindOfRun["place"];
  readonly retry = "Resume tries again.";
  readonly idle = NO_RUN;
  readonly isSlow = true;
  readonly suite: SuiteNames | null;
  readonly #kind: LaterKind;
  readonly #parts: LaterParts;
  readonly #pace: ReturnType<NonNullable<LaterKind["pace"]>> | null;
  /** What it works on, of a person's own; null: what is built in. */
  #file: SuiteFile | null = null;

  constructor(at: Place, kind: LaterKind, parts: LaterParts) {
    this.at = at;
    this.noun = kind.noun;
    this.suite = kind.suite;
    this.place = placeOf(at);
    this.#kind = kind;
    this.#parts = parts;
    this.#pace = kind.pace?.(parts) ?? null;
  }

  get isFollowed(): boolean {
    return this.#kind.isFollowed ?? false;
  }

  run(): StageRun<StageRecord> {
    return this.#parts.shelves.run(this.at);
  }

  change(part: RunPart): void {
    this.#parts.shelves.changeRun(this.at, part as Partial<StageRun<StageRecord>>);
  }

  isAside(): boolean {
    return this.run().aside;
  }

  hasOwn(): boolean {
    return this.#parts.storage.workspace.openAt(this.place) !== null;
  }

  // ---- the run --------------------------------------------------------------------------------

  async opening(origin: RunOrigin, stored?: Stored): Promise<RunOpening> {
    return { ...origin, suite: stored ? stored.suite : (this.#file?.text ?? null) };
  }

  shown({
    records,
    changes,
    progress,
    population,
    of_another_engine,
  }: Parameters<KindOfRun["shown"]>[0]): RunPart {
    return { records, changes, progress, population, of_another_engine };
  }

  told({ records, progress, population }: NewsEvent): RunPart {
    const all = joined(this.run().records, records as StageRecord[]);
    const run = { ...this.run(), progress, records: this.#kind.kept?.(all) ?? all };
    return {
      records: run.records,
      progress,
      population: population ?? run.population,
      before: run.before ?? this.#bestOfFirst(run),
      ...this.#pace?.read(run),
    };
  }

  onGoing(): void {
    this.#pace?.begin(this.run());
  }

  /** With the programs, the settings and the file that are chosen. */
  async beginning(): Promise<Beginning> {
    const { system, stage } = this.at;
    const { settings } = this.run();
    const { programs, ...part } = await this.#kind.origin(this.#parts, system);
    return { origin: { kind: "new", run: stage, settings, programs, system }, part };
  }

  /** What a link describes, and whom that begins with. */
  linked(experiment: SharedLater, text: string, initial: Pick<Origin, "origin" | "before">): Beginning {
    const exact = experiment.repeatable && !experiment.of_another_engine;
    const settings = completed(this.run().table, experiment.settings);
    const expected = exact ? { chromosome: experiment.chromosome, reached: null } : null;
    const part = { ...asking(settings), ...initial, expected };
    return { origin: { kind: "anew", text }, part, isLinked: true };
  }

  toShare(checkpoint: string): ToShare | null {
    const last = this.run().records.at(-1);
    return last?.champion ? { checkpoint, chromosome: last.champion } : null;
  }

  provenance(chromosome: string): Provenance | null {
    const { records, settings, changes, origin, suite } = this.run();
    const last = records.findLast(({ champion }) => champion === chromosome);
    if (!last) return null;
    const { generation } = last;
    const best = "best" in last ? last.best : null;
    const bred = { generation, best, seed: seedOf(settings), settings, ...changedUntil(changes, generation) };
    return { stage: this.at.stage, ...bred, from: origin, suite: suite.title };
  }

  /** The fittest of a generation, of the last without one; null where it was not kept. */
  championOf(generation?: number): Seat | null {
    const { records } = this.run();
    const record =
      generation === undefined ? records.at(-1) : records.find((one) => one.generation === generation);
    const { after } = this.#kind.names(this.#parts, this.at.system);
    return record?.champion
      ? { text: record.champion, title: at(after, this.#kind.step, record.generation) }
      : null;
  }

  /** Where nobody is known to be the best of the first, it is the one that turns out to be. */
  #bestOfFirst({ records: [first] }: StageRun<StageRecord>): Seat | null {
    const { first: title } = this.#kind.names(this.#parts, this.at.system);
    return first?.champion ? { text: first.champion, title } : null;
  }

  // ---- what is stored -------------------------------------------------------------------------

  async load(id: string): Promise<Stored | null> {
    const kept = await this.#parts.storage.loadStage(id);
    if (!kept) return null;
    const file = await this.#parts.storage.loadSuite(this.at, id);
    const onOpened = await this.#readStored(file);
    const { checkpoint, origin, before } = kept;
    const settings = completed(this.run().table, kept.settings);
    const part = { ...asking(settings), origin, before, aside: false };
    return { checkpoint, part, elapsed_ms: [], isBare: false, suite: file?.text ?? null, onOpened };
  }

  asStored(checkpoint: string): Stored {
    const { settings, origin, before, suite } = this.run();
    const file = this.#file;
    const part = { ...asking(settings), origin, before, aside: false };
    const onOpened = () => {
      this.#file = file;
      this.change({ suite });
    };
    return { checkpoint, part, elapsed_ms: [], isBare: false, suite: file?.text ?? null, onOpened };
  }

  async save(id: string, checkpoint: string): Promise<void> {
    const { system, stage } = this.at;
    const { settings, origin, before, records } = this.run();
    const generation = records.at(-1)?.generation ?? -1;
    const about = { id, system, name: origin, settings, games: null, generation };
    await this.#parts.storage.saveStage(stage, about, { checkpoint, settings, origin, before });
  }

  async saveMaterial(id: string): Promise<void> {
    if (this.#file) await this.#parts.storage.saveSuite(this.at, id, this.#file);
  }

  // ---- openings, positions or games ------------------------------------------------------------------

  get file(): SuiteFile | null {
    return this.#file;
  }

  /** Reads what a file has, or what is built in. The answer takes it into use. */
  async reading(file: SuiteFile | null): Promise<() => void> {
    if (!this.suite) return () => {};
    const suite = await readSuite(this.#parts.player, this.at.stage, this.suite, file);
    return () => {
      this.#file = file;
      this.change({ suite });
    };
  }

  /** The file chosen for runs to come is in use again. One that cannot be read is named, and stays stored. */
  async restoreFile(): Promise<void> {
    const file = await this.#parts.storage.loadSuite(this.at, null);
    if (file || this.#file) (await this.#readStored(file).catch(() => () => {}))();
  }

  async #readStored(file: SuiteFile | null): Promise<() => void> {
    try {
      return await this.reading(file);
    } catch (error) {
      this.#parts.store.trouble(unopened(`file ${file?.title ?? ""}`, error));
      throw error;
    }
  }
}
