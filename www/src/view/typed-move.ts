// The move typed, which is also how the board is played without seeing it; and what helps to find one.

import { html, nothing } from "lit-html";
import { live } from "lit-html/directives/live.js";
import type { State } from "../model.ts";
import type { Context, View } from "./context.ts";
import { command } from "./command.ts";
import { help } from "./help.ts";

const HINT_HELP = "The move that the opponent would play in your place, as an arrow.";

export interface TypedMove {
  draw: View;
  /** Says what was wrong with a move made elsewhere. */
  complain(message: string): void;
}

export function typedMoveView({ page, redraw }: Context): TypedMove {
  let text = "";
  let wrong: string | null = null;
  /** The game and the position it was about. */
  let about = "";

  const complain = (message: string | null) => {
    wrong = message;
    about = gameOf(page.state);
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
    return html`<button type="button" ${command(() => page.hint(), !mayAsk(state))} ${help(HINT_HELP)}>
      Hint
    </button>`;
  };

  return {
    complain,
    draw(state) {
      if (state.play.mode === "watch") return nothing;
      if (about !== gameOf(state)) wrong = null;
      return html`
        <form class="your-move" @submit=${submit}>
          <input
            type="text" aria-label="Your move" placeholder="Your move: Nf3 or g1f3" autocomplete="off"
            autocapitalize="off" spellcheck="false" enterkeyhint="go" .value=${live(text)}
            aria-invalid=${wrong ? "true" : "false"} aria-describedby=${wrong ? "move-wrong" : nothing}
            ?disabled=${!playable(state)} @input=${typed} />
          <button ${command(() => {}, !playable(state))}>Play it</button>
          ${helper(state)}
        </form>
        ${wrong ? html`<p id="move-wrong" class="wrong" role="alert">${wrong}</p>` : nothing}
      `;
    },
  };
}

/** Another game, another position: what was wrong with a move is wrong no more. */
function gameOf({ play: { mode, position, shown } }: State): string {
  return `${mode} ${position?.moves} ${position?.result} ${shown?.fen}`;
}

function playable({ play }: State): boolean {
  return play.position !== null && (play.program !== null || play.opponent !== "shown");
}

function mayAsk(state: State): boolean {
  const { position, side, search } = state.play;
  const isTheirs = position?.result === null && position.turn === side;
  // Not disabled while it is looked for: that would take the focus away.
  return playable(state) && isTheirs && (search === null || search === "hint");
}
