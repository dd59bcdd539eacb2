// How a match, and a measurement of strength, is played: what is allowed and what is usual.

import type { LadderPlan, MatchPlan, MeasuredKind } from "../model.ts";
import { LADDER_GAMES, PLAN_RANGES } from "../ranges.ts";

/** As many games as a rating needs; quick on a phone too. The number is the command line's (our choices). */
export const USUAL_PLAN: MatchPlan = { games: 100, nodes: 2_000, seed: 1991 };

/** Whole numbers within their ranges; games in pairs, an opening with both colours. */
export function fitPlan({ games, nodes, seed }: MatchPlan): MatchPlan {
  return {
    games: 2 * Math.ceil(fit("games", games) / 2),
    nodes: fit("nodes", nodes),
    seed: fit("seed", seed),
  };
}

/** How the programs of a kind of run are measured where nobody says how. */
export interface UsualLadder {
  plan: LadderPlan;
  /** They learned from nothing, most of it in the first games: rungs begin lower, and programs are taken at growing distances. */
  fromNothing: boolean;
}

/**
 * Of an imitation the rule alone, and every opening with both colours: as the command line does. Of what learns to search a short
 * series with each of four rungs, which is enough for a rating (our choice).
 */
export const USUAL_LADDERS: Record<MeasuredKind, UsualLadder> = {
  imitation: { plan: { nodes: null, games: 80, seed: 1991 }, fromNothing: false },
  learning: { plan: { nodes: 1_000, games: 26, seed: 1991 }, fromNothing: true },
};

/** Games in pairs; fewer than 34 with each of three rungs make no rating, but nobody is kept from it. */
export function fitLadderPlan({ nodes, games, seed }: LadderPlan, usual: LadderPlan): LadderPlan {
  const whole = Number.isNaN(games) ? usual.games : 2 * Math.ceil(games / 2);
  return {
    nodes: nodes === null ? null : fit("nodes", nodes),
    games: Math.min(LADDER_GAMES[1], Math.max(LADDER_GAMES[0], whole)),
    seed: fit("seed", seed),
  };
}

function fit(name: keyof MatchPlan, value: number): number {
  const [least, most] = PLAN_RANGES[name];
  return Math.min(most, Math.max(least, Math.round(Number.isNaN(value) ? USUAL_PLAN[name] : value)));
}
