// A position set up piece by piece: by dragging, by clicking, and by key. Beside the board the only module that imports chessground;
// loaded when a person asks for it. What may be played the core decides.

import { Chessground } from "@lichess-org/chessground";
import type { Api } from "@lichess-org/chessground/api";
import type { Key, MouchEvent, Piece } from "@lichess-org/chessground/types";
import { html, nothing, type TemplateResult } from "lit-html";
import { live } from "lit-html/directives/live.js";
import { say, translate } from "../language/language.ts";
import {
  castlingOf,
  type Draft,
  fenOf,
  lostCastling,
  objectionTo,
  readDraft,
  START,
  possibleCastling,
} from "../draft.ts";
import { command } from "./command.ts";
import type { Context } from "./context.ts";
import { dialog } from "./dialog.ts";
import { allowEmptyHtml } from "./empty-html.ts";
import { mounted } from "./mounted.ts";

/** What a press on a square does: it moves pieces, empties squares, or puts that piece there. */
type Tool = "move" | "erase" | string;

const ROLES = { k: "king", q: "queen", r: "rook", b: "bishop", n: "knight", p: "pawn" } as const;
const LETTERS = Object.keys(ROLES) as (keyof typeof ROLES)[];
const FILES = [..."abcdefgh"];
const RANKS = [..."87654321"];
const SQUARES = RANKS.flatMap((rank) => FILES.map((file) => `${file}${rank}` as Key));
const CASTLING: [string, string][] = [
  ["K", "White castles short"],
  ["Q", "White castles long"],
  ["k", "Black castles short"],
  ["q", "Black castles long"],
];
const EMPTY: Draft = { placement: "8/8/8/8/8/8/8/8", turn: "white", castling: "", rest: "- 0 1" };
/** Pixels within which a press goes nowhere. */
const STILL = 5;
const KEYS_HELP =
  "Choose a piece and press squares, or drag pieces to, from and off the board. By key: arrows go from square to square, a letter puts a black piece there, with Shift a white one, Delete empties it.";

export interface PositionEditor {
  open(fen: string): void;
  draw(): TemplateResult;
}

