// The person's results: a sheet, whose content is fetched when it is opened; and an opponent by them.

import { html, nothing } from "lit-html";
import { isFixedDepth } from "../fixed-depth.ts";
import type { State } from "../model.ts";
import { seatOf } from "../seats.ts";
import type { Context, View } from "./context.ts";
import { dialog } from "./dialog.ts";
import { help } from "./help.ts";
import { onDemand } from "./on-demand.ts";

const FIND_HELP =
  "A new game against the opponent whose strength is nearest to yours, as far as your results tell. Opponent and Strength can be changed as always. A game under way is put aside.";

export interface ResultsView {
  /** To find an opponent, and to open the sheet. */
  links: View;
  /** The sheet. */
  draw: View;
}

export function resultsView(context: Context): ResultsView {
  const { page } = context;
  const sheet = dialog("Your results", "results-title", context);
  const body = onDemand(context, () =>
    import("./results/content.ts").then(({ resultsContent }) => resultsContent(context)),
  );
  const open = () => {
    page.lookAtResults();
    sheet.open();
  };
  return {
    links: (state) =>
      state.play.mode === "play"
        ? html`
            <p class="links level-links">
              <button class="plain" ${help(FIND_HELP)} @click=${() => page.findOpponent()}>
                Find an opponent near my level
              </button>
              <button class="plain" @click=${open}>Your results</button>
            </p>
            <div aria-live="polite">${why(state)}</div>
          `
        : nothing,
    draw: (state) => sheet.draw(() => body(state)),
  };
}

/** As long as it is the one that sits there. */
function why(state: State) {
  const { found } = state.results;
  const { opponent, strength } = state.play;
  const seat = seatOf(state, opponent);
  if (!found || seat?.text !== found.text) return nothing;
  const { kind, amount } = found.strength;
  const isAsFound = isFixedDepth(seat.text) || (strength.kind === kind && strength.amount === amount);
  return isAsFound ? html`<p class="why quiet">${found.why}</p>` : nothing;
}
