import { html, nothing, type TemplateResult } from "lit-html";
import { cache } from "lit-html/directives/cache.js";
import type { State } from "../model.ts";
import type { Context, View } from "./context.ts";
import { coevolutionView } from "./coevolution.ts";
import { fitnessView } from "./fitness.ts";
import { genesView } from "./genes.ts";
import { ladderView } from "./ladder.ts";
import { populationView } from "./population.ts";
import { seriesView } from "./series.ts";
import { chosenSystem, steps } from "./systems.ts";
import { tuningView } from "./tuning.ts";

/**
 * The second room: how the run goes and what the programs have become. Where nothing in it takes the focus, it does itself, so that
 * the keyboard can scroll it.
 */
export function watchRoom(context: Context): View {
  const fitness = fitnessView(context);
  const ladder = ladderView(context);
  const population = populationView(context);
  const genes = genesView();
  const series = seriesView(context);
  const coevolution = coevolutionView(context);
  const tuning = tuningView(context);
  const imitation = (state: State) => html`<div>
    ${fitness(state)} ${ladder(state)} ${series(state)} ${state.run.population || state.program ? nothing : introduction(state)}
    ${population(state)}
  </div>`;
  return (state) => html`
    <section
      class="room watch" id="watch" aria-labelledby="watch-title"
      tabindex=${state.stage === "coevolution" ? 0 : -1}>
      <h2 id="watch-title">Watch</h2>
      ${cache(state.stage === "imitation" ? imitation(state) : nothing)}
      ${state.stage === "coevolution" ? coevolution(state) : nothing}
      ${cache(state.stage === "tuning" ? html`<div>${tuning(state)}</div>` : nothing)}
      ${genes(state)}
    </section>
  `;
}

/** What will happen here, while nothing has happened yet. */
function introduction(state: State): TemplateResult {
  return steps(chosenSystem(state)?.texts.introduction);
}
