// What the champion of each generation finds of the same positions: every count with its noise, above the level of random programs.

import type uPlot from "uplot";
import type { HeldOut } from "../model.ts";
import {
  axis,
  BY_GENERATION,
  type ChartEvents,
  generationsAxis,
  level,
  type Mark,
  marks,
  Plot,
  type PlotOptions,
  roomy,
  upright,
} from "./chart.ts";
import { colour } from "./colours.ts";
import { percent } from "./format.ts";

/** A generation as the chart draws it. */
export interface SamplePoint {
  generation: number;
  score: HeldOut;
}

/** What is drawn. */
export interface SampleCurve {
  points: SamplePoint[];
  /** The rate of random programs; null before it is known. */
  random: number | null;
  /** How far it will go. */
  generations: number;
  /** The generation that is marked. */
  marked: number | null;
  /** Settings that changed on the way. */
  changes: readonly Mark[];
  /** Drawn behind it. */
  ghost?: SamplePoint[] | undefined;
}

/** Where points are nearer to each other than a pixel on average, there is the line alone. */
const LEAST_APART = 1;
/** While nothing is known. */
const USUAL: [number, number] = [0.2, 0.4];

export class SampleChart {
  readonly #plot: Plot;
  #curve: SampleCurve = { points: [], random: null, generations: 1, marked: null, changes: [] };

  constructor(host: HTMLElement, events: ChartEvents) {
    this.#plot = new Plot(host, this.#options(), events);
  }

  update(curve: SampleCurve): void {
    const { points, random, generations, marked, changes, ghost } = this.#curve;
    const isSame = curve.points === points && curve.random === random && curve.generations === generations;
    const isMarked = curve.marked === marked && curve.changes === changes;
    if (isSame && isMarked && curve.ghost === ghost) return;
    this.#curve = curve;
    const column = (of: (point: SamplePoint) => number) => curve.points.map(of);
    this.#plot.draw([
      column(({ generation }) => generation),
      column(({ score }) => score.rate),
      column(({ score }) => score.high),
      column(({ score }) => score.low),
    ]);
  }

  /** Moves the cursor to a point, for the keyboard. */
  point(index: number): void {
    const point = this.#curve.points[index];
    if (point) this.#plot.point(point.generation, point.score.rate);
  }

  end(): void {
    this.#plot.end();
  }

  #options(): PlotOptions {
    const values: uPlot.Axis.Values = (_, splits) => splits.map((rate) => percent(rate, 0));
    const bound: uPlot.Series = { width: 0, stroke: () => colour("--line-strong"), points: { show: false } };
    return {
      padding: BY_GENERATION,
      scales: {
        x: { time: false, range: () => [0, this.#last()] },
        y: { range: () => this.#extent() },
      },
      axes: [generationsAxis(), { ...axis(), scale: "y", size: 44, space: 32, incrs: RATES, values }],
      series: [{}, this.#champions(), bound, bound],
      bands: [{ series: [2, 3], fill: () => colour("--noise") }],
      hooks: {
        drawAxes: [
          (plot) => this.#drawGhost(plot),
          (plot) => this.#drawRandom(plot),
          (plot) => marks(plot, this.#curve.changes),
          (plot) => this.#curve.marked !== null && upright(plot, this.#curve.marked),
        ],
      },
    };
  }

  /** Points too, for the line between them was not measured; the line alone where there are more than can be told apart. */
  #champions(): uPlot.Series {
    const ink = () => colour("--held-out");
    return { width: 1.5, stroke: ink, points: { size: 5, stroke: ink, fill: ink, space: LEAST_APART } };
  }

  #last(): number {
    const last = (points: SamplePoint[] = []) => points.at(-1)?.generation ?? 0;
    return Math.max(1, this.#curve.generations, last(this.#curve.points), last(this.#curve.ghost));
  }

  #extent(): [number, number] {
    const { points, random, ghost = [] } = this.#curve;
    let [low, high] = [random ?? 1, random ?? 0];
    for (const drawn of [points, ghost]) {
      for (const { score } of drawn) {
        low = Math.min(low, score.low);
        high = Math.max(high, score.high);
      }
    }
    return low > high ? USUAL : roomy(low, high, 0.005);
  }

  /** With its noise, as a path of its own: the rows of the chart are those of the run. */
  #drawGhost(plot: uPlot): void {
    const { ghost = [] } = this.#curve;
    if (ghost.length === 0) return;
    const { ctx } = plot;
    const x = ({ generation }: SamplePoint) => plot.valToPos(generation, "x", true);
    const y = (rate: number) => plot.valToPos(rate, "y", true);
    ctx.save();
    ctx.beginPath();
    for (const point of ghost) ctx.lineTo(x(point), y(point.score.high));
    for (const point of ghost.toReversed()) ctx.lineTo(x(point), y(point.score.low));
    ctx.fillStyle = colour("--band");
    ctx.fill();
    ctx.beginPath();
    for (const point of ghost) ctx.lineTo(x(point), y(point.score.rate));
    ctx.strokeStyle = colour("--accent");
    ctx.lineWidth = 2 * devicePixelRatio;
    ctx.setLineDash([7 * devicePixelRatio, 3 * devicePixelRatio]);
    ctx.stroke();
    ctx.restore();
  }

  #drawRandom(plot: uPlot): void {
    const { random } = this.#curve;
    if (random === null) return;
    level(plot, random);
  }
}

const RATES = [0.01, 0.02, 0.05, 0.1, 0.2];
