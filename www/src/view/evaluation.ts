// Why the program likes or dislikes the position: every term of its evaluation, in pawns. Of Staunton only the sum is known.

import { html, nothing, type TemplateResult } from "lit-html";
import { translate } from "../language/language.ts";
import type { EvaluationTerm, Position } from "../model.ts";
import { divergingBar } from "./bar.ts";
import type { View } from "./context.ts";
import { fixed, signed } from "./format.ts";
import { helped } from "./help.ts";

const SEES_HELP =
  "The program's whole opinion of the position on the board: each weight times what it counts, White minus Black. The terms add up to the sum.";
/** Bars reach the edge at this many pawns, or at the largest term. */
const FULL_BAR_PAWNS = 1;
/** More terms than this would hide those that matter. */
const MANY = 20;

export function evaluationView(): View {
  return ({ play: { shown } }) =>
    shown && shown.evaluation_pawns !== null ? explained(shown, shown.evaluation_pawns) : nothing;
}

function explained(position: Position, sum: number): TemplateResult {
  const terms = worthShowing(position.evaluation);
  const full = Math.max(FULL_BAR_PAWNS, ...terms.map(({ pawns }) => Math.abs(pawns)));
  return html`
    <table class="evaluation">
      <caption>${helped("What it sees", SEES_HELP)} <span class="quiet">in pawns, for White</span></caption>
      <tbody>${terms.map((term) => row(term, full))}</tbody>
      <tfoot>
        <tr><th scope="row">Sum</th><td class="number">${signed(sum)}</td><td></td></tr>
      </tfoot>
    </table>
  `;
}

/** Of many terms those that say something here. */
function worthShowing(terms: EvaluationTerm[]): EvaluationTerm[] {
  return terms.length > MANY ? terms.filter((term) => !isNothing(term)) : terms;
}

/** It would be shown as 0.00. */
function isNothing({ pawns }: EvaluationTerm): boolean {
  return Math.abs(pawns) < 0.005;
}

function row(term: EvaluationTerm, full: number): TemplateResult {
  const { name, pawns, feature, meaning } = term;
  const help = `${translate(meaning)}\nWhite minus Black: ${fixed(feature, Number.isInteger(feature) ? 0 : 2)}`;
  return html`<tr class=${isNothing(term) ? "nothing" : ""} data-help=${help}>
    <th scope="row">${helped(translate(name), help)}</th>
    <td class="number">${signed(pawns)}</td>
    <td class="bar-cell">${divergingBar(pawns / full)}</td>
  </tr>`;
}
