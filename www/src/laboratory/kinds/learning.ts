// A program that plays itself and learns from its own searches.

import type { SharedLearning } from "../../worker/protocol.ts";
import { coevolution } from "./coevolution.ts";
import type { LaterKind } from "./later.ts";
import { initialWeights, linkedWeights } from "./weights.ts";

export const learning: LaterKind<SharedLearning> = {
  noun: "run of learning",
  step: "round",
  // Both play games.
  suite: coevolution.suite,
  names({ store }, system) {
    const { coevolved, before } = store.textsOf(system);
    return { after: coevolved, first: `${before}, round 0` };
  },
  isFollowed: true,
  async origin(parts, system) {
    const { initial_programs, supervised } = parts.store.state;
    const last = supervised.records.at(-1);
    if (initial_programs !== "population" || !last?.champion) return initialWeights(parts, system);
    const title = `Learned from games, step ${last.generation}`;
    return { programs: [last.champion], origin: title, before: { text: last.champion, title } };
  },
  ...linkedWeights,
};
