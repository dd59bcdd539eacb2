// What the coordinator drives: a run of any kind, asked for work, told results, and reported to the page.

import type {
  Changed,
  CrossTable,
  MatchGame,
  Peer,
  Population,
  RunRecord,
  Settings,
  StageProgress,
} from "../model.ts";
import { breakage, core, report } from "./core.ts";
import { changeLines, settingLines } from "./lines.ts";
import { PATIENCE } from "./pool.ts";
import type { CoordinatorEvent, RoomOfRuns, RunOpening, Standing } from "./protocol.ts";

export type Phase = "running" | "paused" | "finished";

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

type InRoom = Omit<Extract<CoordinatorEvent, { kind: "room" }>, "kind">;

export class Machine {
  /** Ticks that a piece of work may take. */
  readonly patience: number;
  readonly #run: core.Run;
  /** Records that the page has. */
  #reported: number;
  #scored: number;
  #nextProgress = 0;
  #nextBoards = 0;
  #room: RoomOfRuns | null = null;

  constructor(opening: RunOpening, examples: core.Examples) {
    this.#run = opened(opening, examples);
    const ticks = this.#run.largest_piece() / SLOWEST_NODES_A_TICK + this.#run.longest_piece() / TICK_MS;
    this.patience = PATIENCE + Math.ceil(ticks);
    this.#scored = this.#run.scored();
    this.#reported = this.#scored;
  }

  get standing(): Standing {
    return {
      records: this.#run.records(0) as RunRecord[],
      progress: this.#progress(),
      population: this.#population(),
      settings: this.#run.settings() as Settings,
      changes: this.#run.changes() as Changed[],
      checkpoint: this.checkpoint(),
      of_another_engine: this.#run.of_another_engine(),
    };
  }

  /** Whether there is nothing more to do, be it before the last generation asked for. */
  get isFinished(): boolean {
    return this.#run.is_finished();
  }

  /** Answers whether a run that was at its end goes on. Then what it found only because it ended is forgotten. */
  setGenerations(until: number): boolean {
    const wasFinished = this.#run.is_finished();
    this.#run.set_generations(until);
    return wasFinished && !this.#run.is_finished();
  }

  /** From the next generation on these values hold; refused where one of them cannot. Answers all changes. */
  change(settings: Settings): Changed[] {
    this.#run.change(settingLines(settings));
    return this.#run.changes() as Changed[];
  }

  ask(): Uint8Array | undefined {
    return this.#run.ask();
  }

  /** A word of a worker about the work it does. */
  see(seen: unknown): void {
    this.#run.see(seen);
    const now = performance.now();
    if (now < this.#nextBoards) return;
    this.#nextBoards = now + BOARDS_MS;
    report<CoordinatorEvent>({ kind: "boards", games: this.#run.boards() as MatchGame[] });
  }

  /** Takes a result; answers the generation scored last, where the result completes one. */
  tell(bytes: Uint8Array): number | null {
    this.#run.tell(bytes);
    return this.completed();
  }

  /** The generation scored last, if one was completed since this was asked: without a result, where all its programs are known. */
  completed(): number | null {
    const scored = this.#run.scored();
    if (scored === this.#scored) return null;
    this.#scored = scored;
    return scored - 1;
  }

  reportGeneration(phase: Phase, checkpoint: string | null, elapsed_ms: number): void {
    const records = this.#run.records(this.#reported) as RunRecord[];
    this.#reported += records.length;
    this.#report({ records, checkpoint, phase, elapsed_ms, population: this.#population() });
  }

  /** The generation scored last once more, since its record has changed. */
  reportLast(): void {
    this.#report({
      records: this.#run.records(Math.max(0, this.#scored - 1)) as RunRecord[],
      checkpoint: this.checkpoint(),
      phase: "running",
      elapsed_ms: 0,
      population: this.#population(),
    });
  }

  /** In the middle of a generation, for those whose generations take long. */
  reportProgress(checkpoint: () => string | null): void {
    const now = performance.now();
    if (now < this.#nextProgress) return;
    const programs = this.#crossTable()?.programs ?? 0;
    this.#nextProgress = now + (programs > CROWD ? CROWD_PROGRESS_MS : PROGRESS_MS);
    this.#report({
      records: [],
      checkpoint: checkpoint(),
      phase: "running",
      elapsed_ms: 0,
      population: null,
    });
  }

  checkpoint(): string {
    return this.#run.checkpoint();
  }

  /** Where it exchanges programs, if it is of a kind that does. */
  join(room: RoomOfRuns | null): void {
    // Who is there stays known.
    if (room === this.#room) return;
    this.#room = room;
    if (room) this.#run.join(room.room, room.deme);
    else this.#run.leave();
  }

  /** An offer that came; answers who is there, or null where it is none for this run. */
  hear(offer: string): Peer[] | null {
    try {
      return (this.#run.hear(offer, performance.now()) as Peer[] | undefined) ?? null;
    } catch (error) {
      if (breakage(error) !== null) throw error;
      return null;
    }
  }

  /** A generation was scored: tells what is offered and who came; answers whether anybody did. */
  visit(): boolean {
    const random = crypto.getRandomValues(new Uint32Array(2));
    const seen = this.#run.visit(random, performance.now()) as InRoom | undefined;
    if (seen) report<CoordinatorEvent>({ kind: "room", ...seen });
    return (seen?.entered.length ?? 0) > 0;
  }

  free(): void {
    this.#run.free();
  }

  #report(news: Omit<Extract<CoordinatorEvent, { kind: "news" }>, "kind" | "progress">): void {
    const progress = this.#progress();
    const { population } = news;
    const transfer = [population?.cells, population?.fitness, progress.cross?.half_points];
    const buffers = transfer.flatMap((array) => (array ? [array.buffer] : []));
    report<CoordinatorEvent>({ kind: "news", progress, ...news }, buffers);
  }

  #progress(): StageProgress {
    return { ...(this.#run.progress() as Omit<StageProgress, "cross">), cross: this.#crossTable() };
  }

  #crossTable(): CrossTable | null {
    const table = this.#run.cross_table();
    const [generation] = table;
    if (generation === undefined) return null;
    const half_points = table.slice(1);
    return { generation, programs: Math.sqrt(half_points.length), half_points };
  }

  #population(): Population | null {
    const population = this.#run.population() as Omit<Population, "cells" | "fitness"> | undefined;
    if (!population) return null;
    const cells = this.#run.population_cells();
    return { ...population, cells, fitness: this.#run.population_fitness() };
  }
}

function opened(opening: RunOpening, examples: core.Examples): core.Run {
  const suite = opening.suite ?? undefined;
  switch (opening.kind) {
    case "kept":
      return core.Run.resume(opening.checkpoint, examples, suite);
    case "anew":
      return core.Run.anew(opening.text, examples, suite);
    case "new":
      return core.Run.begin(
        opening.run,
        settingLines(opening.settings),
        changeLines(opening.changes ?? []),
        opening.programs.join("\n"),
        opening.system,
        examples,
        suite,
      );
  }
}
