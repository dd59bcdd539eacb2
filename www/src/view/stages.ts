// The timeline of the stages: which of them is looked at, and how far each is.

import { html, nothing } from "lit-html";
import type { StageName, State } from "../model.ts";
import { runOf } from "../runs.ts";
import type { Context, View } from "./context.ts";
import { help, helpText } from "./help.ts";
import { KIND_WORDS, type KindWords } from "./kinds/words.ts";
import { chosenSystem } from "./systems.ts";

/** The panel of a stage: what its tab names. */
export function panelOf(stage: StageName): string {
  return `breed-${stage}`;
}

export function timelineView({ page }: Context): View {
  const turn = (event: KeyboardEvent) => {
    const at = KIND_WORDS.findIndex(({ stage }) => stage === page.state.stage);
    const to = destination(event.key, at);
    const stage = KIND_WORDS[to ?? -1]?.stage;
    if (!stage) return;
    event.preventDefault();
    page.showStage(stage);
    document.getElementById(tabOf(stage))?.focus();
  };
  return (state) => {
    const shown = state.stage;
    const sources = chosenSystem(state)?.texts.stage_sources ?? [];
    return html`
      <div class="timeline" role="tablist" aria-label="The three stages" @keydown=${turn}>
        ${KIND_WORDS.map((kind, index) => {
          const { stage, name, meaning } = kind;
          return html`<button
            role="tab" id=${tabOf(stage)} aria-selected=${stage === shown} tabindex=${stage === shown ? 0 : -1}
            aria-controls=${stage === shown ? panelOf(stage) : nothing}
            ${help(helpText(meaning, sources[index] ?? ""))} @click=${() => page.showStage(stage)}>
            <strong>${index + 1} ${name}</strong>
            <span class="quiet">${standing(state, kind)}</span>
          </button>`;
        })}
      </div>
    `;
  };
}

export function tabOf(stage: StageName): string {
  return `tab-${stage}`;
}

/** In a word or two. */
function standing(state: State, kind: KindWords): string {
  const { phase } = runOf(state, kind.stage);
  return kind.standing?.(state) ?? (phase === "idle" ? "not started" : phase);
}

function destination(key: string, at: number): number | null {
  const last = KIND_WORDS.length - 1;
  const moves: Record<string, number> = {
    ArrowLeft: at === 0 ? last : at - 1,
    ArrowRight: at === last ? 0 : at + 1,
    Home: 0,
    End: last,
  };
  return moves[key] ?? null;
}
