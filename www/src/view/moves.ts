// The game in words: whose turn it is, and the moves so far, each of which leads to its position.

import { html, nothing, type TemplateResult } from "lit-html";
import { createRef, ref } from "lit-html/directives/ref.js";
import { translate } from "../language/language.ts";
import type { Play, State } from "../model.ts";
import { isLater } from "../runs.ts";
import { seatOf } from "../seats.ts";
import type { Context, View } from "./context.ts";
import { leafingButtons } from "./leafing.ts";
import { isTree, moveTree, treeButtons } from "./move-tree.ts";

export function movesView({ page }: Context): View {
  const list = createRef<HTMLElement>();
  let followed = "";
  const follow = ({ position, ply }: Play) => {
    const now = `${ply} ${position?.moves}`;
    if (now === followed) return;
    followed = now;
    requestAnimationFrame(() => scrollToCurrent(list.value));
  };
  return (state) => {
    const { position, ply } = state.play;
    follow(state.play);
    const branched = isTree(state.play);
    const moves = position?.moves ?? "";
    const isAny = branched || moves !== "";
    return html`
      <div class="turn-line">
        <p class="turn">${turn(state)}</p>
        ${state.play.premove ? cancel(page) : nothing}
        ${isAny ? leafingButtons(page, state.play) : nothing}
      </div>
      ${
        isAny
          ? html`<p
              class=${branched ? "moves branched" : "moves"} role="group" aria-label="Moves so far" tabindex="0" aria-keyshortcuts="ArrowLeft ArrowRight Home End"
              ${ref(list)}>${
                branched
                  ? moveTree(state.play, (path) => page.follow(path))
                  : words(moves, ply, (chosen) => page.look(chosen))
              }</p>`
          : nothing
      }
      ${branched ? treeButtons(page, state.play) : nothing}
    `;
  };
}

function cancel(page: Context["page"]): TemplateResult {
  return html`<button class="plain" aria-label="Cancel premove" @click=${() => page.forgetPremove()}>Cancel</button>`;
}

/** "1. e4 e5 2. Nf3": the numbers as they are, each move on its own. */
function words(moves: string, ply: number, look: (ply: number) => void): TemplateResult[] {
  let count = 0;
  return moves.split(" ").map((word, at) => {
    const space = at > 0 ? " " : "";
    if (/^\d+\.+$/.test(word)) return html`${space}<span class="move-number">${word}</span>`;
    count += 1;
    const here = count;
    return html`${space}<span class="move" aria-current=${here === ply ? "true" : nothing} @click=${() => look(here)}>${word}</span>`;
  });
}

/** Moves the list alone, never the page. */
function scrollToCurrent(list: HTMLElement | undefined): void {
  const current = list?.querySelector<HTMLElement>("[aria-current]");
  if (!list) return;
  if (!current) list.scrollTop = 0;
  else list.scrollTop = current.offsetTop - list.offsetTop - (list.clientHeight - current.offsetHeight) / 2;
}

function turn(state: State): TemplateResult | string {
  const { play } = state;
  const { position, shown, ply, mode } = play;
  if (!position || !shown) return "";
  if (ply < position.history.length && mode !== "analyse") return earlier(play);
  if (mode === "watch") return between(state);
  if (mode === "analyse")
    return shown.result ? html`<strong>${translate(shown.result)}</strong>` : toMove(play);
  return against(state);
}

/** The button that makes programs in the stage on show. */
function maker({ stage }: State): string {
  return isLater(stage) ? "Run" : "Evolve";
}

function against(state: State): TemplateResult | string {
  const { position, program, opponent, side, search, hint, premove } = state.play;
  if (!position || (!program && opponent === "shown"))
    return `Press ${maker(state)} to breed an opponent, open a program, or choose Staunton.`;
  if (position.result) return html`<strong>${translate(position.result)}</strong>`;
  if (search === "move" && premove) return html`Premove: <strong>${premove}</strong>`;
  if (search === "move") return "The program is thinking.";
  if (search === "hint") return "Looking for a hint.";
  if (position.turn !== side) return "The program is to move.";
  if (hint) return html`Hint: <strong>${firstMove(hint.san)}</strong>`;
  return `You are to move, with ${capital(side)}${position.in_check ? ", in check" : ""}.`;
}

function between(state: State): TemplateResult | string {
  const { position, program, program_title, opponent, side, watched } = state.play;
  if (!program) return `Press ${maker(state)} to breed a program, or open one.`;
  if (position?.result) return html`<strong>${translate(position.result)}</strong>`;
  if (watched === "held") return "The game is paused.";
  if (watched === "stopped") return "The game was stopped.";
  const other = seatOf(state, opponent)?.title ?? program_title;
  const [white, black] = side === "white" ? [program_title, other] : [other, program_title];
  return `${translate(white)} \u2013 ${translate(black)}`;
}

function earlier({ position, ply }: Play): string {
  const san = position?.history[ply - 1]?.san;
  return san ? `Earlier position, after ${san}.` : "The first position.";
}

function toMove({ shown }: Play): string {
  return shown ? `${capital(shown.turn)} is to move${shown.in_check ? ", in check" : ""}.` : "";
}

/** Of "3... Nf6 4. e5". */
export function firstMove(line: string): string {
  return line.split(" ").find((word) => !/^\d+\.+$/.test(word)) ?? line;
}

function capital(side: Play["side"]): string {
  return side === "white" ? "White" : "Black";
}
