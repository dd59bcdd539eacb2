// The timeline of the stages that the chosen system has: which of them is looked at, and how far each is.

import { html, nothing } from "lit-html";
import { translate } from "../language/language.ts";
import type { StageName, State } from "../model.ts";
import { runOf } from "../runs.ts";
import type { Context, View } from "./context.ts";
import { help, helpText } from "./help.ts";
import { WORDS_OF } from "./kinds/words.ts";
import { chosenSystem } from "./systems.ts";

/** The panel of a stage: what its tab names. */
export function panelOf(stage: StageName): string {
  return `breed-${stage}`;
}

export function timelineView({ page }: Context): View {
  const turn = (event: KeyboardEvent) => {
    const stages = stagesOf(page.state);
    const at = stages.indexOf(page.state.stage);
    const stage = stages[destination(event.key, at, stages.length - 1) ?? -1];
    if (!stage) return;
    event.preventDefault();
    page.showStage(stage);
    document.getElementById(tabOf(stage))?.focus();
  };
  return (state) => {
    const shown = state.stage;
    const sources = chosenSystem(state)?.texts.stage_sources ?? [];
    return html`
      <div class="timeline" role="tablist" aria-label="Stages" @keydown=${turn}>
        ${stagesOf(state).map((stage, index) => {
          const { name, meaning } = WORDS_OF[stage];
          return html`<button
            role="tab" id=${tabOf(stage)} aria-selected=${stage === shown} tabindex=${stage === shown ? 0 : -1}
            aria-controls=${stage === shown ? panelOf(stage) : nothing}
            ${help(helpText(meaning, sources[index] ?? ""))} @click=${() => page.showStage(stage)}>
            <strong>${index + 1} ${name}</strong>
            <span class="quiet">${standing(state, stage)}</span>
          </button>`;
        })}
      </div>
    `;
  };
}

/** Before the systems are known it is the one on show. */
function stagesOf(state: State): StageName[] {
  return chosenSystem(state)?.kinds ?? [state.stage];
}

export function tabOf(stage: StageName): string {
  return `tab-${stage}`;
}

/** In a word or two. */
function standing(state: State, stage: StageName): string {
  const { phase } = runOf(state, stage);
  return WORDS_OF[stage].standing?.(state) ?? (phase === "idle" ? "not started" : translate(phase));
}

function destination(key: string, at: number, last: number): number | null {
  const moves: Record<string, number> = {
    ArrowLeft: at === 0 ? last : at - 1,
    ArrowRight: at === last ? 0 : at + 1,
    Home: 0,
    End: last,
  };
  return moves[key] ?? null;
}
