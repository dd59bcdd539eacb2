// A move ordering that is bred on positions of games.

import type { SharedOrdering } from "../../worker/protocol.ts";
import { systemOf } from "../program-file.ts";
import type { LaterKind } from "./later.ts";

const RANDOM = "Random orders";

export const ordering: LaterKind<SharedOrdering> = {
  noun: "run of the move ordering",
  step: "generation",
  suite: {
    builtIn: "Sample games",
    own: "its games",
    refused: "has no games with positions to search",
    empty: "it has no game",
  },
  names: () => ({ after: "Evolved order", first: "Best random order" }),
  origin: async () => ({ programs: [], origin: RANDOM, before: null }),
  linked: () => ({ origin: RANDOM, before: null }),
  offered: ({ chromosome }) => ({
    system: systemOf(chromosome),
    initial: "random",
    population: null,
  }),
};
