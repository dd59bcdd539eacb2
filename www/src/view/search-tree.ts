// One search drawn: a row a half-move, each position as wide as what follows from it, coloured by what it teaches. One position is read
// out where the pointer or the keyboard is.

import { html, nothing, svg, type TemplateResult } from "lit-html";
import { guard } from "lit-html/directives/guard.js";
import { say } from "../language/language.ts";
import type { SearchedPosition, ShownSearch, State } from "../model.ts";
import { command } from "./command.ts";
import type { Context, View } from "./context.ts";
import { counted, decimal, signed } from "./format.ts";
import { helped } from "./help.ts";
import { partsOf } from "./parts.ts";

const TITLE = "What one search teaches";
const HELP =
  "The program on show searches the position on the board as it does while it learns. Of every position that was searched at least a half-move deep one sees what the search found, how the program evaluates it, and by how much the evaluation should change. Where only a bound is known, an evaluation that keeps to it stays as it is.";
/** Pixels of a half-move's row. */
const ROW = 24;
/** Shades on either side of nothing, the darkest for a pawn and more. */
const SHADES = 4;
/** A position narrower than this share of the drawing has no room for its move. */
const LABELLED = 0.06;
/** Rows of the table that are drawn at once. */
const PART = 100;

/** A position of the drawing. */
export interface Cell {
  /** Its number in the tree. */
  number: number;
  row: number;
  /** Where it begins and how wide it is, as shares of the whole. */
  left: number;
  width: number;
}

/** Every position is as wide as the last ones that follow from it; those of one parent stand in their order. */
export function layout(positions: SearchedPosition[]): Cell[] {
  const leaves = positions.map(() => 0);
  for (let number = positions.length - 1; number >= 0; number--) {
    leaves[number] ||= 1;
    const { parent } = positions[number] as SearchedPosition;
    if (parent !== null) leaves[parent] = (leaves[parent] ?? 0) + (leaves[number] ?? 0);
  }
  const cells: Cell[] = [];
  const taken = positions.map(() => 0);
  const unit = 1 / (leaves[0] ?? 1);
  for (const [number, { parent }] of positions.entries()) {
    const width = (leaves[number] ?? 0) * unit;
    const above = parent === null ? null : cells[parent];
    const left = above && parent !== null ? above.left + (taken[parent] ?? 0) : 0;
    if (parent !== null) taken[parent] = (taken[parent] ?? 0) + width;
    cells.push({ number, row: above ? above.row + 1 : 0, left, width });
  }
  return cells;
}

export function searchTreeView({ page, redraw }: Context): View {
  let known: ShownSearch | null = null;
  let cells: Cell[] = [];
  let at = 0;
  let asTable = false;
  const parts = partsOf(PART, redraw);
  const point = (number: number) => {
    if (number === at) return;
    at = number;
    redraw();
  };
  const steer = (event: KeyboardEvent) => {
    const to = known && destination(event.key, at, known.positions);
    if (to === null) return;
    event.preventDefault();
    point(to);
  };
  const toggle = () => {
    asTable = !asTable;
    redraw();
  };
  const drawing = (search: ShownSearch) => {
    const { positions } = search;
    const read = inWords(positions, at);
    return html`
      <p class="quiet">${summary(search)}</p>
      <div
        class="search-tree" tabindex="0" role="slider" aria-label="Position of the search" aria-orientation="horizontal"
        aria-valuemin="0" aria-valuemax=${positions.length - 1} aria-valuenow=${at} aria-valuetext=${read} @keydown=${steer}>
        ${guard([search], () => picture(search, cells, point))} ${outline(cells, at)}
      </div>
      <p class="readout" aria-hidden="true">${read}</p>
      <p class="heat-legend quiet" aria-hidden="true">
        fall${Array.from({ length: 2 * SHADES + 1 }, (_, shade) => html`<span data-shade=${shade - SHADES}></span>`)}rise,
        framed where the score is exact
      </p>
      ${
        asTable
          ? html`<div class="parts">${parts.choice("Positions", positions.length, (first, last) => `${first + 1} to ${last + 1}`)}</div>
              ${table(positions, parts.start(positions.length))}`
          : nothing
      }
    `;
  };
  return ({ search_tree: search, program, play }: State) => {
    if (search !== known) {
      known = search;
      cells = search ? layout(search.positions) : [];
      at = 0;
    }
    return html`<figure class="fitness" aria-label=${TITLE}>
      <div class="fitness-head">
        <p class="title">${helped(TITLE, HELP)}</p>
        ${search ? html`<button class="plain" aria-expanded=${asTable} @click=${toggle}>Search as table</button>` : nothing}
      </div>
      <div class="buttons">
        <button ${command(() => page.drawSearch(), !program || !play.position)}>Search this position</button>
      </div>
      ${search ? drawing(search) : nothing}
    </figure>`;
  };
}

