// The board. The only module that imports chessground; what it draws is for the eye and the pointer, the same
// position stands beside it as a table for screen readers.

import { Chessground } from "@lichess-org/chessground";
import type { Api } from "@lichess-org/chessground/api";
import "@lichess-org/chessground/assets/chessground.base.css";
import "@lichess-org/chessground/assets/chessground.cburnett.css";
import type { Config } from "@lichess-org/chessground/config";
import { type DrawShape, start as startDrawing } from "@lichess-org/chessground/draw";
import type { Key } from "@lichess-org/chessground/types";
import { html, type TemplateResult } from "lit-html";
import { createRef, type Ref, ref } from "lit-html/directives/ref.js";
import { START } from "../draft.ts";
import type { Line, Snapshot, Play, Position } from "../model.ts";
import { clockView } from "./clock.ts";
import type { Context, View } from "./context.ts";
import { drawingView } from "./drawing.ts";
import { allowEmptyHtml } from "./empty-html.ts";
import { blindfoldNote, colourSquares } from "./looks.ts";
import { materialRow } from "./material.ts";
import { mounted } from "./mounted.ts";
import { promotionChooser } from "./promotion.ts";
import { scoreBar } from "./score-bar.ts";
import { squaresTable } from "./squares.ts";

export function boardView(context: Context, failed: (message: string) => void): View {
  const { page } = context;
  const promotion = promotionChooser(context);
  let ground: Api | null = null;
  let shown = "";
  const group: Ref<HTMLElement> = createRef();
  const bar = scoreBar();
  const clocks = { above: clockView(), below: clockView() };

  const play = async (uci: string) => {
    const message = await page.move(uci);
    if (message === null) return;
    failed(message);
    sync(page.state.play, true);
  };
  const moved = async (from: Key, to: Key) => {
    const piece = ground?.state.pieces.get(to);
    const promotes = piece?.role === "pawn" && (to[1] === "8" || to[1] === "1");
    if (!promotes) return play(from + to);
    const letter = await promotion.choose(piece.color, group.value?.getBoundingClientRect() ?? new DOMRect());
    // The dialog gives the focus back to whatever had it, which may be nothing.
    if (document.activeElement === document.body) group.value?.focus({ preventScroll: true });
    if (letter) play(from + to + letter);
    else sync(page.state.play, true);
  };
  /** As at Lichess a pawn becomes a queen without being asked. */
  const premoved = (from: Key, to: Key) => {
    const isPawn = ground?.state.pieces.get(from)?.role === "pawn";
    play(from + to + (isPawn && (to[1] === "8" || to[1] === "1") ? "q" : ""));
  };
  const drawing = drawingView(context, () => sync(page.state.play, true));
  const sync = (state: Play, again = false) => {
    const now = fingerprint(state);
    if (!ground || (now === shown && !again)) return;
    shown = now;
    // Of all that is drawn this alone is no setting.
    ground.state.premovable.current = premoveOf(state);
    ground.set({ ...configuration(state), drawable: { shapes: drawing.of(state) } });
    ground.setAutoShapes(arrows(state));
  };
  const mount = mounted((element: HTMLElement) => {
    allowEmptyHtml();
    const board = Chessground(element, {
      ...FIXED,
      drawable: { ...FIXED.drawable, onChange: (shapes) => drawing.keep(page.state.play, shapes) },
      movable: { free: false, events: { after: moved } },
      premovable: { events: { set: premoved, unset: () => page.forgetPremove() } },
    });
    ground = board;
    measureAtEachTouch(element, board);
    drawWithEachPointer(element, board, drawing.isOn);
    sync(page.state.play, true);
    return {
      end: () => {
        board.destroy();
        ground = null;
      },
    };
  });

  return (state) => {
    sync(state.play);
    const { looks } = state.play;
    colourSquares(looks);
    const fen = state.play.shown?.fen ?? START;
    const below = orientation(state.play);
    const above = below === "white" ? "black" : "white";
    return html`
      ${beside(state.play, above, clocks.above, fen)}
      <div
        class=${looks.blindfold ? "board blindfold" : "board"} data-coordinates=${looks.coordinates}
        role="group" aria-label="Board" tabindex="-1" ${ref(group)}>
        ${bar(state.play, below)}
        <div class="ground" aria-hidden="true" ${mount.host()}></div>
        ${squaresTable(fen)}
      </div>
      ${beside(state.play, below, clocks.below, fen)} ${drawing.draw(state)} ${blindfoldNote(page, looks)}
      ${promotion.draw()}
    `;
  };
}

/** What stands above and below the board. */
function beside(
  play: Play,
  side: Play["side"],
  clock: ReturnType<typeof clockView>,
  fen: string,
): TemplateResult {
  return html`<div class="beside-board">${materialRow(fen, side)} ${clock(play, side)}</div>`;
}

/**
 * chessground remembers where the board is until the page scrolls. Whatever comes or goes above it moves it too, so it is measured
 * again before each event that it hears.
 */
function measureAtEachTouch(element: HTMLElement, ground: Api): void {
  const measure = () => ground.state.dom.bounds.clear();
  for (const event of ["pointerdown", "pointermove", "pointerup"] as const)
    element.addEventListener(event, measure, { capture: true });
}

