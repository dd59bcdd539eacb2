// What a program loses without each of its genes or groups of weights, as a table: the greatest loss first, each with a bar.

import { html, nothing, type TemplateResult } from "lit-html";
import { say, translate } from "../../language/language.ts";
import type { State } from "../../model.ts";
import type { Ablation, AblationStage, Without } from "../../understanding.ts";
import { divergingBar } from "../bar.ts";
import type { Context, View } from "../context.ts";
import { counted, fixed, grouped, percent } from "../format.ts";
import { geneHelp, inUnit } from "../genes.ts";
import { helped } from "../help.ts";
import "../../style/ablation.css";

const LOST_HELP =
  "How many fewer moves the program finds when this gene counts nothing. With a plus it finds more without the gene: then the gene does harm, or makes no difference beyond chance.";

const GROUP_HELP =
  "How many fewer moves the program finds when this group of weights counts nothing. With a plus it finds more without the group: then the group does harm, or makes no difference beyond chance.";

export function ablationContent({ page }: Context, stage: AblationStage): View {
  const again = () => page.understanding.ablate(stage);
  const stop = () => page.understanding.stopAblation();
  return ({ ablation: shown }: State) => {
    if (shown?.stage !== stage) return html`<p>Breed a few generations first.</p>`;
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
        ${table ? losses(table, stage) : nothing}
      </div>
    `;
  };
}

function inWords(shown: Ablation): TemplateResult {
  const { stage, phase, title, done, positions, is_held_out, table } = shown;
  const isBred = stage === "imitation";
  if (phase === "counting")
    return isBred
      ? html`${title}: asking it for its moves without each of its genes.`
      : html`${title}: asking it for its moves without each group of its weights. ${grouped(done)} of ${counted(positions, "position")} done.`;
  if (!table) return html`Stopped before anything was counted.`;
  const from = is_held_out ? "from games kept out of training" : "from the games that it learned from";
  const part =
    phase === "stopped" ? `Stopped after ${grouped(done)} of ${counted(positions, "position")}. ` : "";
  const rate = percent(table.matched / Math.max(1, done));
  return isBred
    ? html`${part}${title} finds <strong>${grouped(table.matched)}</strong> of ${counted(done, "move")}
    ${from} (${rate}). Below is what it finds when one gene counts nothing.`
    : html`${part}${title} finds <strong>${grouped(table.matched)}</strong> of ${counted(done, "move")}
    ${from} (${rate}). Below is what it finds when one group of weights counts nothing, in all stages of the game.`;
}

function losses(
  { examples, matched, without }: NonNullable<Ablation["table"]>,
  stage: AblationStage,
): TemplateResult {
  const largest = Math.max(1, ...without.map(({ lost }) => Math.abs(lost)));
  const isBred = stage === "imitation";
  return html`
    <div class="wide" tabindex="0" role="group" aria-label=${isBred ? say("Moves found without each gene") : say("Moves found without each group of weights")}>
      <table aria-label=${isBred ? say("Without each gene") : say("Without each group of weights")}>
        <thead>
          <tr>
            <th scope="col">${isBred ? "Gene at zero" : "Weights at zero"}</th>
            <th scope="col" class=${isBred ? "number" : "number weights"}>${isBred ? "Value" : "Number"}</th>
            <th scope="col" class="number">${helped("Moves", isBred ? LOST_HELP : GROUP_HELP)}</th>
            <td class="bar-cell"></td>
            <th scope="col" class="number">Found</th>
            <th scope="col" class="number">Share</th>
          </tr>
        </thead>
        <tbody>${without.map((one) => row(one, examples, largest))}</tbody>
      </table>
    </div>
    <p class="quiet">
      ${
        isBred
          ? html`With all genes: ${grouped(matched)} of ${grouped(examples)}.`
          : html`With all weights: ${grouped(matched)} of ${grouped(examples)}.`
      }
    </p>
  `;
}

function row({ part, matched, lost }: Without, examples: number, largest: number): TemplateResult {
  const { name, meaning, kind, gene, weights } = part;
  const help = gene ? geneHelp(gene) : translate(meaning);
  return html`<tr>
    <th scope="row">${helped(translate(name), help)} ${kind ? html`<span class="quiet">${translate(kind)}</span>` : nothing}</th>
    <td class=${gene ? "number quiet" : "number quiet weights"}>${gene ? inUnit(gene, gene.value) : grouped(weights)}</td>
    <td class="number">${lost < 0 ? "+" : ""}${fixed(-lost, 0)}</td>
    <td class="bar-cell">${divergingBar(-lost / largest)}</td>
    <td class="number">${grouped(matched)}</td>
    <td class="number">${percent(matched / Math.max(1, examples))}</td>
  </tr>`;
}
