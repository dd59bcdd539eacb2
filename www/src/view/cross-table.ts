// Who scored what against whom. Of many programs a part at a time: a thousand have a million pairs.

import { html, nothing, type TemplateResult } from "lit-html";
import { guard } from "lit-html/directives/guard.js";
import { live } from "lit-html/directives/live.js";
import type { Context } from "./context.ts";
import { helped } from "./help.ts";

const HELP =
  "Points of the program of the row against that of the column; empty until they meet. A win is a point, a draw half a point.";
/** More programs than this do not fit side by side: their table scrolls. */
const ABREAST = 16;
/** More than this are shown in parts. */
export const PART = 50;

/** Draws the cross table of a generation. */
export function crossTable({ redraw }: Context): (generation: number, cross: number[][]) => TemplateResult {
  let rows = 0;
  let columns = 0;
  const parts = (count: number) => html`
    <div class="cross-parts">
      ${choice("Programs", rows, count, (start) => (rows = start))}
      ${choice("against", columns, count, (start) => (columns = start))}
    </div>
  `;
  const choice = (label: string, start: number, count: number, choose: (start: number) => void) => html`
    <label>${label}
      <select
        .value=${live(String(start))}
        @change=${(event: Event) => {
          choose(Number((event.currentTarget as HTMLSelectElement).value));
          redraw();
        }}>
        ${Array.from({ length: Math.ceil(count / PART) }, (_, part) => {
          const first = part * PART;
          return html`<option value=${first} ?selected=${first === start}>${first + 1} to ${Math.min(count, first + PART)}</option>`;
        })}
      </select>
    </label>
  `;
  return (generation, cross) => {
    const { length } = cross;
    // Another run may have fewer programs.
    if (rows >= length) rows = 0;
    if (columns >= length) columns = 0;
    return html`
      ${length > PART ? parts(length) : nothing}
      ${guard([generation, cross, rows, columns], () => part(generation, cross, rows, columns))}
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
