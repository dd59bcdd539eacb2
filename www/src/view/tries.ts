// In what order the program tries the moves of the position on the board, and how deep it looks after each, where that was bred.

import { html, nothing, type TemplateResult } from "lit-html";
import type { Position } from "../model.ts";
import { rangeBar } from "./bar.ts";
import type { View } from "./context.ts";
import { fixed, signed } from "./format.ts";
import { helped } from "./help.ts";

const TITLE = "What it tries first";
const HELP =
  "The moves of this position in the order of the program's move ordering module, before anything is searched. Each gets the sum of what the weights give it. Deeper in a search moves that refuted others come earlier.";
const PLIES_HELP =
  "How many plies are still searched after the move, and in brackets by how many the program's depth module changes that. Asked before anything is searched, in the first search of a game; 0 where the move ends the game.";
/** More than this nobody compares. */
const SHOWN = 8;

export function triesView(): View {
  return ({ play: { shown } }) => (shown && shown.tries.length > 0 ? table(shown.tries) : nothing);
}

function table(tries: Position["tries"]): TemplateResult {
  const most = Math.max(1, ...tries.map(({ value }) => value));
  return html`
    <table class="evaluation">
      <caption>
        ${helped(TITLE, HELP)} <span class="quiet">${Math.min(SHOWN, tries.length)} of ${tries.length} moves</span>
      </caption>
      <thead>
        <tr>
          <th scope="col">Move</th>
          <th scope="col" class="number">Value</th>
          <td></td>
          <th scope="col" class="number">${helped("Plies after it", PLIES_HELP)}</th>
        </tr>
      </thead>
      <tbody>
        ${tries.slice(0, SHOWN).map(
          ({ san, value, plies, change }) => html`<tr>
            <th scope="row">${san}</th>
            <td class="number">${fixed(value, 1)}</td>
            <td class="bar-cell">${rangeBar(0, value / most, null)}</td>
            <td class="number plies">${plies}${change === 0 ? nothing : html` <span class="quiet">(${signed(change, 0)})</span>`}</td>
          </tr>`,
        )}
      </tbody>
    </table>
  `;
}
