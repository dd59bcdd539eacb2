// Programs that play each other.

import { locale, say } from "../../language/language.ts";
import { bestInWords, candidates, initialProgramsIn, runBefore } from "../../initial-programs.ts";
import type { Run, RunRecord, SeriesRun, StageProgress } from "../../model.ts";
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
    return { after: coevolved, first: `${before}, best of the first` };
  },
  origin,
  linked({ initial, programs }) {
    const who = initial === "random" ? "Random programs" : `${programs.length} programs of a link`;
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
    const title = `${name}, generation ${last?.generation}`;
    const before = last?.champion ? { text: last.champion, title } : null;
    return { programs: fittest, origin: bestInWords(state), before };
  }
  if (from === "own") {
    const { programs, wrong } = await ownPrograms(parts.player, system, state.own.text);
    if (programs.length === 0) throw new Error(wrong ?? "no program was pasted");
    const origin = `${programs.length.toLocaleString(locale)} programs of your own`;
    return { programs, origin, before: null };
  }
  if (from !== "champions") return { programs: [], origin: "Random programs", before: null };
  const best = champions.reduce((one, other) => (merit(other) > merit(one) ? other : one));
  const number = (state.series?.runs.indexOf(best) ?? 0) + 1;
  return {
    programs: champions.map(({ champion }) => champion),
    origin: `The champions of ${champions.length} runs`,
    before: { text: best.champion, title: `${name}, champion of run ${number}` },
  };
}

/** In games never seen where that was measured, else in those it learned from. */
function merit({ held_out, best, positions }: SeriesRun): number {
  return held_out?.rate ?? (best.at(-1) ?? 0) / Math.max(1, positions);
}

function gamesPlayed(progress: StageProgress | null): number {
  return progress ? progress.generation * progress.pieces + progress.done : 0;
}
