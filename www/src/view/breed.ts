import { html } from "lit-html";
import type { Context, View } from "./context.ts";
import { gamesView } from "./games.ts";
import { runView } from "./run.ts";
import { settingsView } from "./settings.ts";
import { systemView } from "./system.ts";

/** The first room: what to breed from, how, and the run. */
export function breedRoom(context: Context): View {
  const system = systemView(context);
  const games = gamesView(context);
  const settings = settingsView(context);
  const run = runView(context);
  return (state) => html`
    <section class="room breed" id="breed" aria-labelledby="breed-title">
      <h2 id="breed-title">Breed</h2>
      ${system(state)} ${games(state)} ${settings(state)} ${run(state)}
    </section>
  `;
}
