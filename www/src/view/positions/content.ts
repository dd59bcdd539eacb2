// Positions of masters' games: the master's move, what the first champion chose and what the present one does; and for each why, by the scores
// of all moves and the terms that decided.

import { html, nothing, type TemplateResult } from "lit-html";
import { inSentence, say, translate } from "../../language/language.ts";
import type { State } from "../../model.ts";
import type { MasterPosition, Positions, PositionsStage, SeenPosition } from "../../understanding.ts";
import { smallBoard } from "../board.ts";
import type { Context, View } from "../context.ts";
import { counted, percent, signed } from "../format.ts";
import { helped } from "../help.ts";
import "../../style/positions.css";

type Filter = "mended" | "wrong" | "lost";

const FILTERS: Record<Filter, string> = {
  mended: "Was wrong, is right now",
  wrong: "Is still wrong",
  lost: "Was right, is wrong now",
};
/** Terms that are listed by name. */
const MOST_TERMS = 8;
const SCORES_HELP =
  "What each move is worth to the present champion, in pawns for the side to move: one move, and captures until it is quiet, which is how it was bred to choose.";
const SCORES_HELP_OF_GAMES =
  "What each move is worth to the present program, in pawns for the side to move: one move, and captures until it is quiet. In games it looks further ahead.";
const TERMS_HELP =
  "Each score is the evaluation where its line of captures ends. These are the terms of it that differ most between the two lines, in pawns for the side to move.";

export function positionsContent(context: Context, stage: PositionsStage, close: () => void): View {
  const { page, redraw } = context;
  const board = smallBoard();
  let filter: Filter = "mended";
  let chosen: MasterPosition | null = null;
  let snapshot = { fen: "", plies: 0, last_move: null as [string, string] | null };

  const choose = (position: MasterPosition) => {
    chosen = position;
    const [, uci] = position.master;
    snapshot = { fen: position.fen, plies: 0, last_move: [uci.slice(0, 2), uci.slice(2, 4)] };
    page.understanding.lookAt(position);
    redraw();
  };
  const analyse = ({ fen }: MasterPosition) => {
    page.setMode("analyse");
    page.setUp(fen);
    close();
    document.getElementById("play")?.scrollIntoView({ block: "nearest" });
  };

  const list = ({ list }: Positions) => {
    const positions = list.filter((position) => kindOf(position) === filter);
    const row = (position: MasterPosition) => html`<li>
      <button class="plain" aria-pressed=${position === chosen} @click=${() => choose(position)}>${inWords(position)}</button>
    </li>`;
    return html`
      <label class="positions-filter">
        <span>Show</span>
        <select
          @change=${(event: Event) => {
            filter = (event.currentTarget as HTMLSelectElement).value as Filter;
            redraw();
          }}>
          ${Object.entries(FILTERS).map(
            ([value, name]) =>
              html`<option value=${value} ?selected=${value === filter}>${name} (${list.filter((one) => kindOf(one) === value).length})</option>`,
          )}
        </select>
      </label>
      ${
        positions.length === 0
          ? html`<p class="quiet">None among those that are listed.</p>`
          : html`<ol class="positions-list" aria-label=${FILTERS[filter]} tabindex="0">${positions.map(row)}</ol>`
      }
    `;
  };

  const detail = (position: MasterPosition, { seen }: Positions) => html`
    <div class="positions-detail">
      <div>
        ${board(snapshot)}
        <p class="quiet">${position.is_white ? "White" : "Black"} to move. Marked: the master's ${position.master[0]}.</p>
        <p class="links"><button class="plain" @click=${() => analyse(position)}>Analyse it on the board</button></p>
      </div>
      <div aria-live="polite">${seen ? scores(seen, stage) : html`<p>Asking for the scores of all moves.</p>`}</div>
    </div>
  `;

  return (state: State) => {
    const { positions } = state;
    if (positions?.stage !== stage) return html`<p>Breed a few generations first.</p>`;
    const { phase, wrong } = positions;
    if (chosen && !positions.list.includes(chosen)) chosen = null;
    return html`
      <div class="positions">
        ${wrong ? html`<p class="wrong" role="alert">This could not be found out: ${wrong}.</p>` : nothing}
        ${phase === "counting" ? html`<p>${ASKING[stage]}</p>` : found(positions)}
        ${phase === "known" && !wrong ? list(positions) : nothing} ${chosen ? detail(chosen, positions) : nothing}
      </div>
    `;
  };
}

const ASKING_LEARNED =
  "Asking the program that learning began with and the present one for the moves of masters.";
const ASKING: Record<PositionsStage, string> = {
  imitation: "Asking the first champion and the present one for the moves of masters.",
  coevolution: "Asking the program from before and the present one for the moves of masters.",
  learning: ASKING_LEARNED,
  supervised: ASKING_LEARNED,
};
/** Whether the moves that are asked for may be among those that it learned from. */
const LEARNS_FROM_GAMES: Record<PositionsStage, boolean> = {
  imitation: true,
  coevolution: false,
  learning: false,
  supervised: true,
};

