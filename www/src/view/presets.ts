// What to begin with, as long as nothing was begun.

import { html, nothing } from "lit-html";
import { PRESETS, type Preset } from "../presets.ts";
import { runsOf } from "../runs.ts";
import type { State } from "../model.ts";
import type { Context, View } from "./context.ts";
import { TITLE } from "./plays-like-me.ts";
import { chosenSystem } from "./systems.ts";

export function presetsView({ page }: Context, openTour: () => void): View {
  const button = (preset: Preset, isChosen: boolean) =>
    html`<button class="preset" aria-pressed=${isChosen} @click=${() => page.usePreset(preset)}>${preset.title}</button>`;
  return (state) => {
    const { systems, is_demonstration_due } = state;
    // On a first visit it is known what there will be.
    const isKnown = systems.length > 0;
    if (!isKnown && !is_demonstration_due) return nothing;
    if (runsOf(state).some(({ phase }) => phase !== "idle")) return nothing;
    const chosen = isKnown ? PRESETS.find((preset) => isChosen(preset, state)) : PRESETS[0];
    return html`
      <section class="presets" aria-label="Experiments to begin with">
        <div class="buttons">${PRESETS.map((preset) => button(preset, preset === chosen))}
          <button class="preset" @click=${() => page.openPlaysLikeMe()}>${TITLE}</button>
          <button class="plain" @click=${openTour}>Take the tour</button></div>
        ${chosen ? html`<p class="quiet">${chosen.says}</p>` : nothing}
      </section>
    `;
  };
}

function isChosen({ system, stage }: Preset, state: State): boolean {
  return chosenSystem(state)?.id === system && state.stage === stage;
}