export function positionEditor(context: Context): PositionEditor {
  const { page, redraw } = context;
  let draft = EMPTY;
  let tool: Tool = "move";
  let at: Key = "e4";
  /** What the keyboard has picked up. */
  let held: Key | null = null;
  let wrong: string | null = null;
  /** Castling rights of the FEN that was written which the pieces contradict. */
  let lost = "";
  /** What stands in the field of the FEN, where it was not read yet. */
  let written: string | null = null;
  let said = "";
  let ground: Api | null = null;
  const sheet = dialog("Position editor", "editor-title", context);

  const change = (part: Partial<Draft>) => {
    const edited = { ...draft, rest: EMPTY.rest, ...part };
    draft = { ...edited, castling: castlingOf(edited) };
    wrong = null;
    lost = "";
    written = null;
    redraw();
  };
  const take = () => ground && change({ placement: ground.getFen() });
  const put = (square: Key, piece: Piece | undefined) => {
    ground?.setPieces(new Map([[square, piece]]));
    take();
    said = nameOf(square, piece);
  };
  const load = (next: Draft) => {
    draft = { ...next, castling: castlingOf(next) };
    wrong = null;
    lost = "";
    written = null;
    ground?.set({ fen: draft.placement });
    redraw();
  };
  const mount = mounted((element: HTMLElement) => {
    allowEmptyHtml();
    const board = Chessground(element, {
      ...EDITING,
      fen: draft.placement,
      events: { change: take },
    });
    ground = board;
    element.addEventListener("pointerdown", paint, { capture: true });
    element.addEventListener("pointermove", paint, { capture: true });
    return {
      end: () => {
        board.destroy();
        ground = null;
      },
    };
  });
  /** Pieces are put wherever the pointer goes while it is pressed. */
  const paint = (event: PointerEvent) => {
    if (!ground || tool === "move" || event.buttons !== 1) return;
    ground.state.dom.bounds.clear();
    const square = ground.getKeyAtDomPos([event.clientX, event.clientY]);
    if (square) put(square, pieceOf(tool));
  };
  const choose = (next: Tool) => {
    tool = next;
    held = null;
    // Where pieces are put, none is taken up.
    ground?.set({
      movable: { color: next === "move" ? "both" : undefined },
      draggable: { enabled: next === "move" },
      selectable: { enabled: next === "move" },
    });
    redraw();
  };
  /** A press that went nowhere chooses the piece, also where chessground took the tap for a drag. */
  let pressed: [number, number] = [0, 0];
  const down = (event: PointerEvent) => {
    pressed = [event.clientX, event.clientY];
  };
  const up = (letter: string) => (event: PointerEvent) => {
    const [left, top] = pressed;
    if (Math.hypot(event.clientX - left, event.clientY - top) < STILL) choose(letter);
  };
  const dragOut = (letter: string) => (event: Event) => {
    const piece = pieceOf(letter);
    if (!ground || !piece) return;
    ground.state.dom.bounds.clear();
    if (tool === "move") ground.dragNewPiece(piece, event as MouchEvent, true);
  };
  const use = async () => {
    if (!readWritten()) return;
    const fen = fenOf(draft);
    const objection = await page.objectionTo(fen);
    wrong = objection && `This position cannot be set up: ${objection}.`;
    redraw();
    if (wrong) return;
    sheet.close();
    page.setUp(fen);
  };
  const typed = (event: Event) => {
    written = (event.currentTarget as HTMLInputElement).value;
  };
  /** Whether it could be: else it stays, and what is wrong with it is said. */
  const readWritten = (): boolean => {
    if (written === null) return true;
    const fen = written.trim();
    wrong = objectionTo(fen);
    const read = readDraft(fen);
    if (read) load(read);
    if (read) lost = lostCastling(fen);
    redraw();
    return read !== null;
  };
  const step = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const next = neighbour(at, event.key);
    if (next) go(next);
    else if (!act(event.key)) return;
    event.preventDefault();
  };
  const go = (square: Key) => {
    at = square;
    redraw();
    requestAnimationFrame(() => document.getElementById(`editor-${square}`)?.focus());
  };
  const act = (key: string): boolean => {
    if (key === "Delete" || key === "Backspace") put(at, undefined);
    else if (key === "Enter" || key === " ") press();
    else if (key.length === 1 && pieceOf(key)) put(at, pieceOf(key));
    else return false;
    redraw();
    return true;
  };
  const press = () => {
    if (tool !== "move") return put(at, pieceOf(tool));
    const piece = ground?.state.pieces.get(held ?? at);
    if (held === null) {
      held = piece ? at : null;
      said = piece ? `${nameOf(at, piece)}, picked up` : "";
      return;
    }
    const from = held;
    held = null;
    if (from === at || !piece) return;
    ground?.setPieces(new Map([[from, undefined]]));
    put(at, piece);
  };

  const spare = (colour: "white" | "black") => html`<div class="cg-wrap spare">
    ${LETTERS.map((letter) => {
      const sign = colour === "white" ? letter.toUpperCase() : letter;
      return html`<label class="tool" @pointerdown=${down} @pointerup=${up(sign)} @mousedown=${dragOut(sign)} @touchstart=${dragOut(sign)}>
        <input type="radio" name="tool" aria-label=${`Put a ${translate(colour)} ${translate(ROLES[letter])}`} .checked=${live(tool === sign)}
          @change=${() => choose(sign)} />
        <piece class="piece ${ROLES[letter]} ${colour}" aria-hidden="true"></piece>
      </label>`;
    })}
  </div>`;
  const plain = (name: Tool, label: string) => html`<label class="tool word">
    <input type="radio" name="tool" .checked=${live(tool === name)} @change=${() => choose(name)} />
    <span>${label}</span>
  </label>`;
  const cell = (square: Key) => {
    const name = nameOf(square, pieceAt(draft.placement, square));
    return html`<span
      role="gridcell" id=${`editor-${square}`} tabindex=${square === at ? "0" : "-1"} aria-label=${name}
      class=${square === held ? "held" : ""} @focus=${() => {
        at = square;
      }}></span>`;
  };
  const body = () => html`
    <div class="position-editor">
      <div class="editor-left">
        <fieldset class="tools">
          <legend class="unseen">What a press on a square does</legend>
          ${spare("black")}
          <div class="board">
            <div class="ground" aria-hidden="true" ${mount.host()}></div>
            <div class="editor-grid" role="grid" aria-label="Squares" aria-description=${KEYS_HELP} @keydown=${step}>
              ${RANKS.map(
                (_, row) => html`<div role="row">${SQUARES.slice(8 * row, 8 * row + 8).map(cell)}</div>`,
              )}
            </div>
          </div>
          ${spare("white")}
          <div class="tool-words">${plain("move", "Move pieces")} ${plain("erase", "Erase")}</div>
        </fieldset>
        <p class="unseen" aria-live="polite">${said}</p>
      </div>
      <div class="editor-right">
        <label class="seat">
          <span>To move</span>
          <select .value=${live(draft.turn)}
            @change=${(event: Event) => change({ turn: (event.currentTarget as HTMLSelectElement).value === "black" ? "black" : "white" })}>
            <option value="white">White</option>
            <option value="black">Black</option>
          </select>
        </label>
        <fieldset class="castling">
          <legend>Castling</legend>
          ${CASTLING.map(([right, label]) => castling(right, label))}
        </fieldset>
        <div class="buttons">
          <button @click=${() => load(readDraft(START) ?? EMPTY)}>Usual position</button>
          <button @click=${() => load(EMPTY)}>Empty the squares</button>
        </div>
        <label class="editor-fen">
          <span>Position as FEN</span>
          <input type="text" spellcheck="false" autocomplete="off" .value=${live(written ?? fenOf(draft))} @input=${typed}
            @change=${readWritten} />
        </label>
        ${wrong ? html`<p class="wrong" role="alert">${wrong}</p>` : nothing}
        <p role="status" ?hidden=${lost === ""}>${lost === "" ? "" : `Castling rights of the FEN were left out, as king and rook do not stand there: ${lost}`}</p>
        <div class="buttons"><button class="primary" ${command(use)}>Use this position</button></div>
        <p class="quiet">${KEYS_HELP}</p>
      </div>
    </div>
  `;
  const castling = (right: string, label: string) => {
    const isPossible = possibleCastling(draft.placement).includes(right);
    const toggle = () =>
      change({
        castling: draft.castling.includes(right)
          ? draft.castling.replace(right, "")
          : `${draft.castling}${right}`,
      });
    return html`<label>
      <input type="checkbox" ?disabled=${!isPossible} .checked=${live(draft.castling.includes(right))} @change=${toggle} />
      <span>${label}</span>
    </label>`;
  };

  return {
    open(fen) {
      load(readDraft(fen) ?? EMPTY);
      tool = "move";
      held = null;
      said = "";
      sheet.open();
    },
    draw: () => sheet.draw(body),
  };
}

