// Where the parts of a depth program stand in its graph: straight instructions in one box, a decision with its two branches side by
// side, which join below. All in pixels; what follows stands below, on the same axis.

import type { DepthPath, DepthStep } from "../model.ts";

/** A letter's width, a little more than any monospace font of 12 pixels has; a line's height. */
const LETTER = 7.4;
export const LINE = 18;
/** Between a box and its text. */
export const PADDING = { x: 9, y: 5 };
/** Between what stands below each other. */
const BELOW = 18;
/** From a decision down to its branches, and from them to where they join. */
const SPLIT = 34;
const JOIN = 22;
/** Half of what is free between two branches. */
const BESIDE = 8;
/** Half the width of a branch without a box: its label has room. */
const BARE = 40;
const MARGIN = 12;

/** Steps that run one after the other, or a decision. */
export interface Box {
  steps: DepthStep[];
  x: number;
  y: number;
  width: number;
  height: number;
  lit: boolean;
}

/** A line of corners `x,y`. */
export interface Edge {
  points: [number, number][];
  lit: boolean;
}

/** Beside a branch; `end` says on which side of x it stands. */
export interface Label {
  text: "then" | "else";
  x: number;
  y: number;
  end: boolean;
  lit: boolean;
}

export interface Drawing {
  width: number;
  height: number;
  boxes: Box[];
  edges: Edge[];
  labels: Label[];
  /** Where a run begins and where it ends. */
  ends: [[number, number], [number, number]];
}

/** How far something reaches from its axis to either side, and down. */
interface Extent {
  left: number;
  right: number;
  height: number;
}

interface Part extends Extent {
  steps: DepthStep[];
  box: { width: number; height: number };
  branches: [Sequence, Sequence] | null;
}

interface Sequence extends Extent {
  parts: Part[];
}

/** Lays a program out; what the path goes through is lit. */
export function layout(steps: DepthStep[], path: DepthPath | null): Drawing {
  const all = sequence(steps);
  const [x, top] = [MARGIN + all.left, MARGIN + BELOW];
  const bottom = top + all.height;
  const lit = path !== null;
  const drawing: Drawing = {
    width: all.left + all.right + 2 * MARGIN,
    height: bottom + BELOW + MARGIN,
    boxes: [],
    edges: [],
    labels: [],
    ends: [
      [x, MARGIN],
      [x, bottom + BELOW],
    ],
  };
  const taken = new Map(path?.visited.map(({ number, then }) => [number, then]));
  drawing.edges.push(straight(x, MARGIN, top, lit), straight(x, bottom, bottom + BELOW, lit));
  place(all, x, top, lit, taken, drawing);
  return drawing;
}

function sequence(steps: DepthStep[]): Sequence {
  const parts = together(steps).map(part);
  const between = BELOW * Math.max(0, parts.length - 1);
  return {
    parts,
    left: Math.max(BARE, ...parts.map(({ left }) => left)),
    right: Math.max(BARE, ...parts.map(({ right }) => right)),
    height: parts.reduce((sum, { height }) => sum + height, between),
  };
}

/** Straight steps in a row stand in one box. */
function together(steps: DepthStep[]): DepthStep[][] {
  const groups: DepthStep[][] = [];
  for (const step of steps) {
    const last = groups.at(-1);
    if (last && !step.branches && !last[0]?.branches) last.push(step);
    else groups.push([step]);
  }
  return groups;
}

function part(steps: DepthStep[]): Part {
  const letters = Math.max(...steps.map(({ text }) => text.length));
  const box = {
    width: Math.ceil(letters * LETTER) + 2 * PADDING.x,
    height: steps.length * LINE + 2 * PADDING.y,
  };
  const half = box.width / 2;
  const forked = steps[0]?.branches;
  if (!forked) return { steps, box, branches: null, left: half, right: half, height: box.height };
  const branches: [Sequence, Sequence] = [sequence(forked[0]), sequence(forked[1])];
  const [left, right] = branches.map((branch) => BESIDE + branch.left + branch.right) as [number, number];
  const height = box.height + SPLIT + Math.max(...branches.map((branch) => branch.height)) + JOIN;
  return { steps, box, branches, left: Math.max(half, left), right: Math.max(half, right), height };
}

function place(
  { parts }: Sequence,
  x: number,
  top: number,
  lit: boolean,
  taken: Map<number, boolean | null>,
  drawing: Drawing,
): void {
  let y = top;
  for (const [at, part] of parts.entries()) {
    if (at > 0) drawing.edges.push(straight(x, y - BELOW, y, lit));
    const { steps, box, branches } = part;
    drawing.boxes.push({ steps, ...box, x: x - box.width / 2, y, lit });
    if (branches) {
      const then = taken.get(steps[0]?.number ?? -1);
      const [one, other] = branches;
      const [from, to] = [y + box.height, y + part.height];
      fork(one, "then", [x, x - BESIDE - one.right], [from, to], lit && then === true, taken, drawing);
      fork(other, "else", [x, x + BESIDE + other.left], [from, to], lit && then === false, taken, drawing);
    }
    y += part.height + BELOW;
  }
}

/** A branch, from the decision's axis and back to it. */
function fork(
  branch: Sequence,
  text: Label["text"],
  [axis, x]: [number, number],
  [from, to]: [number, number],
  lit: boolean,
  taken: Map<number, boolean | null>,
  drawing: Drawing,
): void {
  const [bend, top] = [from + SPLIT / 3, from + SPLIT];
  const [bottom, back] = [top + branch.height, to - JOIN / 2];
  const into: Edge["points"] = [
    [axis, from],
    [axis, bend],
    [x, bend],
    [x, top],
  ];
  const out: Edge["points"] = [
    [x, bottom],
    [x, back],
    [axis, back],
    [axis, to],
  ];
  drawing.edges.push({ points: into, lit }, { points: out, lit });
  const end = text === "then";
  drawing.labels.push({ text, x: end ? x - 5 : x + 5, y: top - 6, end, lit });
  place(branch, x, top, lit, taken, drawing);
}

function straight(x: number, from: number, to: number, lit: boolean): Edge {
  return {
    points: [
      [x, from],
      [x, to],
    ],
    lit,
  };
}
