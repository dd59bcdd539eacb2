// Programs that are bred by games against fixed-depth opponents.

import { RANDOM_PROGRAMS, STAGE_TITLES } from "../../titles.ts";
import type { SharedClasses } from "../../worker/protocol.ts";
import { systemOf } from "../program-file.ts";
import type { LaterKind } from "./later.ts";

export const classes: LaterKind<SharedClasses> = {
  noun: "run of games",
  step: "generation",
  // They begin as every game does, and learn from no others.
  suite: null,
  names: () => STAGE_TITLES.classes,
  origin: async () => ({ programs: [], origin: RANDOM_PROGRAMS, before: null }),
  linked: () => ({ origin: RANDOM_PROGRAMS, before: null }),
  offered: ({ chromosome, repeatable }) => ({
    system: systemOf(chromosome),
    initial: repeatable ? "random" : "joined",
    population: null,
  }),
};
