// A measurement of strength belongs to the run whose champions it measured; and which they are where most is learned at first.

import type { LadderStep, Run, RunRecord } from "./model.ts";

/** Whether these are champions of this run: of some generations it may keep none. */
export function isOfRun(steps: LadderStep[], { records }: Run<RunRecord>): boolean {
  const kept = steps.map(({ generation }) => records[generation]?.champion);
  return (
    steps.some(({ champion }, at) => kept[at] === champion) &&
    steps.every(({ champion }, at) => kept[at] === champion || kept[at] === null)
  );
}

/** Of rising numbers those of the series 0, 1, 2, 5, 10, 20, 50, 100, …, and the last. */
export function sparse(generations: number[]): number[] {
  const last = generations.at(-1);
  return generations.filter((generation) => generation === last || /^(0|[125]0*)$/.test(String(generation)));
}
