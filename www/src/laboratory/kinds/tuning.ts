// A search that is bred on a suite, for the program on show.

import { say } from "../../language/language.ts";
import { before, BEFORE_LINKED, LINKED_PROGRAM, STAGE_TITLES } from "../../titles.ts";
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
  names: () => STAGE_TITLES.tuning,
  async origin({ showing }) {
    const { text, title } = showing;
    if (!text) throw new Error("there is no program yet");
    return { programs: [text], origin: title, before: { text, title: before(title) } };
  },
  linked({ program }) {
    return { origin: LINKED_PROGRAM, before: { text: program, title: BEFORE_LINKED } };
  },
  offered: ({ chromosome }) => ({
    system: systemOf(chromosome),
    initial: "program",
    population: null,
  }),
};
