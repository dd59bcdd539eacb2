// The second room while a move ordering is bred: how many positions a search visits, beside orders made by hand.

import { html, nothing, type TemplateResult } from "lit-html";
import type { OrderingRecord, State } from "../model.ts";
import { championButtons } from "./champion.ts";
import { chartView } from "./chart-view.ts";
import type { Context, View } from "./context.ts";
import { demesView } from "./demes.ts";
import { generationParts } from "./fitness-table.ts";
import { decimal, fixed, grouped } from "./format.ts";
import { helped } from "./help.ts";
import { curveKey } from "./learned.ts";
import { type Curve, GENERATIONS, LearningChart } from "./learning-chart.ts";
import { nodesByPlyView } from "./nodes-by-ply.ts";
import { bredView } from "./questions.ts";
import { chosenSystem, steps } from "./systems.ts";

const TITLE = "Nodes a position";
const HELP =
  "How many positions a search looks at until it is done, on average. All look as far ahead and find the same value: an order that tries the best moves first lets more of the others be left out.\nf-negascout is the paper's own opponent, with its published order and with captures first; the engine's history tables try first what caused cut-offs before.\nSource: Gross et al. 2002";

type Line = Curve<OrderingRecord, number | null>;

const OF_PROGRAMS: Line[] = [
  { name: "best", colour: "--ink", dash: [], of: ({ best, positions }) => best / positions },
  { name: "mean", colour: "--ink", dash: [6, 3], of: ({ mean, positions }) => mean / positions },
];

/** Those whose line is drawn: any order is so much worse that nothing else could be told apart. */
const DRAWN: Pick<Line, "name" | "colour" | "dash">[] = [
  { name: "f-negascout as published", colour: "--wrong", dash: [2, 3] },
  { name: "f-negascout, captures first", colour: "--held-out", dash: [] },
  { name: "the engine's history tables", colour: "--accent", dash: [8, 3] },
];

const OF_YARDSTICKS: Line[] = DRAWN.map((line) => ({
  ...line,
  of: (record) => yardstick(record, line.name),
}));

const CURVES: Line[] = [...OF_PROGRAMS, ...OF_YARDSTICKS];

export function orderingView(context: Context): View {
  const { page } = context;
  const choose = (index: number) => {
    const record = page.state.ordering.records[index];
    if (record) page.showChampion("ordering", record.generation);
  };
  const chart = chartView<OrderingRecord>(context, {
    cursor: "Cursor of the nodes",
    draw(host, events) {
      const drawn = new LearningChart<OrderingRecord>(
        host,
        [{ curves: CURVES, text: (nodes) => grouped(nodes), least: [0, 100] }],
        ({ generation }) => generation,
        events,
        GENERATIONS,
      );
      return {
        update: ({ ordering }) => drawn.update(ordering.records, ordering.generations),
        point: (index) => drawn.point(index),
        end: () => drawn.end(),
      };
    },
    rows: ({ ordering }) => ordering.records,
    choose,
    reading,
    legend: () => html`${CURVES.map(curveKey)}`,
    invitation: () => "Searching in random orders, and in those made by hand.",
  });
  const parts = generationParts(context.redraw);
  const byPly = nodesByPlyView(context);
  const bred = bredView(context, "ordering");
  let asTable = false;
  const toggle = () => {
    asTable = !asTable;
    context.redraw();
  };
  return (state) => {
    const { records, phase } = state.ordering;
    if (phase === "idle") return steps(chosenSystem(state)?.texts.introduction);
    return html`
      <figure class="fitness" aria-label=${TITLE}>
        <div class="fitness-head">
          <p class="title">${helped(TITLE, HELP)} <span class="quiet">by generations</span></p>
          <button class="plain" aria-expanded=${asTable} @click=${toggle}>Show as table</button>
        </div>
        ${outcome(state)}
        ${asTable ? html`${parts.choice(records)} ${table(parts.shown(records))}` : chart(state)}
      </figure>
      ${records.length > 0 ? html`${championButtons(context, state, "ordering", null)} ${bred(state)}` : nothing} ${byPly(records)}
      ${islands(state)}
    `;
  };
}

/** The demes, from the most nodes of the last generation to the fewest. */
function islands({ ordering: { records, settings } }: State): TemplateResult | typeof nothing {
  const last = records.at(-1);
  if (!last) return nothing;
  const { generation, best, worst, positions, migrants } = last;
  const fitness = last.nodes.map((nodes) => -nodes);
  const words = (nodes: number) => `${grouped(-nodes / positions)} nodes`;
  return demesView({ generation, settings, fitness, scale: [-worst, -best], migrants, words });
}

/** What the best came to, beside other orders. */
function outcome({ ordering: { records } }: State): TemplateResult | typeof nothing {
  const last = records.at(-1);
  if (!last) return nothing;
  const best = last.best / last.positions;
  const random = yardstick(last, "random order");
  const published = yardstick(last, "f-negascout as published");
  const beside =
    random && published
      ? `${fixed((100 * best) / random, 1)} % of what a random order takes, ${fixed((100 * best) / published, 0)} % of f-negascout as published`
      : "";
  const unseen = records.findLast((record) => record.unseen)?.unseen;
  const elsewhere = unseen
    ? ` On ${grouped(unseen.positions)} positions of other games: ${grouped(unseen.nodes / unseen.positions)}.`
    : "";
  return html`<p class="solved">
    <strong>${grouped(best)} nodes</strong> a position for the best${beside ? `: ${beside}.` : "."}${elsewhere}
  </p>`;
}

function yardstick({ yardsticks, positions }: OrderingRecord, name: string): number | null {
  const found = yardsticks.find((one) => one.name === name);
  return found ? found.nodes / positions : null;
}

function reading({ generation, best, mean, worst, positions }: OrderingRecord): string {
  const nodes = [best, mean, worst].map((count) => grouped(count / positions));
  return `Generation ${generation}: best ${nodes[0]}, mean ${nodes[1]}, worst ${nodes[2]} nodes a position`;
}

function table(records: OrderingRecord[]): TemplateResult {
  return html`
    <div class="scroll" tabindex="0" role="group" aria-label="Table, scrolls">
      <table class="fitness-table" aria-label=${TITLE}>
        <thead>
          <tr>
            <th scope="col">Generation</th>
            <th scope="col" class="number">Best</th>
            <th scope="col" class="number">Mean</th>
            <th scope="col" class="number">Worst</th>
            <th scope="col" class="number">Other games</th>
            <th scope="col" class="number">Diversity</th>
          </tr>
        </thead>
        <tbody>
          ${records.map(
            ({ generation, best, mean, worst, positions, unseen, diversity }) => html`<tr>
              <th scope="row">${generation}</th>
              <td class="number">${grouped(best / positions)}</td>
              <td class="number">${grouped(mean / positions)}</td>
              <td class="number">${grouped(worst / positions)}</td>
              <td class="number">${unseen ? grouped(unseen.nodes / unseen.positions) : ""}</td>
              <td class="number">${decimal(diversity, 3)}</td>
            </tr>`,
          )}
        </tbody>
      </table>
    </div>
  `;
}
