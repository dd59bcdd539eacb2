import { html, nothing, type TemplateResult } from "lit-html";
import type { State } from "../../model.ts";
import type { Context } from "../context.ts";
import { demonstrationView } from "../demonstration.ts";
import { foldedExchange } from "../exchange.ts";
import { familySheet } from "../family.ts";
import { fitnessView } from "../fitness.ts";
import { gamesView } from "../games.ts";
import { geneHistorySheet } from "../gene-history.ts";
import { ablationSheet } from "../ablation.ts";
import { ladderView } from "../ladder.ts";
import { populationView } from "../population.ts";
import { positionsSheet } from "../positions.ts";
import { runView } from "../run.ts";
import { seriesView } from "../series.ts";
import { settingsView } from "../settings.ts";
import { stepsView } from "../steps.ts";
import { chosenSystem, steps } from "../systems.ts";
import type { KindView } from "./kind.ts";

export const imitation: KindView = {
  stage: "imitation",
  breed(context) {
    const views = [
      gamesView(context),
      settingsView(context),
      foldedExchange(context, "imitation"),
      runView(context),
    ];
    return (state) => html`${views.map((view) => view(state))}`;
  },
  watch(context: Context) {
    const fitness = fitnessView(context);
    const views = [ladderView(context, "imitation"), seriesView(context)];
    const family = familySheet(context);
    const made = stepsView(context);
    const population = populationView(context, undefined, family.open);
    const positions = positionsSheet(context);
    const history = geneHistorySheet(context);
    const ablation = ablationSheet(context);
    const demonstration = demonstrationView(context);
    return (state) => html`
      ${demonstration(state)}
      ${fitness(state)} ${state.run.records.length > 1 ? html`<p class="links">${positions.button(state)} ${history.button(state)} ${ablation.button(state)}</p>` : nothing} ${views.map((view) => view(state))}
      ${state.run.population || state.program || state.demonstration ? nothing : introduction(state)} ${made(state)} ${population(state)}
      ${state.run.population ? html`<p class="links">${family.button(state)}</p>` : nothing} ${family.draw(state)} ${positions.draw(state)} ${history.draw(state)} ${ablation.draw(state)}
    `;
  },
};

/** What will happen here, while nothing has happened yet. */
function introduction(state: State): TemplateResult {
  return steps(chosenSystem(state)?.texts.introduction);
}
