// How programs of an imitation become better: what the champion of each generation finds of the same positions, large; fitness, which each
// generation has from positions of its own and which selects, small; or all of it as a table.

import { html, nothing, type TemplateResult } from "lit-html";
import type { State } from "../model.ts";
import { changesAt, changesList, marksOf } from "./changes.ts";
import { chartView } from "./chart-view.ts";
import type { Context, View } from "./context.ts";
import { BEST_KEY, MEAN_KEY, curvesView } from "./curves.ts";
import type { Point } from "./fitness-chart.ts";
import { fitnessTable } from "./fitness-table.ts";
import { decimal, grouped } from "./format.ts";
import { type Ghost, ghosts } from "./ghost.ts";
import { heldOutFigure } from "./held-out.ts";
import { helped } from "./help.ts";
import { SampleChart, type SamplePoint } from "./sample-chart.ts";
import { randomRate, sampleLegend, samplePoints, sampleReading, sampleTitle } from "./sample-scores.ts";

const TITLE = "Fitness by generation";

export function fitnessView(context: Context): View {
  const { page } = context;
  const generations = ({ run, settings }: State) =>
    run.records.length > 0 ? run.generations : Number(settings.generations ?? 100);
  const choose = (generation: number | undefined) => {
    const last = page.state.run.records.at(-1)?.generation;
    page.chooseGeneration(generation === last ? null : (generation ?? null));
  };
  const counts = samplePoints();
  const points = ({ run, fixed_sample }: State) => counts(run.records, fixed_sample);
  const before = ghosts();
  let ghost: Ghost | null = null;
  const sample = chartView<SamplePoint>(context, {
    cursor: "Cursor of the chart",
    size: "large",
    rows: points,
    choose: (index) => choose(points(page.state)[index]?.generation),
    invitation,
    reading: (point, state) => withChanges(sampleReading(point), point, state),
    legend: ({ fixed_sample }) => html`${sampleLegend(fixed_sample)} ${ghost ? ghostKey(ghost) : nothing}`,
    draw(host, events) {
      const chart = new SampleChart(host, events);
      const changes = marksOf();
      return {
        update: (state) =>
          chart.update({
            points: points(state),
            random: randomRate(state.fixed_sample),
            generations: generations(state),
            marked: state.chosen_generation,
            changes: changes(state.run.changes),
            ghost: ghost?.points,
          }),
        point: (index) => chart.point(index),
        end: () => chart.end(),
      };
    },
  });
  const curves = curvesView(context, {
    measure: "moves",
    cursor: "Cursor of what selects",
    size: "small",
    rows: ({ run }) => run.records,
    generations,
    marked: ({ chosen_generation }) => chosen_generation,
    changes: ({ run }) => run.changes,
    choose: (index) => choose(page.state.run.records[index]?.generation),
    reading: (point, state) => withChanges(reading(point), point, state),
    legend: () => html`${BEST_KEY} ${MEAN_KEY}`,
  });
  const table = fitnessTable(context, TITLE);
  let asTable = false;
  const toggle = () => {
    asTable = !asTable;
    context.redraw();
  };
  const charts = (state: State) => html`
    ${state.run.records.length > 0 ? sampleTitle(state.fixed_sample) : nothing} ${sample(state)}
    ${state.run.records.length > 0 ? html`<p class="chart-title quiet">${selects(state)}</p>${curves(state)}` : nothing}
  `;
  return (state) => {
    const previous = before(state, points(state));
    ghost = context.classroom.isOn ? previous : null;
    return html`
    <figure class="fitness" aria-label=${TITLE}>
      <div class="fitness-head">
        <p class="title">${TITLE}</p>
        <button class="plain" aria-expanded=${asTable} @click=${toggle}>Show as table</button>
      </div>
      ${heldOutFigure(state)}
      ${asTable ? table(state.run, state.fixed_sample) : charts(state)}
      ${changesList(state.run.changes)}
    </figure>
  `;
  };
}

function ghostKey({ label }: Ghost): TemplateResult {
  return html`<span class="key"><svg viewBox="0 0 18 10"><rect class="band" width="18" height="10" /><path class="ghost" d="M0 5h18" /></svg>${label}</span>`;
}

function invitation({ importing, run }: State): string {
  if (importing) return "The curve begins when the games are read.";
  if (run.records.length > 0) return "Counting what the champions find.";
  if (run.phase === "running") return "Testing the random first generation.";
  return "Press Evolve to see how many moves each generation finds.";
}

function selects({ run }: State): TemplateResult {
  const anew = run.settings?.["sample-anew"] === false ? SELECTS_SAME : SELECTS_ANEW;
  return html`${helped("What selects", anew)} · moves found of ${grouped(run.records.at(-1)?.positions ?? 0)} positions`;
}

const SELECTS_ANEW =
  "The fitness, as published: who finds more has more offspring. The positions are drawn anew for each generation, so this curve goes up and down with how hard they are.";
const SELECTS_SAME =
  "The fitness, as published: who finds more has more offspring. The positions are the same in all generations.";

/** With the settings that changed there. */
function withChanges(text: string, { generation }: { generation: number }, { run }: State): string {
  const changed = changesAt(run.changes, generation);
  return changed ? `${text}; ${changed}` : text;
}

function reading({ generation, best, mean, worst }: Point): string {
  return `Generation ${generation}: best ${best}, mean ${decimal(mean, 1)}, worst ${worst}`;
}
