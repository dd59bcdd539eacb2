// The chart with its legend, and one generation read out where the pointer or the keyboard is.

import { html, nothing, type TemplateResult } from "lit-html";
import type { GenerationRecord, State } from "../model.ts";
import type { Context, View } from "./context.ts";
import { FitnessChart } from "./fitness-chart.ts";
import { percent } from "./format.ts";
import { margin } from "./held-out.ts";
import { once } from "./once.ts";

export function curvesView({ page, redraw }: Context): View {
  let hovered: number | null = null;
  let chart: FitnessChart | null = null;

  const hover = (index: number | null) => {
    if (index === hovered) return;
    hovered = index;
    redraw();
  };
  const choose = (index: number) => {
    const { records } = page.state.run;
    page.chooseGeneration(index === records.length - 1 ? null : (records[index]?.generation ?? null));
  };
  const update = ({ run, settings, chosen_generation }: State) => {
    const generations = run.records.length > 0 ? run.generations : Number(settings.generations ?? 100);
    chart?.update(run.records, generations, chosen_generation);
  };
  const host = once((element: HTMLElement) => {
    chart = new FitnessChart(element, { hovered: hover, chosen: choose });
    update(page.state);
  });
  const steer = (event: KeyboardEvent) => {
    const last = page.state.run.records.length - 1;
    if (event.key === "Enter" && hovered !== null) choose(hovered);
    const to = destination(event.key, hovered ?? last, last);
    if (to === null) return;
    event.preventDefault();
    chart?.point(Math.max(0, Math.min(last, to)));
  };

  return (state) => {
    update(state);
    const { records } = state.run;
    const at = Math.max(0, Math.min(hovered ?? Number.POSITIVE_INFINITY, records.length - 1));
    const text = reading(records[at]);
    return html`
      <div class="chart">
        <div
          class="plot" tabindex="0" role="slider" aria-label="Cursor of the chart" aria-orientation="horizontal"
          aria-valuemin="0" aria-valuemax=${Math.max(0, records.length - 1)} aria-valuenow=${at} aria-valuetext=${text}
          ${host()} @keydown=${steer}></div>
        ${records.length === 0 ? html`<p class="invitation">${invitation(state)}</p>` : nothing}
        <p class="readout" aria-hidden="true">${hovered === null ? LEGEND : text}</p>
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

function invitation({ importing, run }: State): string {
  if (importing) return "The curve begins when the games are read.";
  if (run.phase === "running") return "Scoring the random ancestors.";
  return "Press Evolve, and watch this curve rise.";
}

/** One generation in words, for the pointer and the keyboard alike. */
function reading(record: GenerationRecord | undefined): string {
  if (!record) return "Nothing measured yet";
  const { generation, best, mean, worst, held_out } = record;
  const seen = held_out ? `, games never seen ${percent(held_out.rate)} ± ${margin(held_out)}` : "";
  return `Generation ${generation}: best ${best}, mean ${mean.toFixed(1)}, worst ${worst}${seen}`;
}

/** Told apart by shape as well as by colour. */
const LEGEND: TemplateResult = html`
  <span class="key"><svg viewBox="0 0 18 10"><path class="best" d="M0 5h18" /></svg>best</span>
  <span class="key">
    <svg viewBox="0 0 18 10"><rect class="band" width="18" height="10" /><path class="mean" d="M0 5h18" /></svg>mean,
    best to worst
  </span>
  <span class="key">
    <svg viewBox="0 0 18 10">
      <path class="held-out-key" d="M9 0v10M6.5 0h5M6.5 10h5" />
      <path class="held-out-point" d="M9 1.5l3.5 3.5l-3.5 3.5l-3.5 -3.5z" />
    </svg>games it never saw
  </span>
`;
