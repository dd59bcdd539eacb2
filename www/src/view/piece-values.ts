// What the pieces are worth to a program whose genes do not say it.

import { html, type TemplateResult } from "lit-html";
import { translate } from "../language/language.ts";
import { pawns } from "./format.ts";
import { helped } from "./help.ts";

/** In the order of their values. */
export const PIECES = ["pawn", "knight", "bishop", "rook", "queen"];

export const VALUES_HELP =
  "How much the score falls on average when the piece is taken off the board, in the positions of the bench. Several weights count a piece, so no single one is its value.";

/** In millipawns. */
export function pieceValues(values: number[]): TemplateResult {
  return html`<table class="piece-values">
    <caption>${helped("Values of its pieces", VALUES_HELP)} <span class="quiet">in pawns</span></caption>
    <thead>
      <tr>${PIECES.toReversed().map((name) => html`<th scope="col" class="number">${translate(name)}</th>`)}</tr>
    </thead>
    <tbody>
      <tr>${values.toReversed().map((value) => html`<td class="number">${pawns(value)}</td>`)}</tr>
    </tbody>
  </table>`;
}
