// The timeline of the three stages: which of them is looked at, and how far each is.

import { html, nothing } from "lit-html";
import type { LaterStage, StageName, State } from "../model.ts";
import type { Context, View } from "./context.ts";
import { chosenSystem } from "./systems.ts";
import { help, helpText } from "./help.ts";

const STAGES: [StageName, string, string][] = [
  ["imitation", "Imitation", "Programs learn to find the moves of grandmasters."],
  ["coevolution", "Coevolution", "Programs play each other, and the winners breed."],
  ["tuning", "Search", "How a program looks ahead is bred on positions to be solved."],
];

/** The panel of a stage: what its tab names. */
export function panelOf(stage: StageName, room: "breed" | "watch"): string {
  return `${room}-${stage}`;
}

export function timelineView({ page }: Context): View {
  const turn = (event: KeyboardEvent) => {
    const at = STAGES.findIndex(([stage]) => stage === page.state.stage);
    const to = destination(event.key, at);
    const stage = STAGES[to ?? -1]?.[0];
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
        ${STAGES.map(
          ([stage, name, meaning], index) => html`<button
            role="tab" id=${tabOf(stage)} aria-selected=${stage === shown} tabindex=${stage === shown ? 0 : -1}
            aria-controls=${stage === shown ? panelOf(stage, "breed") : nothing}
            ${help(helpText(meaning, sources[index] ?? ""))} @click=${() => page.showStage(stage)}>
            <strong>${index + 1} ${name}</strong>
            <span class="quiet">${standing(state, stage)}</span>
          </button>`,
        )}
      </div>
    `;
  };
}

export function tabOf(stage: StageName): string {
  return `tab-${stage}`;
}

/** In a word or two. */
function standing(state: State, stage: StageName): string {
  if (stage !== "imitation") return far(state, stage);
  const { run, series } = state;
  if (run.phase === "running") return "running";
  const champions = series?.runs.length ?? 0;
  if (champions > 1) return `${champions} champions`;
  return run.records.length > 0 ? run.phase : "not started";
}

function far(state: State, stage: LaterStage): string {
  const { phase } = state[stage];
  return phase === "idle" ? "not started" : phase;
}

function destination(key: string, at: number): number | null {
  const last = STAGES.length - 1;
  const moves: Record<string, number> = {
    ArrowLeft: at === 0 ? last : at - 1,
    ArrowRight: at === last ? 0 : at + 1,
    Home: 0,
    End: last,
  };
  return moves[key] ?? null;
}
