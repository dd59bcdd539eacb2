// The registry: a row a kind of run that each system has a place for.

import type { LaterStage } from "../../model.ts";
import { coevolution } from "./coevolution.ts";
import type { LaterKind } from "./later.ts";
import { tuning } from "./tuning.ts";

export const LATER_KINDS: Record<LaterStage, LaterKind> = { coevolution, tuning };

/** In their order. */
export const LATER_STAGES = Object.keys(LATER_KINDS) as LaterStage[];

export { imitation } from "./imitation.ts";
