// The games in use: read from files or from the sample, kept in the browser, added to, forgotten.

import { importGames } from "../host/importer.ts";
import type { Games, ImportProgress, ImportReport, Settings } from "../model.ts";
import type { Storage } from "../storage.ts";
import type { Source } from "../worker/protocol.ts";
import { download } from "./download.ts";
import { reason } from "./reason.ts";
import type { Store } from "./store.ts";
import { systemOf } from "./systems.ts";

const SAMPLE = "Sample games";
/** What openings and suites are called. */
const POSITIONS = /\.(epd|fen)$/i;

/** The games a run learns from, with their examples. */
export interface Lessons {
  games: Games;
  examples: Blob;
  /** What they were read with; nothing is known of games stored by an earlier version. */
  settings: Settings;
}

interface Import {
  stop: AbortController;
  /** Whether games came in. */
  done: Promise<boolean>;
}

export class Importing {
  readonly #store: Store;
  readonly #storage: Storage;
  readonly #onLessons: () => void;
  #lessons: Lessons | null = null;
  /** Where the games in use were read from, as long as that can be read again. */
  #sources: Source[] | "sample" | null = null;
  /** In use but not stored. */
  #borrowed: Lessons | null = null;
  #current: Import | null = null;

  /** `onLessons` is called whenever other games have come into use, or none. */
  constructor(store: Store, storage: Storage, onLessons: () => void) {
    this.#store = store;
    this.#storage = storage;
    this.#onLessons = onLessons;
  }

  get lessons(): Lessons | null {
    return this.#lessons;
  }

  /** Takes the stored games into use once `prepare` has accepted them; answers whether there were any. */
  async restore(prepare: (lessons: Lessons) => Promise<void>): Promise<boolean> {
    const kept = await this.#storage.loadGames();
    if (!kept) return false;
    try {
      await prepare(kept);
    } catch (error) {
      this.#store.trouble(`The stored games could not be opened (${reason(error)}) and have been dropped.`);
      await this.#storage.forgetGames();
      return false;
    }
    const sample = kept.games.title === SAMPLE;
    this.#store.suit(sample, true);
    this.#use(kept, sample ? "sample" : null);
    return true;
  }