function summary({ program, nodes, depth, positions }: ShownSearch): string {
  const mover = positions[0]?.turn === "white" ? "White" : "Black";
  const teaching = positions.filter(({ taught }) => taught !== 0).length;
  return `${program}, ${mover} to move: ${counted(nodes, "node")}, ${counted(depth, "half-move")} deep. ${counted(positions.length, "position")}, of which ${teaching} teach.`;
}

function picture({ positions }: ShownSearch, cells: Cell[], point: (number: number) => void): TemplateResult {
  const rows = 1 + cells.reduce((most, { row }) => Math.max(most, row), 0);
  const hover = (event: PointerEvent) => {
    const cell = (event.target as Element).closest("[data-number]");
    if (cell) point(Number(cell.getAttribute("data-number")));
  };
  return html`<svg width="100%" height=${rows * ROW} aria-hidden="true" @pointerover=${hover} @pointerdown=${hover}>
    ${cells.map((cell) => drawn(cell, positions[cell.number] as SearchedPosition))}
  </svg>`;
}

function drawn({ number, row, left, width }: Cell, { san, taught, bound }: SearchedPosition): TemplateResult {
  const shade = Math.max(-SHADES, Math.min(SHADES, Math.round(taught * SHADES) || Math.sign(taught)));
  return svg`<svg
    data-number=${number} data-shade=${shade} x=${share(left)} y=${row * ROW} width=${share(width)} height=${ROW - 1}>
    <rect width="100%" height="100%" class=${bound} />
    ${width > LABELLED ? svg`<text x="4" y="16">${san || "here"}</text>` : nothing}
  </svg>`;
}

/** Marks the position that is read out. */
function outline(cells: Cell[], at: number): TemplateResult | typeof nothing {
  const cell = cells[at];
  if (!cell) return nothing;
  return html`<svg class="pointed" width="100%" height="100%" aria-hidden="true">
    <rect x=${share(cell.left)} y=${cell.row * ROW} width=${share(cell.width)} height=${ROW - 1} />
  </svg>`;
}

function share(part: number): string {
  return `${(100 * part).toFixed(3)}%`;
}

/** Left and right to the positions beside it, up to where it was reached from, down to what follows from it. */
function destination(key: string, at: number, positions: SearchedPosition[]): number | null {
  const last = positions.length - 1;
  const child = positions.findIndex(({ parent }) => parent === at);
  const moves: Record<string, number> = {
    ArrowLeft: Math.max(0, at - 1),
    ArrowRight: Math.min(last, at + 1),
    ArrowUp: positions[at]?.parent ?? at,
    ArrowDown: child < 0 ? at : child,
    Home: 0,
    End: last,
  };
  return moves[key] ?? null;
}

/** The moves that lead from the first position to this one. */
function path(positions: SearchedPosition[], number: number): string {
  const sans: string[] = [];
  for (let at = positions[number]; at && at.parent !== null; at = positions[at.parent]) sans.unshift(at.san);
  return sans.join(" ");
}

function inWords(positions: SearchedPosition[], number: number): string {
  const position = positions[number];
  if (!position) return "";
  const { evaluation, taught } = position;
  const after = path(positions, number);
  const lesson =
    taught === 0
      ? "teaches nothing"
      : `should ${taught > 0 ? say("rise") : say("fall")} by ${decimal(Math.abs(taught), 2)}`;
  return `${after ? `After ${after}` : "This position"}: found ${found(position)}, evaluated ${signed(evaluation)}, ${lesson}`;
}

function found({ pawns, mate, bound }: SearchedPosition): string {
  if (mate) return `mate by ${mate === "white" ? "White" : "Black"}`;
  const score = signed(pawns ?? 0);
  return bound === "exact" ? score : `at ${bound} ${score}`;
}

function table(positions: SearchedPosition[], first: number): TemplateResult {
  const shown = positions.slice(first, first + PART);
  return html`
    <div class="scroll" tabindex="0" role="group" aria-label="Table of the search, scrolls">
      <table class="fitness-table" aria-label=${TITLE}>
        <thead>
          <tr>
            <th scope="col">Moves</th>
            <th scope="col" class="number">Found</th>
            <th scope="col" class="number">Evaluated</th>
            <th scope="col" class="number">Taught</th>
          </tr>
        </thead>
        <tbody>
          ${shown.map(
            (position, at) => html`<tr>
              <th scope="row">${path(positions, first + at) || "here"}</th>
              <td class="number">${found(position)}</td>
              <td class="number">${signed(position.evaluation)}</td>
              <td class="number">${signed(position.taught)}</td>
            </tr>`,
          )}
        </tbody>
      </table>
    </div>
  `;
}
