// How the board looks: the colour of its squares, its pieces, where its coordinates stand, and whether its pieces are to be seen.

import { html, nothing, type TemplateResult } from "lit-html";
import { live } from "lit-html/directives/live.js";
import { COORDINATES, PIECES, SQUARES } from "../looks.ts";
import type { Looks, Page } from "../model.ts";
import type { Context, View } from "./context.ts";
import { help } from "./help.ts";
import { choosePieces } from "./pieces.ts";

const BLINDFOLD_HELP =
  "The pieces are there and move as always, but nobody sees them. Type moves, or drag from square to square. Screen readers still read the position.";
const NAMES: Record<Looks["squares"] | Looks["pieces"] | Looks["coordinates"], string> = {
  brown: "Brown",
  blue: "Blue",
  green: "Green",
  grey: "Grey",
  classic: "Classic",
  solid: "Solid",
  inside: "On the squares",
  outside: "Beside the board",
  none: "None",
};

const NO_PIECES =
  "The solid pieces could not be loaded: there is no connection, or a newer version has taken their place. Reload the page.";

export function looksView({ page, redraw }: Context): View {
  let failed = false;
  const choose = (looks: Looks) => {
    choosePieces(looks, () => {
      failed = true;
      redraw();
    });
    if (looks.pieces === "classic") failed = false;
  };
  const blind = ({ currentTarget }: Event) =>
    page.setLooks({ blindfold: (currentTarget as HTMLInputElement).checked });
  const set = ({ currentTarget }: Event) => {
    const chosen = PIECES.find((one) => one === (currentTarget as HTMLSelectElement).value);
    if (chosen) page.setLooks({ pieces: chosen });
  };
  const place = ({ currentTarget }: Event) => {
    const chosen = COORDINATES.find((one) => one === (currentTarget as HTMLSelectElement).value);
    if (chosen) page.setLooks({ coordinates: chosen });
  };
  const colour = (
    squares: Looks["squares"],
    now: Looks,
  ) => html`<label class="squares-of" data-squares=${squares}>
    <input
      type="radio" name="squares" .checked=${live(squares === now.squares)}
      @change=${() => page.setLooks({ squares })} />
    <span class="swatch" aria-hidden="true"></span>
    <span>${NAMES[squares]}</span>
  </label>`;
  return ({ play: { looks } }): TemplateResult => {
    choose(looks);
    return html`
    <details class="looks">
      <summary>Squares, pieces, coordinates, blindfold</summary>
      <fieldset class="squares-choice">
        <legend>Squares</legend>
        ${SQUARES.map((squares) => colour(squares, looks))}
      </fieldset>
      <label class="of-board-choice">
        <span>Pieces</span>
        <select .value=${live(looks.pieces)} @change=${set}>
          ${PIECES.map((one) => html`<option value=${one} ?selected=${one === looks.pieces}>${NAMES[one]}</option>`)}
        </select>
      </label>
      <label class="of-board-choice">
        <span>Coordinates</span>
        <select .value=${live(looks.coordinates)} @change=${place}>
          ${COORDINATES.map((one) => html`<option value=${one} ?selected=${one === looks.coordinates}>${NAMES[one]}</option>`)}
        </select>
      </label>
      <label class="blindfold-choice" data-help=${BLINDFOLD_HELP}>
        <input type="checkbox" .checked=${live(looks.blindfold)} @change=${blind} ${help(BLINDFOLD_HELP)} />
        Blindfold
      </label>
    </details>
    ${failed ? html`<p class="wrong" role="alert">${NO_PIECES}</p>` : nothing}
  `;
  };
}

/** Nobody is to wonder where the pieces are. */
export function blindfoldNote(page: Page, { blindfold }: Looks): TemplateResult | typeof nothing {
  if (!blindfold) return nothing;
  return html`<p class="blindfold-note">
    Blindfold: the pieces are hidden.
    <button class="plain" @click=${() => page.setLooks({ blindfold: false })}>Show the pieces</button>
  </p>`;
}

/** Of every board on the page, small ones and the position editor too. */
export function colourSquares({ squares }: Looks): void {
  const { dataset } = document.documentElement;
  if (dataset["squares"] !== squares) dataset["squares"] = squares;
}
