// The arithmetic of chess clocks, as at Lichess: the first move of each side is free, the increment comes after a move.

import type { ClockChoice, ClockFace, GameClock, Odds, Play, TimeControl } from "./model.ts";

type Side = Play["side"];

/** Half-moves before a clock runs. */
const FREE = 2;
/** From here on tenths are shown. */
const TENTHS_MS = 10_000;
/** Time is low when an eighth of it is left, but neither before the first of these nor after the second. */
const LOW_MS = [10_000, 60_000] as const;

const SHARES: Record<Exclude<Odds, "setting">, number> = { same: 1, half: 0.5, tenth: 0.1 };

/** The clocks of a game from its half-move `from` on, of a person who has `side`; null where none is wanted. */
export function clockOf({ control, odds }: ClockChoice, side: Side, from: number): GameClock | null {
  if (!control) return null;
  const own = { initial_ms: control.minutes * 60_000, increment_ms: control.increment_s * 1000 };
  const programs = odds === "setting" ? null : shareOf(own, SHARES[odds]);
  return {
    white: side === "white" ? own : programs,
    black: side === "black" ? own : programs,
    from,
    left_ms: [],
  };
}

function shareOf({ initial_ms, increment_ms }: TimeControl, share: number): TimeControl {
  return { initial_ms: Math.round(initial_ms * share), increment_ms: Math.round(increment_ms * share) };
}

/** What `side` has left where `turn` is to move, when its clock began to run; null without a clock. */
export function leftTo(clock: GameClock, turn: Side, side: Side): number | null {
  const control = clock[side];
  // Whoever is to move has moved before the other.
  return control && (clock.left_ms.at(side === turn ? -2 : -1) ?? control.initial_ms);
}

/** Whether the clock of the side to move runs. */
export function runs(clock: GameClock, turn: Side): boolean {
  return clock.left_ms.length >= FREE && clock[turn] !== null;
}

/** After a move of `turn` for which it took so long. */
export function afterMove(clock: GameClock, turn: Side, spent_ms: number): GameClock {
  const left = leftTo(clock, turn, turn);
  const control = clock[turn];
  const next =
    left === null || !control || !runs(clock, turn)
      ? left
      : Math.max(0, left - Math.round(spent_ms)) + control.increment_ms;
  return { ...clock, left_ms: [...clock.left_ms, next] };
}

/** As it was after so many half-moves of the game. */
export function clockAt(clock: GameClock, ply: number): GameClock {
  const from = Math.min(clock.from, ply);
  return { ...clock, from, left_ms: clock.left_ms.slice(0, ply - from) };
}

/** When the time of that control is low. */
export function lowFrom({ initial_ms }: TimeControl): number {
  const [least, most] = LOW_MS;
  return Math.min(most, Math.max(least, initial_ms / 8));
}

/** What `side` has left at that moment; null without a clock. */
export function leftNow(face: ClockFace, side: Side, now: number): number | null {
  const dial = face[side];
  if (!dial) return null;
  return Math.max(0, dial.left_ms - (face.running === side ? now - face.since : 0));
}

/** "1:30:00", "4:59", and with tenths "0:09.9". */
export function clockText(left_ms: number): string {
  const tenths = Math.floor(left_ms / 100);
  const seconds = Math.floor(tenths / 10);
  const [hours, minutes] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60];
  const two = (number: number) => String(number).padStart(2, "0");
  const whole = `${hours > 0 ? `${hours}:${two(minutes)}` : minutes}:${two(seconds % 60)}`;
  return left_ms < TENTHS_MS ? `${whole}.${tenths % 10}` : whole;
}

/** How long the text of a running clock holds. */
export function untilNextText(left_ms: number): number {
  return (left_ms < TENTHS_MS ? left_ms % 100 : left_ms % 1000) + 1;
}

/** "5+0", "0.5+1": minutes and seconds, as people call a time control. */
export function controlName({ minutes, increment_s }: NonNullable<ClockChoice["control"]>): string {
  return `${minutes}+${increment_s}`;
}

/** The tags of PGN, name and value in turn: the person's control, and what each side has where the program has another. */
export function clockTags(clock: GameClock, side: Side): string[] {
  const [white, black] = [tagValue(clock.white), tagValue(clock.black)];
  const tags = ["TimeControl", side === "white" ? white : black];
  return white === black ? tags : [...tags, "WhiteTimeControl", white, "BlackTimeControl", black];
}

/** In seconds; "-" is PGN's word for no time control. */
function tagValue(control: TimeControl | null): string {
  return control ? `${control.initial_ms / 1000}+${control.increment_ms / 1000}` : "-";
}
