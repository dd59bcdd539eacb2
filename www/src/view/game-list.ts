// The games of the file that was opened, one of which is on the board.

import { html, nothing } from "lit-html";
import { guard } from "lit-html/directives/guard.js";
import { live } from "lit-html/directives/live.js";
import type { ListedGame } from "../model.ts";
import { command } from "./command.ts";
import type { Context, View } from "./context.ts";
import { grouped } from "./format.ts";
import { leafingIcon } from "./leafing.ts";

export function gameListView({ page }: Context): View {
  const choose = (event: Event) =>
    page.openGameOfFile(Number((event.currentTarget as HTMLSelectElement).value));
  return ({ play: { mode, file } }) => {
    if (mode !== "analyse" || !file) return nothing;
    const { name, games, at } = file;
    // From the one asked for last: it may not be drawn yet.
    const by = (step: number) => () => {
      const now = page.state.play.file?.at ?? null;
      page.openGameOfFile(now === null ? 0 : now + step);
    };
    return html`<div class="game-list" role="group" aria-label="Opened file">
      <span class="file-name" title=${name}>${name} <span class="quiet">${grouped(games.length)} games</span></span>
      <button class="plain" @click=${() => page.closeFile()}>Close file</button>
      <select aria-label="Game of the file" .value=${live(String(at ?? ""))} @change=${choose}>
        ${at === null ? html`<option value="" selected>Choose a game</option>` : nothing}
        ${guard([games], () => games.map((game, number) => option(game, number, at)))}
      </select>
      <span class="leafing">
        <button aria-label="Previous game" ${command(by(-1), at === null || at === 0)}>${leafingIcon("earlier")}</button>
        <button aria-label="Next game" ${command(by(1), at === games.length - 1)}>${leafingIcon("later")}</button>
      </span>
    </div>`;
  };
}

function option({ white, black, result }: ListedGame, number: number, at: number | null) {
  return html`<option value=${number} ?selected=${number === at}>
    ${number + 1}. ${white} \u2013 ${black} ${result}
  </option>`;
}
