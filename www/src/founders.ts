// Whom a coevolution begins with, as the state says it: for the laboratory, which lets them play, and the views, which say so.

import { systemOf } from "./laboratory/systems.ts";
import type { Founders, PopulationBits, SeriesRun, State } from "./model.ts";

/** Fewer programs play nobody. */
export const FEWEST = 2;

/** Who there is of the chosen system. */
export interface Candidates {
  /** Of the runs that were made one after the other; none where they are too few. */
  champions: SeriesRun[];
  /** The best of the open run: as many as a coevolution is to have, or all there are. */
  best: PopulationBits | null;
}

export function candidates(state: State): Candidates {
  const { run, series } = state;
  const system = systemOf(state.settings);
  const own = (champion: string) => champion.startsWith(`${system}.`);
  const champions = (series?.runs ?? []).filter(({ champion }) => own(champion));
  const fits = own(run.records.at(-1)?.champion ?? "") && (run.population?.individuals ?? 0) >= FEWEST;
  const wanted = Math.max(FEWEST, Number(state.coevolution.settings.Population ?? 0));
  return {
    champions: champions.length >= FEWEST ? champions : [],
    best: fits && run.population ? bestOnce(run.population, wanted) : null,
  };
}

/** The same answer to the same question: views ask at every frame. */
const known = new WeakMap<PopulationBits, PopulationBits>();

function bestOnce(population: PopulationBits, count: number): PopulationBits {
  const before = known.get(population);
  if (before?.individuals === Math.min(count, population.individuals)) return before;
  const best = bestOf(population, count);
  known.set(population, best);
  return best;
}

/**
 * The fittest so many, the earlier on ties, in their order; of equal programs the first only, as long as there are others. All of
 * a population are the population.
 */
export function bestOf(population: PopulationBits, count: number): PopulationBits {
  const { individuals, row_bytes, bytes, fitness } = population;
  const row = (at: number) => bytes.subarray(at * row_bytes, (at + 1) * row_bytes);
  const order = Array.from({ length: individuals }, (_, at) => at).sort(
    (one, other) => (fitness[other] ?? 0) - (fitness[one] ?? 0),
  );
  const seen = new Set<string>();
  const isNew = (at: number) => {
    const text = row(at).join();
    return !seen.has(text) && seen.add(text) !== null;
  };
  const fresh: number[] = [];
  const again: number[] = [];
  for (const at of order) (isNew(at) ? fresh : again).push(at);
  const chosen = [...fresh, ...again].slice(0, count).sort((one, other) => one - other);
  const kept = new Uint8Array(chosen.length * row_bytes);
  chosen.forEach((at, index) => kept.set(row(at), index * row_bytes));
  return {
    ...population,
    individuals: chosen.length,
    bytes: kept,
    fitness: Uint32Array.from(chosen, (at) => fitness[at] ?? 0),
  };
}

/** Those the person wants, if they are there; else the champions, then the best of the run, and without them random programs. */
export function foundersIn(state: State): Founders {
  const { champions, best } = candidates(state);
  const { founders } = state;
  if (founders === "random" || founders === "own") return founders;
  if (founders === "population" && best) return founders;
  if (champions.length > 0) return "champions";
  return best ? "population" : "random";
}

/** What they are in words. */
export function bestInWords(state: State): string {
  const { best } = candidates(state);
  const generation = state.run.records.at(-1)?.generation ?? 0;
  const all = state.run.population?.individuals ?? 0;
  const count = best?.individuals ?? 0;
  const who = count < all ? `${count} best of the ${all} programs` : `${count} programs`;
  return `The ${who} of generation ${generation} of this run`;
}

/** How many programs it begins with. */
export function founderCount(state: State): number {
  const { champions, best } = candidates(state);
  return {
    champions: champions.length,
    population: best?.individuals ?? 0,
    random: Number(state.coevolution.settings.Population ?? 0),
    own: state.own.programs.length,
  }[foundersIn(state)];
}

/** Whether there is anybody to begin with. */
export function hasFounders(state: State): boolean {
  return foundersIn(state) !== "own" || state.own.programs.length >= FEWEST;
}
