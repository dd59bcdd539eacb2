// Files may be dropped anywhere on the page. While they hover, an overlay says what letting go will do.

import { html, nothing } from "lit-html";
import { translate } from "../language/language.ts";
import type { Games, LaterStage, StageName } from "../model.ts";
import { LATER_STAGES } from "../runs.ts";
import type { Context, View } from "./context.ts";
import { type SuiteWords, WORDS_OF } from "./kinds/words.ts";

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
    if (page.state.plays_like_me.is_open) return page.takeOwnGames(files);
    const game = placeOf(event) === "board" ? gameAmong(files) : null;
    if (game) return page.openGame(game);
    const suite = suiteAmong(files, page.state.stage);
    if (suite) page.useSuite(suite.stage, suite.file);
    else page.importFiles(files, "replace");
  });

  return (state) => {
    // The dialog in front says itself what becomes of files.
    if (!hovering || state.plays_like_me.is_open) return nothing;
    if (hovering === "board") return gameOverlay;
    const { suite } = WORDS_OF[state.stage];
    return suite ? suiteOverlay(suite) : overlay(state.games);
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

/** One file of what a stage is bred on, which goes to the stage on show before others. All else is games. */
export function suiteAmong<F extends { name: string }>(
  files: F[],
  shown: StageName,
): { stage: LaterStage; file: F } | null {
  const [file, another] = files;
  if (!file || another) return null;
  const taking = LATER_STAGES.filter((stage) => {
    const dropped = WORDS_OF[stage].suite?.dropped;
    return dropped?.takes.test(file.name) && (stage === shown || dropped.isTakenElsewhere);
  });
  const stage = taking.find((stage) => stage === shown) ?? taking[0];
  return stage ? { stage, file } : null;
}

function suiteOverlay({ dropped: { will, others } }: SuiteWords) {
  return html`
    <div class="drop-overlay">
      <p>
        <strong>${will}</strong>
        ${others} Files are read in this browser and sent nowhere.
      </p>
    </div>
  `;
}

function overlay(games: Games | null) {
  return html`
    <div class="drop-overlay">
      <p>
        <strong>Drop to breed on these games</strong>
        ${games ? html`They replace the games in use: ${translate(games.title)}.` : nothing} A saved program (.json, .csv) opens. Files are read in this browser
        and sent nowhere.
      </p>
    </div>
  `;
}
