// Box plots side by side, in groups, on a logarithmic axis. Its width is that of its place: all across is in percent, all upwards in pixels.

import { html, nothing, svg, type TemplateResult } from "lit-html";
import { translate } from "../language/language.ts";
import type { FiveNumbers } from "../model.ts";
import { grouped } from "./format.ts";
import { type LogScale, logScale, type Tick } from "./log-scale.ts";

/** A kind of box, in the same place in every group. */
export interface BoxKind {
  name: string;
  /** The class that it is drawn in. */
  look: string;
}

export interface BoxGroup {
  /** Below the boxes. */
  label: string;
  /** How many numbers they are of. */
  count: number;
  /** One a kind. */
  boxes: FiveNumbers[];
}

/** In pixels. */
const TOP = 8;
const BOTTOM = 196;
const LABEL = BOTTOM + 20;
const COUNT = LABEL + 16;
const HEIGHT = COUNT + 10;
/** Of the width of a group, in percent: between two groups, of a box, and of the end of a whisker. */
const APART = 12;
const BOX = 22;
const END = 10;

/** `alternative` says the same in words; `rows` are the names of what stands below the boxes: labels, and counts. */
export function boxPlot(
  kinds: BoxKind[],
  groups: BoxGroup[],
  rows: [label: string, count: string],
  alternative: string,
): TemplateResult {
  const all = groups.flatMap(({ boxes }) => boxes);
  const least = Math.min(...all.map((box) => box.least));
  const greatest = Math.max(...all.map((box) => box.greatest));
  const scale = logScale(least, greatest, BOTTOM, TOP);
  const width = 100 / groups.length;
  return html`<svg class="box-plot" height=${HEIGHT} role="img" aria-label=${alternative}>
    ${scale.ticks.map(line)}
    ${svg`<text class="beside" x="-8" y=${LABEL}>${rows[0]}</text><text class="beside" x="-8" y=${COUNT}>${rows[1]}</text>`}
    ${groups.map((group, at) => groupOf(kinds, group, at * width, width, scale))}
  </svg>`;
}

/** How a kind of box is drawn. */
export function boxKey({ name, look }: BoxKind): TemplateResult {
  return html`<span class="key">
    <svg viewBox="0 0 18 10">${svg`<g class=${look}>
      <path d="M0 5h3M15 5h3" /><rect x="3" width="12" height="10" /><path class="median" d="M9 0v10" />
    </g>`}</svg>${translate(name)}
  </span>`;
}

function line({ value, y }: Tick): TemplateResult {
  return svg`<line class="grid" x1="0" x2="100%" y1=${y} y2=${y} />
    <text class="beside" x="-8" y=${y + 4}>${grouped(value)}</text>`;
}

function groupOf(
  kinds: BoxKind[],
  { label, count, boxes }: BoxGroup,
  x: number,
  width: number,
  scale: LogScale,
): TemplateResult {
  const step = (100 - 2 * APART) / kinds.length;
  return svg`<svg x=${`${x}%`} width=${`${width}%`} height=${HEIGHT}>
    ${kinds.map((kind, at) => {
      const five = boxes[at];
      return five ? box(kind, `${label}, ${kind.name}`, five, APART + step * (at + 0.5), scale) : nothing;
    })}
    <text x="50%" y=${LABEL}>${label}</text>
    <text x="50%" y=${COUNT}>${grouped(count)}</text>
  </svg>`;
}

/** Around this place, in percent of the group. */
function box(
  { look }: BoxKind,
  name: string,
  { least, lower, median, upper, greatest }: FiveNumbers,
  x: number,
  { y }: LogScale,
): TemplateResult {
  const across = (from: number, half: number, at: number, name = "") =>
    svg`<line class=${name} x1=${`${from - half}%`} x2=${`${from + half}%`} y1=${y(at)} y2=${y(at)} />`;
  const upright = (from: number, to: number) =>
    svg`<line x1=${`${x}%`} x2=${`${x}%`} y1=${y(from)} y2=${y(to)} />`;
  const numbers = [least, lower, median, upper, greatest].map(grouped).join(", ");
  return svg`<g class=${look}>
    <title>${name}: ${numbers}</title>
    ${upright(least, lower)} ${upright(upper, greatest)}
    ${across(x, END / 2, least)} ${across(x, END / 2, greatest)}
    <rect x=${`${x - BOX / 2}%`} width=${`${BOX}%`} y=${y(upper)} height=${y(lower) - y(upper)} />
    ${across(x, BOX / 2, median, "median")}
  </g>`;
}
