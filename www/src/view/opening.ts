// How the opening is called that is on the board.

import { html, nothing } from "lit-html";
import { type Book, fetchBook, openingOf } from "../openings.ts";
import type { Context, View } from "./context.ts";

export function openingView({ redraw }: Context): View {
  let book: Book | null = null;
  let asked = false;
  let isMissing = false;
  const ask = async () => {
    asked = true;
    try {
      book = await fetchBook();
    } catch {
      isMissing = true;
    }
    redraw();
  };
  return ({ play: { position, ply, start } }) => {
    const history = position?.history ?? [];
    if (start !== null || history.length === 0) return nothing;
    if (!asked) void ask();
    if (isMissing) return html`<p class="opening quiet">The names of openings could not be loaded.</p>`;
    const opening =
      book &&
      openingOf(
        book,
        history.slice(0, ply).map(({ fen }) => fen),
      );
    return html`<p class="opening" role="group" aria-label="Opening">
      ${opening ? html`<span class="quiet">${opening.eco}</span> ${opening.name}` : nothing}
    </p>`;
  };
}
