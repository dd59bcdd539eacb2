// Files may be dropped anywhere on the page. While they hover, an overlay says what letting go will do.

import { html, nothing } from "lit-html";
import type { Games, LaterStage, StageName } from "../model.ts";
import type { Context, View } from "./context.ts";

/** Where files fall: on the room with the board a game is opened, everywhere else they are to be bred on. */
type Place = "board" | "page";

export function dropView({ page, redraw }: Context): View {
  let hovering: Place | null = null;
  const hover = (now: Place | null) => {
    if (hovering === now) return;
    hovering = now;
    redraw();
  };

  window.addEventListener("dragover", (event) => {
    if (!bringsFiles(event)) return;
    event.preventDefault();
    hover(placeOf(event));
  });
  window.addEventListener("dragleave", (event) => {
    if (event.relatedTarget === null) hover(null);
  });
  window.addEventListener("drop", (event) => {
    if (!bringsFiles(event)) return;
    event.preventDefault();
    hover(null);
    const files = [...(event.dataTransfer?.files ?? [])];
    const game = placeOf(event) === "board" ? gameAmong(files) : null;
    if (game) return page.openGame(game);
    const suite = suiteAmong(files, page.state.stage);
    if (suite) page.useSuite(suite.stage, suite.file);
    else page.importFiles(files, "replace");
  });

  return (state) => {
    if (!hovering) return nothing;
    if (hovering === "board") return gameOverlay;
    return state.stage === "imitation" ? overlay(state.games) : suiteOverlays[state.stage];
  };
}

function bringsFiles(event: DragEvent): boolean {
  return event.dataTransfer?.types.includes("Files") ?? false;
}

function placeOf({ target }: DragEvent): Place {
  return target instanceof Element && target.closest("#play") ? "board" : "page";
}

/** What can be opened on the board: one file of plain PGN. All else is games to breed on. */
export function gameAmong<F extends { name: string }>(files: F[]): F | null {
  const [file, another] = files;
  return file && !another && /\.pgn$/i.test(file.name) ? file : null;
}

const gameOverlay = html`
  <div class="drop-overlay">
    <p>
      <strong>Drop to open this game on the board</strong>
      One PGN file. To breed on games, drop them elsewhere on the page.
    </p>
  </div>
`;

const OPENINGS = /\.(epd|fen|pgn)$/i;

/** One file of openings where programs play each other; elsewhere one EPD file is what a search is bred on. All else is games. */
export function suiteAmong<F extends { name: string }>(
  files: F[],
  stage: StageName,
): { stage: LaterStage; file: F } | null {
  const [file, another] = files;
  if (!file || another) return null;
  if (stage === "coevolution") return OPENINGS.test(file.name) ? { stage, file } : null;
  return /\.epd$/i.test(file.name) ? { stage: "tuning", file } : null;
}

const suiteOverlays = {
  coevolution: html`
    <div class="drop-overlay">
      <p>
        <strong>Drop a file of openings to play from</strong>
        EPD, FEN or PGN. Several files and compressed ones are taken as games, a .json file as a program. Files are read in this browser and sent nowhere.
      </p>
    </div>
  `,
  tuning: html`
    <div class="drop-overlay">
      <p>
        <strong>Drop an EPD file to breed a search on it</strong>
        PGN files are taken as games, a .json file as a program. Files are read in this browser and sent nowhere.
      </p>
    </div>
  `,
};

function overlay(games: Games | null) {
  return html`
    <div class="drop-overlay">
      <p>
        <strong>Drop to breed on these games</strong>
        ${games ? html`They replace the games in use: ${games.title}.` : nothing} A saved program (.json) opens. Files are read in this browser
        and sent nowhere.
      </p>
    </div>
  `;
}
