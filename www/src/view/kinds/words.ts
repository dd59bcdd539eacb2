// How the page speaks of the kinds of run, in the order of the stages.

import type { StageName, State } from "../../model.ts";

export interface KindWords {
  stage: StageName;
  /** On its tab, with what it does in one sentence. */
  name: string;
  meaning: string;
  /** How its runs are called where they are read out. */
  spoken: string;
  /** The end of the sentence that tells which generation a run has come to. */
  best?(state: State): string;
  /** How far it is, in a word or two, where its phase does not tell; null where it does. */
  standing?(state: State): string | null;
}

export const KIND_WORDS: readonly KindWords[] = [
  {
    stage: "imitation",
    name: "Imitation",
    meaning: "Programs learn to find the moves of grandmasters.",
    spoken: "run",
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
  {
    stage: "coevolution",
    name: "Coevolution",
    meaning: "Programs play each other, and the winners breed.",
    spoken: "run of coevolution",
  },
  {
    stage: "tuning",
    name: "Search",
    meaning: "How a program looks ahead is bred on positions to be solved.",
    spoken: "run of the search",
  },
];
