// How alike a program plays to the player it learned from: moves found beside the masters' program, and where it would play otherwise.

import { html, nothing, type TemplateResult } from "lit-html";
import type { Difference, Likeness, State } from "../model.ts";
import type { Context, View } from "./context.ts";
import { counted, grouped, percent, signed } from "./format.ts";

/** So many positions at first, and so many more each time. */
const SOME = 10;

export function likenessView({ page, redraw }: Context): View {
  let shown = SOME;
  let of: string | null = null;
  let looked: Difference | null = null;
  const more = () => {
    shown += SOME;
    redraw();
  };
  const look = (difference: Difference) => {
    looked = difference;
    page.showDifference(difference);
    toBoard();
    redraw();
  };
  const play = () => {
    page.showChampion("supervised");
    toBoard();
  };
  return (state) => {
    const { likeness } = state;
    if (!likeness || state.supervised.phase === "running") return nothing;
    if (likeness.program !== of) {
      of = likeness.program;
      shown = SOME;
      looked = null;
    }
    const { measured, wrong } = likeness;
    return html`
      <section class="likeness" aria-labelledby="likeness-title">
        <h3 id="likeness-title">Plays like ${player(state)}</h3>
        <div aria-live="polite">
          ${wrong ? html`<p class="wrong">This could not be measured: ${wrong}.</p>` : nothing}
          ${measured ? result(measured) : wrong ? nothing : html`<p>Counting the moves it finds.</p>`}
        </div>
        <div class="buttons"><button class="primary" @click=${play}>Play against yourself</button></div>
        ${
          measured && measured.differences.length > 0
            ? html`
                <h4>Where it differs from you</h4>
                <ol class="differences">
                  ${measured.differences.slice(0, shown).map(
                    (difference) => html`<li>
                      <button
                        class="plain" aria-pressed=${difference === looked}
                        @click=${() => look(difference)}>${inWords(difference)}</button>
                    </li>`,
                  )}
                </ol>
                ${
                  measured.differences.length > shown
                    ? html`<button class="plain" @click=${more}>More positions</button>`
                    : nothing
                }
              `
            : nothing
        }
      </section>
    `;
  };
}

function player({ supervised: { settings } }: State): string {
  return String(settings.player ?? "").replace(/^"(.*)"$/, "$1");
}

function result({ positions, games, found, found_by_other, more }: Likeness): TemplateResult {
  if (positions === 0) return html`<p>Too few games: none could be kept apart to measure on.</p>`;
  const rate = (count: number) => percent(count / positions, 1);
  return html`
    <p>
      <strong>Finds ${rate(found)} of your moves; the masters' program finds ${rate(found_by_other)}.</strong>
      <span class="quiet">
        On ${counted(positions, "move")} of ${counted(games, "game")} that it did not learn from. ${certainty(more)}
      </span>
    </p>
  `;
}

/** What the interval says. */
function certainty(more: Likeness["more"]): string {
  if (!more) return "One game is too few for an interval.";
  const [low, high] = more.map((end) => signed(100 * end, 1));
  const interval = `Difference, in moves of a hundred: ${low} to ${high} (95 % interval).`;
  if (more[0] > 0) return interval;
  return `${interval} ${more[1] < 0 ? "So it has learned nothing of you." : "So it may be chance: more games would tell."}`;
}

function inWords({ number, is_white, played, chosen }: Difference): string {
  const dots = is_white ? "." : "…";
  return `${grouped(number)}${dots} You ${played[0]}, it ${chosen[0]}`;
}

/** On a phone the board is below. */
function toBoard(): void {
  const board = document.getElementById("play");
  board?.scrollIntoView({ block: "nearest" });
}
