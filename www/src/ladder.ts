// A measurement of strength belongs to the run whose champions it measured.

import type { LadderStep, Run } from "./model.ts";

/** Whether these are champions of this run. */
export function isOfRun(steps: LadderStep[], { records }: Run): boolean {
  return (
    steps.length > 0 && steps.every(({ generation, champion }) => records[generation]?.champion === champion)
  );
}
