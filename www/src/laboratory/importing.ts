// The games in use: read from files or from the sample, kept in the browser, added to, forgotten.

import { translate } from "../language/language.ts";
import { changedFilters, named } from "../filters.ts";
import type { ImportTask } from "../host/importer.ts";
import { WorkerEnded } from "../host/line.ts";
import type { ImportProgress, ImportReport, Lessons, Setting, Settings } from "../model.ts";
import { askToKeep } from "../storage/ask-to-keep.ts";
import type { GamesUse, Storage } from "../storage/storage.ts";
import type { Imported, Source } from "../worker/protocol.ts";
import { download } from "./download.ts";
import { isProgramFile } from "./program-file.ts";
import { reason } from "./reason.ts";
import { onGames } from "./settings.ts";
import type { Store } from "./store.ts";

/** What the sample games are called. */
export const SAMPLE = "Sample games";
/** What messages are about. */
const GAMES = "games";
/** What openings and suites are called. */
const POSITIONS = /\.(epd|fen)$/i;

/** What was read in one go. */
type Batch = Source[] | "sample";

/** Games to be read: batch by batch, so that reading them again makes the same examples. */
interface Reading {
  title: string;
  batches: Batch[];
  /** Games in use, to which these are added. */
  before: Lessons | null;
  /** These may be the games that a link asks for: they are read as its experiment read them. */
  mayBeWanted?: boolean;
}

interface Import {
  stop: AbortController;
  /** Whether games came in. */
  done: Promise<boolean>;
}

/** Games that a link asks for. */
export interface Wanted {
  settings: Settings;
  fingerprint: string;
}

export type ReadGames = (
  task: ImportTask,
  onProgress: (progress: ImportProgress) => void,
  signal: AbortSignal,
) => Promise<Imported>;

export class Importing {
  readonly #store: Store;
  readonly #storage: Storage;
  readonly #readGames: ReadGames;
  readonly #onLessons: () => void;
  #lessons: Lessons | null = null;
  /** Where the games in use were read from, as long as that can be read again. */
  #batches: Batch[] | null = null;
  /** In use but not stored. */
  #borrowed: Lessons | null = null;
  /** A person's own there was no room for when they came. */
  #unstored: Lessons | null = null;
  /** Whether games of a person's own are stored, and others in use. */
  #displaced = false;
  #current: Import | null = null;
  /** What was in use before, until a run begins on what came instead. */
  #before: { lessons: Lessons; batches: Batch[] | null } | null = null;
  /** What a link asks for. */
  wanted: Wanted | null = null;

  /** `onLessons` is called whenever other games have come into use, or none. */
  constructor(store: Store, storage: Storage, readGames: ReadGames, onLessons: () => void) {
    this.#store = store;
    this.#storage = storage;
    this.#readGames = readGames;
    this.#onLessons = onLessons;
  }

  get lessons(): Lessons | null {
    return this.#lessons;
  }

