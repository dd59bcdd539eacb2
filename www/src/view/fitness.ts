// Fitness by generation: the number to believe, then the chart, or the same numbers as a table.

import { html, nothing, type TemplateResult } from "lit-html";
import type { State } from "../model.ts";
import type { Context, View } from "./context.ts";
import { BEST_KEY, MEAN_KEY, curvesView } from "./curves.ts";
import type { Point } from "./fitness-chart.ts";
import { fitnessTable } from "./fitness-table.ts";
import { percent } from "./format.ts";
import { heldOutFigure, margin } from "./held-out.ts";

const TITLE = "Fitness by generation";

export function fitnessView(context: Context): View {
  const { page } = context;
  const curves = curvesView(context, {
    measure: "moves",
    rows: ({ run }) => run.records,
    generations: ({ run, settings }) =>
      run.records.length > 0 ? run.generations : Number(settings.generations ?? 100),
    marked: ({ chosen_generation }) => chosen_generation,
    choose: (index) => {
      const { records } = page.state.run;
      page.chooseGeneration(index === records.length - 1 ? null : (records[index]?.generation ?? null));
    },
    invitation,
    reading,
    legend: () => LEGEND,
  });
  const table = fitnessTable(context, TITLE);
  let asTable = false;
  const toggle = () => {
    asTable = !asTable;
    context.redraw();
  };
  return (state) => html`
    <figure class="fitness" aria-label=${TITLE}>
      <div class="fitness-head">
        <p class="title">${TITLE}</p>
        <button class="plain" aria-expanded=${asTable} @click=${toggle}>Show as table</button>
      </div>
      ${heldOutFigure(state.run)}
      ${asTable ? nothing : curves(state)}
      ${asTable ? table(state.run.records) : nothing}
    </figure>
  `;
}

function invitation({ importing, run }: State): string {
  if (importing) return "The curve begins when the games are read.";
  if (run.phase === "running") return "Testing the random first generation.";
  return "Press Evolve to see how many moves each generation finds.";
}

function reading({ generation, best, mean, worst, held_out }: Point): string {
  const seen = held_out ? `, games never seen ${percent(held_out.rate)} ± ${margin(held_out)}` : "";
  return `Generation ${generation}: best ${best}, mean ${mean.toFixed(1)}, worst ${worst}${seen}`;
}

const LEGEND: TemplateResult = html`
  ${BEST_KEY} ${MEAN_KEY}
  <span class="key">
    <svg viewBox="0 0 18 10">
      <path class="held-out-key" d="M9 0v10M6.5 0h5M6.5 10h5" />
      <path class="held-out-point" d="M9 1.5l3.5 3.5l-3.5 3.5l-3.5 -3.5z" />
    </svg>games it never saw
  </span>
`;
