// Programs that play each other.

import { say } from "../../language/language.ts";
import { bestOfItsRun, candidates, initialProgramsIn, runBefore } from "../../initial-programs.ts";
import type { Run, RunRecord, SeriesRun, StageProgress } from "../../model.ts";
import {
  at,
  bestOfFirst,
  championOf,
  championsOfRuns,
  linkedPrograms,
  programsOfYourOwn,
  RANDOM_PROGRAMS,
} from "../../titles.ts";
import type { SharedCoevolution } from "../../worker/protocol.ts";
import { ownPrograms } from "../pasted.ts";
import type { LaterKind, LaterParts, Origin } from "./later.ts";

export const coevolution: LaterKind<SharedCoevolution> = {
  noun: say("coevolution"),
  step: "generation",
  suite: {
    builtIn: "Built-in",
    own: "its openings",
    refused: "is no file of openings",
    empty: "it has no opening",
  },
  names({ store }, system) {
    const { coevolved, before } = store.textsOf(system);
    return { after: coevolved, first: bestOfFirst(before) };
  },
  origin,
  linked({ initial, programs }) {
    const who = initial === "random" ? RANDOM_PROGRAMS : linkedPrograms(programs.length);
    return { origin: who, before: null };
  },
  offered: ({ system, initial, programs }) => ({
    system,
    initial,
    population: initial === "programs" ? programs.length : null,
  }),
  pace({ store }) {
    /** Where the run was when it went on last. */
    let since = { games: 0, at: 0 };
    return {
      begin: ({ progress }: Run<RunRecord>) => {
        since = { games: gamesPlayed(progress), at: performance.now() };
      },
      read: ({ progress, settings }) => {
        const games = gamesPlayed(progress) - since.games;
        const { workers } = store.state;
        if (games < 2 * workers) return {};
        const game_ms = ((performance.now() - since.at) * workers) / games;
        return { pace: { game_ms, nodes: Number(settings["nodes-a-move"]) } };
      },
    };
  },
};

async function origin(parts: LaterParts, system: string): Promise<Origin> {
  const { state } = parts.store;
  const { champions, best: fittest } = candidates(state);
  const { before: name } = parts.store.textsOf(system);
  const from = initialProgramsIn(state);
  if (from === "population" && fittest) {
    const last = runBefore(state).records.at(-1);
    const before = last?.champion
      ? { text: last.champion, title: at(name, "generation", last.generation) }
      : null;
    return { programs: fittest, origin: bestOfItsRun(state), before };
  }
  if (from === "own") {
    const { programs, wrong } = await ownPrograms(parts.player, system, state.own.text);
    if (programs.length === 0) throw new Error(wrong ?? "no program was pasted");
    return { programs, origin: programsOfYourOwn(programs.length), before: null };
  }
  if (from !== "champions") return { programs: [], origin: RANDOM_PROGRAMS, before: null };
  const best = champions.reduce((one, other) => (merit(other) > merit(one) ? other : one));
  const number = (state.series?.runs.indexOf(best) ?? 0) + 1;
  return {
    programs: champions.map(({ champion }) => champion),
    origin: championsOfRuns(champions.length),
    before: { text: best.champion, title: championOf(name, number) },
  };
}

/** In games never seen where that was measured, else in those it learned from. */
function merit({ held_out, best, positions }: SeriesRun): number {
  return held_out?.rate ?? (best.at(-1) ?? 0) / Math.max(1, positions);
}

function gamesPlayed(progress: StageProgress | null): number {
  return progress ? progress.generation * progress.pieces + progress.done : 0;
}
