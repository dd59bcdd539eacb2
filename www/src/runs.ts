// The runs that the state has, whatever their kind: for the laboratory and the views alike.

import type { LaterStage, Run, RunRecord, StageName, State } from "./model.ts";

/** In their order. */
export const LATER_STAGES: readonly LaterStage[] = ["coevolution", "tuning"];

type Runs = Pick<State, "run" | LaterStage>;

export function runOf(state: Runs, stage: StageName): Run<RunRecord> {
  return stage === "imitation" ? state.run : state[stage];
}

export function isRunning(state: Runs): boolean {
  return [state.run, ...LATER_STAGES.map((stage) => state[stage])].some(({ phase }) => phase === "running");
}

/** Whether there is a link to what it has come to: it rests, and a generation is scored. */
export function isLinkable({ phase, records }: Run<RunRecord>): boolean {
  return phase !== "running" && records.length > 0;
}
