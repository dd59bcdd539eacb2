// The choice of a piece when a pawn reaches the last rank.

import { html, type TemplateResult } from "lit-html";
import { createRef, type Ref, ref } from "lit-html/directives/ref.js";
import { translate } from "../language/language.ts";
import type { Context } from "./context.ts";

const PIECES = [
  ["q", "queen"],
  ["r", "rook"],
  ["b", "bishop"],
  ["n", "knight"],
] as const;

export interface PromotionChooser {
  /** Asks, over the board; answers the UCI letter, or null when the person thinks better of the move. */
  choose(colour: "white" | "black", board: DOMRect): Promise<string | null>;
  draw(): TemplateResult;
}

export function promotionChooser({ redraw }: Context): PromotionChooser {
  const element: Ref<HTMLDialogElement> = createRef();
  let colour: "white" | "black" = "white";
  let answer: (letter: string | null) => void = () => {};

  const closed = () => answer(element.value?.returnValue || null);
  const beside = (event: Event) => event.target === element.value && element.value?.close("");
  const pick = (letter: string) => () => element.value?.close(letter);

  return {
    choose(side, board) {
      colour = side;
      redraw();
      if (element.value) element.value.returnValue = "";
      element.value?.showModal();
      centre(element.value, board);
      return new Promise((resolve) => {
        answer = resolve;
      });
    },
    draw: () => html`
      <dialog class="promotion" aria-label="Promote the pawn to" ${ref(element)} @close=${closed} @click=${beside}>
        <div class="cg-wrap promotion-pieces">
          ${PIECES.map(
            ([letter, name]) => html`<button @click=${pick(letter)}>
              <piece class="piece ${name} ${colour}" aria-hidden="true"></piece><span>${capital(translate(name))}</span>
            </button>`,
          )}
        </div>
      </dialog>
    `,
  };
}

function capital(word: string): string {
  return word.charAt(0).toUpperCase() + word.slice(1);
}

function centre(dialog: HTMLDialogElement | undefined, board: DOMRect): void {
  if (!dialog) return;
  const { width, height } = dialog.getBoundingClientRect();
  dialog.style.left = `${board.left + (board.width - width) / 2}px`;
  dialog.style.top = `${board.top + (board.height - height) / 2}px`;
}
