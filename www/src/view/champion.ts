// What can be done with the champion of a later stage.

import { html, type TemplateResult } from "lit-html";
import type { LaterStage, State } from "../model.ts";
import type { Context } from "./context.ts";
import { command } from "./command.ts";
import { help } from "./help.ts";

/** `comparison`: what “Before and after” opens, in words. */
export function championButtons(
  { page }: Context,
  state: State,
  stage: LaterStage,
  comparison: string,
): TemplateResult {
  const { before } = state[stage];
  return html`<div class="buttons champion">
    <button @click=${() => page.showChampion(stage)}>Show the champion</button>
    <button ${command(() => page.beforeAndAfter(stage), !before)} ${help(comparison)}>
      Before and after
    </button>
  </div>`;
}
