import { html, nothing, type TemplateResult } from "lit-html";
import type { State } from "../model.ts";
import type { Context, View } from "./context.ts";
import { coevolutionView } from "./coevolution.ts";
import { fitnessView } from "./fitness.ts";
import { genesView } from "./genes.ts";
import { ladderView } from "./ladder.ts";
import { populationView } from "./population.ts";
import { seriesView } from "./series.ts";
import { chosenSystem, textsOf } from "./systems.ts";
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
  return (state) => html`
    <section
      class="room watch" id="watch" aria-labelledby="watch-title"
      tabindex=${state.stage === "coevolution" ? 0 : nothing}>
      <h2 id="watch-title">Watch</h2>
      <div ?hidden=${state.stage !== "imitation"}>
        ${fitness(state)} ${ladder(state)} ${series(state)} ${state.run.population || state.program ? nothing : introduction(state)}
        ${population(state)}
      </div>
      ${state.stage === "coevolution" ? coevolution(state) : nothing}
      <div ?hidden=${state.stage !== "tuning"}>${tuning(state)}</div>
      ${genes(state)}
    </section>
  `;
}

/** What will happen here, while nothing has happened yet. */
function introduction(state: State): TemplateResult {
  return html`<ol class="introduction">${textsOf(chosenSystem(state)).introduction}</ol>`;
}
