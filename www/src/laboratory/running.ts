// What Evolve means.
//
// When no run is open: begins one with the settings as they stand. Paused: goes on, under the settings the run began
// with. Finished: goes on if Generations was raised, and begins a new run if any other setting of the run was changed.
// Generations only says when to stop, so it may change at any time without changing what was bred so far.

import { changedFilters } from "../filters.ts";
import type { Changed, Settings } from "../model.ts";
import type { Storage } from "../storage/storage.ts";
import type { Importing } from "./importing.ts";
import type { Beginning } from "./kinds/kind.ts";
import type { OpenRun } from "./open-run.ts";
import { onGames, sameRun } from "./settings.ts";
import type { Store } from "./store.ts";

export class Running {
  /** The imitation that is open, or the place for one. */
  readonly run: OpenRun;
  readonly #store: Store;
  readonly #storage: Storage;
  readonly #importing: Importing;
  /** The run that ended when other games came into use. */
  #ended: string | null = null;

  constructor(store: Store, storage: Storage, importing: Importing, run: OpenRun) {
    this.#store = store;
    this.#storage = storage;
    this.#importing = importing;
    this.run = run;
  }

  /** The settings of the open run; null when none is open. */
  get settings(): Settings | null {
    return this.#store.state.run.settings;
  }

  /** Goes on until the generations asked for, or for one generation only; waits for games that are on their way. */
  async evolve(step: boolean): Promise<void> {
    if (this.#store.state.run.phase === "running") return;
    const overtaken = this.run.take();
    if (!(await this.#importing.ready()) || overtaken()) return;
    const { run, settings, settings_table } = this.#store.state;
    const last = run.records.at(-1)?.generation ?? -1;
    const asked = Number(settings.generations);
    const filtered = changedFilters(this.#store.state).length > 0;
    const changed = run.settings !== null && (filtered || !sameRun(settings_table, settings, run.settings));
    const finished = run.phase === "finished";
    if (finished && !changed && asked === last) {
      return this.#store.notice("This run is finished. Raise Generations to go on, or Reset to begin again.");
    }
    const begun = run.settings !== null && last >= 0;
    if ((!begun && (changed || run.settings === null)) || (finished && (changed || asked < last))) {
      if (!(await this.#importing.refit()) || overtaken()) return;
      const readWith = this.#importing.lessons?.settings ?? {};
      return this.#begin(onGames(settings_table, settings, readWith), { step });
    }
    if (changed) this.#store.notice("The run goes on as it began. Reset to use the changed settings.");
    if (asked <= last) return this.run.endAt({ generations: last });
    await this.run.goOn({ until: asked, step });
  }

  /** Whether there are games to learn from, read for the chosen system; waits for those on their way. */
  haveGames(): Promise<boolean> {
    return this.#importing.refit();
  }

  /** A new run in place of the open one. */
  fresh(settings: Settings): Promise<void> {
    return this.#begin(settings);
  }

  /** The paused run goes on to its end. */
  async goOn(): Promise<void> {
    const { phase, generations } = this.#store.state.run;
    if (phase === "paused") await this.run.goOn({ until: generations, step: false });
  }

  /** Another system is chosen. An open run stays what it is; after a finished one Evolve begins anew. */
  async onSystem(): Promise<void> {
    const { phase } = this.#store.state.run;
    if (this.settings === null && phase === "idle") await this.#importing.refit("quietly");
    else if (phase !== "finished") {
      this.#store.notice("The open run goes on as it began. Reset to begin with the other system.");
    }
  }

  /** Runs again what a link describes, on the games now in use. What is stored of the person's stays as it is. */
  repeat(settings: Settings, changes: Changed[], chromosome: string): Promise<void> {
    return this.#begin(settings, { changes, expected: chromosome });
  }

  /** Other games are in use: a run on the old ones is not open any more. A command that waits for them goes on. */
  onLessons(): void {
    this.#ended = this.run.id ?? this.#ended;
    void this.run.close(this.#store.state.run.phase === "running");
    if (!this.#importing.areBorrowed) this.#store.change({ aside: false });
  }

  /** The run that ended with other games is open again, where these are its games. */
  async reopen(): Promise<void> {
    const ended = this.#ended && (await this.#storage.loadExperiment(this.#ended));
    if (ended && ended.games === this.#importing.lessons?.games.fingerprint) await this.run.open(ended.id);
  }

  async #begin(
    settings: Settings,
    { step = false, expected = "", changes = [] as Changed[] } = {},
  ): Promise<void> {
    if (!this.#importing.lessons) return;
    const until = Number(settings.generations);
    const beginning = async (): Promise<Beginning> => ({
      origin: {
        kind: "new",
        run: "imitation",
        settings,
        changes,
        programs: [],
        system: this.#store.systemOf(settings),
      },
      part: { expected: expected ? { chromosome: expected, reached: null } : null },
      isLinked: expected !== "",
    });
    await this.run.begin(beginning, { until, step });
  }
}
