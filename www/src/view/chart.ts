// What all charts do alike: they fit their place, follow the colours of the page, tell what the pointer is over, and end with their place.
// Only charts import uPlot.

import "./language.ts";
import uPlot from "uplot";
import "uplot/dist/uPlot.min.css";
import { colour, onSchemeChange } from "./colours.ts";
import { compact } from "./format.ts";
import type { Drawing } from "./mounted.ts";

export interface ChartEvents {
  /** The pointer is over this row, or over none. */
  hovered(index: number | null): void;
  /** This row was clicked. */
  chosen(index: number): void;
}

/** Of a chart whose place has no height yet, in pixels. */
const HEIGHT = 204;
const FONT = "11px system-ui, sans-serif";
/** Room above and below what is drawn, as a share of its range. */
const HEADROOM = 0.08;

/** What one chart has of its own. */
export type PlotOptions = Pick<uPlot.Options, "padding" | "scales" | "axes" | "series" | "bands" | "hooks">;

export class Plot implements Drawing {
  readonly #plot: uPlot;
  readonly #ends: (() => void)[];

  constructor(host: HTMLElement, options: PlotOptions, events: ChartEvents) {
    const setCursor = ({ cursor }: uPlot) => events.hovered(cursor.idx ?? null);
    const whole: uPlot.Options = {
      ...options,
      width: host.clientWidth || 600,
      height: host.clientHeight || HEIGHT,
      legend: { show: false },
      cursor: { y: false, points: { show: false }, drag: { x: false, y: false, setScale: false } },
      hooks: { ...options.hooks, setCursor: [setCursor] },
    };
    const plot = new uPlot(whole, options.series.map(() => []) as unknown as uPlot.AlignedData, host);
    plot.over.addEventListener("click", () => {
      const index = plot.cursor.idx;
      if (index !== null && index !== undefined) events.chosen(index);
    });
    const sizes = new ResizeObserver(() => {
      if (host.clientWidth > 0) plot.setSize({ width: host.clientWidth, height: host.clientHeight });
    });
    sizes.observe(host);
    this.#plot = plot;
    this.#ends = [
      () => sizes.disconnect(),
      onSchemeChange(() => plot.redraw(true)),
      () => plot.destroy(),
      () => events.hovered(null),
    ];
  }

  draw(columns: uPlot.AlignedData): void {
    this.#plot.setData(columns);
  }

  /** Moves the cursor to a generation, for the keyboard. `value`: on the scale `y`; without it half-way up. */
  point(generation: number, value?: number): void {
    const top = value === undefined ? this.#plot.height / 2 : this.#plot.valToPos(value, "y");
    this.#plot.setCursor({ left: this.#plot.valToPos(generation, "x"), top });
  }

  end(): void {
    for (const end of this.#ends) end();
  }
}

/** A range with room at both ends. */
export function roomy(low: number, high: number, least: number): [number, number] {
  const room = Math.max(least, (high - low) * HEADROOM);
  return [low - room, high + room];
}

export function axis(): uPlot.Axis {
  return {
    stroke: () => colour("--quiet"),
    font: FONT,
    ticks: { show: false },
    grid: { stroke: () => colour("--line"), width: 1 },
  };
}

/** Steps of what is counted. */
export const STEPS = [1, 2, 5, 10, 20, 25, 50, 100, 200, 500, 1000, 2000, 5000, 10_000];

/** Of games on a logarithmic scale: only powers of ten have room for their numbers. */
export function gamesAxis(): uPlot.Axis {
  const values: uPlot.Axis.Values = (_, splits) =>
    splits.map((games) => (Number.isInteger(Math.log10(games)) ? compact(games) : ""));
  return { ...axis(), size: 30, gap: 8, grid: { show: false }, filter: (_, splits) => splits, values };
}

/** Around a chart by generation: at the right there is room for half of the last one's number. */
export const BY_GENERATION: uPlot.Padding = [10, 20, 0, 0];

export function generationsAxis(): uPlot.Axis {
  return { ...axis(), size: 30, gap: 8, grid: { show: false }, incrs: STEPS };
}

/** Marks a generation. */
export function upright({ ctx, bbox, valToPos }: uPlot, generation: number): void {
  const x = Math.round(valToPos(generation, "x", true)) + 0.5;
  ctx.save();
  ctx.strokeStyle = colour("--accent");
  ctx.setLineDash([3 * devicePixelRatio, 3 * devicePixelRatio]);
  ctx.beginPath();
  ctx.moveTo(x, bbox.top);
  ctx.lineTo(x, bbox.top + bbox.height);
  ctx.stroke();
  ctx.restore();
}

/** A chart lower than this has no room for words. */
const WORDY = 120;

/** Marks the generations from which on settings have other values, with these in words where there is room before the next line. */
export function marks(plot: uPlot, changes: readonly Mark[]): void {
  const { ctx, bbox } = plot;
  const end = bbox.left + bbox.width;
  const gap = 4 * devicePixelRatio;
  const at = changes.map(({ generation }) => Math.round(plot.valToPos(generation, "x", true)) + 0.5);
  ctx.save();
  ctx.font = `${11 * devicePixelRatio}px system-ui, sans-serif`;
  ctx.textBaseline = "top";
  // The axes leave it at the right.
  ctx.textAlign = "left";
  ctx.lineWidth = devicePixelRatio;
  ctx.strokeStyle = ctx.fillStyle = colour("--quiet");
  changes.forEach(({ generation, words }, index) => {
    const x = at[index] ?? end;
    if (x > end) return;
    ctx.beginPath();
    ctx.moveTo(x, bbox.top);
    ctx.lineTo(x, bbox.top + bbox.height);
    ctx.stroke();
    const room = Math.min(at[index + 1] ?? end, end) - x - 2 * gap;
    const fits = (text: string) => ctx.measureText(text).width <= room;
    const text = [words, `${generation}`].find(fits);
    if (text && bbox.height > WORDY * devicePixelRatio) ctx.fillText(text, x + gap, bbox.top);
  });
  ctx.restore();
}

/** What is said beside an upright. */
export interface Mark {
  generation: number;
  words: string;
}

/** Marks a value on the scale `y`. */
export function level(plot: uPlot, value: number): void {
  const { ctx, bbox } = plot;
  const y = Math.round(plot.valToPos(value, "y", true)) + 0.5;
  ctx.save();
  ctx.strokeStyle = colour("--quiet");
  ctx.lineWidth = 1.5 * devicePixelRatio;
  ctx.setLineDash([6 * devicePixelRatio, 4 * devicePixelRatio]);
  ctx.beginPath();
  ctx.moveTo(bbox.left, y);
  ctx.lineTo(bbox.left + bbox.width, y);
  ctx.stroke();
  ctx.restore();
}

/** An interval. */
export function whisker(
  ctx: CanvasRenderingContext2D,
  x: number,
  low: number,
  high: number,
  cap: number,
): void {
  ctx.beginPath();
  ctx.moveTo(x, low);
  ctx.lineTo(x, high);
  ctx.moveTo(x - cap, low);
  ctx.lineTo(x + cap, low);
  ctx.moveTo(x - cap, high);
  ctx.lineTo(x + cap, high);
  ctx.stroke();
}

export function diamond(ctx: CanvasRenderingContext2D, x: number, y: number, size: number): void {
  ctx.beginPath();
  ctx.moveTo(x, y - size);
  ctx.lineTo(x + size, y);
  ctx.lineTo(x, y + size);
  ctx.lineTo(x - size, y);
  ctx.fill();
}
