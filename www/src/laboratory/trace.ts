// A run that is run once more, on a coordinator of its own: only champions are stored, and the same seed, settings and games give the same run.

import { Evolution, type NewsEvent } from "../host/evolution.ts";
import type { Lessons, Population, RunRecord } from "../model.ts";

/** A generation that it has come to. */
export interface Reached {
  record: RunRecord;
  population: Population;
}

/** The open run. */
export interface RunToTrace {
  /** The games in use. */
  lessons(): Lessons | null;
  /** The last; null where none is open. */
  checkpoint(): string | null;
}

export class Trace {
  readonly #evolution: Evolution;
  #reached: (reached: Reached) => void = () => {};
  #failed: (error: Error) => void = () => {};
  isOver = false;
  /** Settles when the coordinator was released. */
  #released: Promise<void> = Promise.resolve();

  constructor(workers: number) {
    this.#evolution = new Evolution({
      onNews: (event) => this.#onNews(event),
      onStuck: (why) => this.#failed(new Error(`background threads keep crashing (${why})`)),
    });
    this.#evolution.setWorkers(workers);
  }

  /** From its first generation, by what its checkpoint says of it: settings, changes and programs that came from elsewhere. */
  async open({ examples }: Lessons, checkpoint: string): Promise<void> {
    try {
      await this.#evolution.load(examples);
      if (this.isOver) throw new Error("stopped");
      await this.#evolution.open({ kind: "anew", text: checkpoint, suite: null });
    } finally {
      // Released while it was asked, the coordinator was taken for one that broke, and replaced.
      if (this.isOver) {
        await this.#released;
        this.#evolution.release();
      }
    }
  }

  /** Generations come one after the other. `champion`: that of the stored run, which this one must have too. */
  async goTo(generation: number, champion: string | undefined): Promise<Reached> {
    const reached = new Promise<Reached>((resolve, reject) => {
      this.#reached = resolve;
      this.#failed = reject;
    });
    if (this.isOver) this.#failed(new Error("stopped"));
    else
      this.#evolution
        .run({ until: generation, step: false, alone: true })
        .catch((error: Error) => this.#failed(error));
    const { record, population } = await reached;
    if (record.champion !== champion)
      throw new Error("the run did not come out as before: its games or the engine are others");
    return { record, population };
  }

  end(): void {
    if (this.isOver) return;
    this.isOver = true;
    this.#failed(new Error("stopped"));
    this.#evolution.rest();
    this.#released = this.#evolution.pause().then(
      () => this.#evolution.release(),
      () => {},
    );
  }

  #onNews({ records, population, phase }: NewsEvent): void {
    const record = records.at(-1);
    if (phase === "finished" && record && population) this.#reached({ record, population });
  }
}
