// Who sits at the other side: the program on show, the hand-set one, the first of this run, one of fixed depth, or one that is pasted in.

import { translate } from "../language/language.ts";
import { classOf, FIXED_DEPTHS, pliesInWords } from "../fixed-depth.ts";
import type { FixedDepth, Opponent, State } from "../model.ts";
import { outsideItsRun } from "../titles.ts";
import { type Choice, type Chooser, chooser } from "./chooser.ts";
import type { Context } from "./context.ts";

const HELP =
  "Who plays against you, analyses, or meets the program on show. Staunton is the yardstick: set by hand, never bred. EvoChess's opponents always look the same number of plies (half-moves) ahead, and evaluate the position they come to as in the paper; programs are bred against them.\nSource: Gross et al. 2002";
/** The heading of those in the list. */
const FIXED = "Fixed depth (EvoChess 2002)";

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
  return translate(outsideItsRun(title));
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
    { value: "pasted", name: translate(play.pasted?.title ?? ""), there: play.pasted !== null },
    ...FIXED_DEPTHS.map(ofFixedDepth),
  ];
}

function ofFixedDepth(value: FixedDepth): Choice {
  const name = `${pliesInWords(value)} ahead (class ${classOf(value)})`;
  return { value, name, there: true, group: FIXED };
}
