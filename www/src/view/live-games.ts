// Games that are being played, each on a small board.

import { html, nothing, type TemplateResult } from "lit-html";
import { translate } from "../language/language.ts";
import type { MatchGame, RunPhase } from "../model.ts";
import { smallBoard } from "./board.ts";

/** Draws up to two games; `title`: what stands above the number of one. */
export function liveGames(
  title: (game: MatchGame) => string,
): (games: MatchGame[], phase: RunPhase) => TemplateResult | typeof nothing {
  const boards = [smallBoard(), smallBoard()];
  return (games, phase) => {
    if (games.length === 0) return nothing;
    return html`<div class="tables">
      ${boards.map((board, at) => {
        const game = games[at];
        return game ? html`<figure>${board(game)}${caption(title(game), game, phase)}</figure>` : nothing;
      })}
    </div>`;
  };
}

function caption(title: string, { number, plies, end }: MatchGame, phase: RunPhase): TemplateResult {
  const move = `Move ${Math.max(1, Math.ceil(plies / 2))}`;
  const state = end ? translate(end) : phase === "running" ? move : `${move}, not ended`;
  return html`<figcaption>
    <strong>${title}</strong>
    <span class="quiet">Game ${number}. ${state}</span>
  </figcaption>`;
}
