// A person's games with programs: how they ended.

import type { Play, Strength } from "./play.ts";

/** A game that is over. */
export interface PlayedGame {
  id: string;
  /** How much the program thought; one of fixed depth does not ask. */
  strength: Strength;
  /** Whether the program had a clock of its own: then that decided how much it thought. */
  clocked: boolean;
  /** The person's colour and points. */
  side: Play["side"];
  points: 0 | 0.5 | 1;
  /** "White mates", "draw by repetition" */
  result: string;
  plies: number;
  /** Milliseconds since 1970. */
  when: number;
  /** Whether moves were taken back, or a hint or an analysis was asked for. */
  helped: boolean;
  /** Whether it began at another position than the usual one, or the opponent or its strength was changed on the way. */
  changed: boolean;
}

/** A program, and all games with it. */
export interface PlayedProgram {
  /** Chromosome text, or a name such as `staunton`. */
  text: string;
  title: string;
  /** By its identifier; empty of what no system bred. */
  system: string;
  games: PlayedGame[];
}

/** How well the person plays, on the scale of src/scale.ts. */
export interface Level {
  rating: number;
  /** Half of its 95 % interval. */
  error: number;
  /** That it rests on. */
  games: number;
}

/** The opponent that was found near the person's level. */
export interface FoundOpponent {
  text: string;
  strength: Strength;
  /** In a sentence. */
  why: string;
}

export interface Results {
  programs: PlayedProgram[];
  /** Null before it was asked for. */
  level: Level | null;
  /** The one found last; a person may have taken another since. */
  found: FoundOpponent | null;
  /** What was deleted last, as long as it can be brought back. */
  deleted: PlayedProgram[];
}

/** What is noted of a game while it is played. */
export interface GameNote {
  /** Empty where an earlier version stored the game. */
  id: string;
  helped: boolean;
  changed: boolean;
  /** Whom it was begun with, and how strong; null before the first move. */
  against: string | null;
  /** Whether its result is kept. */
  recorded: boolean;
}
