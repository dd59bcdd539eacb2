// What may be asked for, least and most (our choices): a field refuses what is beyond, what was stored or linked is made to fit.

import type { MatchPlan, Strength } from "./model.ts";

export type Range = readonly [least: number, most: number];

export const PLAN_RANGES: Record<keyof MatchPlan, Range> = {
  games: [2, 10_000],
  nodes: [1, 1_000_000],
  seed: [0, Number.MAX_SAFE_INTEGER],
};

/** Of each champion with each rung. The most is every built-in opening with both colours: with more the same games would come again. */
export const LADDER_GAMES: Range = [2, 80];

/** A person waits for a minute at most where time is the measure. */
/** The least time of a move between two programs, in milliseconds: no faster than an eye can follow, unless one wants it. */
export const PACES = [0, 600, 2000, 5000];
export const USUAL_PACE = 600;

/** Of a clock: minutes at the start, and seconds after each move. */
export const MINUTES: Range = [0.5, 180];
export const INCREMENTS: Range = [0, 180];

export const STRENGTH_RANGES: Record<Strength["kind"], Range> = {
  nodes: [1, 1_000_000_000],
  seconds: [0.1, 60],
  depth: [1, 64],
};