  /** Takes the stored games into use once `prepare` has accepted them; answers whether there were any. */
  async restore(prepare: (lessons: Lessons) => Promise<void>, settingsStored: boolean): Promise<boolean> {
    const kept = await this.#storage.loadGames();
    if (!kept) return false;
    try {
      await prepare(kept);
    } catch (error) {
      const isUnchecked = error instanceof WorkerEnded;
      this.#store.trouble(
        isUnchecked
          ? `The stored games could not be checked, for background threads keep crashing (${reason(error)}). They stay stored.`
          : `The stored games are damaged (${reason(error)}). The next visit drops them: save everything to one file before, if they matter.`,
      );
      // Workers that end say nothing of the games.
      if (!isUnchecked) return false;
    }
    const sample = kept.games.title === SAMPLE;
    this.#store.suit(sample, true);
    this.#useOwn(kept, sample ? ["sample"] : null);
    // Nobody has chosen filters since.
    if (!settingsStored) this.keepFilters();
    return true;
  }

  importFiles(files: File[], how: "replace" | "add"): void {
    if (files.length === 0) return;
    const wrong = strangerAmong(files);
    if (wrong && files.length > 1)
      return this.#store.trouble(
        `${wrong.name} ${wrong.holds}, not games, and is taken by itself only. None of the files was read.`,
      );
    const batch = files.map((file) => ({ name: file.name, data: file }));
    const names = files.map(({ name }) => name).join(", ");
    if (how === "add" && this.#lessons) return this.#add(this.#lessons, names, batch);
    this.#store.suit(false);
    void this.#import({ title: names, batches: [batch], before: null, mayBeWanted: true });
  }

  /** To games read with other filters nothing is added: all are read again. */
  #add(lessons: Lessons, names: string, batch: Batch): void {
    const title = `${lessons.games.title}, ${names}`;
    const changed = changedFilters(this.#store.state);
    if (changed.length === 0) void this.#import({ title, batches: [batch], before: lessons });
    else if (this.#batches) void this.#import({ title, batches: [...this.#batches, batch], before: null });
    else this.#store.trouble(`${this.#needed(changed)} Nothing was added.`, GAMES);
  }

  useSampleGames(): void {
    this.#store.suit(true);
    void this.#import(THE_SAMPLE);
  }

  cancel(): void {
    this.#current?.stop.abort(new Error("cancelled"));
  }

  /** Reads the games of a stored experiment. The answer takes them into use. Rejects where they are stored no more. */
  async turnTo(fingerprint: string | null): Promise<() => void> {
    const inUse = this.#lessons;
    const areInUse = inUse && (fingerprint === null || inUse.games.fingerprint === fingerprint);
    const lessons = areInUse ? inUse : await this.#storage.loadGames(fingerprint);
    if (!lessons) throw new Error("its games are not stored any more: choose them again first");
    return () => this.useAgain(lessons);
  }

  /** Takes games that were in use, or are stored, into use where others are. */
  useAgain(lessons: Lessons): void {
    if (this.#lessons?.games.fingerprint !== lessons.games.fingerprint) this.#useStored(lessons);
  }

  #useStored(stored: Lessons): void {
    this.cancel();
    const sample = stored.games.title === SAMPLE;
    this.#store.suit(sample, true);
    this.#useOwn(stored, sample ? ["sample"] : null);
    this.#storage.workspace.useGames(stored.games.fingerprint);
  }

  /** The browser has lost what was stored: the games are stored again. */
  async keepAgain(): Promise<void> {
    if (this.#lessons && !this.#borrowed) await this.#storage.storeGames(this.#lessons);
  }

  async forget(): Promise<void> {
    this.cancel();
    const fingerprint = this.#lessons?.games.fingerprint;
    this.#setAside();
    this.#lessons = null;
    this.#batches = null;
    this.#borrowed = null;
    this.#displaced = false;
    this.#store.change({ games: null, read_with: null, readable: false });
    this.#store.suit(true);
    this.#onLessons();
    const use = fingerprint ? await this.#storage.forgetGames(fingerprint) : { runs: 0, tabs: 0 };
    this.#store.notice(forgotten(use));
  }

  /** The games that were in use before are so again; the answer is whether there were any. */
  async bringBack(): Promise<boolean> {
    const before = this.#before;
    if (!before) return false;
    this.cancel();
    this.#dropBefore();
    this.#store.suit(before.lessons.games.title === SAMPLE);
    this.#useOwn(before.lessons, before.batches);
    await this.#save(before.lessons);
    return true;
  }

  #setAside(): void {
    if (!this.#lessons) return;
    this.#before = { lessons: this.#lessons, batches: this.#batches };
    this.#store.change({ replaced: this.#lessons.games.title });
  }

  #dropBefore(): void {
    this.#before = null;
    this.#store.change({ replaced: null });
  }

  downloadReport(): void {
    const report = this.#lessons?.games.report;
    if (report) download("millipawn-import.txt", report.text, "text/plain");
  }

  /** Waits for an import under way, and for one that takes its place. */
  async idle(): Promise<void> {
    while (this.#current) await this.#current.done;
  }

  /** The same; with no games at all, takes the sample. Answers whether there are games. */
  async ready(): Promise<boolean> {
    // Not by `idle`: where nothing is under way nobody may come in between.
    while (this.#current) await this.#current.done;
    if (this.#lessons) return true;
    this.#store.suit(true);
    return this.#import(THE_SAMPLE);
  }

  /**
   * Reads the games again where other filters are chosen than they were read with. Answers whether there are games to which
   * the filters apply; where the files are gone, there are not, and the page says so.
   */
  async refit(said: "aloud" | "quietly" = "aloud"): Promise<boolean> {
    if (!(await this.ready())) return false;
    const changed = changedFilters(this.#store.state);
    const title = this.#lessons?.games.title;
    if (changed.length === 0 || title === undefined) return true;
    if (this.#batches) return this.#import({ title, batches: this.#batches, before: null });
    if (said === "aloud") this.#store.trouble(this.#needed(changed), GAMES);
    return false;
  }

  /** The filters become those that the games in use were read with. */
  keepFilters(): void {
    const lessons = this.#lessons;
    if (!lessons) return;
    const { settings_table, settings } = this.#store.state;
    const kept = onGames(settings_table, settings, lessons.settings);
    this.#store.mended(GAMES);
    this.#store.change({ settings: kept });
    // What an early version read them with nobody knows: the person takes them as they are.
    if (changedFilters(this.#store.state).length === 0) return;
    this.#lessons = { ...lessons, settings: kept };
    this.#store.change({ read_with: kept });
  }

  /** The sample games under other settings, without taking them into use. */
  async readSample(settings: Settings): Promise<Lessons> {
    const task = { title: SAMPLE, sources: "sample" as const, settings, added_to: null };
    const imported = await this.#readGames(task, () => {}, new AbortController().signal);
    return { ...imported, settings };
  }

  get areSample(): boolean {
    return this.#lessons?.games.title === SAMPLE;
  }

  /** Whether the games in use are a link's, and not stored. */
  get areBorrowed(): boolean {
    return this.#borrowed !== null;
  }

  /** Whether they took the place of games of a person's own, which are still stored. */
  get hasDisplaced(): boolean {
    return this.#displaced;
  }

  /** Takes the sample games into use as a link asks for them; the stored ones stay where they are. */
  borrow(lessons: Lessons): void {
    this.#store.suit(true, true);
    this.#useBorrowed(lessons, ["sample"]);
  }

  #useBorrowed(lessons: Lessons, batches: Batch[]): void {
    const before = this.#borrowed ? null : this.#lessons;
    this.#displaced ||= before !== null && before.games.title !== SAMPLE;
    this.#borrowed = lessons;
    this.#use(lessons, batches);
  }

  /** A run that is to be kept begins: games that are not stored yet are stored for it. */
  async keep(): Promise<void> {
    this.#dropBefore();
    const borrowed = this.#borrowed;
    this.#borrowed = null;
    this.#displaced = false;
    const lessons = borrowed ?? (this.#unstored === this.#lessons ? this.#unstored : null);
    if (!lessons) return;
    const { fingerprint } = lessons.games;
    const isStored = await this.#storage.storeGames(lessons, () =>
      this.#storage.workspace.useGames(fingerprint),
    );
    if (isStored) this.#unstored = null;
  }

  #useOwn(lessons: Lessons, batches: Batch[] | null): void {
    this.#borrowed = null;
    this.#displaced = false;
    this.#use(lessons, batches);
  }

  #use(lessons: Lessons, batches: Batch[] | null): void {
    this.#lessons = lessons;
    this.#batches = batches;
    this.#store.change({
      games: lessons.games,
      read_with: lessons.settings,
      readable: batches !== null,
    });
    this.#onLessons();
  }

  /** A new import takes the place of the one under way. Answers whether games came in. */
  #import(reading: Reading): Promise<boolean> {
    this.cancel();
    const stop = new AbortController();
    const isLatest = () => this.#current?.stop === stop;
    const done = this.#read(reading, stop.signal, isLatest).finally(() => {
      if (!isLatest()) return;
      this.#current = null;
      this.#store.change({ importing: null });
    });
    this.#current = { stop, done };
    return done;
  }

  async #read(reading: Reading, signal: AbortSignal, isLatest: () => boolean): Promise<boolean> {
    const { title, batches, before } = reading;
    const settings = this.#settingsFor(reading);
    this.#store.change({ importing: beginning(title, batches) });
    try {
      const lessons = await this.#readAll(reading, settings, signal);
      if (lessons.games.examples === 0) throw new Error(`no usable position${skips(lessons.games.report)}`);
      signal.throwIfAborted();
      const known = before ? this.#batches : [];
      this.#store.mended(GAMES);
      if (this.wanted?.fingerprint === lessons.games.fingerprint) this.#useBorrowed(lessons, batches);
      else {
        // The same games read in another way are had back by their settings.
        if (batches !== this.#batches) this.#setAside();
        this.#useOwn(lessons, known && [...known, ...batches]);
        void this.#save(lessons);
      }
      return true;
    } catch (error) {
      // The settings belong to the import that took its place.
      if (isLatest()) this.#store.suit(this.#lessons === null || this.#lessons.games.title === SAMPLE);
      if (!signal.aborted) this.#store.trouble(`${title}: ${reason(error)}.${this.#unchanged()}`, GAMES);
      return false;
    }
  }

  /** With the games the filters, which may have followed them to other defaults. */
  async #save(lessons: Lessons): Promise<void> {
    const { settings, workers } = this.#store.state;
    const saved = this.#storage.saveGames(lessons);
    await this.#storage.saveSettings(settings, workers);
    this.#unstored = (await saved) ? null : lessons;
    if (lessons.games.title !== SAMPLE) await askToKeep();
  }

  #settingsFor({ mayBeWanted }: Reading): Settings {
    const { settings, settings_table } = this.#store.state;
    return this.wanted && mayBeWanted ? onGames(settings_table, settings, this.wanted.settings) : settings;
  }

  async #readAll({ title, batches, before }: Reading, settings: Settings, signal: AbortSignal) {
    let lessons = before;
    for (const sources of batches) {
      const added_to = lessons && { examples: lessons.examples, report: lessons.games.report };
      const task = { title, sources, settings, added_to };
      const imported = await this.#readGames(
        task,
        (importing) => {
          if (!signal.aborted) this.#store.change({ importing });
        },
        signal,
      );
      lessons = { ...imported, settings };
    }
    if (!lessons) throw new Error("there is nothing to read");
    return lessons;
  }

  #needed(changed: Setting[]): string {
    const title = translate(this.#lessons?.games.title ?? "The games");
    return `${title} were read with other settings (${named(changed)}). Choose the files again to apply the new ones, or keep the games as they were read.`;
  }

  #unchanged(): string {
    return this.#lessons ? ` ${translate(this.#lessons.games.title)} stay in use.` : "";
  }
}

