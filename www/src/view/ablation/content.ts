// What a program loses without each of its genes, as a table: the greatest loss first, each with a bar.

import { html, nothing, type TemplateResult } from "lit-html";
import { translate } from "../../language/language.ts";
import type { State } from "../../model.ts";
import type { Ablation, Without } from "../../understanding.ts";
import { divergingBar } from "../bar.ts";
import type { Context, View } from "../context.ts";
import { counted, fixed, grouped, percent } from "../format.ts";
import { geneHelp, inUnit } from "../genes.ts";
import { helped } from "../help.ts";
import "../../style/ablation.css";

const LOST_HELP =
  "How many fewer moves the program finds when this gene counts nothing. With a plus it finds more without the gene: then the gene does harm, or makes no difference beyond chance.";

export function ablationContent({ page }: Context): View {
  const again = () => page.understanding.ablate();
  const stop = () => page.understanding.stopAblation();
  return ({ ablation: shown }: State) => {
    if (!shown) return html`<p>Breed a few generations first.</p>`;
    const { phase, wrong, table } = shown;
    return html`
      <div class="ablation">
        ${wrong ? html`<p class="wrong" role="alert">This could not be counted: ${wrong}.</p>` : nothing}
        <p aria-live="polite">${inWords(shown)}</p>
        ${
          phase === "known"
            ? nothing
            : html`<p>
                <button class="plain" @click=${phase === "counting" ? stop : again}>
                  ${phase === "counting" ? "Stop counting" : "Count again"}
                </button>
              </p>`
        }
        ${table ? losses(table) : nothing}
      </div>
    `;
  };
}

function inWords({ phase, title, done, positions, is_held_out, table }: Ablation): TemplateResult {
  if (phase === "counting") return html`${title}: asking it for its moves without each of its genes.`;
  if (!table) return html`Stopped before anything was counted.`;
  const from = is_held_out ? "from games kept out of training" : "from the games that it learned from";
  const part =
    phase === "stopped" ? `Stopped after ${grouped(done)} of ${counted(positions, "position")}. ` : "";
  return html`${part}${title} finds <strong>${grouped(table.matched)}</strong> of ${counted(done, "move")}
    ${from} (${percent(table.matched / Math.max(1, done))}). Below is what it finds when one gene counts nothing.`;
}

function losses({ examples, matched, without }: NonNullable<Ablation["table"]>): TemplateResult {
  const largest = Math.max(1, ...without.map(({ lost }) => Math.abs(lost)));
  return html`
    <div class="wide" tabindex="0" role="group" aria-label="Moves found without each gene">
      <table aria-label="Without each gene">
        <thead>
          <tr>
            <th scope="col">Gene at zero</th>
            <th scope="col" class="number">Value</th>
            <th scope="col" class="number">${helped("Moves", LOST_HELP)}</th>
            <td class="bar-cell"></td>
            <th scope="col" class="number">Found</th>
            <th scope="col" class="number">Share</th>
          </tr>
        </thead>
        <tbody>${without.map((one) => row(one, examples, largest))}</tbody>
      </table>
    </div>
    <p class="quiet">With all genes: ${grouped(matched)} of ${grouped(examples)}.</p>
  `;
}

function row({ gene, matched, lost }: Without, examples: number, largest: number): TemplateResult {
  return html`<tr>
    <th scope="row">${helped(translate(gene.name), geneHelp(gene))}</th>
    <td class="number quiet">${inUnit(gene, gene.value)}</td>
    <td class="number">${lost < 0 ? "+" : ""}${fixed(-lost, 0)}</td>
    <td class="bar-cell">${divergingBar(-lost / largest)}</td>
    <td class="number">${grouped(matched)}</td>
    <td class="number">${percent(matched / Math.max(1, examples))}</td>
  </tr>`;
}
