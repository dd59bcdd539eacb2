// What a program thinks, while it thinks: depth, score, nodes and the lines it expects. In an analysis also how it is steered.

import { html, nothing, type TemplateResult } from "lit-html";
import { live } from "lit-html/directives/live.js";
import type { Line, Play, Thinking } from "../model.ts";
import type { Context, View } from "./context.ts";
import { grouped, signed } from "./format.ts";
import { command } from "./command.ts";
import { help, helped } from "./help.ts";

const HELP =
  "The best lines found so far, each with what it is worth in pawns to White. Depth counts half-moves, with the longest line looked at behind it; a node is a position looked at.";
const LINES_HELP =
  "How many of the best moves are followed. An analysis ends by itself after a minute; started again it goes on from what it knows.";
const LINE_CHOICES = [1, 2, 3, 4, 5];

export function thinkingView(): View {
  return ({ play }) => {
    const { mode, thinking, lines } = play;
    if (mode === "analyse") return table(mine(play) ? thinking : null, lines, play);
    return thinking ? table(thinking, 1, play) : nothing;
  };
}

/** How an analysis is steered. */
export function analysisView({ page }: Context): View {
  const choose = (event: Event) => page.setLines(Number((event.currentTarget as HTMLSelectElement).value));
  return ({ play: { lines, search, shown } }) => html`
    <div class="analysis">
      <label class="seat">
        <span data-help=${LINES_HELP}>Lines</span>
        <select .value=${live(String(lines))} @change=${choose} ${help(LINES_HELP)}>
          ${LINE_CHOICES.map((count) => html`<option value=${count} ?selected=${count === lines}>${count}</option>`)}
        </select>
      </label>
      <button ${command(() => page.analyse(search !== "analysis"), shown?.result !== null)}>
        ${search === "analysis" ? "Stop analysis" : "Start analysis"}
      </button>
    </div>
  `;
}

/** Of the position on the board, not of the last one. */
function mine({ thinking, shown }: Play): boolean {
  return thinking !== null && thinking.fen === shown?.fen;
}

function table(thinking: Thinking | null, rows: number, { search }: Play): TemplateResult {
  const lines: (Line | null)[] = Array.from({ length: rows }, (_, at) => thinking?.lines[at] ?? null);
  return html`
    <table class="considered">
      <caption>
        ${helped(search ? "What it considers" : "What it considered", HELP)}
        <span class="quiet">${thinking ? numbers(thinking) : ""}</span>
      </caption>
      <tbody>${lines.map(row)}</tbody>
    </table>
  `;
}

function row(line: Line | null): TemplateResult {
  if (!line) return html`<tr><td class="number">&nbsp;</td><td></td></tr>`;
  return html`<tr><td class="number">${score(line)}</td><th scope="row" class="line">${line.san}</th></tr>`;
}

function numbers({ depth, selective_depth, nodes, milliseconds }: Thinking): TemplateResult {
  const speed = milliseconds > 500 ? ` · ${grouped(nodes / milliseconds)}\u00a0k/s` : "";
  return html`depth ${depth}/${selective_depth} · ${grouped(nodes)} nodes<span class="speed">${speed}</span>`;
}

/** In pawns for White, or moves to mate. */
export function score({ pawns, mate_in }: Line): string {
  if (mate_in !== null) return mate_in < 0 ? `−M${-mate_in}` : `M${mate_in}`;
  return pawns === null ? "" : signed(pawns);
}
