// The chromosome decoded: what each gene says, beside the established value where there is one.

import { html, nothing, type TemplateResult } from "lit-html";
import type { Gene, Program, State } from "../model.ts";
import { rangeBar } from "./bar.ts";
import type { View } from "./context.ts";
import { pawns } from "./format.ts";
import { helpText } from "./help.ts";

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
              <th scope="col" class="number" data-help="The evolved weight, in pawns; a pawn is fixed at 1.">Pawns</th>
              <th scope="col" class="number" data-help="The point value in general use, where there is one.">Usual</th>
              <td class="bar-cell"></td>
            </tr>
          </thead>
          <tbody>${program.genes.map(row)}</tbody>
        </table>
        ${correlation(program)}
      </div>
    `;
  };
}

function whose({ chosen_generation, run, play, program }: State): string {
  const generation = chosen_generation ?? run.records.at(-1)?.generation;
  if (program?.text === play.program?.text && play.program_title) return play.program_title;
  return generation === undefined ? "This program" : `Best of generation ${generation}`;
}

function row(gene: Gene): TemplateResult {
  const { name, base, highest, bits, value, established, unit } = gene;
  const help = helpText(`${gene.meaning}${unit ? `\nIn ${unit}.` : ""}`, gene.source);
  const share = (millipawns: number) => (millipawns - base) / (highest - base || 1);
  return html`<tr>
    <th scope="row" data-help=${help}>${name}</th>
    <td class="range quiet" data-help="From ${pawns(base)} to ${pawns(highest)} pawns">
      ${base !== 0 ? `${pawns(base)} + ` : ""}${bits} bits
    </td>
    <td class="number">${pawns(value)}</td>
    <td class="number quiet">${established === null ? "" : established}</td>
    <td class="bar-cell">${rangeBar(share(0), share(value), established === null ? null : share(established * 1000))}</td>
  </tr>`;
}

const CORRELATION_HELP =
  "Pearson's correlation of the four evolved piece values with the usual ones. The ranges of the genes alone put the queen above the rook and the rook above the minor pieces, so it is high for any program: read it with care.\nSource: Tunstall-Pedoe 1991";

function correlation({ correlation: r }: Program): TemplateResult | typeof nothing {
  if (r === null) return nothing;
  return html`<p class="quiet" data-help=${CORRELATION_HELP}>
    Evolved and usual piece values correlate at <b>r = ${r.toFixed(2)}</b>. ACPP's author looked for this and found
    little.
  </p>`;
}