/** As the right button of a mouse always does; chessground goes on by itself once it was begun. */
function drawWithEachPointer(element: HTMLElement, ground: Api, isOn: () => boolean): void {
  const begin = (event: MouseEvent | TouchEvent) => {
    if (!isOn()) return;
    startDrawing(ground.state, event);
    // A tap may be over before the next frame, in which chessground would look where it is.
    const { current } = ground.state.drawable;
    if (current) current.mouseSq = current.orig;
    ground.state.dom.redraw();
  };
  for (const event of ["touchstart", "mousedown"] as const)
    element.addEventListener(event, begin, { capture: true, passive: false });
}

/** A board to look at only; begins anew whenever it comes into the page. */
export function smallBoard(): (snapshot: Snapshot) => TemplateResult {
  let now: Snapshot | null = null;
  const mount = mounted((element: HTMLElement) => {
    allowEmptyHtml();
    const ground = Chessground(element, SMALL);
    const sync = () => {
      if (now) ground.set({ fen: now.fen, lastMove: (now.last_move ?? []) as Key[] });
    };
    sync();
    return { sync, end: () => ground.destroy() };
  });
  return (snapshot) => {
    if (now !== snapshot) {
      now = snapshot;
      mount.drawing?.sync();
    }
    return html`<div class="board"><div class="ground" aria-hidden="true" ${mount.host()}></div></div>`;
  };
}

const SMALL = {
  viewOnly: true,
  coordinates: false,
  animation: { enabled: false },
  drawable: { enabled: false },
} as const;

const FIXED = {
  coordinates: true,
  disableContextMenu: true,
  animation: { enabled: !window.matchMedia("(prefers-reduced-motion: reduce)").matches, duration: 180 },
  drawable: {
    brushes: {
      green: brush("g", "#2f6f5e", 0.9),
      red: brush("r", "#a1431f", 0.9),
      blue: brush("b", "#2d5f8a", 0.9),
      yellow: brush("y", "#b07a1a", 0.9),
      engine: brush("engine", "#1d5a86", 0.8),
      hint: brush("hint", "#2f6f5e", 0.9),
    },
  },
};

function brush(key: string, color: string, opacity: number) {
  return { key, color, opacity, lineWidth: 9 };
}

/** Everything the board's looks depend on: it is told only when this changes. */
function fingerprint(play: Play): string {
  const { shown, position, ply, side, mode, flipped, premove } = play;
  const moves = arrows(play).map(({ orig, dest, brush }) => `${orig}${dest}${brush}`);
  const side_to_move = mayMove(play);
  const game = [shown?.fen, position?.history.length, ply, mode];
  return [...game, side_to_move, side, flipped, premove, ...moves].join("|");
}

function orientation({ side, flipped }: Play): "white" | "black" {
  return flipped === (side === "white") ? "black" : "white";
}

function configuration(play: Play): Config {
  const { shown } = play;
  return {
    fen: shown?.fen ?? START,
    orientation: orientation(play),
    turnColor: shown?.turn ?? "white",
    check: shown?.in_check ?? false,
    lastMove: (shown?.last_move ?? []) as Key[],
    movable: { color: mayMove(play), dests: destinations(shown) },
    premovable: { enabled: mayPremove(play) },
  };
}

/** Whose men the person may move now, or have move once the program has. */
function mayMove(play: Play): "white" | "black" | "both" | undefined {
  const { mode, program, opponent, position, shown, ply, side, search } = play;
  if (!shown || shown.result !== null || mode === "watch" || mode === "arena") return undefined;
  if (mode === "analyse") return "both";
  const current = position !== null && ply === position.history.length;
  const opposed = program !== null || opponent !== "shown";
  return current && opposed && (search === "move") === (position.turn !== side) ? side : undefined;
}

/** While the program thinks. */
function mayPremove(play: Play): boolean {
  return play.mode === "play" && play.search === "move" && mayMove(play) !== undefined;
}

/** Its squares, where it was written as two. */
function premoveOf({ premove }: Play): [Key, Key] | undefined {
  const squares = premove?.match(/^([a-h][1-8])([a-h][1-8])/);
  return squares ? [squares[1] as Key, squares[2] as Key] : undefined;
}

function destinations(position: Position | null): Map<Key, Key[]> {
  return new Map(Object.entries(position?.destinations ?? {}) as [Key, Key[]][]);
}

/** What the program considers in the position on the board, the best line boldest; or the hint that it gave. */
function arrows({ thinking, search, hint, shown, mode, lines }: Play): DrawShape[] {
  if (hint) return [arrow(hint, 0, "hint")];
  const fits = thinking !== null && thinking.fen === shown?.fen;
  if (!fits || (search === null && mode !== "analyse")) return [];
  const best = thinking.lines.slice(0, mode === "analyse" ? lines : 1);
  return best.map((line, rank) => arrow(line, rank, search === "hint" ? "hint" : "engine")).reverse();
}

function arrow({ move }: Line, rank: number, brush: string): DrawShape {
  return {
    orig: move.slice(0, 2) as Key,
    dest: move.slice(2, 4) as Key,
    brush,
    modifiers: { lineWidth: WIDTHS[rank] ?? 2 },
  };
}

/** Of the arrows of an analysis, by rank. */
const WIDTHS = [11, 7, 5, 3.5, 2.5];
