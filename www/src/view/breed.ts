import { html } from "lit-html";
import { cache } from "lit-html/directives/cache.js";
import type { Context, View } from "./context.ts";
import { KINDS } from "./kinds/index.ts";
import { offerView } from "./offer.ts";
import { panelOf, tabOf, timelineView } from "./stages.ts";
import { storedView } from "./stored.ts";
import { systemView } from "./system.ts";

/** The first room: what to breed from, how, and the run. */
export function breedRoom(context: Context, openLibrary: () => void): View {
  const above = [offerView(context), systemView(context), timelineView(context)];
  const panels = new Map(KINDS.map((kind) => [kind.stage, kind.breed(context)]));
  const stored = storedView(context, openLibrary);
  return (state) => {
    const { stage } = state;
    return html`
      <section class="room breed" id="breed" tabindex="-1" aria-labelledby="breed-title">
        <h2 id="breed-title">Breed</h2>
        ${above.map((view) => view(state))}
        <div class="panel" role="tabpanel" id=${panelOf(stage)} aria-labelledby=${tabOf(stage)}>
          ${cache(panels.get(stage)?.(state))}
        </div>
        ${stored(state)}
      </section>
    `;
  };
}
