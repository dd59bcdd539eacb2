// What can be done with the champion of a later stage.

import { html, nothing, type TemplateResult } from "lit-html";
import type { LaterStage, State } from "../model.ts";
import type { Context } from "./context.ts";
import { command } from "./command.ts";
import { help } from "./help.ts";

/** `comparison`: what “Before and after” opens, in words; null where games would tell nothing. */
export function championButtons(
  { page }: Context,
  state: State,
  stage: LaterStage,
  comparison: string | null,
): TemplateResult {
  const { before } = state[stage];
  return html`<div class="buttons champion">
    <button @click=${() => page.showChampion(stage)}>Show the champion</button>
    ${
      comparison === null
        ? nothing
        : html`<button ${command(() => page.beforeAndAfter(stage), !before)} ${help(comparison)}>
            Before and after
          </button>`
    }
  </div>
  ${stage === "learning" || stage === "supervised" ? NO_PARENTS : nothing}`;
}

const NO_PARENTS = html`<p class="quiet">
  One program learns here: it has no parents.
</p>`;
