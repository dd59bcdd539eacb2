// The runs that the state has, whatever their kind: for the laboratory and the views alike.

import type {
  LaterStage,
  LearningRecord,
  Run,
  RunRecord,
  StageName,
  State,
  SupervisedRecord,
  System,
} from "./model.ts";

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

/** Whether its programs learn what they know, where those of others are bred. */
export function isLearned({ kinds: [first] }: Pick<System, "kinds">): boolean {
  return first === "learning" || first === "supervised";
}

/** Something of every later stage. */
export function ofLaterStages<T>(of: (stage: LaterStage) => T): Record<LaterStage, T> {
  return Object.fromEntries(LATER_STAGES.map((stage) => [stage, of(stage)])) as Record<LaterStage, T>;
}

export function runOf(state: Runs, stage: StageName): Run<RunRecord> {
  return isLater(stage) ? state[stage] : state.run;
}

/** What each program of the generation scored last achieved, more being fitter; none where one program learns. */
export function fitnessOf(state: Runs, stage: StageName): number[] {
  switch (stage) {
    case "imitation":
      return [...(state.run.population?.fitness ?? [])];
    case "coevolution":
      return state.coevolution.records.at(-1)?.half_points ?? [];
    case "classes":
      return state.classes.records.at(-1)?.fitness ?? [];
    case "ordering":
      return state.ordering.records.at(-1)?.nodes.map((nodes) => -nodes) ?? [];
    case "tuning":
      return state.tuning.records.at(-1)?.scores.map(({ nodes }) => -nodes) ?? [];
    case "learning":
    case "supervised":
      return [];
  }
}

/** Of the programs that were kept while one learned, the one on show, or the last. */
export function learnedOnShow(
  { program, ...state }: Pick<State, "program" | "learning" | "supervised">,
  stage: "learning" | "supervised",
): LearningRecord | SupervisedRecord | undefined {
  const kept = state[stage].records.filter(({ champion }) => champion !== null);
  return kept.find(({ champion }) => champion === program?.text) ?? kept.at(-1);
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
