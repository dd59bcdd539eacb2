// Matches.

import type { Contestant, Seat } from "./play.ts";

export type MatchSide = "a" | "b";

/** What a match is made of, besides its players. */
export interface MatchPlan {
  games: number;
  /** The most that is searched for a move. */
  nodes: number;
  /** Decides on the order of the openings and on what the random mover draws. */
  seed: number;
}

/** A position of a game under way. */
export interface Snapshot {
  fen: string;
  /** Half-moves played. */
  plies: number;
  last_move: [string, string] | null;
}

/** A game that is played, or was the last played at its table. */
export interface MatchGame extends Snapshot {
  /** From 1. */
  number: number;
  white: string;
  black: string;
  /** Why and how it ended; null while it goes on. */
  end: string | null;
}

/** A's score against B. */
export interface MatchStanding {
  games: number;
  wins: number;
  draws: number;
  losses: number;
  points: number;
  /** Points a game, and their 95 % interval. */
  rate: number;
  low: number;
  high: number;
  /** How probable it is that A is the stronger. */
  superiority: number;
  /** Null while the games are too few for a rating; its ends may be infinite. */
  elo: { difference: number; low: number; high: number } | null;
  fewest_games: number;
}

export interface Arena {
  contestants: Record<MatchSide, Contestant>;
  /** The programs that were pasted in. */
  pasted: Record<MatchSide, Seat | null>;
  plan: MatchPlan;
  phase: "idle" | "playing" | "stopped" | "over";
  /** The names of those who play, or played last, and how many games they were to play. */
  names: Record<MatchSide, string>;
  planned: number;
  /** Up to two of the games under way. */
  tables: (MatchGame | null)[];
  /** Null before the first match. */
  standing: MatchStanding | null;
}
