// One gene over the generations of a run: the whole population as a band, its mean, its best program, and the usual value.

import { html, nothing, type TemplateResult } from "lit-html";
import { translate } from "../../language/language.ts";
import type { Gene, State } from "../../model.ts";
import type { HistoryStage, GeneHistory, GeneSpread } from "../../understanding.ts";
import { chartView } from "../chart-view.ts";
import type { Context, View } from "../context.ts";
import { fixed } from "../format.ts";
import { geneHelp, inUnit } from "../genes.ts";
import { GeneChart } from "./gene-chart.ts";
import "../../style/gene-history.css";

/** A generation of the chosen gene. */
export interface GenePoint extends GeneSpread {
  generation: number;
}

export function geneHistoryContent(context: Context, stage: HistoryStage): View {
  const { page, redraw } = context;
  let chosen = "";
  const geneOf = ({ genes }: GeneHistory): Gene | undefined =>
    genes.find(({ name }) => name === chosen) ?? genes.find(({ loci }) => loci > 0) ?? genes[0];
  const pointsOf = remembered(geneOf);
  const chart = chartView<GenePoint>(context, {
    cursor: "Cursor of the gene",
    size: "large",
    rows: (state) => pointsOf(state),
    choose: () => {},
    reading: (point, { gene_history }) => reading(point, gene_history ? geneOf(gene_history) : undefined),
    legend: ({ gene_history }) => legend(gene_history ? geneOf(gene_history) : undefined),
    draw(host, events) {
      const drawing = new GeneChart(host, events);
      return {
        update: (state) => {
          const gene = state.gene_history ? geneOf(state.gene_history) : undefined;
          drawing.update(pointsOf(state), gene ? usualOf(gene) : null, (value) =>
            gene ? inUnit(gene, value) : "",
          );
        },
        point: (index) => drawing.point(index),
        end: () => drawing.end(),
      };
    },
  });
  const choose = (event: Event) => {
    chosen = (event.currentTarget as HTMLSelectElement).value;
    redraw();
  };
  return (state: State) => {
    const history = state.gene_history;
    if (history?.stage !== stage) return html`<p>Breed a few generations first.</p>`;
    const { phase, towards, last, genes, wrong } = history;
    const gene = geneOf(history);
    const varied = genes.filter(({ loci, body }) => loci > 0 && body === undefined);
    return html`
      <div class="gene-history">
        ${wrong ? html`<p class="wrong" role="alert">The history could not be traced: ${wrong}.</p>` : nothing}
        ${
          phase === "running"
            ? html`<p role="note">
                ${stage === "imitation" ? `Running the run once more, to generation ${towards} of ${last}.` : "Reading the programs of its generations."}
                <button class="plain" @click=${() => page.understanding.stopTracing()}>Stop tracing</button>
              </p>`
            : nothing
        }
        ${
          gene
            ? html`
                <label class="gene-choice">
                  <span>Gene</span>
                  <select @change=${choose}>
                    ${varied.map(({ name }) => html`<option value=${name} ?selected=${name === gene.name}>${translate(name)}</option>`)}
                  </select>
                </label>
                <p class="meaning">${geneHelp(gene)}</p>
                ${chart(state)} ${table(gene, pointsOf(state))}
              `
            : nothing
        }
      </div>
    `;
  };
}

/** What the chart draws. */
function table(gene: Gene, points: GenePoint[]): TemplateResult | typeof nothing {
  if (points.length === 0) return nothing;
  const row = (point: GenePoint) => html`<tr>
    <th scope="row">${point.generation}</th>
    ${[point.champion, point.mean, point.least, point.most].map((value) => html`<td class="number">${shown(gene, value)}</td>`)}
  </tr>`;
  return html`<details class="more">
    <summary>Values as table</summary>
    <div class="scroll" tabindex="0" role="group" aria-label="Table, scrolls">
      <table class="fitness-table" aria-label="Values of ${translate(gene.name)}">
        <thead>
          <tr>
            <th scope="col">Generation</th>
            <th scope="col" class="number">Best program</th>
            <th scope="col" class="number">Mean</th>
            <th scope="col" class="number">Lowest</th>
            <th scope="col" class="number">Highest</th>
          </tr>
        </thead>
        <tbody>${points.map(row)}</tbody>
      </table>
    </div>
  </details>`;
}

/** Made anew only for another gene, or when there is more of it. */
function remembered(geneOf: (history: GeneHistory) => Gene | undefined): (state: State) => GenePoint[] {
  let of: { history: GeneHistory; name: string } | null = null;
  let points: GenePoint[] = [];
  return ({ gene_history: history }) => {
    const name = history ? (geneOf(history)?.name ?? "") : "";
    if (of?.history === history && of?.name === name) return points;
    of = history && { history, name };
    const spreads = history?.spreads.get(name) ?? [];
    points = spreads.map((spread, at) => ({ generation: history?.generations[at] ?? 0, ...spread }));
    return points;
  };
}

/** The value in general use, or that of the paper's own programs; null where there is neither. */
function usualOf({ established, published, unit_per_pawn }: Gene): number | null {
  return published ?? (established === null ? null : established * unit_per_pawn);
}

function reading({ generation, least, mean, most, champion }: GenePoint, gene: Gene | undefined): string {
  if (!gene) return "";
  const value = (number: number) => shown(gene, number);
  return `Generation ${generation}: best program ${value(champion)}, all from ${value(least)} to ${value(most)}, mean ${value(mean)}`;
}

function shown(gene: Gene, value: number): string {
  // Of what is not in pawns most values are whole, and their mean is not.
  return gene.unit_per_pawn === 1000 || Number.isInteger(value) ? inUnit(gene, value) : fixed(value, 2);
}

function legend(gene: Gene | undefined): TemplateResult {
  const usual = gene ? usualOf(gene) : null;
  return html`
    <span class="key"><svg viewBox="0 0 18 10"><path class="held-out-key" d="M0 5h18" /></svg>best program</span>
    <span class="key">
      <svg viewBox="0 0 18 10"><rect class="band" width="18" height="10" /><path class="mean" d="M0 5h18" /></svg>mean, least
      to most of all programs
    </span>
    ${
      gene && usual !== null
        ? html`<span class="key"><svg viewBox="0 0 18 10"><path class="random-level" d="M0 5h18" /></svg>${gene.published === null ? "in general use" : "in the paper"}: ${inUnit(gene, usual)}</span>`
        : nothing
    }
  `;
}
