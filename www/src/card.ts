// A picture of a program, to be passed on: what it is called, its weights, what it takes the pieces to be worth, and its link as a code
// that cameras read.

import type { Gene, Program } from "./model.ts";
import { decimal, grouped } from "./view/format.ts";

export const WIDTH = 1200;
export const HEIGHT = 630;

export interface Card {
  name: string;
  /** Of its system. */
  title: string;
  /** Otherwise it was bred. */
  isLearned: boolean;
  program: Program;
  /** Its link as dark squares, row by row; null where it is too long for a picture. */
  code: boolean[][] | null;
}

const INK = "#20231f";
const QUIET = "#5d635a";
const PAPER = "#fbfaf6";
const LINE = "#d9d7cd";
const ACCENT = "#2f6f5e";
const SECOND = "#a1431f";
const FONT = 'font-family="ui-sans-serif, system-ui, sans-serif"';
const LEFT = 70;
/** From one value to the next. */
const STEP = 148;
const PIECES = ["Pawn", "Knight", "Bishop", "Rook", "Queen"];

/** As SVG that stands alone. */
export function cardSvg({ name, title, isLearned, program, code }: Card): string {
  const parts = [
    `<rect width="${WIDTH}" height="${HEIGHT}" fill="${PAPER}"/>`,
    `<rect width="${WIDTH}" height="14" fill="${ACCENT}"/>`,
    text(
      LEFT,
      104,
      26,
      QUIET,
      isLearned ? "A chess program that learned with Millipawn" : "A chess program bred with Millipawn",
    ),
    text(LEFT, 178, nameSize(name), INK, name || "A program without a name", "600"),
    text(LEFT, 226, 28, QUIET, title),
    pieces(program),
    weights(program),
    code ? codeOf(code) : "",
  ];
  const label = escaped(`${name || "A program"}, ${title}`);
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${WIDTH}" height="${HEIGHT}" viewBox="0 0 ${WIDTH} ${HEIGHT}" role="img" aria-label="${label}">${parts.join("")}</svg>`;
}

/** Forty letters fit as well. */
function nameSize(name: string): number {
  return name.length > 24 ? 38 : 60;
}

/** What the pieces are worth, in pawns. */
function pieces(program: Program): string {
  const values = pieceValues(program);
  const unit = values.length > 0 ? text(LEFT + values.length * STEP, 300, 20, QUIET, "in pawns") : "";
  const each = values
    .map(({ name, pawns }, at) => {
      const x = LEFT + at * STEP;
      return text(x, 300, 34, INK, decimal(pawns, 2), "600") + text(x, 332, 20, QUIET, name);
    })
    .join("");
  return each + unit;
}

/** As the program says it, or as its genes do. */
export function pieceValues({ genes, piece_values }: Program): { name: string; pawns: number }[] {
  if (piece_values) return PIECES.map((name, at) => ({ name, pawns: (piece_values[at] ?? 0) / 1000 }));
  return PIECES.flatMap((name) => {
    const isOf = ({ name: gene, established }: Gene) =>
      established !== null && gene.toLowerCase().startsWith(name.toLowerCase());
    const gene = genes.find(isOf);
    return gene ? [{ name, pawns: gene.value / gene.unit_per_pawn }] : [];
  });
}

const FOOT = 560;
const TALLEST = 170;
/** More are drawn as squares. */
const MOST_BARS = 120;

/** Every weight, as a bar from the foot: how far from its least value to its greatest. Of many, squares by size. */
function weights({ genes, search }: Program): string {
  const numbers = [...genes, ...search].filter(({ body }) => body === undefined);
  const many = numbers.length > MOST_BARS;
  const caption = `${grouped(numbers.length)} weights${many ? "" : ", a bar each"}`;
  const picture = many ? squares(numbers) : bars(numbers);
  return picture + text(LEFT, FOOT + 34, 20, QUIET, caption);
}

const ROOM = 760;

function bars(genes: Gene[]): string {
  const step = ROOM / Math.max(1, genes.length);
  const bar = (gene: Gene, at: number) => {
    const height = 4 + (TALLEST - 4) * place(gene);
    return rect(LEFT + at * step, FOOT - height, Math.max(1, step * 0.72), height, ACCENT);
  };
  return `${genes.map(bar).join("")}${rect(LEFT, FOOT + 2, ROOM, 1, LINE)}`;
}

/** Where its value lies between the least and the greatest, from 0 to 1. */
function place({ value, base, highest }: Gene): number {
  const share = (value - base) / (highest - base);
  return Number.isFinite(share) ? Math.min(1, Math.max(0, share)) : 0;
}

/** Signs by colour, sizes by opacity: the greatest of a hundredth part are left out of the scale. */
function squares(genes: Gene[]): string {
  const columns = Math.ceil(Math.sqrt((genes.length * ROOM) / TALLEST));
  const size = ROOM / columns;
  const sizes = genes.map(({ value }) => Math.abs(value)).sort((a, b) => a - b);
  const scale = sizes[Math.floor(sizes.length * 0.99)] || 1;
  const paths: Record<string, string> = {};
  genes.forEach(({ value }, at) => {
    const level = Math.min(LEVELS, Math.round((LEVELS * Math.abs(value)) / scale));
    if (level === 0) return;
    const [x, y] = [at % columns, Math.floor(at / columns)];
    const key = `${value < 0 ? SECOND : ACCENT}" fill-opacity="${level / LEVELS}`;
    paths[key] =
      `${paths[key] ?? ""}M${round(LEFT + x * size)} ${round(FOOT - TALLEST + y * size)}h${round(size)}v${round(size)}h${round(-size)}z`;
  });
  return Object.entries(paths)
    .map(([fill, d]) => `<path fill="${fill}" d="${d}"/>`)
    .join("");
}

const LEVELS = 8;
const CODE = 240;

/** With the white margin that readers need. */
function codeOf(rows: boolean[][]): string {
  const [x, y] = [WIDTH - LEFT - CODE, FOOT - CODE];
  const size = CODE / (rows.length + 8);
  const d = codePath(rows, x + 4 * size, y + 4 * size, size);
  return `${rect(x, y, CODE, CODE, "#fff")}<path fill="#000" shape-rendering="crispEdges" d="${d}"/>${text(x, FOOT + 34, 20, QUIET, "Scan to play against it")}`;
}

/** The dark squares of a code as one path: a run of them is one rectangle. */
export function codePath(rows: boolean[][], left: number, top: number, size: number): string {
  let d = "";
  rows.forEach((row, y) => {
    for (let x = 0; x < row.length; x += 1) {
      if (!row[x]) continue;
      const from = x;
      while (row[x + 1]) x += 1;
      const width = round((x + 1 - from) * size);
      d += `M${round(left + from * size)} ${round(top + y * size)}h${width}v${round(size)}h${-width}z`;
    }
  });
  return d;
}

function rect(x: number, y: number, width: number, height: number, fill: string): string {
  return `<rect x="${round(x)}" y="${round(y)}" width="${round(width)}" height="${round(height)}" fill="${fill}"/>`;
}

function text(x: number, y: number, size: number, fill: string, words: string, weight = "400"): string {
  return `<text x="${x}" y="${y}" font-size="${size}" font-weight="${weight}" fill="${fill}" ${FONT}>${escaped(words)}</text>`;
}

function round(value: number): number {
  return Math.round(value * 100) / 100;
}

function escaped(words: string): string {
  return words.replace(/[&<>"]/g, (sign) => `&#${sign.charCodeAt(0)};`);
}
