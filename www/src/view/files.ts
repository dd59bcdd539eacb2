// Programs and games as files.

import { html, nothing } from "lit-html";
import { createRef, type Ref, ref } from "lit-html/directives/ref.js";
import { lichessAddress } from "../lichess.ts";
import type { Play } from "../model.ts";
import type { Context, Drawn, View } from "./context.ts";
import { command } from "./command.ts";

const GAME_HELP =
  "Puts the game of a PGN file on the board, to look at and to go on with. Dropping the file on this room does the same.";

const TABLE_HELP =
  "The genes as a table for a spreadsheet, a row each. A table of weights that were learned can be opened as a program again.";

/** Nothing is asked of that site before a person follows it. */
function atLichess(play: Play): Drawn {
  const address = lichessAddress(play);
  if (address === null) return nothing;
  return html`<a class="plain" href=${address} target="_blank" rel="noopener noreferrer">Open in Lichess</a>`;
}

export function filesView({ page }: Context): View {
  const file: Ref<HTMLInputElement> = createRef();
  const game: Ref<HTMLInputElement> = createRef();
  const gameChosen = () => {
    const chosen = game.value?.files?.[0];
    if (game.value) game.value.value = "";
    if (chosen) page.openGame(chosen);
  };
  const opened = () => {
    const chosen = file.value?.files?.[0];
    if (file.value) file.value.value = "";
    if (chosen) page.importProgram(chosen);
  };
  return ({ play, arena }) => html`
    <p class="links">
      <button class="plain" ${command(() => page.exportProgram(), !play.program)}>Save program</button>
      <button class="plain" data-help=${TABLE_HELP} ${command(() => page.exportGenes(), !play.program)}>
        Save as CSV
      </button>
      <button class="plain" @click=${() => file.value?.click()}>Open program</button>
      ${
        play.mode === "arena"
          ? html`<button class="plain" ${command(() => page.downloadPgn(), !arena.standing?.games)}>
              Save match as PGN
            </button>`
          : html`<button class="plain" ${command(() => page.downloadPgn(), !play.position?.history.length)}>
              Save game as PGN
            </button>
            <button class="plain" data-help=${GAME_HELP} @click=${() => game.value?.click()}>Open game</button>
            ${atLichess(play)}`
      }
      <input
        type="file" class="unseen" tabindex="-1" accept=".pgn" aria-label="Game file" ${ref(game)}
        @change=${gameChosen} />
      <input
        type="file" class="unseen" tabindex="-1" accept=".json,.csv,application/json,text/csv" aria-label="Program file"
        ${ref(file)} @change=${opened} />
    </p>
  `;
}
