// A game at the board as plain data, cut short and gone on with.

import { afterMove, clockAt, leftTo } from "../clock.ts";
import type { Play, Seat, Strength } from "../model.ts";
import type { Line } from "../variations.ts";
import type { Budget, Game } from "../worker/protocol.ts";
import { budgetOf, clockBudget, remembers } from "./strength.ts";

type Side = Play["side"];

/** The game up to that half-move, without what ended it after its last one. */
export function upTo({ start, moves, clock = null, unclaimed }: Game, ply: number): Game {
  const timed = clock && { clock: clockAt(clock, ply) };
  return { start, moves: moves.slice(0, ply), resigned: null, ...timed, ...(unclaimed && { unclaimed }) };
}

/** How many half-moves go when `side` takes its last decision back: a resignation is one, and a fallen flag took one away. */
export function takenBack({ resigned, flagged }: Game, turn: Side, side: Side): number {
  if (resigned || flagged === side) return 0;
  return turn === side ? 2 : 1;
}

/** The game up to that half-move; the whole of it as it ended. */
export function cut(game: Game, ply: number): Game {
  return ply >= game.moves.length ? game : upTo(game, ply);
}

/** The game after one more move of `turn`, for which it took so long. */
export function movedOn(game: Game, turn: Side, move: string, spent_ms: number): Game {
  const { clock } = game;
  const timed = clock && { clock: afterMove(clock, turn, spent_ms) };
  return { ...game, moves: [...game.moves, move], ...timed };
}

/** The moves with what the clock of whoever played them showed. */
export function lineWithTimes({ clock }: Game, line: Line): Line {
  if (!clock) return line;
  return line.map((step, at) => {
    const left = at < clock.from ? null : clock.left_ms[at - clock.from];
    return typeof left === "number" ? { ...step, notes: { clock_s: Math.round(left / 1000) } } : step;
  });
}

/** How much a program with the move thinks, and whether it remembers: by its clock where it has one, else by its strength. */
export function budgetFor(
  { clock }: Game,
  turn: Side,
  seat: Seat,
  strength: Strength,
): { budget: Budget; remember: boolean } {
  const control = clock?.[turn];
  const left = clock && leftTo(clock, turn, turn);
  if (!control || left === null || left === undefined)
    return { budget: budgetOf(seat, strength), remember: remembers(strength) };
  return { budget: clockBudget(left, control.increment_ms), remember: true };
}
