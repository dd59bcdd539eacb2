// What may be asked about a run.

import type { Lessons } from "../model.ts";
import type { UnderstandingCommands } from "../understanding.ts";
import type { Families } from "./families.ts";
import { GeneTracing } from "./gene-tracing.ts";
import { GenesLeftOut } from "./genes-left-out.ts";
import { Positions } from "./positions.ts";
import type { Steps } from "./steps.ts";
import type { Store } from "./store.ts";

/** `lessons`: the games in use. */
export function understanding(
  store: Store,
  lessons: () => Lessons | null,
  families: Families,
  steps: Steps,
): UnderstandingCommands {
  const positions = new Positions(store);
  const tracing = new GeneTracing(store, lessons);
  const leftOut = new GenesLeftOut(store, lessons);
  return {
    countPositions: () => positions.countPositions(),
    lookAt: (position) => positions.lookAt(position),
    traceGenes: () => tracing.begin(),
    stopTracing: () => tracing.stop(),
    leaveOut: () => leftOut.begin(),
    stopLeavingOut: () => leftOut.stop(),
    lookAtFamily: (generation, individual) => families.lookAt(generation, individual),
    leaveFamily: () => families.leave(),
    nextStep: () => steps.next(),
    finishSteps: () => steps.finish(),
  };
}
