// Files may be dropped anywhere on the page. While they hover, an overlay says what letting go will do.

import { html, nothing } from "lit-html";
import type { Games } from "../model.ts";
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
    const suite = files.find(({ name }) => name.toLowerCase().endsWith(".epd"));
    if (suite) page.useSuite(suite);
    else page.importFiles(files, "replace");
  });

  return (state) => {
    if (!hovering) return nothing;
    return state.stage === "tuning" ? suiteOverlay : overlay(state.games);
  };
}

function bringsFiles(event: DragEvent): boolean {
  return event.dataTransfer?.types.includes("Files") ?? false;
}

const suiteOverlay = html`
  <div class="drop-overlay">
    <p>
      <strong>Drop an EPD file to breed a search on it</strong>
      PGN files are taken as games. Files are read in this browser and sent nowhere.
    </p>
  </div>
`;

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
