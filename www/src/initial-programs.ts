// The initial programs of a coevolution, as the state says them: for the laboratory, which lets them play, and the views.

import { systemOf } from "./laboratory/systems.ts";
import type {
  InitialPrograms,
  Population,
  Run,
  RunRecord,
  SeriesRun,
  State,
  SupervisedRecord,
} from "./model.ts";
import { bestOfRun } from "./titles.ts";

/** Fewer programs play nobody. */
export const FEWEST = 2;

/** Who there is of the chosen system. */
export interface Candidates {
  /** Of the runs that were made one after the other; none where they are too few. */
  champions: SeriesRun[];
  /** The best of the open run: as many as a coevolution is to have, or all there are. */
  best: string[] | null;
}

/** The run whose best programs can play each other: that of the stage before. */
export function runBefore(state: State): Run<RunRecord> {
  const system = systemOf(state.systems, state.settings);
  const { kinds = [] } = state.systems.find(({ id }) => id === system) ?? {};
  const stage = kinds[kinds.indexOf("coevolution") - 1] ?? "imitation";
  return stage === "imitation" ? state.run : state[stage];
}

export function candidates(state: State): Candidates {
  const { series } = state;
  const run = runBefore(state);
  const system = systemOf(state.systems, state.settings);
  const own = (champion: string) => champion.startsWith(`${system}.`);
  const champions = (series?.runs ?? []).filter(({ champion }) => own(champion));
  const fits = own(run.records.at(-1)?.champion ?? "") && (run.population?.individuals ?? 0) >= FEWEST;
  const wanted = Math.max(FEWEST, Number(state.coevolution.settings.population ?? 0));
  return {
    champions: champions.length >= FEWEST ? champions : [],
    best: fits && run.population ? bestOnce(run.population, wanted) : null,
  };
}

/** The same answer to the same question: views ask at every frame. */
const known = new WeakMap<Population, string[]>();

function bestOnce(population: Population, count: number): string[] {
  const before = known.get(population);
  if (before?.length === Math.min(count, population.individuals)) return before;
  const best = bestOf(population, count);
  known.set(population, best);
  return best;
}

/**
 * The fittest so many, the earlier on ties, in their order; of equal programs the first only, as long as there are others. All of
 * a population are the population.
 */
export function bestOf({ programs, fitness }: Population, count: number): string[] {
  const order = [...programs.keys()].sort((one, other) => (fitness[other] ?? 0) - (fitness[one] ?? 0));
  const seen = new Set<string | undefined>();
  const isNew = (at: number) => !seen.has(programs[at]) && seen.add(programs[at]) !== null;
  const fresh: number[] = [];
  const again: number[] = [];
  for (const at of order) (isNew(at) ? fresh : again).push(at);
  const chosen = new Set([...fresh, ...again].slice(0, count));
  return programs.filter((_, at) => chosen.has(at));
}

/** Those the person wants, if they are there; else the champions, then the best of the run, and without them random programs. */
export function initialProgramsIn(state: State): InitialPrograms {
  const { champions, best } = candidates(state);
  const { initial_programs } = state;
  if (initial_programs === "random" || initial_programs === "own") return initial_programs;
  if (initial_programs === "population" && best) return initial_programs;
  if (champions.length > 0) return "champions";
  return best ? "population" : "random";
}

/** What self-play can go on from: the last step of learning from games; null before there was one. */
export function learnedFromGames({
  supervised: { records },
}: Pick<State, "supervised">): SupervisedRecord | null {
  const last = records.at(-1);
  return last?.champion && last.generation > 0 ? last : null;
}

/** What they are called. */
export function bestOfItsRun(state: State): string {
  const { best } = candidates(state);
  const { records, population } = runBefore(state);
  const generation = records.at(-1)?.generation ?? 0;
  const all = population?.individuals ?? 0;
  return bestOfRun(best?.length ?? 0, all, generation, runBefore(state) !== state.run);
}

/** How many programs it begins with. */
export function initialProgramCount(state: State): number {
  const { champions, best } = candidates(state);
  return {
    champions: champions.length,
    population: best?.length ?? 0,
    random: Number(state.coevolution.settings.population ?? 0),
    own: state.own.programs.length,
  }[initialProgramsIn(state)];
}

/** Whether there are enough to begin with. */
export function hasInitialPrograms(state: State): boolean {
  return initialProgramsIn(state) !== "own" || state.own.programs.length >= FEWEST;
}
