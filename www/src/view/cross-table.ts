// Who scored what against whom. Of many programs a part at a time: a thousand have a million pairs.

import { html, type TemplateResult } from "lit-html";
import { guard } from "lit-html/directives/guard.js";
import { say } from "../language/language.ts";
import type { CrossTable } from "../model.ts";
import type { Context } from "./context.ts";
import { fixed } from "./format.ts";
import { helped } from "./help.ts";
import { partsOf } from "./parts.ts";

const HELP =
  "Points of the program of the row against that of the column; empty until they meet. A win is a point, a draw half a point.";
/** More programs than this do not fit side by side: their table scrolls. */
const ABREAST = 16;
/** More than this are shown in parts: four times as many cells take the page's main thread 50 ms each time that they are drawn. */
const PART = 25;

/** Draws the cross table of a generation. */
export function crossTable({ redraw }: Context): (table: CrossTable) => TemplateResult {
  const rows = partsOf(PART, redraw);
  const columns = partsOf(PART, redraw);
  const name = (first: number, last: number) => `${first + 1} to ${last + 1}`;
  return (table) => {
    const { programs } = table;
    const [top, left] = [rows.start(programs), columns.start(programs)];
    return html`
      <div class="parts">${rows.choice("Programs", programs, name)}${columns.choice(say("against"), programs, name)}</div>
      ${guard([table, top, left], () => part(table, top, left))}
    `;
  };
}

function part(table: CrossTable, top: number, left: number): TemplateResult {
  const { generation, programs } = table;
  const totals = Array.from({ length: programs }, (_, row) => total(table, row));
  const most = totals.reduce((most, total) => Math.max(most, total), 0);
  const columns = numbers(left, programs);
  const rows = numbers(top, programs);
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
              ${columns.map((column) => html`<td class="number">${score(table, row, column)}</td>`)}
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
export function points(halfPoints: number): string {
  return fixed(halfPoints / 2, halfPoints % 2);
}

function total({ programs, half_points }: CrossTable, row: number): number {
  let sum = 0;
  for (let at = row * programs; at < (row + 1) * programs; at += 1) sum += half_points[at] ?? 0;
  return sum;
}

/** Nothing where they have not met: a game has a point to share. */
function score({ programs, half_points }: CrossTable, row: number, column: number): string {
  const own = half_points[row * programs + column] ?? 0;
  const other = half_points[column * programs + row] ?? 0;
  return own + other > 0 ? narrow(own) : "";
}

/** Half-points where every pixel counts: 2½ */
function narrow(halfPoints: number): string {
  const whole = Math.floor(halfPoints / 2);
  return halfPoints % 2 === 0 ? String(whole) : `${whole || ""}½`;
}
