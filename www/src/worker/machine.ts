// What the coordinator drives: an evolution of any kind, asked for work and told results.

import type {
  GenerationRecord,
  MatchGame,
  Population,
  Settings,
  StageProgress,
  StageRecord,
} from "../model.ts";
import { core, report } from "./core.ts";
import { settingLines } from "./lines.ts";
import { PATIENCE } from "./pool.ts";
import type { CoordinatorEvent, StageOpening, StageStanding, Standing } from "./protocol.ts";

export type Phase = "running" | "paused" | "finished";

export interface Machine {
  /** Ticks that a piece of work may take. */
  readonly patience: number;
  setGenerations(until: number): void;
  ask(): Uint8Array | undefined;
  /** A word of a worker about the work it does. */
  see(seen: unknown): void;
  /** Takes a result; answers the generation scored last, where the result completes one. */
  tell(bytes: Uint8Array): number | null;
  reportGeneration(phase: Phase, checkpoint: string | null, elapsed_ms: number): void;
  /** In the middle of a generation, for those whose generations take long. */
  reportProgress(checkpoint: () => string | null): void;
  checkpoint(): string;
  free(): void;
}

/** The first stage. */
export class Imitation implements Machine {
  readonly patience = PATIENCE;
  readonly #run: core.Run;
  #record: GenerationRecord | null = null;

  constructor(run: core.Run) {
    this.#run = run;
  }

  get standing(): Standing {
    return {
      records: this.#run.records() as GenerationRecord[],
      population: this.#population(),
      settings: this.#run.settings() as Settings,
    };
  }

  setGenerations(until: number): void {
    this.#run.set_generations(until);
  }

  ask(): Uint8Array | undefined {
    return this.#run.ask();
  }

  see(): void {}

  tell(bytes: Uint8Array): number | null {
    const record = this.#run.tell(bytes) as GenerationRecord | undefined;
    if (!record) return null;
    this.#record = record;
    return record.generation;
  }

  reportGeneration(phase: Phase, checkpoint: string | null, elapsed_ms: number): void {
    if (!this.#record) return;
    const population = this.#population();
    const record = { ...this.#record, elapsed_ms };
    report<CoordinatorEvent>({ kind: "generation", record, population, checkpoint, phase }, [
      population.cells.buffer,
      population.fitness.buffer,
    ]);
  }

  reportProgress(): void {}

  checkpoint(): string {
    return this.#run.checkpoint();
  }

  free(): void {
    this.#run.free();
  }

  #population(): Population {
    const population = this.#run.population() as Omit<Population, "cells" | "fitness">;
    const cells = this.#run.population_cells();
    return { ...population, cells, fitness: this.#run.population_fitness() };
  }
}

/** More often nobody looks. */
const PROGRESS_MS = 150;
/** With more programs than this there is much to draw of it. */
const CROWD = 16;
const CROWD_PROGRESS_MS = 1_000;
/** For every game that is played a word comes this often; one message has them all. */
const BOARDS_MS = 100;
/** A worker slower than this is thought to be gone. */
const SLOWEST_NODES_A_TICK = 5_000;
/** Of the watchdog. */
const TICK_MS = 500;

/** One of the later stages. */
export class Later implements Machine {
  readonly patience: number;
  readonly #stage: core.Stage;
  /** Records that the page has. */
  #reported: number;
  #scored: number;
  #nextProgress = 0;
  #nextBoards = 0;

  constructor(opening: StageOpening) {
    this.#stage = opened(opening);
    const ticks = this.#stage.largest_piece() / SLOWEST_NODES_A_TICK + this.#stage.longest_piece() / TICK_MS;
    this.patience = PATIENCE + Math.ceil(ticks);
    this.#scored = (this.#stage.records(0) as StageRecord[]).length;
    this.#reported = this.#scored;
  }

  get standing(): StageStanding {
    return {
      records: this.#stage.records(0) as StageRecord[],
      progress: this.#progress(),
      of_another_engine: this.#stage.of_another_engine(),
    };
  }

  setGenerations(until: number): void {
    this.#stage.set_generations(until);
  }

  ask(): Uint8Array | undefined {
    return this.#stage.ask();
  }

  see(seen: unknown): void {
    this.#stage.see(seen);
    const now = performance.now();
    if (now < this.#nextBoards) return;
    this.#nextBoards = now + BOARDS_MS;
    report<CoordinatorEvent>({ kind: "boards", games: this.#stage.boards() as MatchGame[] });
  }

  tell(bytes: Uint8Array): number | null {
    const scored = this.#stage.tell(bytes);
    if (scored === this.#scored) return null;
    this.#scored = scored;
    return scored - 1;
  }

  reportGeneration(phase: Phase, checkpoint: string | null): void {
    const records = this.#stage.records(this.#reported) as StageRecord[];
    this.#reported += records.length;
    report<CoordinatorEvent>({ kind: "stage", records, progress: this.#progress(), checkpoint, phase });
  }

  reportProgress(checkpoint: () => string | null): void {
    const now = performance.now();
    if (now < this.#nextProgress) return;
    const progress = this.#progress();
    this.#nextProgress = now + (progress.cross.length > CROWD ? CROWD_PROGRESS_MS : PROGRESS_MS);
    report<CoordinatorEvent>({
      kind: "stage",
      records: [],
      progress,
      checkpoint: checkpoint(),
      phase: "running",
    });
  }

  checkpoint(): string {
    return this.#stage.checkpoint();
  }

  free(): void {
    this.#stage.free();
  }

  #progress(): StageProgress {
    return this.#stage.progress() as StageProgress;
  }
}

function opened(opening: StageOpening): core.Stage {
  const suite = opening.suite ?? undefined;
  switch (opening.kind) {
    case "coevolution":
      return core.Stage.coevolve(
        settingLines(opening.settings),
        opening.founders.join("\n"),
        opening.system,
        suite,
      );
    case "tuning":
      return core.Stage.tune(settingLines(opening.settings), opening.program, suite);
    case "kept":
      return core.Stage.resume(opening.checkpoint, suite);
    case "anew":
      return core.Stage.anew(opening.text, suite);
  }
}
