// The later stages: their records, and what they work on.

import type { Seat } from "./play.ts";
import type { StageRecord } from "./records.ts";
import type { Run } from "./run.ts";
import type { Setting, Settings } from "./settings.ts";

/**
 * The evaluation of programs is bred on games or by playing each other, or learns from its own searches or from games; a search is
 * bred, or the order in which it tries moves; whole programs are bred by games against fixed-depth opponents. A system has some of these.
 */
export type StageName =
  "imitation" | "classes" | "coevolution" | "learning" | "ordering" | "supervised" | "tuning";

export type LaterStage = Exclude<StageName, "imitation">;

/**
 * The initial programs of a coevolution: champions of several runs, the best of the open run, random programs, a person's own. Learning
 * begins with one of the last three: that of the open run has learned from games.
 */
export type InitialPrograms = "champions" | "population" | "random" | "own";

/** Programs of the chosen system that a person wants to coevolve, or the one that is to learn. */
export interface OwnPrograms {
  /** As it was pasted: chromosomes or links, one a line. */
  text: string;
  /** Chromosome texts, in their order; none unless all can be used. One alone has nobody to play. */
  programs: string[];
  /** What is wrong, and in which line; null where nothing is, or nothing was pasted. */
  wrong: string | null;
}

/** A run of a later stage, with what is chosen for it before it begins. */
export interface StageRun<R extends StageRecord> extends Run<R> {
  table: Setting[];
  settings: Settings;
  /** What it was bred from, in words. */
  origin: string;
  /** The best before the stage, which its champion is compared with. */
  before: Seat | null;
  /** What it works on. */
  suite: Suite;
  /** The run is a link's and not stored; the person's own is. */
  aside: boolean;
  /** How long its games take; null before any was played here. */
  pace: Pace | null;
}

/** Measured. */
export interface Pace {
  /** The time of one worker for a game. */
  game_ms: number;
  /** That it was searched for a move. */
  nodes: number;
}

/** What a later stage works on: openings to begin games with, positions to be solved, or games to learn from. */
export interface Suite {
  title: string;
  count: number;
  /** What cannot be used. */
  skipped: { place: number; reason: string }[];
  /** What places count: lines, or the games of a PGN file. */
  places: "line" | "game";
}
