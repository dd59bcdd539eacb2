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
    choices: (state) =>
      programs(state, state.play.mode === "watch" ? "Itself" : brief(state.play.program_title)),
    choose: (value) => (value === RUN ? page.chooseGeneration(null) : page.setOpponent(value as Opponent)),
    paste: (text) => page.pasteOpponent(text),
  });
}

/** The list is narrow. */
function brief(title: string): string {
  return title.replace(/ of this run$/, "");
}

/** The run's own champion, while another program has the seat of the one on show. */
const RUN = "run";

function programs({ play, run }: State, shown: string): Choice[] {
  const newest = run.records.at(-1);
  const isGuest = !run.records.some(({ champion }) => champion === play.program?.text);
  return [
    { value: "shown", name: play.program ? shown : "No program yet", there: true },
    {
      value: RUN,
      name: "Newest of this run",
      there: newest !== undefined && play.program !== null && isGuest,
    },
    { value: "staunton", name: "Staunton (hand-set)", there: true },
    { value: "ancestor", name: "Random ancestor", there: run.records.length > 0 || play.ancestor !== null },
    { value: "pasted", name: play.pasted?.title ?? "", there: play.pasted !== null },
  ];
}
