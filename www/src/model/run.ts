// A run, and what is shown of it.

import type { MatchGame } from "./arena.ts";
import type { Gene } from "./genes.ts";
import type { GenerationRecord, HeldOut, RunRecord } from "./records.ts";
import type { Changed, Settings } from "./settings.ts";

/** What the champions of an imitation find of one sample of positions, the same for every generation. */
export interface FixedSample {
  positions: number;
  /** They are from games kept out of training; else from those learned from. */
  is_held_out: boolean;
  /** What the random programs that the run began with find, on average: moves. */
  random: number;
  /** By chromosome text, as far as they were counted. */
  found: ReadonlyMap<string, HeldOut>;
}

/** What the page shows of evolution before anyone has touched it. */
export interface Demonstration {
  phase: "running" | "over";
  run: Run;
  /** Of its programs, none before they are known. */
  genes: Gene[];
  sample: FixedSample | null;
  /** A random program, of those that the run began with. */
  ancestor: string | null;
  /** Between that and the champion. */
  game: MatchGame | null;
}

/** The generation scored last. */
export interface Population {
  individuals: number;
  /** The length of a genome, and what people call one locus of it. */
  loci: number;
  locus_name: string;
  /** A row an individual, a cell a locus: how much of it there is, from 0 to 255. */
  cells: Uint8Array;
  /** Chromosome texts. */
  programs: string[];
  /** The moves that each of them found. */
  fitness: Uint32Array;
}

export type RunPhase = "idle" | "running" | "paused" | "finished";

/** A run of any kind, as it stands. */
export interface Run<R extends RunRecord = GenerationRecord> {
  phase: RunPhase;
  /** What it began with; null when none is open. */
  settings: Settings | null;
  /** Settings that were changed since, in the order in which they hold. */
  changes: Changed[];
  /** Generations asked for. */
  generations: number;
  records: R[];
  /** How far the generation under way is; null of a kind that shows nothing of it. */
  progress: StageProgress | null;
  /** Null of a kind that shows none. */
  population: Population | null;
  /** For a run opened from an `#x=` link: the program it must arrive at, and whether it did. */
  expected: { chromosome: string; reached: boolean | null } | null;
  /** Another version of the engine made it: it can be looked at, and begun anew. */
  of_another_engine: boolean;
}

/** A finished run of a series. */
export interface SeriesRun {
  seed: number;
  /** Moves found by the best of each generation, out of `positions`. */
  best: number[];
  positions: number;
  /** Chromosome text of the last generation's best. */
  champion: string;
  held_out: HeldOut | null;
}

/** The same experiment with one seed after the other. */
export interface Series {
  phase: "running" | "paused" | "finished";
  /** How many runs there are to be. */
  planned: number;
  /** Of the first run; each later one has the next seed. */
  settings: Settings;
  /** Of the examples. */
  fingerprint: string;
  /** Those that are finished, in the order of their seeds. */
  runs: SeriesRun[];
}

/** Who scored what against whom in a generation. */
export interface CrossTable {
  generation: number;
  programs: number;
  /** Half-points of the row's program against the column's, row by row, of the games that are over. */
  half_points: Uint32Array<ArrayBuffer>;
}

/** How far the generation under way is. */
export interface StageProgress {
  generation: number;
  done: number;
  pieces: number;
  /** Of the generation under way, once a game of it is over, else of the last; null where nobody has played. */
  cross: CrossTable | null;
  /** Up to two games that are being played, or were played last. */
  games: MatchGame[];
}
