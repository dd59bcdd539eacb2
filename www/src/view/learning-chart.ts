// Curves of what is learned, against games or steps on a logarithmic axis, for most happens in the first; or of what is bred, against
// generations.

import type uPlot from "uplot";
import {
  axis,
  type ChartEvents,
  gamesAxis,
  generationsAxis,
  Plot,
  type PlotOptions,
  roomy,
} from "./chart.ts";
import { colour } from "./colours.ts";

/** A curve, told apart by its dashes as well as by its colour. */
export interface Curve<R, V = number> {
  name: string;
  /** The custom property of its colour. */
  colour: string;
  dash: number[];
  /** Null where there is nothing to draw. */
  of(record: R): V;
}

/** A scale, with the curves that are read on it. */
export interface Scale<R> {
  curves: Curve<R, number | null>[];
  /** Its numbers as text; plain without it. */
  text?(value: number): string;
  /** The range while there is nothing to draw, and the least that is drawn. */
  least: [number, number];
}

/** What the curves are drawn against. */
export interface Along {
  /** As uPlot numbers them. */
  distribution: 1 | 3;
  first: number;
  /** Up to where the axis goes at least. */
  fewest: number;
  axis(): uPlot.Axis;
}

/** Games or steps, on a logarithmic axis. */
const GAMES: Along = { distribution: 3, first: 1, fewest: 10, axis: gamesAxis };

export const GENERATIONS: Along = { distribution: 1, first: 0, fewest: 1, axis: generationsAxis };

const SCALES = ["y", "right"];

export class LearningChart<R> {
  readonly #plot: Plot;
  readonly #scales: Scale<R>[];
  readonly #place: (record: R) => number;
  readonly #along: Along;
  #records: R[] = [];
  #most = 0;

  /** `scales`: the left one, and perhaps a right one. `place`: the games, steps or generation of a record. */
  constructor(
    host: HTMLElement,
    scales: Scale<R>[],
    place: (record: R) => number,
    events: ChartEvents,
    along = GAMES,
  ) {
    this.#along = along;
    this.#scales = scales;
    this.#place = place;
    this.#plot = new Plot(host, this.#options(), events);
  }

  /** Those after the first game or step. `most`: how far they will go, where that is to be seen. */
  update(records: R[], most = 0): void {
    if (records === this.#records && most === this.#most) return;
    this.#records = records;
    this.#most = most;
    const columns = this.#scales.flatMap(({ curves }) => curves.map(({ of }) => records.map(of)));
    this.#plot.draw([records.map(this.#place), ...columns]);
  }

  /** Moves the cursor to a record, for the keyboard. */
  point(index: number): void {
    const record = this.#records[index];
    if (record) this.#plot.point(this.#place(record));
  }

  end(): void {
    this.#plot.end();
  }

  #options(): PlotOptions {
    const { distribution, first, fewest } = this.#along;
    const scales = this.#scales.map((scale, at) => [name(at), { range: () => this.#extent(scale) }] as const);
    return {
      padding: [10, this.#scales.length > 1 ? 0 : 14, 0, 0],
      scales: {
        x: {
          time: false,
          distr: distribution,
          range: () => [first, Math.max(fewest, this.#most, ...this.#records.slice(-1).map(this.#place))],
        },
        ...Object.fromEntries(scales),
      },
      axes: [this.#along.axis(), ...this.#scales.map(valueAxis)],
      series: [
        {},
        ...this.#scales.flatMap(({ curves }, at) => curves.map((curve) => series(curve, name(at)))),
      ],
    };
  }

  #extent({ curves, least: [low, high] }: Scale<R>): [number, number] {
    const all = this.#records.flatMap((record) => curves.map(({ of }) => of(record)));
    const values = all.filter((value) => value !== null);
    const bounds = values.reduce<[number, number]>(
      ([least, most], value) => [Math.min(least, value), Math.max(most, value)],
      [low, high],
    );
    return bounds[0] < low ? roomy(...bounds, 0) : [low, roomy(...bounds, 0)[1]];
  }
}

function name(scale: number): string {
  return SCALES[scale] ?? "y";
}

function series(
  { colour: property, dash }: Pick<Curve<unknown>, "colour" | "dash">,
  scale: string,
): uPlot.Series {
  return { scale, stroke: () => colour(property), width: 1.75, dash, points: { show: false } };
}

function valueAxis({ text }: Pick<Scale<unknown>, "text">, at: number): uPlot.Axis {
  const values: Partial<uPlot.Axis> = text ? { values: (_, splits) => splits.map(text) } : {};
  const right: Partial<uPlot.Axis> = at === 0 ? {} : { side: 1, grid: { show: false } };
  return { ...axis(), scale: name(at), size: 44, space: 32, ...values, ...right };
}
