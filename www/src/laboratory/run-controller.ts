// Brings a coordinator to what the person wants: which run it has open, and whether that goes on. The person changes the wish at any
// time; the coordinator is asked one thing at a time, and each answer is looked at in the light of the latest wish. Several places may
// share a coordinator: it has one run open, and those of the others wait at their checkpoints.

import type { BoardsEvent, NewsEvent } from "../host/evolution.ts";
import type { Settings } from "../model.ts";
import type { CoordinatorCalls, RunOpening, Standing } from "../worker/protocol.ts";

/** A run that is open in the coordinator, or is to be, and who hears of it. */
export interface Opening {
  /** Once answered, the coordinator has this run open, and it stands still. Asked again, it goes on from its last checkpoint. */
  open(): Promise<Standing>;
  /** It is open, and still wanted. */
  opened(standing: Standing): void;
  /** It cannot be opened; what was open still is. */
  failed(error: unknown): void;
  /** It stands still, at this checkpoint. */
  still(checkpoint: string | null): void;
  /** It could not go on. */
  halted(error: unknown): void;
  onNews(event: NewsEvent): void;
  onBoards(event: BoardsEvent): void;
  /** Its workers keep ending. */
  onStuck(why: string): void;
  /** Whether it exchanges no programs, whatever room there is. */
  isAlone(): boolean;
}

export interface Goal {
  /** The last generation to be scored. */
  until: number;
  /** Stops after one generation. */
  step: boolean;
}

/** The part of the evolution that runs are driven by. */
export interface Engine {
  open(opening: RunOpening): Promise<Standing>;
  run(goal: Goal & { alone: boolean }): Promise<void>;
  /** Answers a checkpoint once no further generation can come. */
  pause(): Promise<string | null>;
  /** Of the open run as it is now, also while it goes on. */
  checkpoint(): Promise<string | null>;
  /** Lets settings of the open run have other values from the next generation on. */
  change(settings: Settings): Promise<CoordinatorCalls["change"]["answer"]>;
}

export class RunController {
  readonly engine: Engine;
  // What is wanted. Without a goal it stands still.
  #run: Opening | null = null;
  #goal: Goal | null = null;
  // What the coordinator has open, and what it works towards.
  #open: Opening | null = null;
  #given: Goal | null = null;
  #settling: Promise<void> | null = null;

  constructor(engine: Engine) {
    this.engine = engine;
  }

  /** Whether this run is wanted to go on. */
  goesOn(run: Opening | null): boolean {
    return run !== null && this.#run === run && this.#goal !== null;
  }

  /** This run, in place of the open one. Like its siblings it resolves once the coordinator is where it should be. */
  open(run: Opening, goal: Goal | null): Promise<void> {
    return this.#want(run, goal);
  }

  /** If it is the one that is wanted. */
  pause(run: Opening | null): Promise<void> {
    return this.#run === run ? this.#want(run, null) : this.#settled();
  }

  /** This run is wanted no more. */
  close(run: Opening | null): Promise<void> {
    return this.#run === run ? this.#want(null, null) : this.#settled();
  }

  /** Other values for settings of this run from its next generation on; null where the coordinator has another one open that goes on. */
  async change(run: Opening, settings: Settings): Promise<CoordinatorCalls["change"]["answer"]> {
    if (this.#run === run) await this.#settled();
    else if (!this.#goal) await this.#want(run, null);
    return this.#open === run ? this.engine.change(settings) : null;
  }

  /** Of this run as it is now; null where it does not go on. */
  async checkpoint(run: Opening): Promise<string | null> {
    await this.#settled();
    return this.#open === run && this.#given ? this.engine.checkpoint() : null;
  }

  onNews(event: NewsEvent): void {
    if (event.phase !== "running") this.#stopped(event.records.at(-1)?.generation ?? -1);
    this.#open?.onNews(event);
  }

  onBoards(event: BoardsEvent): void {
    this.#open?.onBoards(event);
  }

  /** The coordinator gave up. */
  onStuck(why: string): void {
    this.#goal = null;
    this.#given = null;
    this.#open?.onStuck(why);
  }

  /** The coordinator stopped by itself, having scored that generation. */
  #stopped(generation: number): void {
    const reached = this.#goal && (this.#goal === this.#given || this.#goal.until <= generation);
    // The goal of another run, which is to follow, was not reached by this one.
    if (reached && this.#run === this.#open) this.#goal = null;
    this.#given = null;
  }

  #want(run: Opening | null, goal: Goal | null): Promise<void> {
    this.#run = run;
    this.#goal = goal;
    this.#settling ??= this.#settle();
    return this.#settling;
  }

  #settled(): Promise<void> {
    return this.#settling ?? Promise.resolve();
  }

  async #settle(): Promise<void> {
    // Whoever wished it gets to know first that it is under way.
    await null;
    try {
      while (this.#run !== this.#open || this.#goal !== this.#given) await this.#approach();
    } finally {
      this.#settling = null;
    }
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
    const run = this.#open;
    try {
      const checkpoint = await this.engine.pause();
      this.#given = null;
      run?.still(checkpoint);
    } catch (error) {
      this.#given = null;
      this.#goal = null;
      run?.halted(error);
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
    const run = this.#open;
    this.#given = goal;
    try {
      await this.engine.run({ ...goal, alone: run?.isAlone() ?? false });
    } catch (error) {
      if (this.#given === goal) this.#given = null;
      if (this.#goal !== goal) return;
      this.#goal = null;
      run?.halted(error);
    }
  }
}
