// The line above the moves of a game that is analysed: who played it, and when.

import { html, nothing } from "lit-html";
import { headsOf } from "../game-heads.ts";
import type { View } from "./context.ts";

export function gameHeadsView(): View {
  return ({ play }) => {
    const { players, occasion } = headsOf(play);
    if (players === "") return nothing;
    return html`<p class="game-heads">
      <strong>${players}</strong>
      ${occasion === "" ? nothing : html`<span class="quiet">${occasion}</span>`}
    </p>`;
  };
}
