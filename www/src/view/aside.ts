// What became of the game that was on the board, and whom the next one is against.

import { html, nothing } from "lit-html";
import { seatOf } from "../seats.ts";
import type { Context, View } from "./context.ts";

export function asideView({ page }: Context): View {
  return (state) => {
    const { mode, aside, invited, opponent, next_side } = state.play;
    if (mode === "play" && invited !== null) {
      const other = seatOf(state, opponent)?.title ?? "another program";
      return html`<p class="aside">
        <span>Your game with ${other} goes on.</span>
        <button class="plain" @click=${() => page.newGame(next_side)}>Play ${invited}</button>
      </p>`;
    }
    if (!aside || mode === "arena") return nothing;
    return html`<p class="aside">
      <span>${aside.why}</span> <button class="plain" @click=${() => page.bringBack()}>${aside.undo}</button>
    </p>`;
  };
}
