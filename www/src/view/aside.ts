// What became of the game that was on the board, and whom the next one is against.

import { html, nothing } from "lit-html";
import { translate } from "../language/language.ts";
import { seatOf } from "../seats.ts";
import type { Context, View } from "./context.ts";

export function asideView({ page }: Context): View {
  return (state) => {
    const { mode, aside, invited, opponent, next_side } = state.play;
    if (mode === "play" && invited !== null) {
      const seat = seatOf(state, opponent);
      const other = seat ? translate(seat.title) : "another program";
      return html`<p class="aside">
        <span>Your game with ${other} goes on.</span>
        <button class="plain" @click=${() => page.newGame(next_side)}>Play ${translate(invited)}</button>
      </p>`;
    }
    if (!aside || mode === "arena") return nothing;
    return html`<p class="aside">
      <span>${translate(aside.why)}</span> <button class="plain" @click=${() => page.bringBack()}>${translate(aside.undo)}</button>
    </p>`;
  };
}
