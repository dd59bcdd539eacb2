// The chromosome decoded: what each gene says, beside the established value where there is one.

import { html, nothing, type TemplateResult } from "lit-html";
import { written } from "../language/decimal-mark.ts";
import { translate, say } from "../language/language.ts";
import type { Gene, Program, State } from "../model.ts";
import { rangeBar } from "./bar.ts";
import type { Context, View } from "./context.ts";
import { depthGraphView } from "./depth-graph.ts";
import { pawns } from "./format.ts";
import { helped, helpText } from "./help.ts";
import { systemOfProgram } from "./systems.ts";
import { weightsView } from "./weights.ts";

const PAPER_SEARCH_HELP = "What the paper's own search evolved to.\nSource: David et al. 2014";

/** More rows than this nobody reads. */
const MANY = 500;

export function genesView(context: Context): View {
  const weights = weightsView(context);
  const depthGraph = depthGraphView(context);
  return (state) => {
    const { program } = state;
    if (!program) return nothing;
    const { genes, search } = program;
    if (genes.length > MANY)
      return html`
        ${weights(program, whose(state))}
        ${search.length > 0 ? html`<div class="genes">${searchGenes(search)}</div>` : nothing}
      `;
    return html`
      ${genes.map((gene) => depthGraph(gene, program, state))}
      <div class="genes">
        <table>
          <caption>Genes</caption>
          <thead>
            <tr>
              <th scope="col">${whose(state)}</th>
              <th scope="col" class="range">Base and bits</th>
              ${headings(program.genes, publishedHelp(state, program))}
              <td class="bar-cell"></td>
            </tr>
          </thead>
          ${grouped(program.genes.filter(({ body }) => body === undefined))}
        </table>
        ${program.search.length > 0 ? searchGenes(program.search) : nothing}
      </div>
    `;
  };
}

/** What the program on show is called. */
export function whose({ program_title }: State): string {
  return program_title ? translate(program_title) : "This program";
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
          <th scope="col" class="number">${helped("Paper", PAPER_SEARCH_HELP)}</th>
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

function publishedHelp(state: State, { text }: Program): string {
  const system = systemOfProgram(state, text);
  return helpText(system?.texts.published_help ?? "", system?.source ?? "");
}

function headings(genes: Gene[], published: string): TemplateResult {
  if (isPublished(genes)) {
    return html`
      <th scope="col" class="number">${helped("Value", "The evolved weight, in the unit that each row names; of pieces in hundredths of a pawn.")}</th>
      <th scope="col" class="number">${helped("Paper", published)}</th>
    `;
  }
  return html`
    <th scope="col" class="number">${helped("Pawns", "The evolved weight, in pawns.")}</th>
    <th scope="col" class="number">${helped("Usual", "The point value in general use, where there is one.")}</th>
  `;
}

/** Many genes stand in groups. */
function grouped(genes: Gene[]): TemplateResult {
  const groups = [...new Set(genes.map(({ group }) => group))];
  if (groups.length <= 2) return html`<tbody>${genes.map(row)}</tbody>`;
  return html`${groups.map((group) => {
    const members = genes.filter((gene) => gene.group === group);
    return html`<tbody aria-label=${translate(group)}>${members.map(row)}</tbody>`;
  })}`;
}

/** The paper's names are single words, which may break where they have a line below. */
function breakable(name: string): TemplateResult[] {
  return translate(name)
    .split(/(?<=_)/)
    .map((part) => html`${part}<wbr />`);
}

/** In pawns where the unit is finer than anybody thinks in, else as it is. */
export function inUnit(gene: Gene, value: number): string {
  return isInPawns(gene) ? pawns(value) : written(value);
}

function isInPawns({ unit_per_pawn }: Gene): boolean {
  return unit_per_pawn === 1000;
}

function row(gene: Gene): TemplateResult {
  const { name, base, highest, value, established, published } = gene;
  const compared = published ?? established;
  const usual = published ?? (established === null ? null : established * gene.unit_per_pawn);
  const help = geneHelp(gene);
  const share = (amount: number) => (amount - base) / (highest - base || 1);
  return html`<tr data-help=${help}>
    <th scope="row">${helped(breakable(name), help)}</th>
    <td class="range quiet">${widthOf(gene)}</td>
    <td class="number">${inUnit(gene, value)}</td>
    <td class="number quiet">${compared === null ? "" : written(compared)}</td>
    <td class="bar-cell">${rangeBar(share(0), share(value), usual === null ? null : share(usual))}</td>
  </tr>`;
}

/** In the unit of the column. */
export function geneHelp(gene: Gene): string {
  const { base, highest, loci, source } = gene;
  const meaning = translate(gene.meaning);
  const unit = translate(isInPawns(gene) ? "pawns" : gene.unit);
  const range = loci === 0 ? "Fixed" : `From ${inUnit(gene, base)} to ${inUnit(gene, highest)}`;
  return helpText(
    `${meaning.charAt(0).toUpperCase()}${meaning.slice(1)}\n${range}${unit ? `, in ${unit}` : ""}.`,
    translate(source),
  );
}

function widthOf(gene: Gene): string {
  const { base, highest, bits, loci } = gene;
  if (loci === 0) return say("fixed");
  if (bits === null) return `${inUnit(gene, base)} to ${inUnit(gene, highest)}`;
  return `${base !== 0 ? `${inUnit(gene, base)} + ` : ""}${bits} bits`;
}
