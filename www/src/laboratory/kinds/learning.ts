// A program that plays itself and learns from its own searches.

import { learnedFromGames } from "../../initial-programs.ts";
import { at, LEARNED } from "../../titles.ts";
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
    return { after: coevolved, first: at(before, "round", 0) };
  },
  isFollowed: true,
  async origin(parts, system) {
    const { state } = parts.store;
    const last = learnedFromGames(state);
    if (state.initial_programs !== "population" || !last?.champion) return initialWeights(parts, system);
    const title = at(LEARNED, "step", last.generation);
    return { programs: [last.champion], origin: title, before: { text: last.champion, title } };
  },
  ...linkedWeights,
};
