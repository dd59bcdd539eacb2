// What may be asked about a run of a later stage, below the buttons of its champion.

import { html } from "lit-html";
import type { BreedingStage, PositionsStage } from "../understanding.ts";
import type { Context, View } from "./context.ts";
import { ablationSheet } from "./ablation.ts";
import { familySheet } from "./family.ts";
import { geneHistorySheet } from "./gene-history.ts";
import { positionsSheet } from "./positions.ts";

interface Sheet {
  button: View;
  draw: View;
}

/** Where its programs came from, and what their genes were. */
export function bredView(context: Context, stage: Exclude<BreedingStage, "imitation">): View {
  return drawn([geneHistorySheet(context, stage), familySheet(context, stage)]);
}

/** What its champion finds of the moves of masters, before and now. */
export function masterMovesView(context: Context, stage: Exclude<PositionsStage, "imitation">): View {
  return drawn([positionsSheet(context, stage)]);
}

/** What a program that learns does without groups of its weights, and finds of the moves of masters. */
export function learnedView(context: Context, stage: "learning" | "supervised"): View {
  return drawn([ablationSheet(context, stage), positionsSheet(context, stage)]);
}

function drawn(sheets: Sheet[]): View {
  return (state) => html`
    <p class="links">${sheets.map(({ button }) => button(state))}</p>
    ${sheets.map(({ draw }) => draw(state))}
  `;
}
