// The clocks of a game between a person and a program.

/** What one side has. */
export interface TimeControl {
  initial_ms: number;
  increment_ms: number;
}

/** The program's share of the person's time; `setting`: it has no clock and thinks as its strength says. */
export type Odds = "same" | "half" | "tenth" | "setting";

/** What a person wants to have in the next game. */
export interface ClockChoice {
  /** Null: no clock. */
  control: { minutes: number; increment_s: number } | null;
  odds: Odds;
}

/** What a game carries of its clocks. */
export interface GameClock {
  /** Null of a side without a clock. */
  white: TimeControl | null;
  black: TimeControl | null;
  /** Half-moves played before there was a clock. */
  from: number;
  /** After each half-move from there on the time that is left to whoever played it; null of a side without a clock. */
  left_ms: (number | null)[];
}

/** The clock of one side as it is shown. */
export interface Dial {
  /** When it began to run, or now where it does not. */
  left_ms: number;
  /** From when on time is low. */
  low_ms: number;
}

/** The clocks beside the board. */
export interface ClockFace {
  /** Null of a side without a clock. */
  white: Dial | null;
  black: Dial | null;
  running: "white" | "black" | null;
  /** When that one began to run, as `performance.now()` has it. */
  since: number;
  /** Whether the person was low on time in this game: that is said once. */
  was_low: boolean;
}
