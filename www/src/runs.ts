// The run of a stage, as the state has it: for the laboratory and the views alike.

import type { Run, RunRecord, StageName, State } from "./model.ts";

export function runOf(
  state: Pick<State, "run" | "coevolution" | "tuning">,
  stage: StageName,
): Run<RunRecord> {
  return stage === "imitation" ? state.run : state[stage];
}

/** Whether there is a link to what it has come to: it rests, and a generation is scored. */
export function isLinkable({ phase, records }: Run<RunRecord>): boolean {
  return phase !== "running" && records.length > 0;
}
