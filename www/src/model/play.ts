// What is at the board.

import type { Variations } from "../variations.ts";
import type { ClockChoice, ClockFace } from "./clock.ts";
import type { DepthPath, Program } from "./genes.ts";
import type { GameNote } from "./results.ts";

export interface EvaluationTerm {
  name: string;
  /** Weight times feature, White minus Black, in pawns. */
  pawns: number;
  /** The feature's value, White minus Black. */
  feature: number;
  meaning: string;
}

export interface Line {
  /** First move, UCI, and the line as SAN text. */
  move: string;
  san: string;
  /** From White's point of view, in pawns; null with mate_in. */
  pawns: number | null;
  mate_in: number | null;
}

export interface Position {
  fen: string;
  turn: "white" | "black";
  in_check: boolean;
  /** Legal destinations by origin square: `{e2: ["e3","e4"]}`. */
  destinations: Record<string, string[]>;
  last_move: [string, string] | null;
  /** Game so far as one line of text: `1. e4 e5 2. Nf3`. */
  moves: string;
  /** One SAN a half-move, with the FEN after it. */
  history: { san: string; uci: string; fen: string }[];
  /** "1-0 White mates", "Draw by repetition" ...; null while the game goes on. */
  result: string | null;
  score: "1-0" | "0-1" | "1/2-1/2" | "*";
  /** Empty without a program, and for one whose evaluation is no plain sum. */
  evaluation: EvaluationTerm[];
  /** The program's evaluation in pawns, White's point of view; null without a program. */
  evaluation_pawns: number | null;
  /** The program whose opinion this is, as text; null without one. */
  judge: string | null;
  /**
   * The moves in the order in which the program tries them, with their values, the plies still searched after them, and by how many
   * its depth module changes that; empty where it has no search of its own.
   */
  tries: { san: string; value: number; plies: number; change: number }[];
  /** What its depth module does here; null where it has none, or nothing is searched. */
  depth_path: DepthPath | null;
}

/** What the third room is used for. */
export type Mode = "play" | "analyse" | "watch" | "arena";

/** EvoChess's opponents, which look so many plies ahead and no further, under the names that the core knows them by. */
export type FixedDepth = `depth:${1 | 2 | 3 | 4 | 5 | 6 | 7}`;

/** Who sits at the other side: the program on show, the hand-set one, generation 0 of the run, a pasted one, one of fixed depth. */
export type Opponent = "shown" | "staunton" | "ancestor" | "pasted" | FixedDepth;

/** Who may play a match: also the random mover. */
export type Contestant = Opponent | "random";

/** A program as the player knows it. */
export interface Seat {
  /** Chromosome text, or a name such as `staunton`. */
  text: string;
  title: string;
}

/** How much a program thinks before a move. */
export interface Strength {
  kind: "nodes" | "seconds" | "depth";
  amount: number;
}

/** How the board looks. */
export interface Looks {
  squares: "brown" | "blue" | "green" | "grey";
  pieces: "classic" | "solid";
  coordinates: "inside" | "outside" | "none";
  /** Whether the pieces are hidden. */
  blindfold: boolean;
}

/** What a search has found so far. */
export interface Thought {
  /** The depth completed, in plies before quiescence, and the longest line looked at. */
  depth: number;
  selective_depth: number;
  nodes: number;
  /** Best first. */
  lines: Line[];
}

/** A thought, and whose about what. */
export interface Thinking extends Thought {
  by: string;
  /** The position thought about. */
  fen: string;
  milliseconds: number;
}

/** A game scored move by move. */
export interface Review {
  start: string | null;
  /** In UCI, and as "12... Nf6". */
  moves: string[];
  names: string[];
  /** Who scores. */
  by: string;
  /** Of each position from the first on, as far as it has come; of one that ends the game there is none. */
  scores: Pick<Line, "pawns" | "mate_in">[];
  /** How the game ended. */
  end: Position["score"];
  going: boolean;
}

/** What stands above the moves of a PGN: a name and its value. */
export type Tag = [name: string, value: string];

/** A game of a file, as its tags call it. */
export interface ListedGame {
  white: string;
  black: string;
  result: string;
}

export interface Play {
  mode: Mode;
  /** The game's last position; in an analysis that of the line that is followed. */
  position: Position | null;
  /** The position on the board: the last, or an earlier one that is looked at. */
  shown: Position | null;
  /** Half-moves played before the position on the board. */
  ply: number;
  /** The FEN that the game began with; null for the usual position. */
  start: string | null;
  /** What is known of the game that is analysed; null where it is none. */
  tags: readonly Tag[] | null;
  /** Whether the person has a move to take back. */
  may_take_back: boolean;
  /** The program that takes the seat "shown", and where it comes from. A game under way keeps the one it began with. */
  program: Pick<Program, "text"> | null;
  /** "Generation 60 of this run", "Program from a link", ... */
  program_title: string;
  opponent: Opponent;
  /** The program that was pasted in. */
  pasted: Seat | null;
  /** The random ancestor that was chosen; the run may be another by now. */
  ancestor: Seat | null;
  /** What the program is called that a person wants to meet, while a game under way goes on with another. */
  invited: string | null;
  /** What is noted of the person's game; in other modes of the one that waits. */
  note: GameNote;
  /** What took the game from the board that was there, as long as it can be brought back, and how that is called. */
  aside: { why: string; undo: string } | null;
  /** The person's colour; between two programs that of the program on show. */
  side: "white" | "black";
  /** The one that the person wants to have in the next game. */
  next_side: "white" | "black";
  /** Whether Black is below while the person has White, or the other way round. */
  flipped: boolean;
  strength: Strength;
  /** What was tried in the analysis, the line that is followed among it; nothing elsewhere. */
  variations: Variations;
  /** The line that was scored last. */
  review: Review | null;
  /** The file of several games that was opened last, and which of them is analysed; `at` is null once another game is. */
  file: { name: string; games: ListedGame[]; at: number | null } | null;
  /** How many lines an analysis reports. */
  lines: number;
  /** What a program is thinking for. */
  search: "move" | "hint" | "analysis" | null;
  /** What it thinks, or thought last. */
  thinking: Thinking | null;
  /** The move a program would play in the person's place. */
  hint: Line | null;
  /** The person's move, as it was written, that is played as soon as the program has moved. */
  premove: string | null;
  /** Whether moves are heard. */
  sounds: boolean;
  looks: Looks;
  /** The least time of a move between two programs, in milliseconds. */
  pace_ms: number;
  /** What clock the next game has. */
  clock_choice: ClockChoice;
  /** The clocks of the game on the board; null without. */
  clock: ClockFace | null;
  /** A game between two programs. */
  watched: "waiting" | "on" | "held" | "stopped";
}
