// How strong the programs of a run are.

import type { HeldOut } from "./records.ts";

/** A number of Elo and its 95 % interval. */
export interface Elo {
  elo: number;
  low: number;
  high: number;
}

/** A generation whose champion is measured. */
export interface LadderStep {
  generation: number;
  /** Chromosome text. */
  champion: string;
  held_out: HeldOut | null;
}

/** The kinds of run whose programs can be measured. */
export type MeasuredKind = "imitation" | "learning";

/** How it is measured. */
export interface LadderPlan {
  /** The most that is searched for a move; null: one ply and quiescence, the rule that the fitness is about. */
  nodes: number | null;
  /** Of each champion with each rung, and of every two rungs. */
  games: number;
  seed: number;
}

export interface LadderRow extends LadderStep {
  /** Played so far. */
  games: number;
  /** With each rung. */
  points: number[];
  /** Null while the games are too few for a rating. */
  rating: Elo | null;
}

/** What the results say. */
export interface LadderTable {
  steps: LadderRow[];
  rungs: { name: string; rating: Elo | null }[];
  /** The rung that is nought. */
  anchor: string;
  /** Different champions with both a rate and a rating, and the rank correlation of these. */
  programs: number;
  correlation: number | null;
  /** By how much the last champion is stronger than the first. */
  gain: Elo | null;
}

export interface Ladder {
  plan: LadderPlan;
  phase: "idle" | "measuring" | "stopped" | "over";
  /** Another version of the engine played: the games can be looked at, and none is added. */
  of_another_engine: boolean;
  /** Those of the measurement under way, or of the last one, and how they were measured. */
  steps: LadderStep[];
  measured: LadderPlan;
  /** Games that count, and all. */
  played: number;
  planned: number;
  table: LadderTable | null;
}
