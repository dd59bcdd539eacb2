// The chromosome decoded: what each gene says, beside the established value where there is one.

import { html, nothing, type TemplateResult } from "lit-html";
import type { Gene, Program, State } from "../model.ts";
import { rangeBar } from "./bar.ts";
import type { View } from "./context.ts";
import { pawns } from "./format.ts";
import { helpText } from "./help.ts";
import { textsOf } from "./systems.ts";

export function genesView(): View {
  return (state) => {
    const { program } = state;
    if (!program) return nothing;
    return html`
      <div class="genes">
        <table>
          <caption>Genes</caption>
          <thead>
            <tr>
              <th scope="col">${whose(state)}</th>
              <th scope="col" class="range">Base and bits</th>
              ${headings(program.genes)}
              <td class="bar-cell"></td>
            </tr>
          </thead>
          ${grouped(program.genes)}
        </table>
        ${correlation(program)} ${program.search.length > 0 ? searchGenes(program.search) : nothing}
      </div>
    `;
  };
}

/** What the program on show is called. */
export function whose({ chosen_generation, run, play, program }: State): string {
  const generation = chosen_generation ?? run.records.at(-1)?.generation;
  if (program?.text === play.program?.text && play.program_title) return play.program_title;
  return generation === undefined ? "This program" : `Best of generation ${generation}`;
}

/** How it looks ahead, where that was bred too. */
function searchGenes(genes: Gene[]): TemplateResult {
  return html`
    <table aria-label="Search, decoded">
      <thead>
        <tr>
          <th scope="col">Search</th>
          <th scope="col" class="range">Bits</th>
          <th scope="col" class="number">Value</th>
          <th scope="col" class="number" data-help="What the paper's own search evolved to.\nSource: David et al. 2014">Paper</th>
          <td class="bar-cell"></td>
        </tr>
      </thead>
      <tbody>${genes.map(row)}</tbody>
    </table>
  `;
}

/** Whether the paper prints the values that its own programs evolved to. */
function isPublished(genes: Gene[]): boolean {
  return genes.some(({ published }) => published !== null);
}

function headings(genes: Gene[]): TemplateResult {
  if (isPublished(genes)) {
    return html`
      <th scope="col" class="number" data-help="The evolved weight, in hundredths of a pawn, which is fixed at 100.">Value</th>
      <th scope="col" class="number" data-help="What the paper's own programs evolved to: the average of the best of ten runs. Its definitions are not printed, so only the values of the pieces compare directly.\nSource: David et al. 2014, Fig. 3">Paper</th>
    `;
  }
  return html`
    <th scope="col" class="number" data-help="The evolved weight, in pawns; a pawn is fixed at 1.">Pawns</th>
    <th scope="col" class="number" data-help="The point value in general use, where there is one.">Usual</th>
  `;
}

/** Many genes stand in groups. */
function grouped(genes: Gene[]): TemplateResult {
  const groups = [...new Set(genes.map(({ group }) => group))];
  if (groups.length <= 2) return html`<tbody>${genes.map(row)}</tbody>`;
  return html`${groups.map((group) => {
    const members = genes.filter((gene) => gene.group === group);
    return html`<tbody aria-label=${group}>${members.map(row)}</tbody>`;
  })}`;
}

/** The paper's names are single words, which may break where they have a line below. */
function breakable(name: string): TemplateResult[] {
  return name.split(/(?<=_)/).map((part) => html`${part}<wbr />`);
}

/** In pawns where the unit is finer than anybody thinks in, else as it is. */
function inUnit(gene: Gene, value: number): string {
  return gene.unit_per_pawn === 1000 ? pawns(value) : String(value);
}

function row(gene: Gene): TemplateResult {
  const { name, base, highest, value, established, published, unit } = gene;
  const compared = published ?? established;
  const usual = published ?? (established === null ? null : established * gene.unit_per_pawn);
  const help = helpText(`${gene.meaning}${unit ? `\nIn ${unit}.` : ""}`, gene.source);
  const share = (amount: number) => (amount - base) / (highest - base || 1);
  return html`<tr>
    <th scope="row" data-help=${help}>${breakable(name)}</th>
    <td class="range quiet" data-help="From ${inUnit(gene, base)} to ${inUnit(gene, highest)}">
      ${widthOf(gene)}
    </td>
    <td class="number">${inUnit(gene, value)}</td>
    <td class="number quiet">${compared ?? ""}</td>
    <td class="bar-cell">${rangeBar(share(0), share(value), usual === null ? null : share(usual))}</td>
  </tr>`;
}

function widthOf(gene: Gene): string {
  const { base, bits } = gene;
  if (bits === 0) return "fixed";
  return `${base !== 0 ? `${inUnit(gene, base)} + ` : ""}${bits} bits`;
}

const CORRELATION_HELP =
  "Pearson's correlation of the four evolved piece values with the usual ones. The ranges of the genes alone put the queen above the rook and the rook above the minor pieces, so it is high for any program: read it with care.\nSource: Tunstall-Pedoe 1991";

function correlation({ correlation: r, system }: Program): TemplateResult | typeof nothing {
  if (r === null) return nothing;
  return html`<p class="quiet" data-help=${CORRELATION_HELP}>
    Evolved and usual piece values correlate at <b>r = ${r.toFixed(2)}</b>. ${textsOf(system).correlation}
  </p>`;
}
