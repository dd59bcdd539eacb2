// The chart with its legend, and one generation read out where the pointer or the keyboard is.

import { html, nothing, type TemplateResult } from "lit-html";
import type { State } from "../model.ts";
import type { Context, View } from "./context.ts";
import { FitnessChart, type Measure, type Point } from "./fitness-chart.ts";
import { once } from "./once.ts";

/** What the curves are of. */
export interface Curves {
  measure: Measure;
  points(state: State): Point[];
  /** How far they will go. */
  generations(state: State): number;
  /** The generation that is marked. */
  marked(state: State): number | null;
  choose(index: number): void;
  /** While there is nothing to draw. */
  invitation(state: State): string;
  /** One generation in words, for the pointer and the keyboard alike. */
  reading(point: Point, state: State): string;
  legend: TemplateResult;
}

export function curvesView({ page, redraw }: Context, curves: Curves): View {
  let hovered: number | null = null;
  let chart: FitnessChart | null = null;

  const hover = (index: number | null) => {
    if (index === hovered) return;
    hovered = index;
    redraw();
  };
  const update = (state: State) =>
    chart?.update(curves.points(state), curves.generations(state), curves.marked(state));
  const host = once((element: HTMLElement) => {
    chart = new FitnessChart(element, curves.measure, { hovered: hover, chosen: curves.choose });
    update(page.state);
  });
  const steer = (event: KeyboardEvent) => {
    const last = curves.points(page.state).length - 1;
    if (event.key === "Enter" && hovered !== null) curves.choose(hovered);
    const to = destination(event.key, hovered ?? last, last);
    if (to === null) return;
    event.preventDefault();
    chart?.point(Math.max(0, Math.min(last, to)));
  };

  return (state) => {
    update(state);
    const points = curves.points(state);
    const at = Math.max(0, Math.min(hovered ?? Number.POSITIVE_INFINITY, points.length - 1));
    const point = points[at];
    const text = point ? curves.reading(point, state) : "Nothing measured yet";
    return html`
      <div class="chart">
        <div
          class="plot" tabindex="0" role="slider" aria-label="Cursor of the chart" aria-orientation="horizontal"
          aria-valuemin="0" aria-valuemax=${Math.max(0, points.length - 1)} aria-valuenow=${at} aria-valuetext=${text}
          ${host()} @keydown=${steer}></div>
        ${points.length === 0 ? html`<p class="invitation">${curves.invitation(state)}</p>` : nothing}
        <p class="readout" aria-hidden="true">${hovered === null ? curves.legend : text}</p>
      </div>
    `;
  };
}

/** Where a key moves the cursor to, or null for keys that do not. */
function destination(key: string, at: number, last: number): number | null {
  const moves: Record<string, number> = {
    ArrowLeft: at - 1,
    ArrowDown: at - 1,
    ArrowRight: at + 1,
    ArrowUp: at + 1,
    PageDown: at - 10,
    PageUp: at + 10,
    Home: 0,
    End: last,
  };
  return moves[key] ?? null;
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
