// How many nodes searches take by the ply of the game that their positions come from: the bred order beside two others, as box plots.

import { html, nothing, type TemplateResult } from "lit-html";
import { guard } from "lit-html/directives/guard.js";
import { translate } from "../language/language.ts";
import type { FiveNumbers, PlyGroup, OrderingRecord } from "../model.ts";
import { boxKey, type BoxKind, boxPlot } from "./box-plot.ts";
import type { Context, Drawn } from "./context.ts";
import { counted, grouped } from "./format.ts";
import { helped } from "./help.ts";

const TITLE = "Nodes by ply of the game";
const HELP =
  "A position from the opening takes a different number of nodes from one from the endgame. Positions are sorted by the ply of the game that they come from: ply 1 is White's first move, ply 2 Black's first.\nThe box holds the middle half of the positions, and the line across it is the median: half of the positions take fewer nodes. The lines above and below go to the most and the fewest nodes of any position.\nSource: Gross et al. 2002, figures 3 and 4";

/** From left to right, as everywhere below. */
const COMPARED: BoxKind[] = [
  { name: "random order", look: "of-random" },
  { name: "f-negascout as published", look: "of-published" },
];
const CHAMPION: BoxKind = { name: "champion", look: "of-champion" };
const KINDS = [...COMPARED, CHAMPION];

/** Plies of the game, with the boxes of all kinds. */
interface Row {
  plies: PlyGroup;
  boxes: FiveNumbers[];
}

/** Draws the champion of the last record. */
export function nodesByPlyView({ redraw }: Context): (records: OrderingRecord[]) => Drawn {
  let asTable = false;
  const toggle = () => {
    asTable = !asTable;
    redraw();
  };
  return (records) => {
    const [first, last] = [records[0], records.at(-1)];
    const rows = first && last ? rowsOf(first, last) : [];
    if (!last || rows.length === 0) return nothing;
    return html`
      <figure class="fitness by-ply" aria-label=${TITLE}>
        <div class="fitness-head">
          <p class="title">
            ${helped(TITLE, HELP)} <span class="quiet">${counted(last.positions, "position")}, generation ${last.generation}</span>
          </p>
          <button class="plain" aria-expanded=${asTable} @click=${toggle}>Boxes as table</button>
        </div>
        ${asTable ? table(rows) : guard([first, last], () => plot(rows))}
      </figure>
    `;
  };
}

/** None where an earlier version made the run, which did not measure it. */
function rowsOf(first: OrderingRecord, last: OrderingRecord): Row[] {
  const compared = COMPARED.map(({ name }) => {
    const at = first.yardsticks.findIndex((order) => order.name === name);
    return first.yardsticks_by_ply[at] ?? [];
  });
  return last.by_ply.flatMap((plies, at) => {
    const boxes = [...compared, last.by_ply].flatMap((groups) => groups[at]?.nodes ?? []);
    return boxes.length === KINDS.length ? [{ plies, boxes }] : [];
  });
}

function plot(rows: Row[]): TemplateResult {
  const groups = rows.map(({ plies, boxes }) => ({ label: short(plies), count: plies.positions, boxes }));
  return html`
    <div class="chart">
      ${boxPlot(KINDS, groups, ["ply", "positions"], alternative(rows))}
      <p class="readout">${KINDS.map(boxKey)}</p>
      <p class="quiet">
        Nodes a position, in each group from left to right in the order above. A box holds the middle half of the positions, the line
        across it is the median, and the lines above and below go to the most and the fewest nodes.
      </p>
    </div>
  `;
}

/** What can be seen at a glance. */
function alternative(rows: Row[]): string {
  const medians = rows.map(({ plies, boxes }) => {
    const each = boxes.map(({ median }, at) => `${translate(KINDS[at]?.name ?? "")} ${grouped(median)}`);
    return `${inWords(plies)}: ${each.join(", ")}`;
  });
  return `Box plots. Median nodes by ply of the game. ${medians.join(". ")}.`;
}

function short({ from, to }: PlyGroup): string {
  return to === null ? `${from}+` : `${from}–${to}`;
}

function inWords({ from, to }: PlyGroup): string {
  return to === null ? `Ply ${from} and later` : `Ply ${from} to ${to}`;
}

function table(rows: Row[]): TemplateResult {
  return html`
    <div class="scroll" tabindex="0" role="group" aria-label="Table of boxes, scrolls">
      <table class="fitness-table" aria-label=${TITLE}>
        <thead>
          <tr>
            <th scope="col">Order</th>
            <th scope="col" class="number">Fewest</th>
            <th scope="col" class="number">Lower quartile</th>
            <th scope="col" class="number">Median</th>
            <th scope="col" class="number">Upper quartile</th>
            <th scope="col" class="number">Most</th>
          </tr>
        </thead>
        ${rows.map(tableBody)}
      </table>
    </div>
  `;
}

function tableBody({ plies, boxes }: Row): TemplateResult {
  return html`<tbody>
    <tr>
      <th scope="rowgroup" colspan="6">${inWords(plies)}: ${counted(plies.positions, "position")}</th>
    </tr>
    ${boxes.map((box, at) => tableRow(KINDS[at]?.name ?? "", box))}
  </tbody>`;
}

function tableRow(name: string, { least, lower, median, upper, greatest }: FiveNumbers): TemplateResult {
  return html`<tr>
    <th scope="row">${translate(name)}</th>
    ${[least, lower, median, upper, greatest].map((nodes) => html`<td class="number">${grouped(nodes)}</td>`)}
  </tr>`;
}
