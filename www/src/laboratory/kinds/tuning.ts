// A search that is bred on a suite, for the program on show.

import type { SharedTuning } from "../../worker/protocol.ts";
import type { LinkedKind } from "./later.ts";

export const tuning: LinkedKind<SharedTuning> = {
  noun: "search",
  step: "generation",
  suite: {
    builtIn: "Sample suite",
    own: "its suite",
    refused: "is no suite",
    empty: "it has no position with a move to find",
  },
  names: () => ({ after: "Evolved search", first: "Before" }),
  async origin({ showing }) {
    const { text, title } = showing;
    if (!text) throw new Error("there is no program yet");
    return { programs: [text], origin: title, before: { text, title: `Before: ${title}` } };
  },
  linked({ program }) {
    const before = { text: program, title: "Before: program of a link" };
    return { origin: "The program of a link", before };
  },
  offered: ({ chromosome }) => ({
    system: chromosome.split(".")[0] ?? "",
    initial: "program",
    population: null,
  }),
};