function found(positions: Positions): TemplateResult {
  const { stage, tried, found, found_by_ancestor, title, ancestor_title } = positions;
  const rate = (count: number) => percent(count / Math.max(1, tried));
  const listed = LEARNS_FROM_GAMES[stage]
    ? html`<span class="quiet">
        Listed are the first in which either chose otherwise. The run may have learned from these games, so this does not say how it does
        in positions that it has never seen.
      </span>`
    : html`<span class="quiet">Listed are the first in which either chose otherwise.</span>`;
  if (stage === "learning" || stage === "supervised")
    return html`<p>
      Of ${counted(tried, "move")} that masters played in the sample games, the program that learning began with finds
      ${rate(found_by_ancestor)}, ${inSentence(title)} <strong>${rate(found)}</strong>. ${listed}
    </p>`;
  if (stage === "coevolution")
    return html`<p>
      Of ${counted(tried, "move")} that masters played in the sample games, the program from before (${translate(ancestor_title)})
      finds ${rate(found_by_ancestor)}, ${inSentence(title)} <strong>${rate(found)}</strong>.
      ${listed}
    </p>`;
  return html`<p>
    Of ${counted(tried, "move")} that masters played in the sample games, the first champion finds ${rate(found_by_ancestor)},
    ${inSentence(title)} <strong>${rate(found)}</strong>. ${listed}
  </p>`;
}

function kindOf({ master, ancestor, champion }: MasterPosition): Filter {
  if (champion[1] !== master[1]) return ancestor[1] === master[1] ? "lost" : "wrong";
  return "mended";
}

function inWords(position: MasterPosition): string {
  const { number, is_white, master, ancestor, champion } = position;
  const move = `${number}${is_white ? "." : "…"} ${master[0]}`;
  if (kindOf(position) === "mended") return `${move}, at first ${ancestor[0]}`;
  return `${move}, ${ancestor[1] === master[1] ? "" : `at first ${ancestor[0]}, `}now ${champion[0]}`;
}

function scores({ position, moves, other, terms }: SeenPosition, stage: PositionsStage): TemplateResult {
  const isImitation = stage === "imitation";
  const { master, ancestor, champion } = position;
  const who = (uci: string) =>
    [
      uci === master[1] ? "master" : "",
      uci === ancestor[1] ? (isImitation ? "first champion" : say("before")) : "",
      uci === champion[1] ? (isImitation ? "champion now" : say("now")) : "",
    ]
      .filter((name) => name !== "")
      .join(", ");
  return html`
    <div class="wide" tabindex="0" role="group" aria-label="Table, scrolls">
      <table aria-label="Scores of all moves">
        <thead>
          <tr>
            <th scope="col">${helped("Move", isImitation ? SCORES_HELP : SCORES_HELP_OF_GAMES)}</th>
            <th scope="col" class="number">Score</th>
            <th scope="col">Chosen by</th>
          </tr>
        </thead>
        <tbody>
          ${moves.map(
            ({ uci, san, pawns }) => html`<tr class=${who(uci) === "" ? "" : "chosen"}>
              <th scope="row">${san}</th>
              <td class="number">${pawns === null ? "mate" : signed(pawns)}</td>
              <td>${who(uci)}</td>
            </tr>`,
          )}
        </tbody>
      </table>
    </div>
    ${other && terms.length > 0 ? decided(position, other[0], terms) : nothing}
  `;
}

function decided({ master }: MasterPosition, other: string, terms: SeenPosition["terms"]): TemplateResult {
  const sum = (rest: SeenPosition["terms"]) => ({
    master: rest.reduce((sum, { master }) => sum + master, 0),
    other: rest.reduce((sum, { other }) => sum + other, 0),
  });
  const rest = terms.slice(MOST_TERMS);
  const numbers = ({ master, other }: ReturnType<typeof sum>) => html`
    <td class="number">${signed(master)}</td>
    <td class="number">${signed(other)}</td>
    <td class="number">${signed(master - other)}</td>
  `;
  return html`<table aria-label="Terms that decided">
    <thead>
      <tr>
        <th scope="col">${helped("What decided", TERMS_HELP)}</th>
        <th scope="col" class="number">${master[0]}</th>
        <th scope="col" class="number">${other}</th>
        <th scope="col" class="number">Difference</th>
      </tr>
    </thead>
    <tbody>
      ${terms.slice(0, MOST_TERMS).map(
        ({ name, meaning, ...ends }) => html`<tr>
          <th scope="row">${helped(translate(name), translate(meaning))}</th>
          ${numbers(ends)}
        </tr>`,
      )}
      ${
        rest.length > 0
          ? html`<tr>
              <th scope="row">All other terms</th>
              ${numbers(sum(rest))}
            </tr>`
          : nothing
      }
    </tbody>
  </table>`;
}
