import { html } from "lit-html";
import type { Context, View } from "./context.ts";

/** Any position to start from, pasted as FEN; or a whole game. */
export function fromFenView({ page }: Context): View {
  let fen = "";
  const typed = (event: Event) => {
    fen = (event.currentTarget as HTMLInputElement).value;
  };
  const submit = (event: Event) => {
    event.preventDefault();
    if (fen.trim() === "") return;
    page.setUp(fen.trim());
    const form = event.currentTarget as HTMLFormElement;
    form.closest(".room")?.querySelector(".board")?.scrollIntoView({ block: "nearest" });
  };
  return () => html`
    <form class="from-fen" @submit=${submit}>
      <label for="fen">Start from FEN</label>
      <input id="fen" type="text" placeholder="or a game as PGN" autocomplete="off" spellcheck="false" .value=${fen} @input=${typed} />
      <button>Set up</button>
    </form>
  `;
}
