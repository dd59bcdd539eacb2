// Best, mean and worst by generation, with what the champions do in games never seen.

import type uPlot from "uplot";
import type { HeldOut } from "../model.ts";
import {
  axis,
  type ChartEvents,
  diamond,
  generationsAxis,
  Plot,
  type PlotOptions,
  roomy,
  STEPS,
  whisker,
} from "./chart.ts";
import { colour } from "./colours.ts";
import { compact, percent } from "./format.ts";

/** A generation as the chart draws it. */
export interface Point {
  generation: number;
  best: number;
  mean: number;
  worst: number;
  /** What the counts are out of. */
  positions: number;
  held_out: HeldOut | null;
}

/** What is counted: moves found, of so many; or nodes searched, the fewer the better. */
export type Measure = "moves" | "nodes";

/** Held-out points stand at least this far apart. */
const MARK_SPACE = 9;

export class FitnessChart {
  readonly #measure: Measure;
  readonly #plot: Plot;
  #records: Point[] = [];
  #drawn: Point | undefined;
  #generations = 1;
  #marked: number | null = null;

  constructor(host: HTMLElement, measure: Measure, events: ChartEvents) {
    this.#measure = measure;
    this.#plot = new Plot(host, this.#options(), events);
  }

  /** Draws what is new; `marked` is the generation chosen to play. */
  update(records: Point[], generations: number, marked: number | null): void {
    const stale = records.at(-1) !== this.#drawn || records.length !== this.#records.length;
    if (!stale && generations === this.#generations && marked === this.#marked) return;
    this.#records = [...records];
    this.#drawn = records.at(-1);
    this.#generations = generations;
    this.#marked = marked;
    this.#plot.draw(columns(records));
  }

  /** Moves the cursor to a record, for the keyboard. */
  point(index: number): void {
    const record = this.#records[index];
    if (record) this.#plot.point(record.generation, record.best);
  }

  end(): void {
    this.#plot.end();
  }

  #options(): PlotOptions {
    return {
      padding: [10, this.#measure === "nodes" ? 14 : 0, 0, 0],
      scales: {
        x: { time: false, range: () => [0, Math.max(1, this.#generations, this.#drawn?.generation ?? 0)] },
        y: { range: () => extent(this.#records, this.#measure) },
      },
      axes: this.#axes(),
      series: [{}, line("--ink", 2), line("--accent", 1.5), line("--line-strong", 0)],
      bands: [{ series: this.#measure === "nodes" ? [3, 1] : [1, 3], fill: () => colour("--band") }],
      hooks: {
        drawSeries: [(plot, index) => index === 3 && this.#drawHeldOut(plot)],
        drawAxes: [(plot) => this.#drawMark(plot)],
      },
    };
  }

  #axes(): uPlot.Axis[] {
    if (this.#measure === "nodes") return [generationsAxis(), nodesAxis()];
    return [generationsAxis(), movesAxis(), this.#percentAxis()];
  }

  /** The same height read as a share of the positions: what the held-out points are measured in. */
  #percentAxis(): uPlot.Axis {
    const share = (value: number) => percent(value / (this.#drawn?.positions ?? 500), 0);
    const values: uPlot.Axis.Values = (_, splits) => splits.map(share);
    return { ...movesAxis(), side: 1, size: 44, grid: { show: false }, values };
  }

  #drawHeldOut(plot: uPlot): void {
    const { ctx } = plot;
    const pixels = devicePixelRatio;
    ctx.save();
    ctx.strokeStyle = ctx.fillStyle = colour("--held-out");
    ctx.lineWidth = 1.5 * pixels;
    let next = Number.POSITIVE_INFINITY;
    // From the newest back, leaving out what would overlap: the newest always shows.
    for (const { generation, held_out, positions } of this.#records.toReversed()) {
      const x = plot.valToPos(generation, "x", true);
      if (!held_out || next - x < MARK_SPACE * pixels) continue;
      next = x;
      const y = (rate: number) => plot.valToPos(rate * positions, "y", true);
      whisker(ctx, x, y(held_out.low), y(held_out.high), 2.5 * pixels);
      diamond(ctx, x, y(held_out.rate), 4 * pixels);
    }
    ctx.restore();
  }

  #drawMark(plot: uPlot): void {
    if (this.#marked === null) return;
    const { ctx, bbox } = plot;
    const x = Math.round(plot.valToPos(this.#marked, "x", true)) + 0.5;
    ctx.save();
    ctx.strokeStyle = colour("--accent");
    ctx.setLineDash([3 * devicePixelRatio, 3 * devicePixelRatio]);
    ctx.beginPath();
    ctx.moveTo(x, bbox.top);
    ctx.lineTo(x, bbox.top + bbox.height);
    ctx.stroke();
    ctx.restore();
  }
}

function columns(records: Point[]): uPlot.AlignedData {
  return [
    records.map(({ generation }) => generation),
    records.map(({ best }) => best),
    records.map(({ mean }) => mean),
    records.map(({ worst }) => worst),
  ];
}

/** From the lowest to the highest of what is drawn, whiskers included. */
function extent(records: Point[], measure: Measure): [number, number] {
  if (records.length === 0) return measure === "nodes" ? [0, 1_000_000] : [90, 170];
  let low = Number.POSITIVE_INFINITY;
  let high = Number.NEGATIVE_INFINITY;
  for (const { worst, best, held_out, positions } of records) {
    low = Math.min(low, worst, best, held_out ? held_out.low * positions : low);
    high = Math.max(high, best, worst, held_out ? held_out.high * positions : high);
  }
  const [least, most] = roomy(low, high, 2);
  return [Math.max(0, least), most];
}

function line(name: string, width: number): uPlot.Series {
  return { stroke: () => colour(name), width, points: { show: false } };
}

function movesAxis(): uPlot.Axis {
  return { ...axis(), scale: "y", size: 38, space: 32, incrs: STEPS };
}

function nodesAxis(): uPlot.Axis {
  const values: uPlot.Axis.Values = (_, splits) => splits.map(compact);
  return { ...axis(), scale: "y", size: 48, space: 32, values };
}
