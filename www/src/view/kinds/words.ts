// How the page speaks of the kinds of run, in the order of the stages.

import type { StageName, State } from "../../model.ts";

export interface KindWords {
  stage: StageName;
  /** On its tab, with what it does in one sentence. */
  name: string;
  meaning: string;
  /** How its runs are called where they are read out. */
  spoken: string;
  /** What it breeds. */
  individuals: string;
  /** Of a later stage: what its runs work on where that is built in, in a short sentence, and what a file in its place is called. */
  suite?: { builtIn: string; file: string };
  /** The end of the sentence that tells which generation a run has come to. */
  best?(state: State): string;
  /** How far it is, in a word or two, where its phase does not tell; null where it does. */
  standing?(state: State): string | null;
}

export const WORDS_OF: Record<StageName, KindWords> = {
  imitation: {
    stage: "imitation",
    name: "Imitation",
    meaning: "Programs learn to find the moves of grandmasters.",
    spoken: "run",
    individuals: "programs",
    best({ run }) {
      const last = run.records.at(-1);
      return last ? `, best ${last.best}` : "";
    },
    standing({ run, series }) {
      const champions = series?.runs.length ?? 0;
      if (run.phase === "running") return null;
      if (champions > 1) return `${champions} champions`;
      return run.records.length === 0 ? "not started" : null;
    },
  },
  coevolution: {
    stage: "coevolution",
    name: "Coevolution",
    meaning: "Programs play each other, and the winners breed.",
    spoken: "run of coevolution",
    individuals: "programs",
    suite: { builtIn: "From the built-in openings.", file: "file of openings" },
  },
  tuning: {
    stage: "tuning",
    name: "Search",
    meaning: "How a program looks ahead is bred on positions to be solved.",
    spoken: "run of the search",
    individuals: "searches",
    suite: { builtIn: "On the sample suite.", file: "EPD file" },
  },
};

export const KIND_WORDS: readonly KindWords[] = Object.values(WORDS_OF);
