// The same experiment with one seed after the other, as the papers do it: ten runs, and their champions kept.
//
// Each run is an ordinary one, which `running` begins, pauses and stores; here it is only decided which comes next. A run of
// the series counts whenever it finishes, also when a person let it go on by hand.

import type { Series, SeriesRun } from "../model.ts";
import type { Removed, Storage } from "../storage/storage.ts";
import type { Importing } from "./importing.ts";
import type { Running } from "./running.ts";
import { begunRuns, isNextOfSeries, settingsOfNext } from "../ten-runs.ts";
import { onGames } from "./settings.ts";
import type { Store } from "./store.ts";
import type { Undoing } from "./undoing.ts";

/** As many as in the paper (David et al. 2014). */
const RUNS = 10;

export class SeriesOfRuns {
  readonly #store: Store;
  readonly #storage: Storage;
  readonly #running: Running;
  readonly #importing: Importing;
  readonly #undoing: Undoing;
  #id: string | null = null;
  /** When the page was left. */
  #wasRunning = false;
  /** A run that has finished is being added. */
  #collecting = Promise.resolve();

  constructor(store: Store, storage: Storage, running: Running, importing: Importing, undoing: Undoing) {
    this.#store = store;
    this.#storage = storage;
    this.#running = running;
    this.#importing = importing;
    this.#undoing = undoing;
  }

  /** Of the series on show, as it is stored. */
  get id(): string | null {
    return this.#id;
  }

  /** Brings back the runs that were made. */
  async restore(): Promise<void> {
    const id = this.#storage.workspace.openAt("series");
    this.#wasRunning = this.#storage.workspace.wasRunning("series");
    if (id) await this.open(id);
  }

  /** Opens a stored series in place of the one on show; answers whether that was possible. */
  async open(id: string): Promise<boolean> {
    const kept = (await this.#storage.workspace.claim(id)) && (await this.#storage.loadSeries(id));
    if (!kept) return false;
    this.#show(id, kept);
    return true;
  }

  #show(id: string, series: Series): void {
    this.#id = id;
    this.#storage.workspace.setOpen("series", id);
    this.#store.change({ series: { ...series, phase: phaseAtRest(series) } });
  }

  /** Stores the series as it stands; also when the browser has lost it. */
  async keep(series = this.#store.state.series): Promise<void> {
    if (!series || !this.#id) return;
    const { settings, fingerprint, runs } = series;
    const about = {
      id: this.#id,
      system: this.#store.systemOf(settings),
      name: "",
      settings,
      games: fingerprint,
    };
    await this.#storage.saveSeries({ ...about, generation: runs.length }, series);
  }

  /** Runs that were being made when the page was left go on; answers whether there are any. */
  async goOn(): Promise<boolean> {
    const { series, games } = this.#store.state;
    if (!this.#wasRunning || series?.phase !== "paused" || games?.fingerprint !== series.fingerprint)
      return false;
    this.#change({ ...series, phase: "running" });
    await this.#next();
    return true;
  }

  /** Begins ten runs, or goes on with those that were begun under the same settings and on the same games. */
  async evolve(): Promise<void> {
    await this.#collecting;
    if (this.#store.state.run.phase === "running" || !(await this.#running.haveGames())) return;
    const begun = begunRuns(this.#store.state);
    const series = begun ?? this.#begin();
    if (!series) return;
    if (!begun || !this.#id) this.#id = this.#storage.workspace.begin("series");
    this.#change({ ...series, phase: "running" });
    void this.keep();
    await this.#next();
  }

  /** The open run has paused or finished. */
  async onStop(): Promise<void> {
    const { series, run } = this.#store.state;
    if (!series) return;
    if (!this.#isNext) return this.hold();
    if (run.phase === "finished") {
      this.#collecting = this.#collect(series);
      await this.#collecting;
    } else this.hold();
    if (this.#store.state.series?.phase === "running") await this.#next();
  }

  /** The runs are interrupted. */
  hold(): void {
    const { series } = this.#store.state;
    if (series?.phase === "running") this.#change({ ...series, phase: "paused" });
  }

  async forget(): Promise<void> {
    if (this.#store.state.series?.phase === "running") await this.#running.run.pause();
    const { series } = this.#store.state;
    const id = this.#id;
    this.#id = null;
    this.#store.change({ series: null });
    if (!id) return;
    const removed = await this.#storage.remove(id);
    const said = removed
      ? "The runs are forgotten."
      : "The runs are closed. Nothing was deleted from what is stored.";
    this.#undoing.offer(said, async () => {
      if (removed?.states !== undefined) await this.#putBack(removed);
      else if (series) await this.#openAgain(id, series);
    });
  }

  async #putBack(removed: Removed): Promise<void> {
    await this.#storage.putBack(removed);
    if (!this.#store.state.series) await this.open(removed.id);
    else this.#store.notice("They are stored again. Other runs are open in their place.");
  }

  /** Runs that were not stored are open again as the page had them, and are stored where that is possible by now. */
  async #openAgain(id: string, series: Series): Promise<void> {
    if (!(await this.#storage.workspace.claim(id))) throw new Error("they are open in another tab");
    if (this.#store.state.series) throw new Error("other runs are open in their place");
    this.#show(id, series);
    await this.keep();
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
    if (run.phase === "paused" && this.#isNext) return this.#running.goOn();
    await this.#running.fresh(settingsOfNext(series));
  }

  /** Whether the open run is the one whose champion is missing, and was made alone. */
  get #isNext(): boolean {
    return isNextOfSeries(this.#store.state) && !this.#running.run.tookIn;
  }

  async #collect(series: Series): Promise<void> {
    const { records } = this.#store.state.run;
    const last = records.at(-1);
    if (!last) return;
    const done: SeriesRun = {
      seed: Number(settingsOfNext(series).seed),
      best: records.map(({ best }) => best),
      positions: last.positions,
      champion: last.champion,
      held_out: last.held_out,
    };
    const collected = { ...series, runs: [...series.runs, done] };
    if (collected.runs.length < series.planned) {
      this.#change(collected);
      void this.keep();
      return;
    }
    // That all are finished is said once they are stored: whoever reads it may leave.
    const id = this.#id;
    await this.keep(collected);
    if (this.#id === id) this.#change({ ...collected, phase: "finished" });
  }

  #change(series: Series): void {
    this.#storage.workspace.setRunning("series", series.phase === "running");
    this.#store.change({ series });
  }
}

function phaseAtRest({ runs, planned }: Series): Series["phase"] {
  return runs.length >= planned ? "finished" : "paused";
}
