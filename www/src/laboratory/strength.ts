// How much a program thinks, and what a search is told of it.

import { isFixedDepth } from "../fixed-depth.ts";
import type { Seat, Strength } from "../model.ts";
import { PACES, STRENGTH_RANGES, USUAL_PACE } from "../ranges.ts";
import type { Budget } from "../worker/protocol.ts";

/** Answers at once, on a phone too. */
export const USUAL: Strength = { kind: "nodes", amount: 10_000 };
export const MOST_LINES = 5;
/** An analysis ends by itself after so long (our choice): a phone forgotten in a pocket should not run hot. */
const ANALYSIS_MS = 60_000;

const UNLIMITED: Budget = {
  depth: STRENGTH_RANGES.depth[1],
  nodes: Infinity,
  milliseconds: Infinity,
  lines: 1,
};

export function fitStrength({ kind, amount }: Strength): Strength {
  const [least, most] = STRENGTH_RANGES[kind];
  const fitting = Math.min(most, Math.max(least, amount || least));
  return { kind, amount: kind === "seconds" ? fitting : Math.round(fitting) };
}

export function isStrength(value: unknown): value is Strength {
  if (typeof value !== "object" || value === null) return false;
  const { kind, amount } = value as Partial<Strength>;
  return (
    typeof kind === "string" &&
    Object.hasOwn(STRENGTH_RANGES, kind) &&
    typeof amount === "number" &&
    amount > 0
  );
}

export function fitLines(lines: number): number {
  return Math.min(MOST_LINES, Math.max(1, Math.round(lines) || 1));
}

/** Of a player for one move. Nothing bounds one of fixed depth but its depth. */
export function budgetOf({ text }: Seat, { kind, amount }: Strength): Budget {
  if (isFixedDepth(text)) return UNLIMITED;
  if (kind === "seconds") return { ...UNLIMITED, milliseconds: amount * 1000 };
  return { ...UNLIMITED, [kind]: amount };
}

/** Of a player with a clock in the game, which binds it alone. */
export function clockBudget(left_ms: number, increment_ms: number): Budget {
  return { ...UNLIMITED, clock: { left_ms, increment_ms } };
}

/**
 * Only who is given time may use what was thought before: by nodes and by depth the same game must get the same answer,
 * whatever was thought, stopped or lost in between.
 */
export function remembers({ kind }: Strength): boolean {
  return kind === "seconds";
}

/** One of those that can be chosen. */
export function fitPace(milliseconds: number): number {
  return PACES.includes(milliseconds) ? milliseconds : USUAL_PACE;
}

export function analysisBudget(lines: number): Budget {
  return { ...UNLIMITED, milliseconds: ANALYSIS_MS, lines };
}
