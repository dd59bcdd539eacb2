// What a gene is over the programs of a generation.

import type { GeneSpread } from "./understanding.ts";

export function spreadOf(values: number[], champion: number): GeneSpread {
  const mean = values.reduce((sum, value) => sum + value, 0) / Math.max(1, values.length);
  return { least: Math.min(...values), mean, most: Math.max(...values), champion };
}
