// The registry: a row a kind of run that each system has a place for.

import type { LaterStage } from "../../model.ts";
import type { SharedLater } from "../../worker/protocol.ts";
import { coevolution } from "./coevolution.ts";
import type { LaterKind, LinkedKind } from "./later.ts";
import { learning } from "./learning.ts";
import { tuning } from "./tuning.ts";

/** Those that links describe. */
export const LINKED_KINDS: Record<SharedLater["kind"], LinkedKind> = { coevolution, tuning };

export const LATER_KINDS: Record<LaterStage, LaterKind> = { ...LINKED_KINDS, learning };

export { imitation } from "./imitation.ts";
