// The page's one voice: what a screen reader should hear although nothing has the focus. Everything else is read when it is asked for.

import { html } from "lit-html";
import { boardNews } from "./announce-board.ts";
import { pageNews } from "./announce-page.ts";
import type { View } from "./context.ts";

export function announceView(): View {
  const board = boardNews();
  const page = pageNews();
  const voice = alternating();
  return (state) => {
    const news = [...board(state.play), ...page(state)];
    const [first, second] = voice(news.join(" ").trim());
    return html`
      <div class="unseen" aria-live="polite">${first}</div>
      <div class="unseen" aria-live="polite">${second}</div>
    `;
  };
}

/**
 * What two live regions say. They take turns, for a region that is given the text it has already is silent: so the same sentence is
 * heard as often as it is said.
 */
export function alternating(): (text: string) => [string, string] {
  let said: [string, string] = ["", ""];
  let turn = 0;
  return (text) => {
    if (text === "") return said;
    said = turn === 0 ? [text, ""] : ["", text];
    turn = 1 - turn;
    return said;
  };
}
