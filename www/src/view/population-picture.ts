// Paints the genomes of all programs: a row a program, a column a locus, a gap between genes. A column in which all
// programs agree is painted in the accent colour: one sees genes fix.

import type { Gene, Population } from "../model.ts";
import { colour } from "./colours.ts";
import { identical, MOST } from "./loci.ts";

const GENE_GAP = 3;

/** Where each locus is drawn: the locus at every pixel of the width, -1 in the gaps. */
export function layout(loci: number, genes: Gene[], width: number, pixels: number): Int16Array {
  const starts = new Set(genes.map(({ offset }) => offset).filter((offset) => offset > 0));
  const gap = GENE_GAP * pixels;
  const cell = (width - starts.size * gap) / loci;
  const columns = new Int16Array(width).fill(-1);
  let left = 0;
  for (let locus = 0; locus < loci; locus++) {
    if (starts.has(locus)) left += gap;
    columns.fill(locus, Math.round(left), Math.round(left + cell));
    left += cell;
  }
  return columns;
}

/** Paints into a canvas, as often as there is another population. */
export function painter(canvas: HTMLCanvasElement): (population: Population, genes: Gene[]) => void {
  // Kept from one to the next: it is more than a megabyte, and a run shows ten a second.
  let image: ImageData | null = null;
  return (population, genes) => {
    const pixels = Math.max(1, Math.round(devicePixelRatio));
    const width = canvas.clientWidth * pixels;
    const height = canvas.clientHeight * pixels;
    const context = canvas.getContext("2d");
    if (!context || width === 0 || height === 0) return;
    if (canvas.width !== width) canvas.width = width;
    if (canvas.height !== height) canvas.height = height;
    if (image?.width !== width || image.height !== height) image = context.createImageData(width, height);
    fill(image, population, layout(population.loci, genes, width, pixels));
    context.putImageData(image, 0, 0);
  };
}

function fill({ data, width, height }: ImageData, population: Population, columns: Int16Array): void {
  const out = new Int32Array(data.buffer);
  const { individuals, loci, cells } = population;
  const [varied, fixed] = [
    shades("--locus-low", "--locus-high"),
    shades("--locus-low-fixed", "--locus-high-fixed"),
  ];
  const inks = Array.from(identical(population), (same) => (same ? fixed : varied));
  let above = -1;
  for (let y = 0; y < height; y++) {
    const row = Math.floor((y * individuals) / height);
    const start = y * width;
    if (row === above) out.copyWithin(start, start - width, start);
    else paintRow(out.subarray(start, start + width), row);
    above = row;
  }

  function paintRow(pixels: Int32Array, row: number): void {
    for (let x = 0; x < width; x++) {
      const locus = columns[x] ?? -1;
      pixels[x] = locus < 0 ? 0 : (inks[locus]?.[cells[row * loci + locus] ?? 0] ?? 0);
    }
  }
}

/**
 * The colour of every cell, from one custom property of the page to another. Signed, for of an opaque colour V8 makes a small integer
 * then, and not an object.
 */
function shades(low: string, high: string): Int32Array {
  const [from, to] = [channels(colour(low)), channels(colour(high))];
  return Int32Array.from({ length: MOST + 1 }, (_, cell) => {
    const [red = 0, green = 0, blue = 0] = from.map((channel, at) =>
      Math.round(channel + (((to[at] ?? 0) - channel) * cell) / MOST),
    );
    return 0xff000000 | (blue << 16) | (green << 8) | red;
  });
}

/** `rgb(1, 2, 3)` as its three numbers. */
function channels(colour: string): number[] {
  return (colour.match(/\d+/g) ?? []).slice(0, 3).map(Number);
}
