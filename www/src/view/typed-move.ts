// The move typed, which is also how the board is played without seeing it; and what helps to find one.

import { html, nothing } from "lit-html";
import { live } from "lit-html/directives/live.js";
import type { State } from "../model.ts";
import type { Context, View } from "./context.ts";

const HINT_HELP = "The move that the opponent would play in your place, as an arrow.";

export interface TypedMove {
  draw: View;
  /** Says what was wrong with a move made elsewhere. */
  complain(message: string): void;
}

export function typedMoveView({ page, redraw }: Context): TypedMove {
  let text = "";
  let wrong: string | null = null;

  const complain = (message: string | null) => {
    wrong = message;
    redraw();
  };
  const typed = (event: Event) => {
    text = (event.currentTarget as HTMLInputElement).value;
    if (wrong) complain(null);
  };
  const submit = async (event: Event) => {
    event.preventDefault();
    if (text.trim() === "") return;
    const message = await page.move(text.trim());
    if (message === null) text = "";
    complain(message);
  };

  const helper = (state: State) => {
    const { mode, search } = state.play;
    if (mode === "analyse") return nothing;
    if (search === "move")
      return html`<button type="button" @click=${() => page.moveNow()}>Move now</button>`;
    return html`<button type="button" data-help=${HINT_HELP} ?disabled=${!mayAsk(state)} @click=${() => page.hint()}>
      Hint
    </button>`;
  };

  return {
    complain,
    draw(state) {
      if (state.play.mode === "watch") return nothing;
      return html`
        <form class="your-move" @submit=${submit}>
          <input
            type="text" aria-label="Your move" placeholder="Your move: Nf3 or g1f3" autocomplete="off"
            autocapitalize="off" spellcheck="false" enterkeyhint="go" .value=${live(text)}
            aria-invalid=${wrong ? "true" : "false"} aria-describedby=${wrong ? "move-wrong" : nothing}
            ?disabled=${!playable(state)} @input=${typed} />
          <button ?disabled=${!playable(state)}>Play it</button>
          ${helper(state)}
        </form>
        ${wrong ? html`<p id="move-wrong" class="wrong" role="alert">${wrong}</p>` : nothing}
      `;
    },
  };
}

function playable({ play }: State): boolean {
  return play.position !== null && (play.program !== null || play.opponent !== "shown");
}

function mayAsk(state: State): boolean {
  const { position, side, search } = state.play;
  return playable(state) && position?.result === null && position.turn === side && search === null;
}