const EDITING = {
  autoCastle: false,
  coordinates: true,
  disableContextMenu: true,
  blockTouchScroll: true,
  animation: { enabled: false },
  movable: { free: true, color: "both" },
  premovable: { enabled: false },
  drawable: { enabled: false },
  draggable: { deleteOnDropOff: true },
  highlight: { lastMove: false },
} as const;

function pieceOf(sign: Tool): Piece | undefined {
  const role = ROLES[sign.toLowerCase() as keyof typeof ROLES];
  return role && { role, color: sign === sign.toUpperCase() ? "white" : "black" };
}

function pieceAt(placement: string, square: Key): Piece | undefined {
  const rank = placement.split("/")[8 - Number(square[1])] ?? "";
  const signs = [...rank].flatMap((sign) =>
    Number(sign) > 0 ? new Array<string>(Number(sign)).fill("") : [sign],
  );
  return pieceOf(signs[FILES.indexOf(square[0] ?? "")] ?? "");
}

function nameOf(square: Key, piece: Piece | undefined): string {
  return `${square}, ${piece ? translate(`${piece.color} ${piece.role}`) : say("empty")}`;
}

function neighbour(square: Key, key: string): Key | null {
  const index = SQUARES.indexOf(square);
  const [file, row] = [index % 8, Math.floor(index / 8)];
  const to: Record<string, [number, number]> = {
    ArrowLeft: [file - 1, row],
    ArrowRight: [file + 1, row],
    ArrowUp: [file, row - 1],
    ArrowDown: [file, row + 1],
    Home: [0, row],
    End: [7, row],
  };
  const place = to[key];
  if (!place) return null;
  const within = (value: number) => Math.max(0, Math.min(7, value));
  return SQUARES[8 * within(place[1]) + within(place[0])] ?? null;
}
