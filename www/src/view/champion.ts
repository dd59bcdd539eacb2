// What can be done with the champion of a later stage.

import { html, type TemplateResult } from "lit-html";
import type { LaterStage, State } from "../model.ts";
import type { Context } from "./context.ts";
import { chosenSystem } from "./systems.ts";
import { command } from "./command.ts";
import { help, helpText } from "./help.ts";

const BEFORE_SEARCH =
  "Opens the arena with the program and its evolved search against the same program as it was before.";

export function championButtons({ page }: Context, state: State, stage: LaterStage): TemplateResult {
  const { before } = state[stage];
  const text = stage === "tuning" ? BEFORE_SEARCH : beforeCoevolution(state);
  return html`<div class="buttons champion">
    <button @click=${() => page.showChampion(stage)}>Show the champion</button>
    <button ${command(() => page.beforeAndAfter(stage), !before)} ${help(text)}>
      Before and after
    </button>
  </div>`;
}

function beforeCoevolution(state: State): string {
  const { before_help = "", stage_sources: [, source = ""] = [] } = chosenSystem(state)?.texts ?? {};
  return helpText(before_help, source);
}
