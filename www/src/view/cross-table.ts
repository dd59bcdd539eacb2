// Who scored what against whom. Of many programs a part at a time: a thousand have a million pairs.

import { html, type TemplateResult } from "lit-html";
import { guard } from "lit-html/directives/guard.js";
import type { Context } from "./context.ts";
import { helped } from "./help.ts";
import { partsOf } from "./parts.ts";

const HELP =
  "Points of the program of the row against that of the column; empty until they meet. A win is a point, a draw half a point.";
/** More programs than this do not fit side by side: their table scrolls. */
const ABREAST = 16;
/** More than this are shown in parts. */
export const PART = 50;

/** Draws the cross table of a generation. */
export function crossTable({ redraw }: Context): (generation: number, cross: number[][]) => TemplateResult {
  const rows = partsOf(PART, redraw);
  const columns = partsOf(PART, redraw);
  const name = (first: number, last: number) => `${first + 1} to ${last + 1}`;
  return (generation, cross) => {
    const { length } = cross;
    const [top, left] = [rows.start(length), columns.start(length)];
    return html`
      <div class="parts">${rows.choice("Programs", length, name)}${columns.choice("against", length, name)}</div>
      ${guard([generation, cross, top, left], () => part(generation, cross, top, left))}
    `;
  };
}

function part(generation: number, cross: number[][], top: number, left: number): TemplateResult {
  const totals = cross.map((row) => row.reduce((sum, halves) => sum + halves, 0));
  const most = totals.reduce((most, total) => Math.max(most, total), 0);
  const columns = numbers(left, cross.length);
  const rows = numbers(top, cross.length);
  return html`
    <div
      class=${columns.length > ABREAST ? "scroll-sideways crowd" : "scroll-sideways"} tabindex="0" role="group"
      aria-label="Cross table, scrolls">
      <table class="cross">
        <caption>${helped(`Cross table of generation ${generation}`, HELP)}</caption>
        <thead>
          <tr>
            <th scope="col">Program</th>
            ${columns.map((column) => html`<th scope="col" class="number">${column + 1}</th>`)}
            <th scope="col" class="number">Points</th>
          </tr>
        </thead>
        <tbody>
          ${rows.map(
            (row) => html`<tr class=${totals[row] === most ? "leads" : ""}>
              <th scope="row">${row + 1}</th>
              ${columns.map((column) => html`<td class="number">${score(cross, row, column)}</td>`)}
              <td class="number total">${points(totals[row] ?? 0)}</td>
            </tr>`,
          )}
        </tbody>
      </table>
    </div>
  `;
}

function numbers(start: number, count: number): number[] {
  return Array.from({ length: Math.min(PART, count - start) }, (_, index) => start + index);
}

/** Half-points as people write them: 2.5 */
export function points(halves: number): string {
  return String(halves / 2);
}

/** Nothing where they have not met: a game has a point to share. */
function score(cross: number[][], row: number, column: number): string {
  const [own, other] = [cross[row]?.[column] ?? 0, cross[column]?.[row] ?? 0];
  return own + other > 0 ? points(own) : "";
}
