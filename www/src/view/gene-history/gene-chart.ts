// A gene over the generations: the population as a band with its mean, and the best program.

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
import type { GenePoint } from "./content.ts";

export class GeneChart {
  readonly #plot: Plot;
  #points: GenePoint[] = [];
  #usual: number | null = null;
  #written: (value: number) => string = String;

  constructor(host: HTMLElement, events: ChartEvents) {
    this.#plot = new Plot(host, this.#options(), events);
  }

  /** `usual`: a level to compare with. `written`: a value as people read it. */
  update(points: GenePoint[], usual: number | null, written: (value: number) => string): void {
    if (points === this.#points) return;
    this.#points = points;
    this.#usual = usual;
    this.#written = written;
    this.#plot.draw([
      points.map(({ generation }) => generation),
      points.map(({ champion }) => champion),
      points.map(({ mean }) => mean),
      points.map(({ most }) => most),
      points.map(({ least }) => least),
    ]);
  }

  /** Moves the cursor to a generation, for the keyboard. */
  point(index: number): void {
    const point = this.#points[index];
    if (point) this.#plot.point(point.generation, point.champion);
  }

  end(): void {
    this.#plot.end();
  }

  #options(): PlotOptions {
    const values: uPlot.Axis.Values = (_, splits) => splits.map((value) => this.#written(value));
    const bound: uPlot.Series = { width: 0, stroke: "transparent", points: { show: false } };
    const line = (name: string, width: number): uPlot.Series => ({
      width,
      stroke: () => colour(name),
      points: { show: false },
    });
    return {
      padding: BY_GENERATION,
      scales: {
        x: { time: false, range: () => [0, Math.max(1, this.#points.at(-1)?.generation ?? 0)] },
        y: { range: () => this.#extent() },
      },
      axes: [generationsAxis(), { ...axis(), scale: "y", size: 56, space: 36, values }],
      series: [{}, line("--held-out", 2), line("--accent", 1.5), bound, bound],
      bands: [{ series: [3, 4], fill: () => colour("--band") }],
      hooks: {
        drawAxes: [
          (plot) => {
            if (this.#usual !== null) level(plot, this.#usual);
          },
        ],
      },
    };
  }

  #extent(): [number, number] {
    const all = this.#points.flatMap(({ least, most }) => [least, most]).concat(this.#usual ?? []);
    return all.length === 0 ? [0, 1] : roomy(Math.min(...all), Math.max(...all), 0.01);
  }
}
