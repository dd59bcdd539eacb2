// Several runs with successive seeds as small curves on one scale, each with its champion: choose one to look at and play.

import { html, nothing, svg, type TemplateResult } from "lit-html";
import type { Series, SeriesRun, State } from "../model.ts";
import type { Context, View } from "./context.ts";
import { grouped, percent } from "./format.ts";
import { margin } from "./held-out.ts";
import { help, helped } from "./help.ts";
import { thinned } from "./thinned.ts";

const WIDTH = 100;
const HEIGHT = 36;
const HELP =
  "The same experiment with ten successive seeds. Each curve is the best of each generation, all on one scale; below it how often the champion finds the move in games it never saw.\nSource: David et al. 2014 make ten runs";

export function seriesView({ page }: Context): View {
  return (state) => {
    const { series } = state;
    if (!series) return nothing;
    const scale = scaleOf(series, state);
    return html`
      <section class="series" aria-labelledby="series-title">
        <div class="series-head">
          <h3 id="series-title">${helped("Ten runs", HELP, "Ten runs: why ten")}</h3>
          <button class="plain" @click=${() => page.forgetSeries()}>Forget these runs</button>
        </div>
        <p class="readout">${standing(series)}</p>
        <ol class="multiples">
          ${series.runs.map((run, index) => finished(run, index, scale, state, () => page.chooseRun(run)))}
          ${underWay(series, state, scale)}
        </ol>
      </section>
    `;
  };
}

function standing({ runs, planned, phase }: Series): string {
  const count = `${runs.length} of ${planned} finished${phase === "paused" ? ", paused" : ""}`;
  if (runs.length === 0) return count;
  const mean = (of: (run: SeriesRun) => number) => runs.reduce((sum, run) => sum + of(run), 0) / runs.length;
  const best = `best ${mean(last).toFixed(0)} of ${grouped(runs[0]?.positions ?? 0)} on average`;
  const rates = runs.every(({ held_out }) => held_out !== null);
  const unseen = rates
    ? ` · games never seen ${percent(mean(({ held_out }) => held_out?.rate ?? 0))} on average`
    : "";
  return `${count} · ${best}${unseen}`;
}

function last({ best }: SeriesRun): number {
  return best.at(-1) ?? 0;
}

interface Scale {
  generations: number;
  low: number;
  high: number;
}

function scaleOf({ runs, settings }: Series, { run }: State): Scale {
  const counts = [...runs.flatMap(({ best }) => best), ...run.records.map(({ best }) => best)];
  const low = counts.reduce((least, count) => Math.min(least, count), Number.POSITIVE_INFINITY);
  const high = counts.reduce((most, count) => Math.max(most, count), 1);
  return { generations: Math.max(1, Number(settings.generations)), low: Math.min(low, high - 1), high };
}

function finished(
  run: SeriesRun,
  index: number,
  scale: Scale,
  state: State,
  choose: () => void,
): TemplateResult {
  const { seed, best, positions, held_out, champion } = run;
  const found = `${last(run)} of ${positions} moves found`;
  const unseen = held_out ? `; in games never seen ${percent(held_out.rate)} ± ${margin(held_out)}` : "";
  const shown = state.program?.text === champion;
  return html`<li>
    <button
      class="multiple" aria-pressed=${shown} aria-label="Champion of run ${index + 1}, ${found}${unseen}"
      ${help(`Run ${index + 1}, with seed ${seed}: ${found}${unseen}. Press to look at its champion.`)} @click=${choose}>
      ${curve(best, scale)}
      <span class="number">${held_out ? percent(held_out.rate) : last(run)}</span>
    </button>
  </li>`;
}

/** The run that is being made. */
function underWay(
  { runs, planned, phase }: Series,
  { run }: State,
  scale: Scale,
): TemplateResult | typeof nothing {
  if (phase !== "running" || runs.length >= planned || run.records.length === 0) return nothing;
  const best = run.records.map((record) => record.best);
  return html`<li class="multiple quiet">${curve(best, scale)}<span class="number">run ${runs.length + 1}</span></li>`;
}

function curve(best: number[], { generations, low, high }: Scale): TemplateResult {
  const x = (generation: number) => ((generation / generations) * WIDTH).toFixed(1);
  const y = (count: number) => (HEIGHT - 2 - ((count - low) / (high - low)) * (HEIGHT - 4)).toFixed(1);
  const points = thinned(best.map((count, generation) => [generation, count] as const))
    .map(([generation, count]) => `${x(generation)},${y(count)}`)
    .join(" ");
  return html`<svg viewBox="0 0 ${WIDTH} ${HEIGHT}" preserveAspectRatio="none" aria-hidden="true">
    ${svg`<polyline points=${points} vector-effect="non-scaling-stroke" />`}
  </svg>`;
}
