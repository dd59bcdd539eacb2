// A program that learns to choose the moves of games.

import type { SupervisedRecord } from "../../model.ts";
import { at, LEARNED } from "../../titles.ts";
import type { SharedSupervised } from "../../worker/protocol.ts";
import type { LaterKind } from "./later.ts";
import { initialWeights, linkedWeights } from "./weights.ts";

export const supervised: LaterKind<SharedSupervised> = {
  noun: "run of learning from games",
  step: "step",
  suite: {
    builtIn: "Sample games",
    own: "its games",
    refused: "has no games to learn from",
    empty: "it has no game",
  },
  names({ store }, system) {
    const { before } = store.textsOf(system);
    return { after: LEARNED, first: at(before, "step", 0) };
  },
  isFollowed: true,
  kept: (records) =>
    records.map((record, at) =>
      at >= records.length - 2 || isKept(record.generation) ? record : { ...record, champion: null },
    ) as SupervisedRecord[],
  origin: initialWeights,
  ...linkedWeights,
};

/** There are thousands of steps. The programs of 0 to 10 are kept, of every tenth to 100, and so on, and the last two. */
function isKept(step: number): boolean {
  const every = 10 ** Math.max(0, Math.ceil(Math.log10(step)) - 1);
  return step <= 10 || step % every === 0;
}
