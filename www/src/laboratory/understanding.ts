// What may be asked about a run.

import type { UnderstandingCommands } from "../understanding.ts";
import type { LaterStage } from "../model.ts";
import type { Families, OpenStage } from "./families.ts";
import { GeneTracing } from "./gene-tracing.ts";
import { Ablations } from "./ablation.ts";
import { Positions } from "./positions.ts";
import type { Steps } from "./steps.ts";
import type { Store } from "./store.ts";
import type { RunToTrace } from "./trace.ts";

export function understanding(
  store: Store,
  run: RunToTrace,
  stage: (stage: LaterStage) => Promise<OpenStage>,
  families: Families,
  steps: Steps,
  games: (stage: LaterStage) => string | null,
): UnderstandingCommands {
  const positions = new Positions(store);
  const tracing = new GeneTracing(store, run, stage);
  const ablation = new Ablations(store, () => run.lessons(), games);
  return {
    countPositions: (stage) => positions.countPositions(stage),
    lookAt: (position) => positions.lookAt(position),
    leavePositions: () => positions.leave(),
    traceGenes: (stage) => tracing.begin(stage),
    stopTracing: () => tracing.stop(),
    ablate: (stage) => ablation.begin(stage),
    stopAblation: () => ablation.stop(),
    lookAtFamily: (stage, generation, individual) => families.lookAt(stage, generation, individual),
    leaveFamily: () => families.leave(),
    nextStep: () => steps.next(),
    finishSteps: () => steps.finish(),
  };
}
