// The board and one program, for pages elsewhere: no other room.

import { html, nothing } from "lit-html";
import { linkIn, programFragment } from "../link.ts";
import { announceView } from "./announce.ts";
import { boardView } from "./board.ts";
import type { Context, View } from "./context.ts";
import { gameView } from "./game.ts";
import { languageChoice } from "./language-choice.ts";
import { installLeafing } from "./leafing.ts";
import { movesView } from "./moves.ts";
import { isLearnedProgram, titleOf } from "./systems.ts";
import { noticeView, troubleView } from "./trouble.ts";
import { typedMoveView } from "./typed-move.ts";

const NOBODY = html`<p>The address of this page names no program to play against.</p>`;

/** A link is forgotten once it was opened. */
function isNamed(): boolean {
  return linkIn(location.hash) !== null;
}

export function onlyBoard(context: Context): View {
  const typed = typedMoveView(context);
  const board = boardView(context, typed.complain);
  const [game, moves] = [gameView(context), movesView(context)];
  const outside = [troubleView(context), noticeView(), announceView()];
  installLeafing(context.page);
  return (state) => {
    const { program, program_name } = state;
    const isLearned = program !== null && isLearnedProgram(state, program.text);
    const unnamed = isLearned ? "A program that learned to play" : "A bred program";
    return html`
      <main class="only-board">
        ${outside.map((view) => view(state))}
        <section class="room play" id="play" tabindex="-1" aria-labelledby="play-title">
          <h1 id="play-title">${program ? program_name || unnamed : "No program"}</h1>
          ${program ? html`<p class="quiet">${titleOf(state, program.system)}</p>` : nothing}
          <div class="at-board">${board(state)} ${program || isNamed() ? [game(state), typed.draw(state), moves(state)] : NOBODY}</div>
          <p class="links">
            <a
              class="plain" target="_blank" rel="noopener"
              href=${`./${program ? programFragment(program.text, program_name) : ""}`}>${isLearned ? "Learned with Millipawn: look inside" : "Bred with Millipawn: look inside"}</a>
            ${languageChoice()}
          </p>
        </section>
      </main>
    `;
  };
}
