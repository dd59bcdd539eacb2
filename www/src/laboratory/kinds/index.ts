// The registry: a row a kind of run that each system has a place for.

import type { LaterStage } from "../../model.ts";
import { classes } from "./classes.ts";
import { coevolution } from "./coevolution.ts";
import type { LaterKind } from "./later.ts";
import { learning } from "./learning.ts";
import { ordering } from "./ordering.ts";
import { supervised } from "./supervised.ts";
import { tuning } from "./tuning.ts";

export const LATER_KINDS: Record<LaterStage, LaterKind> = {
  classes,
  coevolution,
  learning,
  ordering,
  supervised,
  tuning,
};

export { imitation } from "./imitation.ts";
