// What can be done with the champion of a later stage.

import { html, type TemplateResult } from "lit-html";
import type { LaterStage, State } from "../model.ts";
import type { Context } from "./context.ts";

const BEFORE_HELP: Record<LaterStage, string> = {
  coevolution:
    "Opens the arena with the champion of this stage, EVOL*, against the best program that it began with, EVOL0.\nSource: David et al. 2014",
  tuning:
    "Opens the arena with the program and its evolved search against the same program as it was before.",
};

export function championButtons({ page }: Context, state: State, stage: LaterStage): TemplateResult {
  const { before } = state[stage];
  return html`<div class="buttons champion">
    <button @click=${() => page.showChampion(stage)}>Show the champion</button>
    <button ?disabled=${!before} data-help=${BEFORE_HELP[stage]} @click=${() => page.beforeAndAfter(stage)}>
      Before and after
    </button>
  </div>`;
}
