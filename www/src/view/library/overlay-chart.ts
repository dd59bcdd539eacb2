// Runs over each other: what their champions find of the same positions, each count with its noise.

import type uPlot from "uplot";
import {
  axis,
  BY_GENERATION,
  type ChartEvents,
  generationsAxis,
  level,
  Plot,
  type PlotOptions,
  roomy,
} from "../chart.ts";
import { colour } from "../colours.ts";
import { percent } from "../format.ts";
import type { OverlayPoint } from "./comparison.ts";

const MOST = 4;
const RATES = [0.01, 0.02, 0.05, 0.1, 0.2];
/** Told apart by their dashes as well as by colour. */
const DASHES: number[][] = [[], [8, 4], [2, 4], [12, 4, 2, 4]];

export class OverlayChart {
  readonly #plot: Plot;
  #points: OverlayPoint[] = [];
  #random: number | null = null;

  constructor(host: HTMLElement, events: ChartEvents) {
    this.#plot = new Plot(host, this.#options(), events);
  }

  update(points: OverlayPoint[], random: number | null): void {
    if (points === this.#points) return;
    this.#points = points;
    this.#random = random;
    const runs = Array.from({ length: MOST }, (_, at) => at);
    const column = (of: "rate" | "high" | "low") => (run: number) =>
      points.map(({ scores }) => scores[run]?.[of] ?? null);
    this.#plot.draw([
      points.map(({ generation }) => generation),
      ...runs.map(column("rate")),
      ...runs.flatMap((run) => [column("high")(run), column("low")(run)]),
    ] as uPlot.AlignedData);
  }

  /** Moves the cursor to a generation, for the keyboard. */
  point(index: number): void {
    const point = this.#points[index];
    if (point) this.#plot.point(point.generation, point.scores.find((score) => score !== null)?.rate);
  }

  end(): void {
    this.#plot.end();
  }

  #options(): PlotOptions {
    const values: uPlot.Axis.Values = (_, splits) => splits.map((rate) => percent(rate, 0));
    const runs = Array.from({ length: MOST }, (_, at) => at);
    const bound: uPlot.Series = { width: 0, stroke: "transparent", points: { show: false }, spanGaps: true };
    const line = (at: number): uPlot.Series => ({
      width: 2,
      spanGaps: true,
      stroke: () => colour(`--run-${at + 1}`),
      dash: DASHES[at] ?? [],
      points: { show: false },
    });
    return {
      padding: BY_GENERATION,
      scales: {
        x: { time: false, range: () => [0, Math.max(1, this.#points.at(-1)?.generation ?? 0)] },
        y: { range: () => this.#extent() },
      },
      axes: [generationsAxis(), { ...axis(), scale: "y", size: 44, space: 32, incrs: RATES, values }],
      series: [{}, ...runs.map(line), ...runs.flatMap(() => [bound, bound])],
      bands: runs.map((at) => ({
        series: [1 + MOST + 2 * at, 2 + MOST + 2 * at],
        fill: () => colour(`--run-${at + 1}-noise`),
      })),
      hooks: { drawAxes: [(plot) => this.#drawRandom(plot)] },
    };
  }

  #extent(): [number, number] {
    const rates = this.#points.flatMap(({ scores }) =>
      scores.flatMap((score) => (score ? [score.low, score.high] : [])),
    );
    const all = rates.concat(this.#random ?? []);
    return all.length === 0 ? [0.2, 0.4] : roomy(Math.min(...all), Math.max(...all), 0.005);
  }

  #drawRandom(plot: uPlot): void {
    if (this.#random !== null) level(plot, this.#random);
  }
}
