// Paints the bits of all programs: a row a program, a column a bit, a gap between genes. A column in which all
// programs agree is painted in the accent colour: one sees genes fix.

import type { Gene, PopulationBits } from "../model.ts";
import { colour } from "./colours.ts";

export const PICTURE_HEIGHT = 100;
const GENE_GAP = 3;

/** How many programs have each bit set. */
export function onesPerBit({ individuals, bits, row_bytes, bytes }: PopulationBits): Uint32Array {
  const ones = new Uint32Array(bits);
  for (let row = 0; row < individuals; row++) {
    for (let bit = 0; bit < bits; bit++) ones[bit] = (ones[bit] ?? 0) + bitAt(bytes, row * row_bytes, bit);
  }
  return ones;
}

function bitAt(bytes: Uint8Array, start: number, bit: number): number {
  return ((bytes[start + (bit >> 3)] ?? 0) >> (7 - (bit & 7))) & 1;
}

/** Where each bit is drawn: the bit at every pixel of the width, -1 in the gaps. */
export function layout(bits: number, genes: Gene[], width: number, pixels: number): Int16Array {
  const starts = new Set(genes.map(({ offset }) => offset).filter((offset) => offset > 0));
  const gap = GENE_GAP * pixels;
  const cell = (width - starts.size * gap) / bits;
  const columns = new Int16Array(width).fill(-1);
  let left = 0;
  for (let bit = 0; bit < bits; bit++) {
    if (starts.has(bit)) left += gap;
    columns.fill(bit, Math.round(left), Math.round(left + cell));
    left += cell;
  }
  return columns;
}

export function paint(canvas: HTMLCanvasElement, population: PopulationBits, genes: Gene[]): void {
  const pixels = Math.max(1, Math.round(devicePixelRatio));
  const width = canvas.clientWidth * pixels;
  const height = PICTURE_HEIGHT * pixels;
  const context = canvas.getContext("2d");
  if (!context || width === 0) return;
  if (canvas.width !== width) canvas.width = width;
  if (canvas.height !== height) canvas.height = height;
  const image = context.createImageData(width, height);
  fill(
    new Uint32Array(image.data.buffer),
    width,
    height,
    population,
    layout(population.bits, genes, width, pixels),
  );
  context.putImageData(image, 0, 0);
}

function fill(
  out: Uint32Array,
  width: number,
  height: number,
  population: PopulationBits,
  columns: Int16Array,
): void {
  const { individuals, row_bytes, bytes } = population;
  const inks = columnInks(population);
  for (let y = 0; y < height; y++) {
    const start = Math.floor((y * individuals) / height) * row_bytes;
    for (let x = 0; x < width; x++) {
      const bit = columns[x] ?? -1;
      if (bit >= 0) out[y * width + x] = inks[bitAt(bytes, start, bit)]?.[bit] ?? 0;
    }
  }
}

/** The colour of a zero and of a one, for every column. */
function columnInks(population: PopulationBits): [Uint32Array, Uint32Array] {
  const ones = onesPerBit(population);
  const shades = ["--bit-zero", "--bit-one", "--bit-zero-fixed", "--bit-one-fixed"].map((name) =>
    packed(colour(name)),
  );
  const ink = (value: 0 | 1) =>
    ones.map((count) => shades[(count === 0 || count === population.individuals ? 2 : 0) + value] ?? 0);
  return [ink(0), ink(1)];
}

/** `rgb(1, 2, 3)` as a pixel of little-endian image data. */
function packed(colour: string): number {
  const [red = 0, green = 0, blue = 0] = (colour.match(/\d+/g) ?? []).map(Number);
  return (0xff000000 | (blue << 16) | (green << 8) | red) >>> 0;
}
