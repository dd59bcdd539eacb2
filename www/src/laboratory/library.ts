// The experiments that are stored: listed, opened, removed.

import { isLater } from "../runs.ts";
import type { StoredRun } from "../model.ts";
import { experimentOf } from "../titles.ts";
import type { Experiment } from "../storage/schema.ts";
import type { Storage } from "../storage/storage.ts";
import { downloadFile } from "./download.ts";
import { seedOf } from "./program-file.ts";
import type { Running } from "./running.ts";
import type { SeriesOfRuns } from "./series.ts";
import type { Stages } from "./stages.ts";
import type { Store } from "./store.ts";
import type { Undoing } from "./undoing.ts";

export class Library {
  readonly #store: Store;
  readonly #storage: Storage;
  readonly #running: Running;
  readonly #series: SeriesOfRuns;
  readonly #stages: Stages;
  readonly #undoing: Undoing;

  constructor(
    store: Store,
    storage: Storage,
    running: Running,
    series: SeriesOfRuns,
    stages: Stages,
    undoing: Undoing,
  ) {
    this.#store = store;
    this.#storage = storage;
    this.#running = running;
    this.#series = series;
    this.#stages = stages;
    this.#undoing = undoing;
  }

  /** The latest first, each as far as it has come. */
  async list(): Promise<void> {
    await Promise.all([this.#running.run.saved(), this.#stages.saved()]);
    const experiments = await this.#storage.list();
    experiments.sort((one, other) => other.changed - one.changed);
    this.#store.change({ stored: experiments.map((one) => this.#summary(one)) });
  }

  /** Opens one where its like is open now; that stays stored. Answers whether it is open. */
  async open(id: string): Promise<boolean> {
    const isOpen = await this.#open(id);
    await this.list();
    return isOpen;
  }

  async #open(id: string): Promise<boolean> {
    const experiment = await this.#storage.loadExperiment(id);
    if (!experiment) {
      this.#store.notice("That stored run cannot be read.");
      return false;
    }
    if (!(await this.#storage.workspace.claim(id))) {
      this.#store.notice("That run is open in another tab. Close it there to open it here.");
      return false;
    }
    this.#series.hold();
    await this.#running.run.pause();
    await this.#stages.pause();
    const isOpen = await this.#openAs(experiment);
    if (isOpen) this.#store.notice("The stored run is open.");
    else this.#storage.workspace.release(id);
    return isOpen;
  }

  #openAs(experiment: Experiment): Promise<boolean> {
    const { id, kind, system } = experiment;
    if (isLater(kind)) return this.#stages.open({ system, stage: kind }, id);
    return kind === "series" ? this.#series.open(id) : this.#running.run.open(id);
  }

  async remove(id: string): Promise<void> {
    if (!(await this.#storage.workspace.claim(id)))
      return this.#store.notice("That run is open in another tab, and was not deleted.");
    if (this.isOpen(id)) return this.#store.notice("That run is open here. Reset deletes it.");
    const removed = await this.#storage.remove(id);
    await this.list();
    if (!removed) return this.#store.notice("The stored run could not be deleted.");
    // Another tab was faster.
    if (removed.experiments === undefined) return this.#store.notice("The stored run was deleted.");
    this.#undoing.offer("The stored run was deleted.", async () => {
      await this.#storage.putBack(removed);
      await this.list();
    });
  }

  async saveEverything(): Promise<void> {
    const file = await this.#storage.everything();
    if (file) downloadFile("millipawn-stored.json", file);
    else this.#store.notice("There is nothing stored that this page can read.");
  }

  /** Whether this tab has it open. */
  isOpen(id: string): boolean {
    return this.#running.run.id === id || this.#series.id === id || this.#stages.isOpen(id);
  }

  /** What a person calls it, else what it is. */
  nameOf({ title, system, settings, kind }: Experiment): string {
    if (title) return title;
    const known = this.#store.state.systems.find(({ id }) => id === system);
    const seed = seedOf(settings);
    return experimentOf(known?.title ?? (system || kind), seed);
  }

  #summary({ id, title = "", kind, system, name, generation, settings, changed }: Experiment): StoredRun {
    const seed = settings.seed ?? settings.Seed;
    const isOpen = this.isOpen(id);
    return {
      id,
      title,
      kind,
      system,
      name,
      generation,
      seed: seed === undefined ? null : Number(seed),
      changed,
      isOpen,
    };
  }
}
