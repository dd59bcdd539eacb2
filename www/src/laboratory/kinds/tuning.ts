// A search that is bred on a suite, for the program on show.

import type { LaterKind } from "./later.ts";

export const tuning: LaterKind = {
  noun: "search",
  names: () => ({ after: "Evolved search", before: "Before" }),
  async origin({ showing }) {
    const { text, title } = showing;
    if (!text) throw new Error("there is no program yet");
    return { programs: [text], origin: title, before: { text, title: `Before: ${title}` } };
  },
  linked(experiment) {
    if (experiment.kind !== "tuning") throw new Error("the link is not one of a search");
    const before = { text: experiment.program, title: "Before: program of a link" };
    return { origin: "The program of a link", before };
  },
};
