// EvoChess's fixed-depth opponents (Gross et al. 2002). One that looks n plies ahead is of class 2n.

import type { FixedDepth } from "./model.ts";

/** The weakest first. */
export const FIXED_DEPTHS: readonly FixedDepth[] = [
  "depth:1",
  "depth:2",
  "depth:3",
  "depth:4",
  "depth:5",
  "depth:6",
  "depth:7",
];

const KNOWN: readonly string[] = FIXED_DEPTHS;

export function isFixedDepth(player: string): player is FixedDepth {
  return KNOWN.includes(player);
}

/** How far it looks ahead. */
export function pliesOf(player: FixedDepth): number {
  return Number(player.slice("depth:".length));
}

/** "3 plies". */
export function pliesInWords(player: FixedDepth): string {
  const plies = pliesOf(player);
  return plies === 1 ? "1 ply" : `${plies} plies`;
}

export function classOf(player: FixedDepth): number {
  return 2 * pliesOf(player);
}
