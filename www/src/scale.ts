// How strong opponents are, on one scale: that of the ladder, on which EvoChess's opponent of three plies is nought. How the numbers
// were measured is in docs/board.md.

import type { HallEntry } from "./experiments.ts";
import { isFixedDepth } from "./fixed-depth.ts";
import type { FixedDepth, Ladder, LadderRow, Seat, Strength } from "./model.ts";
import { isUntrained } from "./titles.ts";

/** Of the first and the two deepest nothing is measured but that each is the stronger of two: estimated. */
const FIXED: Record<FixedDepth, number> = {
  "depth:1": -700,
  "depth:2": -340,
  "depth:3": 0,
  "depth:4": 330,
  "depth:5": 510,
  "depth:6": 680,
  "depth:7": 850,
};

type ByNodes = readonly (readonly [nodes: number, rating: number])[];

/** Measured up to 3,000 nodes; beyond, estimated. */
const STAUNTON: ByNodes = [
  [1, 210],
  [30, 240],
  [300, 480],
  [1_000, 740],
  [3_000, 1_260],
  [10_000, 1_560],
  [30_000, 1_810],
];
/** Of programs that a system bred from the sample games. */
const BRED: Record<string, ByNodes> = {
  acpp: [
    [1, 140],
    [30, 140],
    [300, 360],
    [1_000, 650],
    [3_000, 960],
    [10_000, 1_220],
  ],
  falcon: [
    [1, 130],
    [30, 150],
    [300, 390],
    [1_000, 550],
    [3_000, 900],
    [10_000, 1_150],
  ],
};
/** The nodes at which programs of the hall of fame are rated beside Staunton. */
const HALL_NODES = 1_000;

/** What was measured on this page. */
export interface Measured {
  hall: readonly HallEntry[];
  ladders: readonly Ladder[];
}

/** Where a rating comes from. */
export type Source = "here" | "table";

export interface Rated {
  rating: number;
  source: Source;
}

/** Null where nobody knows. */
export function ratingOf({ text, title }: Seat, strength: Strength, measured: Measured): Rated | null {
  if (isFixedDepth(text)) return { rating: FIXED[text], source: "table" };
  const nodes = nodesOf(strength);
  if (nodes === null) return null;
  if (text === "staunton") return inTable(STAUNTON, nodes);
  const measuredHere = onLadder(text, strength, measured) ?? inHall(text, nodes, measured);
  return measuredHere ?? (isUntrained(title) ? null : asBred(text, nodes));
}

/** The rule that programs were bred by is the least that a search does. */
function nodesOf({ kind, amount }: Strength): number | null {
  if (kind === "nodes") return amount;
  return kind === "depth" && amount === 1 ? 1 : null;
}

function inTable(table: ByNodes, nodes: number): Rated | null {
  const rating = between(table, nodes);
  return rating === null ? null : { rating, source: "table" };
}

/** By the logarithm of the nodes; null beyond the last. */
function between(table: ByNodes, nodes: number): number | null {
  const above = table.findIndex(([at]) => at >= nodes);
  const [high, low] = [table[above], table[above - 1]];
  if (!high) return null;
  if (!low) return high[1];
  const share = Math.log(nodes / low[0]) / Math.log(high[0] / low[0]);
  return low[1] + share * (high[1] - low[1]);
}

function onLadder(text: string, strength: Strength, { ladders }: Measured): Rated | null {
  for (const ladder of ladders) {
    const { kind, amount } = strengthOn(ladder);
    const row = rowsOn(ladder).find(({ champion }) => champion === text);
    if (row && kind === strength.kind && amount === strength.amount)
      return { rating: row.rating.elo, source: "here" };
  }
  return null;
}

export function strengthOn({ measured: { nodes } }: Ladder): Strength {
  return nodes === null ? { kind: "depth", amount: 1 } : { kind: "nodes", amount: nodes };
}

/** The champions that have a rating, on this scale. */
export function rowsOn({ table }: Ladder): (LadderRow & { rating: NonNullable<LadderRow["rating"]> })[] {
  if (!table || !isFixedDepth(table.anchor)) return [];
  const nought = FIXED[table.anchor];
  return table.steps.flatMap((row) => {
    const { rating } = row;
    if (!rating || !Number.isFinite(rating.elo)) return [];
    return [{ ...row, rating: { ...rating, elo: rating.elo + nought } }];
  });
}

/** As much beside Staunton at other nodes as at those of the hall. */
function inHall(text: string, nodes: number, { hall }: Measured): Rated | null {
  const beside = hall.find((entry) => entry.text === text)?.rating?.elo;
  if (beside === undefined || !Number.isFinite(beside)) return null;
  const staunton = between(STAUNTON, nodes);
  if (staunton === null) return null;
  return { rating: staunton + beside, source: nodes === HALL_NODES ? "here" : "table" };
}

function asBred(text: string, nodes: number): Rated | null {
  const table = BRED[text.split(".")[0] ?? ""];
  return table ? inTable(table, nodes) : null;
}
