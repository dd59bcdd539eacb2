// A move ordering that is bred on positions of games.

import { RANDOM_ORDERS, STAGE_TITLES } from "../../titles.ts";
import type { SharedOrdering } from "../../worker/protocol.ts";
import { systemOf } from "../program-file.ts";
import type { LaterKind } from "./later.ts";

export const ordering: LaterKind<SharedOrdering> = {
  noun: "run of the move ordering",
  step: "generation",
  suite: {
    builtIn: "Sample games",
    own: "its games",
    refused: "has no games with positions to search",
    empty: "it has no game",
  },
  names: () => STAGE_TITLES.ordering,
  origin: async () => ({ programs: [], origin: RANDOM_ORDERS, before: null }),
  linked: () => ({ origin: RANDOM_ORDERS, before: null }),
  offered: ({ chromosome }) => ({
    system: systemOf(chromosome),
    initial: "random",
    population: null,
  }),
};
