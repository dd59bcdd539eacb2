// Brings the coordinator to what the person wants: which run is open, and whether it goes on. The person changes the wish at any
// time; the coordinator is asked one thing at a time, and each answer is looked at in the light of the latest wish.

import type { Standing } from "../worker/protocol.ts";

/** A run to be opened: begun, or brought back from a checkpoint. */
export interface Opening {
  /** Once answered, the coordinator has this run open, and it stands still. */
  open(): Promise<Standing>;
  /** It is open, and still wanted. */
  opened(standing: Standing): void;
  /** It cannot be opened; what was open still is. */
  failed(error: unknown): void;
}

export interface Goal {
  /** The last generation to be scored. */
  until: number;
  /** Stops after one generation. */
  step: boolean;
}

/** The part of the evolution that it drives. */
export interface Engine {
  run(goal: Goal): Promise<void>;
  /** Answers a checkpoint once no further generation can come. */
  pause(): Promise<string | null>;
}

export interface ControllerListener {
  /** What was open stands still, at this checkpoint. */
  onStill(checkpoint: string | null): void;
  /** The run could not go on. */
  onFailed(error: unknown): void;
}

export class RunController {
  readonly #engine: Engine;
  readonly #listener: ControllerListener;
  // What is wanted. Without a goal it stands still.
  #run: Opening | null = null;
  #goal: Goal | null = null;
  // What the coordinator has open, and what it works towards.
  #open: Opening | null = null;
  #given: Goal | null = null;
  #settling: Promise<void> | null = null;

  constructor(engine: Engine, listener: ControllerListener) {
    this.#engine = engine;
    this.#listener = listener;
  }

  /** Whether the run that is wanted is to go on. */
  get goesOn(): boolean {
    return this.#goal !== null;
  }

  /** Another run in place of the open one. Like its siblings it resolves once the coordinator is where it should be. */
  open(run: Opening, goal: Goal | null): Promise<void> {
    return this.#want(run, goal);
  }

  go(goal: Goal): Promise<void> {
    return this.#want(this.#run, goal);
  }

  pause(): Promise<void> {
    return this.#want(this.#run, null);
  }

  /** No run is wanted any more. */
  close(): Promise<void> {
    return this.#want(null, null);
  }

  /** The coordinator stopped by itself, having scored that generation. */
  stopped(generation: number): void {
    const reached = this.#goal && (this.#goal === this.#given || this.#goal.until <= generation);
    if (reached) this.#goal = null;
    this.#given = null;
  }

  /** The coordinator gave up. */
  lost(): void {
    this.#goal = null;
    this.#given = null;
  }

  #want(run: Opening | null, goal: Goal | null): Promise<void> {
    this.#run = run;
    this.#goal = goal;
    this.#settling ??= this.#settle();
    return this.#settling;
  }

  async #settle(): Promise<void> {
    // Whoever wished it gets to know first that it is under way.
    await null;
    while (this.#run !== this.#open || this.#goal !== this.#given) await this.#approach();
    this.#settling = null;
  }

  /** Asks one question on the way to what is wanted. */
  #approach(): Promise<void> {
    if (this.#given) return this.#still();
    if (this.#run !== null && this.#run !== this.#open) return this.#bring(this.#run);
    if (this.#goal) return this.#pursue(this.#goal);
    this.#open = null;
    return Promise.resolve();
  }

  async #still(): Promise<void> {
    try {
      const checkpoint = await this.#engine.pause();
      this.#given = null;
      if (this.#run) this.#listener.onStill(checkpoint);
    } catch (error) {
      this.#given = null;
      this.#goal = null;
      this.#listener.onFailed(error);
    }
  }

  async #bring(run: Opening): Promise<void> {
    let standing: Standing;
    try {
      standing = await run.open();
    } catch (error) {
      if (this.#run !== run) return;
      this.#run = this.#open;
      this.#goal = null;
      return run.failed(error);
    }
    this.#open = run;
    if (this.#run === run) run.opened(standing);
  }

  async #pursue(goal: Goal): Promise<void> {
    this.#given = goal;
    try {
      await this.#engine.run(goal);
    } catch (error) {
      if (this.#given === goal) this.#given = null;
      if (this.#goal !== goal) return;
      this.#goal = null;
      this.#listener.onFailed(error);
    }
  }
}
