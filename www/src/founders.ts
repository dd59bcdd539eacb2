// Whom a coevolution begins with, as the state says it: for the laboratory, which lets them play, and the views, which say so.

import { systemOf } from "./laboratory/systems.ts";
import type { Founders, PopulationBits, SeriesRun, State } from "./model.ts";

/** Fewer programs play nobody, and more play too long. */
export const FEWEST = 2;
const MOST = 1000;

/** Who there is of the chosen system. */
export interface Candidates {
  /** Of the runs that were made one after the other; none where they are too few. */
  champions: SeriesRun[];
  /** Of the open run. */
  population: PopulationBits | null;
}

export function candidates(state: State): Candidates {
  const { run, series } = state;
  const system = systemOf(state.settings);
  const own = (champion: string) => champion.startsWith(`${system}.`);
  const champions = (series?.runs ?? []).filter(({ champion }) => own(champion));
  const count = run.population?.individuals ?? 0;
  const fits = own(run.records.at(-1)?.champion ?? "") && count >= FEWEST && count <= MOST;
  return {
    champions: champions.length >= FEWEST ? champions : [],
    population: fits ? run.population : null,
  };
}

/** Those the person wants, if they are there; else the champions, and without them random programs. */
export function foundersIn(state: State): Founders {
  const { champions, population } = candidates(state);
  if (state.founders === "random" || state.founders === "own") return state.founders;
  if (state.founders === "population" && population) return "population";
  return champions.length > 0 ? "champions" : "random";
}

/** Whether there is anybody to begin with. */
export function hasFounders(state: State): boolean {
  return foundersIn(state) !== "own" || state.own.programs.length >= FEWEST;
}
