// A program that learns to choose the moves of games.

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
    return { after: "Learned from games", first: `${before}, step 0` };
  },
  isFollowed: true,
  origin: initialWeights,
  ...linkedWeights,
};
