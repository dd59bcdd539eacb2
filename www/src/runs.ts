// The runs that the state has, whatever their kind: for the laboratory and the views alike.

import type { LaterStage, Run, RunRecord, StageName, State, System } from "./model.ts";

/** In their order. */
export const LATER_STAGES: readonly LaterStage[] = [
  "classes",
  "coevolution",
  "learning",
  "ordering",
  "supervised",
  "tuning",
];

type Runs = Pick<State, "run" | LaterStage>;

export function isLater(stage: string): stage is LaterStage {
  return LATER_STAGES.some((later) => later === stage);
}

/** That of this name where a system has it, else the first that it has. */
export function offered({ kinds }: Pick<System, "kinds">, stage: string): StageName {
  return kinds.find((kind) => kind === stage) ?? kinds[0] ?? "imitation";
}

/** Something of every later stage. */
export function ofLaterStages<T>(of: (stage: LaterStage) => T): Record<LaterStage, T> {
  return Object.fromEntries(LATER_STAGES.map((stage) => [stage, of(stage)])) as Record<LaterStage, T>;
}

export function runOf(state: Runs, stage: StageName): Run<RunRecord> {
  return isLater(stage) ? state[stage] : state.run;
}

/** All of them, in the order of the stages. */
export function runsOf(state: Runs): Run<RunRecord>[] {
  return [state.run, ...LATER_STAGES.map((stage) => state[stage])];
}

export function isRunning(state: Runs): boolean {
  return runsOf(state).some(({ phase }) => phase === "running");
}

/** Whether a run ended with this record, however many generations it was to have. */
export function hasEnded(record: RunRecord): boolean {
  return "diverged" in record && record.diverged !== null;
}

/** Whether there is a link to what it has come to: it rests, and a generation is scored. */
export function isLinkable({ phase, records }: Run<RunRecord>): boolean {
  return phase !== "running" && records.length > 0;
}
