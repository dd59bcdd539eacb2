// The registry: what the rooms show of each kind of run, in the order of the stages.

import { coevolution } from "./coevolution.ts";
import { imitation } from "./imitation.ts";
import type { KindView } from "./kind.ts";
import { tuning } from "./tuning.ts";

export const KINDS: readonly KindView[] = [imitation, coevolution, tuning];
