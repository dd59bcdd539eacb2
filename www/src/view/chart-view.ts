// A chart with its legend, and one row read out where the pointer or the keyboard is.

import { html, nothing, type TemplateResult } from "lit-html";
import type { State } from "../model.ts";
import type { ChartEvents } from "./chart.ts";
import type { Context, View } from "./context.ts";
import { type Drawing, mounted } from "./mounted.ts";

/** What is drawn, a row a generation. */
export interface Chart<R> {
  /** What the slider is called that the keyboard moves. */
  cursor: string;
  draw(host: HTMLElement, events: ChartEvents): ChartDrawing;
  rows(state: State): R[];
  choose(index: number): void;
  /** One generation in words, for the pointer and the keyboard alike. */
  reading(row: R, state: State): string;
  legend(state: State): TemplateResult;
  /** While there is nothing to draw. */
  invitation?(state: State): string;
  /** How high it is, beside the usual. */
  size?: "large" | "small";
}

export interface ChartDrawing extends Drawing {
  /** Draws what is new. */
  update(state: State): void;
  /** Moves the cursor to a row. */
  point(index: number): void;
}

export function chartView<R>({ page, redraw }: Context, chart: Chart<R>): View {
  let hovered: number | null = null;
  const hover = (index: number | null) => {
    if (index === hovered) return;
    hovered = index;
    redraw();
  };
  const mount = mounted((element: HTMLElement) => {
    const drawing = chart.draw(element, { hovered: hover, chosen: chart.choose });
    drawing.update(page.state);
    return drawing;
  });
  const steer = (event: KeyboardEvent) => {
    const last = chart.rows(page.state).length - 1;
    if (event.key === "Enter" && hovered !== null) chart.choose(hovered);
    const to = destination(event.key, hovered ?? last, last);
    if (to === null) return;
    event.preventDefault();
    mount.drawing?.point(Math.max(0, Math.min(last, to)));
  };

  return (state) => {
    mount.drawing?.update(state);
    const rows = chart.rows(state);
    const at = Math.max(0, Math.min(hovered ?? Number.POSITIVE_INFINITY, rows.length - 1));
    const row = rows[at];
    const text = row ? chart.reading(row, state) : "Nothing measured yet";
    return html`
      <div class="chart">
        <div
          class=${`plot ${chart.size ?? ""}`} tabindex="0" role="slider" aria-label=${chart.cursor} aria-orientation="horizontal"
          aria-valuemin="0" aria-valuemax=${Math.max(0, rows.length - 1)} aria-valuenow=${at} aria-valuetext=${text}
          ${mount.host()} @keydown=${steer}></div>
        ${rows.length === 0 && chart.invitation ? html`<p class="invitation">${chart.invitation(state)}</p>` : nothing}
        <p class="readout" aria-hidden="true">${hovered === null ? chart.legend(state) : text}</p>
      </div>
    `;
  };
}

/** Where a key moves the cursor to, or null for keys that do not. */
function destination(key: string, at: number, last: number): number | null {
  const moves: Record<string, number> = {
    ArrowLeft: at - 1,
    ArrowDown: at - 1,
    ArrowRight: at + 1,
    ArrowUp: at + 1,
    PageDown: at - 10,
    PageUp: at + 10,
    Home: 0,
    End: last,
  };
  return moves[key] ?? null;
}
