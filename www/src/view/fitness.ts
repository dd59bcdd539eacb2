// Fitness by generation: the number to believe, then the chart, or the same numbers as a table.

import { html, nothing } from "lit-html";
import type { Context, View } from "./context.ts";
import { curvesView } from "./curves.ts";
import { fitnessTable } from "./fitness-table.ts";
import { heldOutFigure } from "./held-out.ts";

const TITLE = "Fitness by generation";

export function fitnessView(context: Context): View {
  const curves = curvesView(context);
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
      <div ?hidden=${asTable}>${curves(state)}</div>
      ${asTable ? fitnessTable(state.run.records, TITLE) : nothing}
    </figure>
  `;
}
