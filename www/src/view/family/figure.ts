// A program between its parents: a column a bit, a gap between genes. What it has of each is in that parent's colour.

import { html, nothing, svg, type TemplateResult } from "lit-html";
import type { Family, Relative } from "../../understanding.ts";
import "../../style/family.css";

/** In the width of a bit. */
const GENE_GAP = 1.5;
const [ROW, BETWEEN] = [16, 12];
/** More crossover points than these are no lines any more: the colours show them. */
const MOST_LINES = 8;

export type Part = "parents" | "crossed" | "mutated";

/** `part`: how much of it is shown: the parents alone, the child without its mutations, or with them. */
export function familyFigure(family: Family, part: Part = "mutated"): TemplateResult {
  const { parents, cells, mutations, crossover_points, birth } = family;
  const from = sources(family);
  const left = columns(family);
  const width = (left.at(-1) ?? 0) + 1;
  const isMutated = new Set(mutations);
  // Before it mutates a bit is the other one.
  const before = cells.map((cell, at) => (isMutated.has(at) ? 255 - cell : cell));
  const shown = part === "mutated" ? cells : before;
  // Numbers are bars, and all of them mutate.
  const areBits = family.genes.some((gene) => gene.bits !== null);
  const loci = areBits ? bits : bars;
  const [first, second] = parents;
  const top = first && birth === "child" ? ROW + BETWEEN : 0;
  const ofParent = (parent: Relative, which: number, y: number) =>
    loci(
      parent.cells,
      left,
      y,
      (at) => `of-${which}${part !== "parents" && from[at] !== which ? " lost" : ""}`,
    );
  const height = top === 0 ? ROW : 3 * ROW + 2 * BETWEEN;
  const lines = part === "parents" || crossover_points.length > MOST_LINES ? [] : crossover_points;
  return html`<svg
    class="family-figure" viewBox="0 0 ${width} ${height}" preserveAspectRatio="none" role="img"
    aria-label=${spoken(family, part)}>
    ${first && top > 0 ? ofParent(first, 0, 0) : nothing}
    ${part === "parents" ? nothing : loci(shown, left, top, (at) => `of-${from[at] ?? 0}`)}
    ${second && top > 0 ? ofParent(second, 1, 2 * (ROW + BETWEEN)) : nothing}
    ${lines.map((at) => line((left[at] ?? 0) - 0.25, height))}
    ${part === "mutated" && areBits ? mutations.map((at) => mark(left[at] ?? 0, top)) : nothing}
  </svg>`;
}

/** Which parent every locus is of. */
export function sources({ cells, crossover_points }: Family): number[] {
  const turns = new Set(crossover_points);
  let from = 0;
  return cells.map((_, at) => {
    if (turns.has(at)) from = 1 - from;
    return from;
  });
}

/** Where each locus is drawn. */
function columns({ cells, genes }: Family): number[] {
  const starts = new Set(genes.map(({ offset }) => offset).filter((offset) => offset > 0));
  let gaps = 0;
  return cells.map((_, at) => {
    if (starts.has(at)) gaps += GENE_GAP;
    return at + gaps;
  });
}

/** A path a kind of bit: many bits are few elements. */
function bits(
  cells: number[],
  left: number[],
  y: number,
  classOf: (at: number) => string,
): TemplateResult<2> {
  const paths = new Map<string, string>();
  cells.forEach((cell, at) => {
    const name = `${classOf(at)} ${cell > 127 ? "one" : "zero"}`;
    paths.set(name, `${paths.get(name) ?? ""}M${left[at]} ${y}h.86v${ROW}h-.86z`);
  });
  return svg`${[...paths].map(([name, d]) => svg`<path class=${name} d=${d} />`)}`;
}

/** As tall as the locus is large. */
function bars(
  cells: number[],
  left: number[],
  y: number,
  classOf: (at: number) => string,
): TemplateResult<2> {
  const bar = (cell: number, at: number) => {
    const height = Math.max(1, (ROW * cell) / 255);
    return svg`<path class="${classOf(at)} zero" d="M${left[at]} ${y}h.86v${ROW}h-.86z" />
      <path class="${classOf(at)} one" d="M${left[at]} ${y + ROW - height}h.86v${height}h-.86z" />`;
  };
  return svg`${cells.map(bar)}`;
}

function line(x: number, height: number): TemplateResult<2> {
  return svg`<path class="crossover" d="M${x} 0v${height}" vector-effect="non-scaling-stroke" />`;
}

function mark(x: number, y: number): TemplateResult<2> {
  return svg`<path class="mutation" d="M${x - 0.5} ${y - 7}h1.86v5h-1.86zM${x - 0.5} ${y + ROW + 2}h1.86v5h-1.86z" />`;
}

function spoken(family: Family, part: Part): string {
  const { parents, birth, individual, cells, locus_name } = family;
  if (birth !== "child") return `The ${cells.length} ${locus_name}s of program ${individual + 1}`;
  const [first, second] = parents.map(({ place }) => `program ${place + 1}`);
  if (part === "parents") return `The ${locus_name}s of ${first} and of ${second}`;
  return `The ${locus_name}s of ${first}, of its child program ${individual + 1}, and of ${second}`;
}
