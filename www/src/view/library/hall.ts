// Programs worth keeping, with what they are rated at.

import { html, nothing, type TemplateResult } from "lit-html";
import { dates, translate } from "../../language/language.ts";
import type { HallEntry } from "../../experiments.ts";
import type { Elo } from "../../model.ts";
import { command } from "../command.ts";
import type { Context, View } from "../context.ts";
import { signed } from "../format.ts";
import { helped } from "../help.ts";
import { titleOf } from "../systems.ts";

const RATING_HELP =
  "Elo against Staunton, the hand-set program, with its 95 % interval: a match of 100 games with 1,000 nodes a move, the same for the programs of all systems.\nSource: our choice";

export function hallView({ page }: Context, close: () => void): View {
  const { experiments } = page;
  return (state) => {
    const { hall, busy, rating } = state.experiments;
    const row = (entry: HallEntry) => html`<tr>
      <th scope="row">
        ${translate(entry.title)} <span class="quiet">${titleOf(state, entry.system)} · ${day(entry.when)}</span>
      </th>
      <td class="number">${entry.rating ? rated(entry.rating) : html`<span class="quiet">not rated</span>`}</td>
      <td>
        <span class="links">
          <button
            class="plain" aria-label="Show ${translate(entry.title)}"
            @click=${() => {
              experiments.showFromHall(entry);
              close();
            }}>
            Show
          </button>
          ${
            entry.rating
              ? nothing
              : html`<button class="plain" aria-label="Rate ${translate(entry.title)}" ${command(() => experiments.rate(entry.text), rating !== null)}>Rate</button>`
          }
          <button class="plain" aria-label="Remove from the hall of fame: ${translate(entry.title)}" @click=${() => experiments.leaveHall(entry.text)}>Remove</button>
        </span>
      </td>
    </tr>`;
    const isThere = hall.some(({ text }) => text === state.program?.text);
    const enterOrStop = () => (rating ? experiments.stopRating() : experiments.enterHall());
    return html`
      <section aria-label="Hall of fame">
        <h3>Hall of fame</h3>
        ${
          hall.length === 0
            ? html`<p class="quiet">Programs that are added here play for a rating, so that those of all systems compare.</p>`
            : html`<table aria-label="Programs in the hall of fame">
                <thead>
                  <tr>
                    <th scope="col">Program</th>
                    <th scope="col" class="number">${helped("Rating", RATING_HELP)}</th>
                    <td></td>
                  </tr>
                </thead>
                <tbody>${[...hall].sort(byRating).map(row)}</tbody>
              </table>`
        }
        <div aria-live="polite">${rating ? html`<p class="busy">${rating} …</p>` : nothing}</div>
        <p class="buttons">
          <button ${command(enterOrStop, !rating && (!state.program || isThere || busy !== null))}>
            ${rating ? "Stop rating" : "Add the program on show"}
          </button>
        </p>
      </section>
    `;
  };
}

/** The strongest first; those without a rating last. */
function byRating(a: HallEntry, b: HallEntry): number {
  return (
    (b.rating?.elo ?? Number.NEGATIVE_INFINITY) - (a.rating?.elo ?? Number.NEGATIVE_INFINITY) ||
    a.when - b.when
  );
}

function rated({ elo, low, high }: Elo): TemplateResult | string {
  if (!Number.isFinite(elo)) return elo > 0 ? "won every game" : "lost every game";
  return html`${signed(elo, 0)} <span class="quiet">(${bound(low)} to ${bound(high)})</span>`;
}

function bound(elo: number): string {
  return Number.isFinite(elo) ? signed(elo, 0) : "no bound";
}

function day(milliseconds: number): string {
  return new Date(milliseconds).toLocaleDateString(dates, { dateStyle: "medium" });
}
