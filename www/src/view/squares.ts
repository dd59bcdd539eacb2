// The position as a table of eight ranks and eight files, for screen readers.

import { html, type TemplateResult } from "lit-html";
import { guard } from "lit-html/directives/guard.js";
import { translate } from "../language/language.ts";

const FILES = ["a", "b", "c", "d", "e", "f", "g", "h"];
const NAMES: Record<string, string> = {
  p: "pawn",
  n: "knight",
  b: "bishop",
  r: "rook",
  q: "queen",
  k: "king",
};

export function squaresTable(fen: string): TemplateResult {
  return html`${guard([fen], () => table(fen))}`;
}

function table(fen: string): TemplateResult {
  const ranks = (fen.split(" ")[0] ?? "").split("/");
  return html`
    <div class="unseen"><table aria-label="The position, square by square">
      <thead>
        <tr><td></td>${FILES.map((file) => html`<th scope="col">${file}</th>`)}</tr>
      </thead>
      <tbody>
        ${ranks.map(
          (rank, index) => html`<tr>
            <th scope="row">${8 - index}</th>
            ${squares(rank).map((piece) => html`<td>${piece}</td>`)}
          </tr>`,
        )}
      </tbody>
    </table></div>
  `;
}

/** "r2k" as eight names: "black rook", "", "", "black king", ... */
function squares(rank: string): string[] {
  return [...rank].flatMap((sign) => {
    const empty = Number(sign);
    return empty > 0 ? new Array<string>(empty).fill("") : [pieceName(sign)];
  });
}

function pieceName(sign: string): string {
  const colour = sign === sign.toUpperCase() ? "white" : "black";
  return translate(`${colour} ${NAMES[sign.toLowerCase()] ?? sign}`);
}