  importFiles(files: File[], how: "replace" | "add"): void {
    if (files.length === 0) return;
    const positions = files.find(({ name }) => POSITIONS.test(name));
    if (positions && files.length > 1)
      return this.#store.trouble(
        `${positions.name} holds positions, not games, and is taken by itself only. None of the files was read.`,
      );
    const sources = files.map((file) => ({ name: file.name, data: file }));
    const before = how === "add" ? this.#lessons : null;
    if (!before) this.#store.suit(false);
    const names = files.map(({ name }) => name).join(", ");
    void this.#import(before ? `${before.games.title}, ${names}` : names, sources, before);
  }

  useSampleGames(): void {
    this.#store.suit(true);
    void this.#import(SAMPLE, "sample", null);
  }

  cancel(): void {
    this.#current?.stop.abort(new Error("cancelled"));
  }

  async forget(): Promise<void> {
    this.cancel();
    this.#lessons = null;
    this.#sources = null;
    this.#store.change({ games: null, read_with: null });
    this.#store.suit(true);
    this.#onLessons();
    await this.#storage.forgetGames();
    this.#store.notice("The games are forgotten.");
  }

  downloadReport(): void {
    const report = this.#lessons?.games.report;
    if (report) download("millipawn-import.txt", report.text, "text/plain");
  }

  /** Waits for an import under way, and for one that takes its place; with no games at all, takes the sample. Answers whether there are games. */
  async ready(): Promise<boolean> {
    while (this.#current) await this.#current.done;
    if (this.#lessons) return true;
    this.#store.suit(true);
    return this.#import(SAMPLE, "sample", null);
  }

  /** Reads the games again where they were read for another system, as far as that is possible. Answers whether there are games. */
  async refit(): Promise<boolean> {
    if (!(await this.ready())) return false;
    const { games, settings } = this.#lessons ?? {};
    if (!games || systemOf(settings ?? {}) === systemOf(this.#store.state.settings)) return true;
    if (this.#sources) return this.#import(games.title, this.#sources, null);
    this.#store.notice("The games were read for another system. Choose them again to apply its filters.");
    return true;
  }

  /** The sample games under other settings, without taking them into use. */
  async readSample(settings: Settings): Promise<Lessons> {
    const task = { title: SAMPLE, sources: "sample" as const, settings, added_to: null };
    const imported = await importGames(task, () => {}, new AbortController().signal);
    return { ...imported, settings };
  }

  /** Takes games into use that a link asks for; the stored ones stay where they are. */
  borrow(lessons: Lessons): void {
    this.#store.suit(true, true);
    this.#use(lessons, "sample");
    this.#borrowed = lessons;
  }

  /** A run that is to be kept begins: borrowed games are stored for it, unless their place is taken by the person's own. */
  keep(): void {
    const borrowed = this.#borrowed;
    this.#borrowed = null;
    if (borrowed && borrowed === this.#lessons) void this.#storage.saveGames(borrowed, "if there are none");
  }

  #use(lessons: Lessons, sources: Source[] | "sample" | null): void {
    this.#lessons = lessons;
    this.#sources = sources;
    this.#store.change({ games: lessons.games, read_with: lessons.settings });
    this.#onLessons();
  }

  /** A new import takes the place of the one under way. Answers whether games came in. */
  #import(title: string, sources: Source[] | "sample", before: Lessons | null): Promise<boolean> {
    this.cancel();
    const stop = new AbortController();
    const done = this.#read(title, sources, before, stop.signal).finally(() => {
      if (this.#current?.stop !== stop) return;
      this.#current = null;
      this.#store.change({ importing: null });
    });
    this.#current = { stop, done };
    return done;
  }

  async #read(
    title: string,
    sources: Source[] | "sample",
    before: Lessons | null,
    signal: AbortSignal,
  ): Promise<boolean> {
    const added_to = before && { examples: before.examples, report: before.games.report };
    const { settings } = this.#store.state;
    const task = { title, sources, settings, added_to };
    this.#store.change({ importing: beginning(title, sources) });
    try {
      const imported = await importGames(task, (importing) => this.#store.change({ importing }), signal);
      if (imported.games.examples === 0) throw new Error(`no usable position${skips(imported.games.report)}`);
      signal.throwIfAborted();
      const lessons = { ...imported, settings };
      this.#use(lessons, before ? null : sources);
      void this.#storage.saveGames(lessons);
      return true;
    } catch (error) {
      this.#store.suit(this.#lessons === null || this.#lessons.games.title === SAMPLE);
      if (!signal.aborted) this.#store.trouble(`${title}: ${reason(error)}.${this.#unchanged()}`);
      return false;
    }
  }

  #unchanged(): string {
    return this.#lessons ? ` ${this.#lessons.games.title} stay in use.` : "";
  }
}

function beginning(title: string, sources: Source[] | "sample"): ImportProgress {
  const bytes_total = sources === "sample" ? 0 : sources.reduce((sum, { data }) => sum + data.size, 0);
  const nothing = { bytes_read: 0, bytes_per_second: 0, seconds_left: null, games: 0, positions: 0 };
  return { file: title, bytes_total, ...nothing };
}

/** Why nothing could be used, as far as it is known. */
function skips({ skipped, skips }: ImportReport): string {
  const reasons = skipped.map(({ reason, games }) => `${games} x ${reason}`);
  const first = skips[0];
  const place = first ? `; first at ${first.file} line ${first.line}: ${first.reason}` : "";
  return reasons.length > 0 || first ? ` (${reasons.join(", ")}${place})` : "";
}
