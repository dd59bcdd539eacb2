// One gene over the generations of a run: the whole population as a band, its mean, its best program, and the usual value.

import { html, nothing, type TemplateResult } from "lit-html";
import { translate } from "../../language/language.ts";
import type { Gene, State } from "../../model.ts";
import type { BreedingStage, GeneHistory, GeneSpread } from "../../understanding.ts";
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

export function geneHistoryContent(context: Context, stage: BreedingStage): View {
  const { page, redraw } = context;
  let chosen = 0;
  /** The place of the one that is drawn. */
  const placeOf = ({ genes }: GeneHistory): number => {
    const drawn = [...genes.keys()].filter((place) => genes[place] && isDrawn(genes[place]));
    return drawn.includes(chosen) ? chosen : (drawn[0] ?? 0);
  };
  const geneOf = (history: GeneHistory): Gene | undefined => history.genes[placeOf(history)];
  const pointsOf = remembered(placeOf);
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
    chosen = Number((event.currentTarget as HTMLSelectElement).value);
    redraw();
  };
  return (state: State) => {
    const history = state.gene_history;
    if (history?.stage !== stage) return html`<p>Breed a few generations first.</p>`;
    const { phase, towards, last, genes, wrong } = history;
    const gene = geneOf(history);
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
                    ${options(genes, gene)}
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

/** A program is no number. */
function isDrawn({ loci, body }: Gene): boolean {
  return loci > 0 && body === undefined;
}

/** Those of more than one group stand in their groups: two may have the same name. */
function options(genes: Gene[], chosen: Gene): TemplateResult[] {
  const option = (gene: Gene) =>
    html`<option value=${genes.indexOf(gene)} ?selected=${gene === chosen}>${translate(gene.name)}</option>`;
  const drawn = genes.filter(isDrawn);
  const groups = [...new Set(drawn.map(({ group }) => group))];
  if (groups.length === 1) return drawn.map(option);
  return groups.map((group) => {
    const members = drawn.filter((gene) => gene.group === group);
    return html`<optgroup label=${translate(group)}>${members.map(option)}</optgroup>`;
  });
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
function remembered(placeOf: (history: GeneHistory) => number): (state: State) => GenePoint[] {
  let of: { history: GeneHistory; place: number } | null = null;
  let points: GenePoint[] = [];
  return ({ gene_history: history }) => {
    const place = history ? placeOf(history) : 0;
    if (of?.history === history && of?.place === place) return points;
    of = history && { history, place };
    const spreads = history?.spreads[place] ?? [];
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
