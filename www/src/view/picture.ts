// Pictures as PNG: of SVG, and of the charts that are on show.

import { HEIGHT, WIDTH } from "../card.ts";
import { colour } from "./colours.ts";

/** Fine enough to be printed small. */
const SCALE = 2;

/** SVG as the address of a picture. */
export function svgAddress(svg: string): string {
  return `data:image/svg+xml;charset=utf-8,${encodeURIComponent(svg)}`;
}

/** Of a card. */
export async function svgPng(svg: string): Promise<Blob> {
  const image = new Image();
  image.src = svgAddress(svg);
  await image.decode();
  const [canvas, context] = emptyCanvas(WIDTH * SCALE, HEIGHT * SCALE);
  context.drawImage(image, 0, 0, canvas.width, canvas.height);
  return png(canvas);
}

/** The charts of the room that watches, below each other, with what each is. */
export async function chartsPng(): Promise<Blob> {
  const charts = [...document.querySelectorAll<HTMLCanvasElement>("#watch .plot canvas")].filter(
    ({ clientWidth, clientHeight }) => clientWidth > 0 && clientHeight > 0,
  );
  if (charts.length === 0) throw new Error("there is no chart");
  const scale = devicePixelRatio;
  const [gap, size] = [16 * scale, 14 * scale];
  const height = charts.reduce((sum, chart) => sum + chart.height + size + 2 * gap, gap);
  const width = Math.max(...charts.map((chart) => chart.width)) + 2 * gap;
  const [canvas, context] = emptyCanvas(width, height);
  context.fillStyle = colour("--paper");
  context.fillRect(0, 0, width, height);
  context.fillStyle = colour("--ink");
  context.font = `${size}px ui-sans-serif, system-ui, sans-serif`;
  let top = gap;
  for (const chart of charts) {
    context.fillText(titleOf(chart), gap, top + size);
    context.drawImage(chart, gap, top + size + gap);
    top += chart.height + size + 2 * gap;
  }
  return png(canvas);
}

/** Of the figure that it stands in, and what stands above it there. */
function titleOf(chart: HTMLCanvasElement): string {
  const above = chart.closest(".chart")?.previousElementSibling;
  const title = above?.classList.contains("chart-title") ? above.textContent : null;
  const figure = chart.closest("figure, [role=figure]");
  const words = [figure?.getAttribute("aria-label"), title].filter(Boolean).join(": ");
  return words.replace(/\s+/g, " ").trim();
}

function emptyCanvas(width: number, height: number): [HTMLCanvasElement, CanvasRenderingContext2D] {
  const canvas = document.createElement("canvas");
  canvas.width = Math.round(width);
  canvas.height = Math.round(height);
  const context = canvas.getContext("2d");
  if (!context) throw new Error("the browser gives no canvas");
  return [canvas, context];
}

function png(canvas: HTMLCanvasElement): Promise<Blob> {
  return new Promise((resolve, reject) =>
    canvas.toBlob(
      (blob) => (blob ? resolve(blob) : reject(new Error("the picture is too large"))),
      "image/png",
    ),
  );
}
