// The registry: what the rooms show of each kind of run.

import { classes } from "./classes.ts";
import { coevolution } from "./coevolution.ts";
import { imitation } from "./imitation.ts";
import type { KindView } from "./kind.ts";
import { learning } from "./learning.ts";
import { ordering } from "./ordering.ts";
import { supervised } from "./supervised.ts";
import { tuning } from "./tuning.ts";

export const KINDS: readonly KindView[] = [
  imitation,
  classes,
  coevolution,
  learning,
  ordering,
  supervised,
  tuning,
];
