// The moves of an analysis with all that was tried, each variation in parentheses behind the move that it is another for, as in PGN.

import { html, nothing, type TemplateResult } from "lit-html";
import type { Page, Play } from "../model.ts";
import { type Branch, branches, hasBranches, mainLine, beginsWith, siblings } from "../variations.ts";
import { command } from "./command.ts";
import { help } from "./help.ts";

const NEXT_HELP = "Another move that was tried here. Shift and the arrow keys left and right do the same.";
const MAIN_HELP = "The moves up to the one on the board become the main line.";

/** The moves up to the position on the board. */
export function pathOf({ position, ply }: Play): string[] {
  return (position?.history ?? []).slice(0, ply).map(({ uci }) => uci);
}

/** Whether there is more than one line. */
export function isTree({ mode, variations }: Play): boolean {
  return mode === "analyse" && hasBranches(variations);
}

/** `follow` is told the moves up to the one that was pressed. */
export function moveTree(play: Play, follow: (moves: string[]) => void): TemplateResult {
  return html`${line(branches(play.variations), [], { ...begun(play.start), path: pathOf(play), follow }, true)}`;
}

interface Telling {
  /** The half-move of the game's first one, counted from White's first. */
  first: number;
  path: string[];
  follow(moves: string[]): void;
}

/** Of a FEN, or of the usual position. */
function begun(start: string | null): Pick<Telling, "first"> {
  const fields = start?.split(" ") ?? [];
  const moves = Math.max(1, Number(fields[5]) || 1);
  return { first: 2 * (moves - 1) + (fields[1] === "b" ? 1 : 0) };
}

/** `isNumbered`: Black's first move too. */
function line(first: Branch[], before: string[], telling: Telling, isNumbered: boolean): TemplateResult[] {
  const told: TemplateResult[] = [];
  let path = before;
  for (let next = first; next[0];) {
    const [main, ...others]: Branch[] = next;
    const space = told.length > 0 ? " " : "";
    told.push(html`${space}${move(main, path, isNumbered, telling)}`);
    for (const other of others) told.push(variation(other, path, telling));
    isNumbered = others.length > 0;
    path = [...path, main.uci];
    next = main.next;
  }
  return told;
}

function variation(branch: Branch, before: string[], telling: Telling): TemplateResult {
  return html` <span class="variation">(${move(branch, before, true, telling)}${rest(branch, before, telling)})</span>`;
}

function rest(branch: Branch, before: string[], telling: Telling): TemplateResult | typeof nothing {
  const after = line(branch.next, [...before, branch.uci], telling, false);
  return after.length > 0 ? html` ${after}` : nothing;
}

function move(branch: Branch, before: string[], isNumbered: boolean, telling: Telling): TemplateResult {
  const { first, path, follow } = telling;
  const moves = [...before, branch.uci];
  const half = first + moves.length - 1;
  const number = `${Math.floor(half / 2) + 1}${half % 2 === 0 ? "." : "..."}`;
  const isHere = moves.length === path.length && beginsWith(path, moves);
  return html`${isNumbered || half % 2 === 0 ? html`<span class="move-number">${number}</span> ` : nothing}<span
    class="move" aria-current=${isHere ? "true" : nothing} @click=${() => follow(moves)}>${branch.san}</span>`;
}

/** From line to line by button, for keyboards and fingers alike. */
export function treeButtons(page: Page, play: Play): TemplateResult {
  const path = pathOf(play);
  const isMain = beginsWith(mainLine(play.variations), path);
  return html`<div class="buttons tree-buttons">
    <button ${command(() => turnAside(page, 1), siblings(play.variations, path).length < 2)} ${help(NEXT_HELP)}>
      Next variation
    </button>
    <button ${command(() => page.makeMain(), isMain)} ${help(MAIN_HELP)}>Make main line</button>
  </div>`;
}

/** Another move in the place of the one on the board; answers whether there is one. */
export function turnAside(page: Page, by: 1 | -1): boolean {
  const path = pathOf(page.state.play);
  if (!isTree(page.state.play) || path.length === 0) return false;
  const tried = siblings(page.state.play.variations, path);
  const at = tried.indexOf(path.at(-1) ?? "");
  const other = tried[(at + by + tried.length) % tried.length];
  if (tried.length < 2 || other === undefined) return false;
  page.follow([...path.slice(0, -1), other]);
  return true;
}
