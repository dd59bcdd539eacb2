// What may be chosen of a clock, and what a stored one looks like.

import type { ClockChoice, GameClock, Odds, TimeControl } from "../model.ts";
import { INCREMENTS, MINUTES, type Range } from "../ranges.ts";

export const NO_CLOCK: ClockChoice = { control: null, odds: "same" };

const ODDS: readonly unknown[] = ["same", "half", "tenth", "setting"] satisfies Odds[];

export function fitClock({ control, odds }: ClockChoice): ClockChoice {
  if (!control) return { control, odds };
  const { minutes, increment_s } = control;
  return { control: { minutes: fit(minutes, MINUTES), increment_s: fit(increment_s, INCREMENTS) }, odds };
}

function fit(value: number, [least, most]: Range): number {
  return Math.min(most, Math.max(least, value));
}

export function isClockChoice(value: unknown): value is ClockChoice {
  if (!isObject(value) || !ODDS.includes(value.odds)) return false;
  const { control } = value;
  return control === null || (isObject(control) && isTime(control.minutes) && isTime(control.increment_s));
}

export function isGameClock(value: unknown): value is GameClock {
  if (!isObject(value) || !Array.isArray(value.left_ms)) return false;
  const { white, black, from, left_ms } = value;
  return (
    [white, black].every((control) => control === null || isControl(control)) &&
    isTime(from) &&
    left_ms.every((left: unknown) => left === null || isTime(left))
  );
}

function isControl(value: unknown): value is TimeControl {
  return isObject(value) && isTime(value.initial_ms) && isTime(value.increment_ms);
}

function isTime(value: unknown): value is number {
  return typeof value === "number" && value >= 0 && value < Infinity;
}

function isObject(value: unknown): value is { [key: string]: unknown } {
  return typeof value === "object" && value !== null;
}
