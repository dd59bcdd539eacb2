// Which program of the run is on show: any generation, from the random ancestor to the champion.

import { html } from "lit-html";
import { live } from "lit-html/directives/live.js";
import type { Context, View } from "./context.ts";

/** Its room is kept, so that the board below stays where it is. */
const EMPTY = html`<div class="ancestor"></div>`;

export function ancestorView({ page }: Context): View {
  const choose = (event: Event) => {
    const { value, max } = event.currentTarget as HTMLInputElement;
    page.chooseGeneration(value === max ? null : Number(value));
  };
  return ({ run, play, chosen_generation }) => {
    if (run.records.length < 2 || (play.opponent !== "shown" && play.mode !== "watch")) return EMPTY;
    const last = run.records.at(-1)?.generation ?? 0;
    const chosen = chosen_generation ?? last;
    return html`<div class="ancestor"><input
      type="range" aria-label="Ancestor to play" min="0" max=${last} step="1"
      .value=${live(String(chosen))} aria-valuetext="Generation ${chosen}" @input=${choose} /></div>`;
  };
}
