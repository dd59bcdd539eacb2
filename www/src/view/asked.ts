// What may be asked of the programs of later stages, and why not of others.

import { html, nothing } from "lit-html";
import type { LaterStage, State } from "../model.ts";
import type { Drawn } from "./context.ts";
import { chosenSystem } from "./systems.ts";

const OF_BITS =
  "Parents are shown of programs whose genes are bits. These are made of numbers and trees: theirs are not written down.";

/** Why nobody is asked for parents, by stage. */
const NO_PARENTS: Record<LaterStage, string> = {
  coevolution: OF_BITS,
  ordering: OF_BITS,
  classes: OF_BITS,
  tuning: "Parents are shown of evaluations. Those of a search are not written down.",
  learning: "One program learns here: it has no parents.",
  supervised: "One program learns here: it has no parents.",
};

/** Genes of bits are written down while they are bred. The systems whose programs imitate games have them. */
export function tellsParents(state: State): boolean {
  return chosenSystem(state)?.kinds.includes("imitation") ?? false;
}

export function whyNoParents(state: State, stage: LaterStage): Drawn {
  if (stage === "coevolution" && tellsParents(state)) return nothing;
  return html`<p class="quiet">${NO_PARENTS[stage]}</p>`;
}
