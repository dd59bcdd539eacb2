// Runs beside each other: curves on the same positions, the settings in which they differ, genes, and a match of their champions.

import { html, nothing, type TemplateResult } from "lit-html";
import { translate } from "../../language/language.ts";
import type { Compared, Comparison } from "../../experiments.ts";
import type { Gene, HeldOut, State } from "../../model.ts";
import { chartView } from "../chart-view.ts";
import type { Context, View } from "../context.ts";
import { counted, percent } from "../format.ts";
import { inUnit } from "../genes.ts";
import { margin } from "../held-out.ts";
import { OverlayChart } from "./overlay-chart.ts";

/** A generation, and the score of each run there. */
export interface OverlayPoint {
  generation: number;
  scores: (HeldOut | null)[];
}

/** A table of more genes nobody reads. */
const MOST_GENES = 200;

export function comparisonView(context: Context, close: () => void): View {
  const { experiments } = context.page;
  const pointsOf = remembered();
  const chart = chartView<OverlayPoint>(context, {
    cursor: "Cursor of the comparison",
    size: "large",
    rows: ({ experiments: { comparison } }) => pointsOf(comparison),
    choose: () => {},
    reading: ({ generation, scores }, { experiments: { comparison } }) =>
      `Generation ${generation}: ${scores
        .flatMap((score, at) => (score ? `${comparison?.runs[at]?.title ?? ""} ${percent(score.rate)}` : []))
        .join(", ")}`,
    legend: ({ experiments: { comparison } }) => legend(comparison),
    draw(host, events) {
      const overlay = new OverlayChart(host, events);
      const update = ({ experiments: { comparison } }: State) =>
        overlay.update(pointsOf(comparison), randomRate(comparison));
      return { update, point: (index) => overlay.point(index), end: () => overlay.end() };
    },
  });
  const match = ({ runs }: Comparison) => {
    const seats = runs.flatMap(({ champion }) => champion ?? []);
    const [a, b] = seats;
    if (!a || !b) return nothing;
    const play = () => {
      experiments.match(a, b);
      close();
    };
    return html`<p class="buttons">
      <button @click=${play}>Let the champions play a match</button>
      <span class="quiet">${runs.length > 2 ? `${a.title} and ${b.title}.` : ""} In the arena.</span>
    </p>`;
  };
  return (state) => {
    const { comparison } = state.experiments;
    if (!comparison) return nothing;
    const { runs, sample } = comparison;
    return html`
      <section aria-label="Comparison">
        <h3>Comparison</h3>
        ${
          sample
            ? html`<p class="quiet">
                  What the champion of each generation finds of the same ${counted(sample.positions, "position")}${
                    sample.is_held_out ? ", from games kept out of training" : ""
                  }. Shaded: the 95 % interval. Runs on other games are not drawn.
                  ${sample.is_held_out ? learned(runs) : html`<strong>Each run that is drawn learned from these positions.</strong>`}
                </p>
                ${chart(state)} ${curvesTable(runs, pointsOf(comparison))}`
            : html`<p class="quiet">Curves are drawn of runs that imitate games, on the games of the first of them.</p>`
        }
        ${differencesTable(comparison)} ${match(comparison)} ${genesTable(runs)}
      </section>
    `;
  };
}

/** What would look better than it is. */
function learned(runs: Compared[]): (TemplateResult | typeof nothing)[] {
  return runs.map(({ title, has_learned }) =>
    has_learned
      ? html`<strong>${title} is not drawn: it held out fewer games, and learned from these positions.</strong> `
      : nothing,
  );
}

function legend(comparison: Comparison | null): TemplateResult {
  const { runs = [], sample = null } = comparison ?? {};
  return html`${runs.map((run, at) =>
    run.points.length === 0
      ? nothing
      : html`<span class="key"><svg viewBox="0 0 18 10"><path class=${`run-${at + 1}`} d="M0 5h18" /></svg>${run.title}</span>`,
  )}${sample ? html`<span class="key"><svg viewBox="0 0 18 10"><path class="random" d="M0 5h18" /></svg>random programs</span>` : nothing}`;
}

function randomRate(comparison: Comparison | null): number | null {
  const sample = comparison?.sample;
  return sample ? sample.random / sample.positions : null;
}

/** Made anew only for another comparison. */
function remembered(): (comparison: Comparison | null) => OverlayPoint[] {
  let of: Comparison | null = null;
  let points: OverlayPoint[] = [];
  return (comparison) => {
    if (comparison === of) return points;
    of = comparison;
    const runs = comparison?.runs ?? [];
    const generations = new Set(runs.flatMap((run) => run.points.map(({ generation }) => generation)));
    points = [...generations]
      .sort((a, b) => a - b)
      .map((generation) => ({
        generation,
        scores: runs.map((run) => run.points.find((point) => point.generation === generation)?.score ?? null),
      }));
    return points;
  };
}

/** What the chart draws. */
function curvesTable(runs: Compared[], points: OverlayPoint[]): TemplateResult {
  const row = ({ generation, scores }: OverlayPoint) => html`<tr>
    <th scope="row">${generation}</th>
    ${scores.map((score) => html`<td class="number">${score ? `${percent(score.rate)} ± ${margin(score)}` : ""}</td>`)}
  </tr>`;
  return html`<details class="more">
    <summary>Curves as table</summary>
    <div class="wide" tabindex="0" role="group" aria-label="Table, scrolls"><table aria-label="Moves found by generation">
      ${head("Generation", runs)}
      <tbody>${points.map(row)}</tbody>
    </table></div>
  </details>`;
}

function head(first: string, runs: Compared[]): TemplateResult {
  return html`<thead>
    <tr>
      <th scope="col">${first}</th>
      ${runs.map(({ title }) => html`<th scope="col" class="number">${title}</th>`)}
    </tr>
  </thead>`;
}

function differencesTable({ runs, differences }: Comparison): TemplateResult | typeof nothing {
  const { system, kind } = runs[0] ?? {};
  if (runs.some((run) => run.system !== system || run.kind !== kind)) return nothing;
  if (differences.length === 0) return html`<p class="quiet">They have the same settings.</p>`;
  return html`<div class="wide" tabindex="0" role="group" aria-label="Table, scrolls"><table aria-label="Settings in which they differ">
    ${head("Setting", runs)}
    <tbody>
      ${differences.map(
        ({ label, values }) => html`<tr>
          <th scope="row">${label}</th>
          ${values.map((value) => html`<td class="number">${value}</td>`)}
        </tr>`,
      )}
    </tbody>
  </table></div>`;
}

function genesTable(runs: Compared[]): TemplateResult | typeof nothing {
  const [first] = runs;
  const genes = first?.genes.filter(({ body }) => body === undefined) ?? [];
  const isSame = runs.every(
    ({ system, genes }) => system === first?.system && genes.length === first.genes.length,
  );
  if (genes.length === 0 || genes.length > MOST_GENES || !isSame) return nothing;
  const value = (run: Compared, gene: Gene) =>
    run.genes.find(({ name }) => name === gene.name)?.value ?? gene.value;
  return html`<div class="wide" tabindex="0" role="group" aria-label="Table, scrolls"><table aria-label="Gene by gene">
    ${head("Gene of the champion", runs)}
    <tbody>
      ${genes.map(
        (gene) => html`<tr>
          <th scope="row">${translate(gene.name)}</th>
          ${runs.map((run) => html`<td class="number">${inUnit(gene, value(run, gene))}</td>`)}
        </tr>`,
      )}
    </tbody>
  </table></div>`;
}
