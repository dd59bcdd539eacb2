// The games at the board as they are stored, each with who plays it.

import { FIXED_DEPTHS } from "../fixed-depth.ts";
import type { Mode, Opponent, Play, Seat, Tag } from "../model.ts";
import { isNote } from "../results.ts";
import { isVariations, type Variations } from "../variations.ts";
import type { Game } from "../worker/protocol.ts";
import { isGameClock } from "./time-control.ts";

/** What the one board is used for; the arena has boards of its own. */
export type BoardMode = Exclude<Mode, "arena">;

/** Who sits at the board. A game under way keeps them, whatever program is shown or bred meanwhile. */
export type Seats = Pick<Play, "side" | "opponent" | "program" | "program_title" | "pasted" | "ancestor"> & {
  /** Earlier versions noted nothing. */
  note?: Play["note"];
};

export interface Table {
  game: Game;
  seats: Seats;
  /** Whether it has begun and has no result. */
  under_way: boolean;
  /** Of an analysis. Earlier versions had none. */
  variations?: Variations;
}

/** The game that another one took the place of. */
export interface Aside {
  mode: BoardMode;
  game: Game;
  seats: Seats;
  /** Half-moves of the game in its place when that began, in an analysis with those of all variations. */
  since: number;
  variations?: Variations;
  told: NonNullable<Play["aside"]>;
}

export interface KeptBoard {
  version: number;
  mode: BoardMode;
  tables: Partial<Record<BoardMode, Table>>;
  /** Earlier versions forgot it. */
  aside?: Aside | null;
}

export const FRESH: Game = { start: null, moves: [], resigned: null };

export function seatsOf(play: Play): Seats {
  const { side, opponent, program, program_title, pasted, ancestor, note } = play;
  const shown = program && { text: program.text };
  return { side, opponent, program: shown, program_title, pasted, ancestor, note };
}

// ---- what a whole record looks like ------------------------------------------------------------

type Unknown = { [key: string]: unknown };

const MODES: unknown[] = ["play", "analyse", "watch"] satisfies BoardMode[];
const OPPONENTS: unknown[] = [
  "shown",
  "staunton",
  "ancestor",
  "pasted",
  ...FIXED_DEPTHS,
] satisfies Opponent[];
const SIDES: unknown[] = ["white", "black"] satisfies Play["side"][];

export function isBoard(value: unknown): value is Omit<KeptBoard, "version"> {
  if (!isObject(value) || !MODES.includes(value.mode) || !isObject(value.tables)) return false;
  const { tables, aside = null } = value;
  const all = Object.entries(tables as Unknown);
  return (
    all.every(([mode, table]) => MODES.includes(mode) && isTable(table)) && (aside === null || isAside(aside))
  );
}

function isAside(value: unknown): value is Aside {
  if (!isObject(value) || !MODES.includes(value.mode) || typeof value.since !== "number") return false;
  const { game, seats, told, variations } = value;
  return (
    isGame(game) &&
    isSeats(seats) &&
    areTried(variations) &&
    isObject(told) &&
    isText(told.why) &&
    isText(told.undo)
  );
}

function isTable(value: unknown): value is Table {
  if (!isObject(value) || typeof value.under_way !== "boolean") return false;
  return isGame(value.game) && isSeats(value.seats) && areTried(value.variations);
}

function areTried(value: unknown): boolean {
  return value === undefined || isVariations(value);
}

function isGame(value: unknown): value is Game {
  if (!isObject(value) || !Array.isArray(value.moves)) return false;
  const { start, moves, resigned, flagged = null, clock = null, tags = [] } = value;
  const begun = start === null || typeof start === "string";
  const ended = [resigned, flagged].every((side) => side === null || SIDES.includes(side));
  const known = Array.isArray(tags) && tags.every(isTag);
  return begun && moves.every(isText) && ended && known && (clock === null || isGameClock(clock));
}

function isTag(value: unknown): value is Tag {
  return Array.isArray(value) && value.length === 2 && value.every(isText);
}

function isSeats(value: unknown): value is Seats {
  if (!isObject(value) || !SIDES.includes(value.side) || !OPPONENTS.includes(value.opponent)) return false;
  const { program, program_title, pasted, ancestor, note } = value;
  if (note !== undefined && !isNote(note)) return false;
  const shown = program === null || (isObject(program) && isText(program.text));
  return shown && isText(program_title) && [pasted, ancestor].every((seat) => seat === null || isSeat(seat));
}

function isSeat(value: unknown): value is Seat {
  return isObject(value) && isText(value.text) && isText(value.title);
}

function isText(value: unknown): value is string {
  return typeof value === "string";
}

function isObject(value: unknown): value is Unknown {
  return typeof value === "object" && value !== null;
}
