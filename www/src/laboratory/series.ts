// The same experiment with one seed after the other, as the papers do it: ten runs, and their champions kept.
//
// Each run is an ordinary one, which the first room begins, pauses and keeps; here it is only decided which comes next. A run of
// the series counts whenever it finishes, also when a person let it go on by hand.

import type { Series, SeriesRun, Settings } from "../model.ts";
import type { Storage } from "../storage.ts";
import type { Importing } from "./importing.ts";
import type { Running } from "./running.ts";
import { begunRuns } from "../ten-runs.ts";
import { onGames, sameRun } from "./settings.ts";
import type { Store } from "./store.ts";

/** As many as in the paper (David et al. 2014). */
const RUNS = 10;

export class SeriesOfRuns {
  readonly #store: Store;
  readonly #storage: Storage;
  readonly #running: Running;
  readonly #importing: Importing;

  constructor(store: Store, storage: Storage, running: Running, importing: Importing) {
    this.#store = store;
    this.#storage = storage;
    this.#running = running;
    this.#importing = importing;
  }

  /** Brings back the runs that were made. */
  async restore(): Promise<void> {
    const kept = await this.#storage.loadSeries();
    if (kept) this.#store.change({ series: { ...kept, phase: phaseAtRest(kept) } });
  }

  /** Begins ten runs, or goes on with those that were begun under the same settings and on the same games. */
  async evolve(): Promise<void> {
    if (this.#store.state.run.phase === "running" || !(await this.#running.haveGames())) return;
    const series = begunRuns(this.#store.state) ?? this.#begin();
    if (!series) return;
    this.#change({ ...series, phase: "running" });
    void this.#storage.saveSeries(series);
    await this.#next();
  }

  /** The open run has paused or finished. */
  async onStop(): Promise<void> {
    const { series, run } = this.#store.state;
    if (!series) return;
    if (!this.#isNext(series)) return this.hold();
    if (run.phase === "finished") this.#collect(series);
    else this.hold();
    if (this.#store.state.series?.phase === "running") await this.#next();
  }

  /** The runs are interrupted. */
  hold(): void {
    const { series } = this.#store.state;
    if (series?.phase === "running") this.#change({ ...series, phase: "paused" });
  }

  async forget(): Promise<void> {
    if (this.#store.state.series?.phase === "running") await this.#running.pause();
    this.#store.change({ series: null });
    await this.#storage.forgetSeries();
  }

  #begin(): Series | null {
    const { settings, settings_table, games } = this.#store.state;
    if (!games) return null;
    const own = onGames(settings_table, settings, this.#importing.lessons?.settings ?? {});
    return { phase: "running", planned: RUNS, settings: own, fingerprint: games.fingerprint, runs: [] };
  }

  async #next(): Promise<void> {
    const { series, run } = this.#store.state;
    if (!series) return;
    if (run.phase === "paused" && this.#isNext(series)) return this.#running.goOn();
    await this.#running.fresh(settingsOfNext(series));
  }

  /** Whether the open run is the one whose champion is missing. */
  #isNext(series: Series): boolean {
    const { settings_table, games } = this.#store.state;
    const open = this.#running.settings;
    if (!open || series.runs.length >= series.planned) return false;
    return games?.fingerprint === series.fingerprint && sameRun(settings_table, open, settingsOfNext(series));
  }

  #collect(series: Series): void {
    const { records } = this.#store.state.run;
    const last = records.at(-1);
    if (!last) return;
    const done: SeriesRun = {
      seed: seedOfNext(series),
      best: records.map(({ best }) => best),
      positions: last.positions,
      champion: last.champion,
      held_out: last.held_out,
    };
    const runs = [...series.runs, done];
    const phase = runs.length >= series.planned ? "finished" : series.phase;
    this.#change({ ...series, runs, phase });
    void this.#storage.saveSeries({ ...series, runs, phase });
  }

  #change(series: Series): void {
    this.#store.change({ series });
  }
}

function seedOfNext({ settings, runs }: Series): number {
  return Number(settings.seed) + runs.length;
}

function settingsOfNext(series: Series): Settings {
  return { ...series.settings, seed: seedOfNext(series) };
}

function phaseAtRest({ runs, planned }: Series): Series["phase"] {
  return runs.length >= planned ? "finished" : "paused";
}
