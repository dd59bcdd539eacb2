// The score of a game, move by move: above the middle White stands better.

import type uPlot from "uplot";
import { axis, type ChartEvents, Plot, type PlotOptions, STEPS, upright } from "./chart.ts";
import { colour } from "./colours.ts";
import { signed } from "./format.ts";

/** Pawns up to which the graph tells (our choice): what is more is won in any case, and so is a mate. */
export const MOST = 8;

export class ScoreChart {
  readonly #plot: Plot;
  #heights: number[] = [];
  #plies = 1;
  #marked: number | null = null;

  constructor(host: HTMLElement, events: ChartEvents) {
    this.#plot = new Plot(host, this.#options(), events);
  }

  /** `plies` as wide as the game is long; `marked` is the one on the board. */
  update(heights: number[], plies: number, marked: number | null): void {
    if (heights === this.#heights && plies === this.#plies && marked === this.#marked) return;
    this.#heights = heights;
    this.#plies = plies;
    this.#marked = marked;
    this.#plot.draw([heights.map((_, ply) => ply), heights]);
  }

  point(ply: number): void {
    const height = this.#heights[ply];
    if (height !== undefined) this.#plot.point(ply, height);
  }

  end(): void {
    this.#plot.end();
  }

  #options(): PlotOptions {
    return {
      padding: [8, 12, 0, 0],
      scales: {
        x: { time: false, range: () => [0, Math.max(1, this.#plies)] },
        y: { range: () => [-MOST, MOST] },
      },
      axes: [movesAxis(), pawnsAxis()],
      series: [
        {},
        {
          stroke: () => colour("--accent"),
          width: 2,
          fill: () => colour("--band"),
          fillTo: 0,
          points: { show: false },
        },
      ],
      hooks: { drawAxes: [(plot) => this.#marked !== null && upright(plot, this.#marked)] },
    };
  }
}

/** Half-moves, told as moves. */
function movesAxis(): uPlot.Axis {
  const values: uPlot.Axis.Values = (_, splits) =>
    splits.map((ply) => (ply % 2 === 0 ? String(ply / 2) : ""));
  return { ...axis(), size: 28, gap: 6, grid: { show: false }, incrs: STEPS.map((step) => 2 * step), values };
}

function pawnsAxis(): uPlot.Axis {
  const values: uPlot.Axis.Values = (_, splits) => splits.map((pawns) => signed(pawns, 0));
  return { ...axis(), scale: "y", size: 38, space: 20, incrs: [4, 8], values };
}
