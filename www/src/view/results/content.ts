// How the person's games with programs ended: a row a program and strength, what they come to, and the way out of here.

import { html, nothing, type TemplateResult } from "lit-html";
import { dates, translate } from "../../language/language.ts";
import { isFixedDepth } from "../../fixed-depth.ts";
import type { PlayedGame, State } from "../../model.ts";
import { isOwnWork, type ResultRow, resultsCsv, rowsOf, tallyOf } from "../../results.ts";
import { command } from "../command.ts";
import type { Context, View } from "../context.ts";
import { counted, signed } from "../format.ts";
import { helped } from "../help.ts";
import { moreOf } from "../more.ts";
import { titleOf } from "../systems.ts";
import "../../style/results.css";

const ROWS = 50;
const HELPED_HELP =
  "Moves were taken back, or a hint or an analysis was asked for. These games are counted here; for your level they are not.";

const LEVEL_HELP =
  "In Elo, on a scale on which EvoChess's opponent that looks 3 plies ahead is 0: the level that explains best what you scored against opponents whose strength is known. Games with help do not count.\nSource: measured, docs/board.md";

export function resultsContent({ page, redraw }: Context): View {
  const more = moreOf(ROWS, redraw);
  const download = (state: State) => () =>
    page.saveFile(
      "millipawn-results.csv",
      new Blob([resultsCsv(state.results.programs, state.systems)], { type: "text/csv" }),
    );
  const row = (one: ResultRow, state: State): TemplateResult => {
    const { program, thought, won, drawn, lost, last, ids } = one;
    return html`<tr>
      <th scope="row">
        ${translate(program.title)}${one.helped > 0 ? html` <span class="quiet">(${one.helped} with help)</span>` : nothing}
      </th>
      <td>${systemOf(one, state)}</td>
      <td>${thought}</td>
      <td class="number">${won}</td>
      <td class="number">${drawn}</td>
      <td class="number">${lost}</td>
      <td>${day(last)}</td>
      <td>
        <button
          class="plain" aria-label=${`Delete the results with ${translate(program.title)}, ${thought}`}
          @click=${() => page.deleteResults(ids)}>
          Delete
        </button>
      </td>
    </tr>`;
  };
  const table = (rows: ResultRow[], state: State) => html`
    <div class="results-table" tabindex="0" role="region" aria-label="Results by program">
      <table aria-label="Your results by program">
        <thead>
          <tr>
            ${["Program", "System", "Strength"].map((name) => html`<th scope="col">${name}</th>`)}
            ${["Won", "Drawn", "Lost"].map((name) => html`<th scope="col" class="number">${name}</th>`)}
            <th scope="col">Last played</th>
            <td></td>
          </tr>
        </thead>
        <tbody>${more.shown(rows).map((one) => row(one, state))}</tbody>
      </table>
    </div>
    ${more.button(rows, "row")}
  `;
  return (state) => {
    const { programs, deleted } = state.results;
    const games = programs.flatMap((program) => program.games);
    const gone = deleted.flatMap((program) => program.games).length;
    const rows = rowsOf(programs);
    return html`
      <div class="my-results">
        ${games.length === 0 ? nobody : totals(games)} ${games.length === 0 ? nothing : levelIn(state)}
        <div aria-live="polite">
          ${
            gone > 0
              ? html`<p class="deleted">
                  ${counted(gone, "result")} deleted.
                  <button class="plain" @click=${() => page.bringBackResults()}>Bring the results back</button>
                </p>`
              : nothing
          }
        </div>
        ${rows.length > 0 ? table(rows, state) : nothing}
        <p class="links">
          <button class="plain" ${command(download(state), games.length === 0)}>Download as CSV</button>
          <button class="plain" ${command(() => page.deleteResults(games.map(({ id }) => id)), games.length === 0)}>
            Delete all results
          </button>
        </p>
        ${games.length > 0 ? html`<p class="quiet">To take them to another browser: Export all, in the library.</p>` : nothing}
      </div>
    `;
  };
}

const nobody = html`<p class="quiet">
  No game against a program is over yet. As soon as one is, its result stands here, in this browser only.
</p>`;

function totals(games: PlayedGame[]): TemplateResult {
  const { won, drawn, lost, helped: withHelp } = tallyOf(games);
  const odd = games.filter((game) => !isOwnWork(game) && !game.helped).length;
  return html`<p>
    ${counted(games.length, "game")}: ${won} won, ${drawn} drawn, ${lost} lost.
    ${withHelp > 0 ? html`<span class="quiet">${withHelp} ${helped("with help", HELPED_HELP)}.</span>` : nothing}
    ${
      odd > 0
        ? html`<span class="quiet">
            Not counted for your level: ${odd} (from another position than the usual one, with another opponent or strength halfway, or
            with a program that had a clock).
          </span>`
        : nothing
    }
  </p>`;
}

function levelIn({ results: { level } }: State): TemplateResult | typeof nothing {
  if (!level) return nothing;
  if (level.games === 0)
    return html`<p class="quiet">Your ${helped("level", LEVEL_HELP)} is not known yet: no game counts for it.</p>`;
  return html`<p>
    Your ${helped("level", LEVEL_HELP)}: about <b>${signed(level.rating, 0)}</b>, give or take
    ${Math.round(level.error)}, after ${counted(level.games, "game")}.
  </p>`;
}

function systemOf({ program: { system, text } }: ResultRow, state: State): string {
  if (isFixedDepth(text)) return "EvoChess 2002, fixed depth";
  return system === "" ? "Set by hand" : titleOf(state, system);
}

function day(milliseconds: number): string {
  return new Date(milliseconds).toLocaleDateString(dates, { dateStyle: "medium" });
}
