// What the page says about each system.

import { html, type TemplateResult } from "lit-html";
import type { State } from "../model.ts";

export interface SystemText {
  title: string;
  /** One sentence below the choice. */
  about: string;
  help: string;
  /** How long it took then. */
  then: string;
  thenHelp: string;
  /** What a generation's count means. */
  countHelp: string;
  introduction: TemplateResult;
  /** The same of programs that play each other. */
  coevolution: TemplateResult;
  /** Who meets before and after that. */
  beforeHelp: string;
  /** Whose the stages are, in their order. */
  stageSources: [string, string, string];
}

const POINTS_MAKE_PARENTS = html`
  <li>
    <strong>Points make parents.</strong> No master says any more what a good move is: who wins has offspring. Their bits
    are mixed one by one and rarely flipped, and the best passes on as it is.
  </li>
`;

const ACPP: SystemText = {
  title: "ACPP 1991",
  about:
    "A genetic algorithm over 145 bits. A program is fit when it finds the moves that grandmasters played.",
  help: "ACPP: Automatic Chess Program Programmer. A population of evaluation functions, bred by a genetic algorithm.\nSource: Tunstall-Pedoe, ICCA Journal 14(3), 1991",
  then: "1991: four hours each",
  thenHelp: "The author's machine searched 180 nodes a second.\nSource: Tunstall-Pedoe 1991",
  countHelp:
    "How many of the moves that were played the best program of the generation finds, and the programs on average: the raw count, neither scaled nor squared. Each generation is scored on fresh positions, so the count goes up and down with their difficulty.\nSource: Tunstall-Pedoe 1991",
  introduction: html`
    <li>
      <strong>Random programs.</strong> Fifty strings of 145 bits. Each says what a knight is worth, how much mobility
      counts, what an isolated pawn costs. Most of them are nonsense.
    </li>
    <li>
      <strong>Who finds the master's move?</strong> Each program is asked for its move in 500 positions from the
      games. The more often it is the move that was played, the fitter the program.
    </li>
    <li>
      <strong>The fit have offspring.</strong> Their bits are crossed and, rarely, flipped. In 1991 a generation took
      four hours. Here it takes a moment, on your machine alone.
    </li>
  `,
  coevolution: html`
    <li>
      <strong>Nobody to imitate.</strong> Fifty random programs, those of your run, or any that you paste. Every two of them play a game:
      1,225 games a generation.
    </li>
    ${POINTS_MAKE_PARENTS}
    <li>
      <strong>Before and after.</strong> The champion of the last generation against the best that was there before: a
      match in the arena tells what playing has taught.
    </li>
  `,
  beforeHelp: "Opens the arena with the champion of this stage against the best program that it began with.",
  stageSources: [
    "Tunstall-Pedoe 1991",
    "Tunstall-Pedoe 1991, who reckoned 1,225 games a generation and did not play them; how they breed: David et al. 2014",
    "David et al. 2014",
  ],
};

const FALCON: SystemText = {
  title: "Falcon 2014",
  about:
    "35 parameters in 224 bits. Programs learn to imitate grandmasters, then play each other, then tune their search.",
  help: "Genetic algorithms for evolving computer chess programs. A program is fit when it finds the moves of grandmasters who won: the number of moves found, squared, is its chance to become a parent.\nSource: David, van den Herik, Koppel and Netanyahu, IEEE Transactions on Evolutionary Computation 18(5), 2014",
  then: "2014: 36 seconds each",
  thenHelp: "The paper: about two hours for a run of 200 generations.\nSource: David et al. 2014",
  countHelp:
    "How many of the moves that were played the best program of the generation finds, and the programs on average: the raw count, not squared. All generations are scored on the same positions.\nSource: David et al. 2014",
  introduction: html`
    <li>
      <strong>Random programs.</strong> A hundred strings of 224 bits. Each gives 35 named parameters a value, from the
      queen to the weak square, with nothing known beforehand but the pawn.
    </li>
    <li>
      <strong>Who finds the winner's move?</strong> Each program is asked for its move in the same positions, one a
      game, in which a grandmaster who won was to move.
    </li>
    <li>
      <strong>The fit have offspring.</strong> Their bits are mixed one by one and rarely flipped, and the best passes
      on as it is. The paper made ten such runs of 200 generations, two hours each.
    </li>
  `,
  coevolution: html`
    <li>
      <strong>The champions meet.</strong> Ten programs that learned from grandmasters, ten random ones, or any that you paste. Every two of
      them play, from different openings and with both colours.
    </li>
    ${POINTS_MAKE_PARENTS}
    <li>
      <strong>Before and after.</strong> The champion of the last generation, EVOL*, against the best that came in,
      EVOL0: a match in the arena tells what playing added to imitating.
    </li>
  `,
  beforeHelp:
    "Opens the arena with the champion of this stage, EVOL*, against the best program that it began with, EVOL0.\nSource: David et al. 2014",
  stageSources: ["David et al. 2014", "David et al. 2014", "David et al. 2014"],
};

/** In the order in which they are offered. */
export const SYSTEMS: Record<string, SystemText> = { acpp: ACPP, falcon: FALCON };

/** The texts about a system; what is not described is presented as the first. */
export function textsOf(system: string): SystemText {
  return SYSTEMS[system] ?? ACPP;
}

/** The system that is chosen for the next run. */
export function chosenSystem({ settings }: State): string {
  return String(settings.system ?? "acpp");
}

/** The system of the open run: its programs name it. */
export function systemOfRun(state: State): string {
  const champion = state.run.records.at(-1)?.champion;
  return champion?.split(".")[0] ?? chosenSystem(state);
}
