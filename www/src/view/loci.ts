// What the cells of a population say of each locus.

import type { Population } from "../model.ts";

/** The cell of a locus that has all there can be of it. */
export const MOST = 255;

/** The cells of all programs at a locus. */
export function column({ individuals, loci, cells }: Population, locus: number): Uint8Array {
  return Uint8Array.from({ length: individuals }, (_, row) => cells[row * loci + locus] ?? 0);
}

/** Whether all programs agree, for every locus. */
export function identical({ individuals, loci, cells }: Population): Uint8Array {
  const same = new Uint8Array(loci).fill(1);
  for (let row = 1; row < individuals; row++) {
    for (let locus = 0; locus < loci; locus++) {
      if (cells[row * loci + locus] !== cells[locus]) same[locus] = 0;
    }
  }
  return same;
}

/** How much of a locus the programs have. */
export function inWords(cells: Uint8Array): string {
  const high = cells.filter((cell) => cell === MOST).length;
  if (cells.every((cell) => cell === 0 || cell === MOST)) return `set in ${high} of ${cells.length} programs`;
  const mean = cells.reduce((sum, cell) => sum + cell, 0) / cells.length;
  return `at ${Math.round((100 * mean) / MOST)} % of its range on average`;
}
