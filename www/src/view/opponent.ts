// Which program sits at the other side: the one on show, the hand-set one, the first of this run, or one that is pasted in.

import type { Opponent, State } from "../model.ts";
import { type Choice, type Chooser, chooser } from "./chooser.ts";
import type { Context } from "./context.ts";

const HELP =
  "Who plays against you, analyses, or meets the program on show. Staunton is the yardstick: set by hand, never bred.";

export function opponentView(context: Context): Chooser {
  const { page } = context;
  return chooser(context, {
    id: "opponent",
    label: ({ play }) => (play.mode === "analyse" ? "Analysed by" : "Opponent"),
    help: HELP,
    field: "Chromosome or link",
    chosen: ({ play }) => play.opponent,
    choices: (state) => programs(state, state.play.mode === "watch" ? "Itself" : state.play.program_title),
    choose: (value) => page.setOpponent(value as Opponent),
    paste: (text) => page.pasteOpponent(text),
  });
}

function programs({ play, run }: State, shown: string): Choice[] {
  return [
    { value: "shown", name: play.program ? shown : "No program yet", there: true },
    { value: "staunton", name: "Staunton (hand-set)", there: true },
    { value: "ancestor", name: "Random ancestor", there: run.records.length > 0 },
    { value: "pasted", name: play.pasted?.title ?? "", there: play.pasted !== null },
  ];
}
