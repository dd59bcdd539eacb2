// Who sits at the board, as the state says it: for the laboratory, which lets them play, and the views, which name them.

import { isFixedDepth, pliesOf } from "./fixed-depth.ts";
import type { MatchSide, Opponent, Run, Seat, State } from "./model.ts";
import { generationOfRun, ofDepth, ofFixedDepth, RANDOM_MOVER } from "./titles.ts";

/** The hand-set program, under the name the core knows it by. */
const STAUNTON: Seat = { text: "staunton", title: "Staunton" };

/** The program of that seat; null where there is none. */
export function seatOf({ play, run }: State, opponent: Opponent): Seat | null {
  if (isFixedDepth(opponent)) return { text: opponent, title: ofFixedDepth(pliesOf(opponent)) };
  switch (opponent) {
    case "staunton":
      return STAUNTON;
    case "pasted":
      return play.pasted;
    case "ancestor":
      return play.ancestor ?? ancestorOf(run);
    case "shown":
      return play.program && { text: play.program.text, title: play.program_title };
  }
}

/** The first champion of the run. */
export function ancestorOf({ records }: Run): Seat | null {
  const first = records.find(({ generation }) => generation === 0);
  return first ? { text: first.champion, title: generationOfRun(0) } : null;
}

/** Who plays on that side of a match; null where there is none. */
export function contestantOf(state: State, side: MatchSide): Seat | null {
  const contestant = state.arena.contestants[side];
  if (contestant === "pasted") return state.arena.pasted[side];
  if (contestant === "random") return { text: contestant, title: RANDOM_MOVER };
  if (contestant === "ancestor") return ancestorOf(state.run);
  if (isFixedDepth(contestant)) return { text: contestant, title: ofDepth(pliesOf(contestant)) };
  return seatOf(state, contestant);
}
