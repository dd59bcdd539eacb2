import { html, nothing } from "lit-html";
import type { State } from "../model.ts";
import { runsOf } from "../runs.ts";
import { ancestorView } from "./ancestor.ts";
import { arenaView } from "./arena.ts";
import { asideView } from "./aside.ts";
import { boardView } from "./board.ts";
import type { Context, View } from "./context.ts";
import { evaluationView } from "./evaluation.ts";
import { filesView } from "./files.ts";
import { fromFenView } from "./from-fen.ts";
import { gameView } from "./game.ts";
import { gameHeadsView } from "./game-heads.ts";
import { gameListView } from "./game-list.ts";
import { installLeafing } from "./leafing.ts";
import { looksView } from "./looks.ts";
import { modeView } from "./mode.ts";
import { movesView } from "./moves.ts";
import { openingView } from "./opening.ts";
import { opponentView } from "./opponent.ts";
import { resultsView } from "./results.ts";
import { reviewView } from "./review.ts";
import { soundsView } from "./sounds.ts";
import { shareView } from "./share.ts";
import { strengthView } from "./strength.ts";
import { analysisView, thinkingView } from "./thinking.ts";
import { timeControlView } from "./time-control.ts";
import { typedMoveView } from "./typed-move.ts";
import { triesView } from "./tries.ts";
import { welcomeView } from "./welcome.ts";

/** The third room: a game against a program, an analysis, two programs to watch, or a match; and the program as a link. */
export function playRoom(context: Context): View {
  const mode = modeView(context);
  const opponent = opponentView(context);
  const strength = strengthView(context);
  const clock = timeControlView(context);
  const ancestor = ancestorView(context);
  const typed = typedMoveView(context);
  const board = boardView(context, typed.complain);
  const game = gameView(context);
  const moves = movesView(context);
  const welcome = welcomeView();
  const opening = openingView(context);
  const review = reviewView(context);
  const gameList = gameListView(context);
  const gameHeads = gameHeadsView();
  const aside = asideView(context);
  const analysis = analysisView(context);
  const thinking = thinkingView();
  const files = filesView(context);
  const share = shareView(context);
  const evaluation = evaluationView();
  const tries = triesView();
  const arena = arenaView(context);
  const fromFen = fromFenView(context);
  const sounds = soundsView(context);
  const looks = looksView(context);
  const results = resultsView(context);
  const comeForward = guestsFirst();
  installLeafing(context.page);
  return (state) => {
    comeForward(state);
    return html`
      <section class="room play" id="play" tabindex="-1" aria-labelledby="play-title">
        <div class="play-head"><h2 id="play-title">Play</h2>${mode(state)}</div>
        ${inArena(state) ? arena(state) : nothing}
        <div class="at-board" ?hidden=${inArena(state)}>
        <div class="seats">
          ${opponent.draw(state)} ${analysing(state) ? analysis(state) : strength.draw(state)}
          ${clock.draw(state)}
          ${opponent.form(state)} ${analysing(state) ? nothing : strength.form(state)} ${clock.form(state)}
        </div>
        ${results.links(state)}
        ${ancestor(state)} ${board(state)} ${game(state)} ${typed.draw(state)} ${gameList(state)} ${gameHeads(state)} ${moves(state)} ${opening(state)} ${welcome(state)} ${aside(state)} ${thinking(state)}
        ${review(state)}
        </div>
        ${share(state)}
        <div class="at-board" ?hidden=${inArena(state)}>${evaluation(state)} ${tries(state)} ${fromFen(state)} ${sounds(state)} ${looks(state)}</div>
        ${results.draw(state)}
        ${files(state)}
      </section>
    `;
  };
}

/** The board stays where it is, out of sight: what draws on it begins only once. */
function inArena({ play }: State): boolean {
  return play.mode === "arena";
}

function analysing({ play }: State): boolean {
  return play.mode === "analyse";
}

/** Where the rooms stand below each other, a program that came by a link or a file brings its room into view. */
function guestsFirst(): (state: State) => void {
  let known = "";
  return (state) => {
    const { play, offer } = state;
    const text = play.program?.text ?? "";
    const guest = play.invited ?? text;
    if (guest === known) return;
    known = guest;
    const records = runsOf(state).flatMap(({ records }) => records);
    const bred = guest === "" || records.some(({ champion }) => champion === text);
    // Of an experiment it is said first what it is.
    const room = offer ? "breed" : "play";
    if (!bred && STACKED.matches) onceDrawn(() => document.getElementById(room)?.scrollIntoView());
  };
}

/** What stands above it, its genes among that, moves it first. */
function onceDrawn(act: () => void): void {
  requestAnimationFrame(() => requestAnimationFrame(act));
}

/** The board comes below the other rooms where three do not fit side by side. */
const STACKED = window.matchMedia("(max-width: 1199px)");
