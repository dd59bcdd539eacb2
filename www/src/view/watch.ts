import { html, nothing, type TemplateResult } from "lit-html";
import type { State } from "../model.ts";
import type { Context, View } from "./context.ts";
import { fitnessView } from "./fitness.ts";
import { genesView } from "./genes.ts";
import { populationView } from "./population.ts";
import { seriesView } from "./series.ts";
import { chosenSystem, textsOf } from "./systems.ts";

/** The second room: how the run goes and what the programs have become. */
export function watchRoom(context: Context): View {
  const fitness = fitnessView(context);
  const population = populationView(context);
  const genes = genesView();
  const series = seriesView(context);
  return (state) => html`
    <section class="room watch" id="watch" aria-labelledby="watch-title">
      <h2 id="watch-title">Watch</h2>
      ${fitness(state)} ${series(state)} ${state.run.population || state.program ? nothing : introduction(state)}
      ${population(state)} ${genes(state)}
    </section>
  `;
}

/** What will happen here, while nothing has happened yet. */
function introduction(state: State): TemplateResult {
  return html`<ol class="introduction">${textsOf(chosenSystem(state)).introduction}</ol>`;
}
