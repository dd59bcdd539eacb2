// The chart of best, mean and worst, of whatever is counted.

import { html, type TemplateResult } from "lit-html";
import type { Changed, State } from "../model.ts";
import { marksOf } from "./changes.ts";
import { type Chart, chartView } from "./chart-view.ts";
import type { Context, View } from "./context.ts";
import { FitnessChart, type Measure, type Point } from "./fitness-chart.ts";

/** What the curves are of. */
export interface Curves extends Omit<Chart<Point>, "cursor" | "draw"> {
  /** What the slider is called, where a chart beside it has the usual name. */
  cursor?: string;
  measure: Measure;
  /** How far they will go. */
  generations(state: State): number;
  /** The generation that is marked. */
  marked(state: State): number | null;
  /** The settings that changed on the way. */
  changes(state: State): Changed[];
}

export function curvesView(context: Context, curves: Curves): View {
  return chartView(context, {
    cursor: "Cursor of the chart",
    ...curves,
    draw(host, events) {
      const chart = new FitnessChart(host, curves.measure, events);
      const changes = marksOf();
      return {
        update: (state) =>
          chart.update(
            curves.rows(state),
            curves.generations(state),
            curves.marked(state),
            changes(curves.changes(state)),
          ),
        point: (index) => chart.point(index),
        end: () => chart.end(),
      };
    },
  });
}

/** Told apart by shape as well as by colour. */
export const BEST_KEY: TemplateResult = html`
  <span class="key"><svg viewBox="0 0 18 10"><path class="best" d="M0 5h18" /></svg>best</span>
`;

export const MEAN_KEY: TemplateResult = html`
  <span class="key">
    <svg viewBox="0 0 18 10"><rect class="band" width="18" height="10" /><path class="mean" d="M0 5h18" /></svg>mean,
    best to worst
  </span>
`;
