// Best, mean and worst by generation.

import type uPlot from "uplot";
import {
  axis,
  BY_GENERATION,
  type ChartEvents,
  generationsAxis,
  type Mark,
  marks,
  Plot,
  type PlotOptions,
  roomy,
  STEPS,
  upright,
} from "./chart.ts";
import { colour } from "./colours.ts";
import { compact } from "./format.ts";

/** A generation as the chart draws it. */
export interface Point {
  generation: number;
  best: number;
  mean: number;
  worst: number;
  /** What the counts are out of. */
  positions: number;
}

/** What is counted: moves found, of so many; or nodes searched, the fewer the better. */
export type Measure = "moves" | "nodes";

export class FitnessChart {
  readonly #measure: Measure;
  readonly #plot: Plot;
  #records: Point[] = [];
  #drawn: Point | undefined;
  #generations = 1;
  #marked: number | null = null;
  #changes: readonly Mark[] = [];

  constructor(host: HTMLElement, measure: Measure, events: ChartEvents) {
    this.#measure = measure;
    this.#plot = new Plot(host, this.#options(), events);
  }

  /** Draws what is new; `marked` is the generation chosen to play. */
  update(records: Point[], generations: number, marked: number | null, changes: readonly Mark[]): void {
    const stale = records.at(-1) !== this.#drawn || records.length !== this.#records.length;
    const isSame = generations === this.#generations && changes === this.#changes;
    if (!stale && isSame && marked === this.#marked) return;
    this.#records = records;
    this.#drawn = records.at(-1);
    this.#generations = generations;
    this.#marked = marked;
    this.#changes = changes;
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
      padding: BY_GENERATION,
      scales: {
        x: { time: false, range: () => [0, Math.max(1, this.#generations, this.#drawn?.generation ?? 0)] },
        y: { range: () => extent(this.#records, this.#measure) },
      },
      axes: [generationsAxis(), this.#measure === "nodes" ? nodesAxis() : movesAxis()],
      series: [{}, line("--ink", 2), line("--accent", 1.5), line("--line-strong", 0)],
      bands: [{ series: this.#measure === "nodes" ? [3, 1] : [1, 3], fill: () => colour("--band") }],
      hooks: {
        drawAxes: [
          (plot) => marks(plot, this.#changes),
          (plot) => this.#marked !== null && upright(plot, this.#marked),
        ],
      },
    };
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

/** From the lowest to the highest of what is drawn. */
function extent(records: Point[], measure: Measure): [number, number] {
  if (records.length === 0) return measure === "nodes" ? [0, 1_000_000] : [90, 170];
  let low = Number.POSITIVE_INFINITY;
  let high = Number.NEGATIVE_INFINITY;
  for (const { worst, best } of records) {
    low = Math.min(low, worst, best);
    high = Math.max(high, best, worst);
  }
  const [least, most] = roomy(low, high, 2);
  return [Math.max(0, least), most];
}

function line(name: string, width: number): uPlot.Series {
  return { stroke: () => colour(name), width, points: { show: false } };
}

function movesAxis(): uPlot.Axis {
  return { ...axis(), scale: "y", size: 44, space: 32, incrs: STEPS };
}

function nodesAxis(): uPlot.Axis {
  const values: uPlot.Axis.Values = (_, splits) => splits.map(compact);
  return { ...axis(), scale: "y", size: 48, space: 32, values };
}
