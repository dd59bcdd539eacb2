import { html, nothing } from "lit-html";
import type { Context, View } from "./context.ts";
import { gamesView } from "./games.ts";
import { coevolutionPanel, tuningPanel } from "./later-stage.ts";
import { offerView } from "./offer.ts";
import { runView } from "./run.ts";
import { settingsView } from "./settings.ts";
import { panelOf, tabOf, timelineView } from "./stages.ts";
import { storedView } from "./stored.ts";
import { systemView } from "./system.ts";

/** The first room: what to breed from, how, and the run. */
export function breedRoom(context: Context): View {
  const offer = offerView(context);
  const system = systemView(context);
  const timeline = timelineView(context);
  const games = gamesView(context);
  const settings = settingsView(context);
  const run = runView(context);
  const coevolution = coevolutionPanel(context);
  const tuning = tuningPanel(context);
  const stored = storedView(context);
  return (state) => {
    const { stage } = state;
    return html`
      <section class="room breed" id="breed" tabindex="-1" aria-labelledby="breed-title">
        <h2 id="breed-title">Breed</h2>
        ${offer(state)} ${system(state)} ${timeline(state)}
        <div
          class="panel" id=${panelOf("imitation", "breed")} role="tabpanel" aria-labelledby=${tabOf("imitation")}
          ?hidden=${stage !== "imitation"}>
          ${games(state)} ${settings(state)} ${run(state)}
        </div>
        ${stage === "coevolution" ? coevolution(state) : nothing} ${stage === "tuning" ? tuning(state) : nothing}
        ${stored(state)}
      </section>
    `;
  };
}