const THE_SAMPLE: Reading = { title: SAMPLE, batches: ["sample"], before: null };

/** What is said of games that are out of use. */
function forgotten({ runs, tabs }: GamesUse): string {
  if (runs === 1)
    return "The games are not in use any more. They stay stored, because a run in the library learns from them.";
  if (runs > 1)
    return `The games are not in use any more. They stay stored, because ${runs} runs in the library learn from them.`;
  return tabs > 0
    ? "The games are not in use any more. They stay stored, because another tab uses them, or used them last."
    : "The games are forgotten.";
}

/** A file that holds something else than games. */
function strangerAmong(files: File[]): { name: string; holds: string } | null {
  for (const { name } of files) {
    if (POSITIONS.test(name)) return { name, holds: "holds positions" };
    if (isProgramFile({ name })) return { name, holds: "is a program" };
  }
  return null;
}

function beginning(title: string, batches: Batch[]): ImportProgress {
  const sources = batches.flatMap((batch) => (batch === "sample" ? [] : batch));
  const bytes_total = sources.reduce((sum, { data }) => sum + data.size, 0);
  const nothing = { bytes_read: 0, bytes_per_second: 0, seconds_left: null, games: 0, positions: 0 };
  return { file: title, bytes_total, ...nothing };
}

/** Why nothing could be used, as far as it is known: of several reasons how often each, and the first in full. */
function skips({ skipped, skips }: ImportReport): string {
  const several = skipped.reduce((sum, { games }) => sum + games, 0) > 1;
  const reasons = several
    ? ` (${skipped.map(({ reason, games }) => `${translate(reason)}: ${games}`).join(", ")})`
    : "";
  const first = skips[0];
  return first ? `${reasons}. In line ${first.line} of ${first.file}: ${translate(first.reason)}` : reasons;
}
