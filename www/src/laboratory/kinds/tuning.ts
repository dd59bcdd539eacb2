// A search that is bred on a suite, for the program on show.

import { say } from "../../language/language.ts";
import type { SharedTuning } from "../../worker/protocol.ts";
import { systemOf } from "../program-file.ts";
import type { LaterKind } from "./later.ts";

export const tuning: LaterKind<SharedTuning> = {
  noun: say("search"),
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
    system: systemOf(chromosome),
    initial: "program",
    population: null,
  }),
};
