// Programs that are bred by games against fixed-depth opponents.

import type { SharedClasses } from "../../worker/protocol.ts";
import { systemOf } from "../program-file.ts";
import type { LaterKind } from "./later.ts";

const RANDOM = "Random programs";

export const classes: LaterKind<SharedClasses> = {
  noun: "run of games",
  step: "generation",
  // They begin as every game does, and learn from no others.
  suite: null,
  names: () => ({ after: "Bred by games", first: "Best random program" }),
  origin: async () => ({ programs: [], origin: RANDOM, before: null }),
  linked: () => ({ origin: RANDOM, before: null }),
  offered: ({ chromosome, repeatable }) => ({
    system: systemOf(chromosome),
    initial: repeatable ? "random" : "joined",
    population: null,
  }),
};
