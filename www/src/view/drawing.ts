// The arrows and circles that a person draws on the board: with the right button of a mouse at any time, and in an analysis also with any
// pointer and by key, while "Draw arrows" is pressed.

import type { DrawShape } from "@lichess-org/chessground/draw";
import type { Key } from "@lichess-org/chessground/types";
import { html, nothing } from "lit-html";
import { live } from "lit-html/directives/live.js";
import { START } from "../draft.ts";
import type { Play } from "../model.ts";
import type { Context, View } from "./context.ts";

const WRONG = "Type one square for a circle or two for an arrow: e4 or e2e4.";

export interface Drawing {
  draw: View;
  /** Whether every pointer draws. */
  isOn(): boolean;
  keep(play: Play, shapes: DrawShape[]): void;
  /** What was drawn on the position on the board. */
  of(play: Play): DrawShape[];
}

/** `changed` hears of what was drawn by key. */
export function drawingView({ page, redraw }: Context, changed: () => void): Drawing {
  const drawn = drawings();
  let pressed = false;
  let text = "";
  let isWrong = false;

  const isOn = () => pressed && page.state.play.mode === "analyse";
  const keep = (play: Play, shapes: DrawShape[]) => {
    drawn.keep(play, shapes);
    redraw();
  };
  const press = () => {
    pressed = !pressed;
    isWrong = false;
    redraw();
  };
  const type = (event: Event) => {
    text = (event.currentTarget as HTMLInputElement).value;
    isWrong = false;
    redraw();
  };
  const submit = (event: Event) => {
    event.preventDefault();
    const { play } = page.state;
    const shape = shapeIn(text);
    isWrong = shape === null;
    if (!shape) return redraw();
    text = "";
    keep(play, toggled(drawn.of(play), shape));
    changed();
  };

  return {
    isOn,
    keep,
    of: drawn.of,
    draw({ play }) {
      if (play.mode !== "analyse") return nothing;
      const shapes = drawn.of(play).map(nameOf).join(", ");
      return html`
        <div class="buttons drawing">
          <button aria-pressed=${isOn()} @click=${press}>Draw arrows</button>
          ${
            isOn()
              ? html`<form class="your-move" @submit=${submit}>
                  <input
                    type="text" aria-label="Squares to draw" placeholder="e2e4, or e4 for a circle" autocomplete="off"
                    autocapitalize="off" spellcheck="false" enterkeyhint="done" .value=${live(text)}
                    aria-invalid=${isWrong} aria-describedby=${isWrong ? "drawing-wrong" : nothing} @input=${type} />
                  <button>Draw it</button>
                </form>`
              : nothing
          }
        </div>
        ${isOn() && isWrong ? html`<p id="drawing-wrong" class="wrong" role="alert">${WRONG}</p>` : nothing}
        ${
          isOn()
            ? html`<p class="quiet" aria-live="polite">${shapes ? `Drawn here: ${shapes}.` : "Drag from square to square, or tap one."}</p>`
            : nothing
        }
      `;
    },
  };
}

/** As at Lichess: those of a position stay with it while one looks around, until a click clears them or another game begins. */
function drawings() {
  const kept = new Map<string, DrawShape[]>();
  let plies = 0;
  /** Another game of a file is another game. */
  let of: number | null = null;
  return {
    keep({ shown }: Play, shapes: DrawShape[]): void {
      if (shown) kept.set(shown.fen, shapes);
    },
    of({ shown, position, file }: Play): DrawShape[] {
      const now = position?.history.length ?? 0;
      const game = file?.at ?? null;
      if ((now === 0 && plies > 0) || (game !== null && game !== of)) kept.clear();
      plies = now;
      of = game;
      return kept.get(shown?.fen ?? START) ?? [];
    },
  };
}

/** "e4" is a circle, "e2e4" an arrow; null for all else. */
function shapeIn(text: string): DrawShape | null {
  const squares = /^\s*([a-h][1-8])[\s-]*([a-h][1-8])?\s*$/i.exec(text);
  if (!squares) return null;
  const [orig, dest] = squares.slice(1).map((square) => square?.toLowerCase() as Key | undefined);
  return orig ? { orig, ...(dest && dest !== orig ? { dest } : {}), brush: "green" } : null;
}

/** The same once more takes it away. */
function toggled(shapes: DrawShape[], shape: DrawShape): DrawShape[] {
  const others = shapes.filter(({ orig, dest }) => orig !== shape.orig || dest !== shape.dest);
  return others.length < shapes.length ? others : [...shapes, shape];
}

function nameOf({ orig, dest }: DrawShape): string {
  return dest ? `${orig}–${dest}` : orig;
}
