// The vocabulary of the library: what the page knows of stored experiments beyond the list of them, and what may be asked of it.

import type { Gene } from "./model/genes.ts";
import type { Seat } from "./model/play.ts";
import type { HeldOut } from "./model/records.ts";
import type { StageName } from "./model/stages.ts";
import type { Elo } from "./model/strength.ts";

/** A program worth keeping. */
export interface HallEntry {
  /** Chromosome text: a program is there once. */
  text: string;
  title: string;
  system: string;
  /** Milliseconds since 1970. */
  when: number;
  /** Beside the opponent that all of them play; null while it is not measured. */
  rating: Elo | null;
}

/** Experiments in the order in which they are to go on. */
export interface Queue {
  ids: string[];
  isOn: boolean;
}

/** One run of a comparison. */
export interface Compared {
  id: string;
  title: string;
  kind: StageName;
  system: string;
  /** The program of its last generation; null where it has none. */
  champion: Seat | null;
  genes: Gene[];
  /** What its champions find of the sample of the comparison; none where they cannot be counted on it. */
  points: { generation: number; score: HeldOut }[];
  /** Whether it learned from positions of a sample that the others did not learn from: it is not counted on them then. */
  has_learned: boolean;
}

export interface Comparison {
  runs: Compared[];
  /** Null where none of them is an imitation whose games are here. */
  sample: { positions: number; is_held_out: boolean; random: number } | null;
  /** The settings in which they differ, by their labels: a value a run. */
  differences: { label: string; values: string[] }[];
}

export interface Experiments {
  /** Bytes of each, by identity; empty before they were counted. */
  sizes: ReadonlyMap<string, number>;
  /** Of all that the page stores; null where the browser does not tell. */
  storage: { used: number; allowed: number } | null;
  queue: Queue;
  /** Null before one is made. */
  comparison: Comparison | null;
  hall: HallEntry[];
  /** What is being done that takes a while, in words. */
  busy: string | null;
  /** How far the games for a rating are, in words; null while none are played. */
  rating: string | null;
  /** What is wrong with a file, or could not be done. */
  wrong: string | null;
}

export const NO_EXPERIMENTS: Experiments = {
  sizes: new Map(),
  storage: null,
  queue: { ids: [], isOn: false },
  comparison: null,
  hall: [],
  busy: null,
  rating: null,
  wrong: null,
};

export interface ExperimentCommands {
  /** Counts what is stored. */
  look(): void;
  /** An empty name takes its own away. */
  rename(id: string, title: string): void;
  /** The same once more, as far as it has come. */
  duplicate(id: string): void;
  /** All of them, and the results of the person's games, as one file. */
  exportAll(): void;
  /** As one file, with their games. */
  exportThese(ids: string[]): void;
  importFile(file: File): void;

  enqueue(id: string): void;
  /** A run with the settings as they stand, which begins when its turn comes. */
  enqueueNew(): void;
  dequeue(id: string): void;
  /** By so many places. */
  move(id: string, by: number): void;
  startQueue(): void;
  holdQueue(): void;

  compare(ids: string[]): void;
  /** The champions of two compared runs play a match in the arena. */
  match(a: Seat, b: Seat): void;

  /** The program on show comes into the hall of fame, and plays for a rating. */
  enterHall(): void;
  /** Plays for a rating. One at a time. */
  rate(text: string): void;
  stopRating(): void;
  leaveHall(text: string): void;
  /** The program on show is this. */
  showFromHall(entry: HallEntry): void;
}
