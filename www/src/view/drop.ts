// Files may be dropped anywhere on the page. While they hover, an overlay says what letting go will do.

import { html, nothing } from "lit-html";
import type { Games, LaterStage, StageName } from "../model.ts";
import type { Context, View } from "./context.ts";

export function dropView({ page, redraw }: Context): View {
  let hovering = false;
  const hover = (now: boolean) => {
    if (hovering === now) return;
    hovering = now;
    redraw();
  };

  window.addEventListener("dragover", (event) => {
    if (!bringsFiles(event)) return;
    event.preventDefault();
    hover(true);
  });
  window.addEventListener("dragleave", (event) => {
    if (event.relatedTarget === null) hover(false);
  });
  window.addEventListener("drop", (event) => {
    if (!bringsFiles(event)) return;
    event.preventDefault();
    hover(false);
    const files = [...(event.dataTransfer?.files ?? [])];
    const suite = suiteAmong(files, page.state.stage);
    if (suite) page.useSuite(suite.stage, suite.file);
    else page.importFiles(files, "replace");
  });

  return (state) => {
    if (!hovering) return nothing;
    return state.stage === "imitation" ? overlay(state.games) : suiteOverlays[state.stage];
  };
}

function bringsFiles(event: DragEvent): boolean {
  return event.dataTransfer?.types.includes("Files") ?? false;
}

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
        EPD, FEN or PGN. Several files and compressed ones are taken as games. Files are read in this browser and sent nowhere.
      </p>
    </div>
  `,
  tuning: html`
    <div class="drop-overlay">
      <p>
        <strong>Drop an EPD file to breed a search on it</strong>
        PGN files are taken as games. Files are read in this browser and sent nowhere.
      </p>
    </div>
  `,
};

function overlay(games: Games | null) {
  return html`
    <div class="drop-overlay">
      <p>
        <strong>Drop to breed on these games</strong>
        ${games ? html`They replace the games in use: ${games.title}.` : nothing} Files are read in this browser
        and sent nowhere.
      </p>
    </div>
  `;
}
