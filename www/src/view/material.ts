// What one side has more than the other, as at Lichess: above the board what the upper side has won, below it what the lower has.

import { html, nothing, type TemplateResult } from "lit-html";
import { guard } from "lit-html/directives/guard.js";
import { counted } from "./format.ts";

type Side = "white" | "black";

/** From the dearest on; in pawns. */
const MEN = [
  { letter: "q", name: "queen", value: 9 },
  { letter: "r", name: "rook", value: 5 },
  { letter: "b", name: "bishop", value: 3 },
  { letter: "n", name: "knight", value: 3 },
  { letter: "p", name: "pawn", value: 1 },
];

/** What a side has more than the other. */
export interface Surplus {
  men: { name: string; count: number }[];
  /** In pawns; 0 for the side that has less. */
  ahead: number;
}

export function surplusOf(fen: string, side: Side): Surplus {
  const placement = fen.split(" ")[0] ?? "";
  const count = (letter: string) => placement.split(letter).length - 1;
  const own = (letter: string) => (side === "white" ? letter.toUpperCase() : letter);
  const others = (letter: string) => (side === "white" ? letter : letter.toUpperCase());
  const differences = MEN.map(({ letter, ...man }) => ({
    ...man,
    more: count(own(letter)) - count(others(letter)),
  }));
  const ahead = differences.reduce((sum, { more, value }) => sum + more * value, 0);
  const men = differences.filter(({ more }) => more > 0).map(({ name, more }) => ({ name, count: more }));
  return { men, ahead: Math.max(0, ahead) };
}

/** A row of constant height, also where there is nothing to tell. */
export function materialRow(fen: string, side: Side): TemplateResult {
  return html`${guard([fen, side], () => row(surplusOf(fen, side), side))}`;
}

function row({ men, ahead }: Surplus, side: Side): TemplateResult {
  const other = side === "white" ? "black" : "white";
  const words = men.map(({ name, count }) => counted(count, name)).join(", ");
  const has = `${side === "white" ? "White" : "Black"} has more: ${words}`;
  return html`
    <p class="material">
      ${men.length > 0 ? html`<span class="unseen">${has}</span>` : nothing}
      <span class="cg-wrap men" aria-hidden="true">
        ${men.map(
          ({ name, count }) =>
            html`<span>${Array.from({ length: count }, () => html`<piece class="${name} ${other}"></piece>`)}</span>`,
        )}
      </span>
      ${ahead > 0 ? html`<span class="ahead">+${ahead}</span>` : nothing}
    </p>
  `;
}
