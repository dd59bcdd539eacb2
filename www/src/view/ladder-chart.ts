// How well the champions play, and of an imitation how often they find the masters' moves: two scales, each with its intervals. By
// generation; of what learns by games, on a logarithmic axis.

import type uPlot from "uplot";
import type { LadderRow } from "../model.ts";
import {
  axis,
  type ChartEvents,
  diamond,
  gamesAxis,
  generationsAxis,
  Plot,
  type PlotOptions,
  roomy,
  whisker,
} from "./chart.ts";
import { colour } from "./colours.ts";
import { percent, signed } from "./format.ts";

/** The two marks of a generation stand beside each other, so that neither hides the other. */
const ASIDE = 3.5;
/** Room left and right of the generations, as a share of them. */
const ROOM = 0.02;

/** Where a logarithmic axis has what was there before the first game. */
const BEFORE_FIRST = 0.5;

/** An interval, and what it is of. */
type Interval = [low: number, value: number, high: number];

/** Steps of the rate: whole percents. */
const SHARES = [0.01, 0.02, 0.05, 0.1, 0.2];

export class LadderChart {
  readonly #plot: Plot;
  readonly #isLogarithmic: boolean;
  #rows: LadderRow[] = [];
  #places: number[] = [];
  #last = 1;

  /** `isLogarithmic`: by games, and without shares of moves found. */
  constructor(host: HTMLElement, isLogarithmic: boolean, events: ChartEvents) {
    this.#isLogarithmic = isLogarithmic;
    this.#plot = new Plot(host, this.#options(), events);
  }

  /** `place`: where a generation stands on the axis, which goes to `last`. */
  update(rows: LadderRow[], place: (generation: number) => number, last: number): void {
    if (rows === this.#rows && last === this.#last) return;
    this.#rows = rows;
    this.#last = last;
    this.#places = rows.map(({ generation }) => this.#placed(place(generation)));
    this.#plot.draw([
      this.#places,
      rows.map((row) => rate(row)?.[1] ?? null),
      rows.map((row) => rating(row)?.[1] ?? null),
    ]);
  }

  /** Moves the cursor to a row, for the keyboard. */
  point(index: number): void {
    const place = this.#places[index];
    if (place !== undefined) this.#plot.point(place);
  }

  end(): void {
    this.#plot.end();
  }

  #placed(place: number): number {
    return this.#isLogarithmic ? Math.max(BEFORE_FIRST, place) : place;
  }

  #options(): PlotOptions {
    return {
      padding: [10, 0, 0, 0],
      scales: {
        x: { time: false, distr: this.#isLogarithmic ? 3 : 1, range: () => this.#breadth() },
        rate: { range: () => extent(this.#rows.map(rate), [0.2, 0.35], 0.01) },
        elo: { range: () => extent(this.#rows.map(rating), [-200, 200], 20) },
      },
      axes: [
        this.#isLogarithmic ? gamesAxis() : generationsAxis(),
        {
          ...valueAxis("rate", "--held-out", (value) => percent(value, 0)),
          incrs: SHARES,
          show: !this.#isLogarithmic,
        },
        {
          ...valueAxis("elo", "--accent", (value) => signed(value, 0)),
          side: this.#isLogarithmic ? 3 : 1,
          size: 44,
          grid: { show: this.#isLogarithmic },
        },
      ],
      series: [{}, line("rate", "--held-out"), line("elo", "--accent")],
      hooks: {
        drawSeries: [(plot, index) => this.#drawMarks(plot, index)],
      },
    };
  }

  /** With room at both ends for the marks, which would cover the numbers of the axes. */
  #breadth(): [number, number] {
    if (this.#isLogarithmic) return [BEFORE_FIRST / 1.5, 1.5 * Math.max(10, this.#last)];
    const last = Math.max(1, this.#last, this.#places.at(-1) ?? 0);
    return [-ROOM * last, (1 + ROOM) * last];
  }

  #drawMarks(plot: uPlot, series: number): void {
    if (series === 0) return;
    const [scale, value, mark] =
      series === 1 ? (["rate", rate, diamond] as const) : (["elo", rating, dot] as const);
    const { ctx } = plot;
    const pixels = devicePixelRatio;
    const aside = this.#isLogarithmic ? 0 : (series === 1 ? -ASIDE : ASIDE) * pixels;
    ctx.save();
    ctx.strokeStyle = ctx.fillStyle = colour(series === 1 ? "--held-out" : "--accent");
    ctx.lineWidth = 1.5 * pixels;
    ctx.setLineDash([]);
    for (const [at, row] of this.#rows.entries()) {
      const interval = value(row);
      if (!interval) continue;
      const x = plot.valToPos(this.#places[at] ?? 0, "x", true) + aside;
      const [low, middle, high] = interval.map((at) => plot.valToPos(at, scale, true)) as Interval;
      whisker(ctx, x, low, high, 2.5 * pixels);
      mark(ctx, x, middle, 4 * pixels);
    }
    ctx.restore();
  }
}

function rate({ held_out }: LadderRow): Interval | null {
  return held_out && [held_out.low, held_out.rate, held_out.high];
}

function rating({ rating }: LadderRow): Interval | null {
  return rating && [rating.low, rating.elo, rating.high];
}

/** From the lowest to the highest of what is drawn, whiskers included. */
function extent(intervals: (Interval | null)[], usual: [number, number], least: number): [number, number] {
  const drawn = intervals.filter((interval) => interval !== null);
  if (drawn.length === 0) return usual;
  const low = Math.min(...drawn.map(([low]) => low));
  const high = Math.max(...drawn.map(([, , high]) => high));
  return roomy(low, high, least);
}

/** Thin: it only leads the eye from mark to mark. */
function line(scale: string, name: string): uPlot.Series {
  return { scale, stroke: () => colour(name), width: 1, dash: [3, 3], points: { show: false } };
}

function valueAxis(scale: string, name: string, text: (value: number) => string): uPlot.Axis {
  const values: uPlot.Axis.Values = (_, splits) => splits.map(text);
  return { ...axis(), scale, stroke: () => colour(name), size: 38, space: 32, values };
}

function dot(ctx: CanvasRenderingContext2D, x: number, y: number, size: number): void {
  ctx.beginPath();
  ctx.arc(x, y, size * 0.8, 0, 2 * Math.PI);
  ctx.fill();
}
