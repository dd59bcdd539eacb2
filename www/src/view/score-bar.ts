// Who stands better, as a bar beside the board: White's share of the height.

import { html, nothing } from "lit-html";
import type { Line, Play } from "../model.ts";
import type { Drawn } from "./context.ts";

/** Keeps the last share while the next position is looked at, so that the bar does not jump. Nothing is shown where nothing is known. */
export function scoreBar(): (play: Play, orientation: "white" | "black") => Drawn {
  let share: number | null = null;
  return (play, orientation) => {
    const known = play.mode === "play" ? null : shareOf(play);
    share = known ?? (play.mode !== "play" && play.search ? share : null);
    if (share === null) return nothing;
    const white = 100 * share;
    const y = orientation === "white" ? 100 - white : 0;
    return html`<svg class="score-bar" viewBox="0 0 10 100" preserveAspectRatio="none" aria-hidden="true">
      <rect class="of-black" width="10" height="100" />
      <rect class="of-white" y=${y} width="10" height=${white} />
      <rect class="middle" y="49.8" width="10" height="0.4" />
    </svg>`;
  };
}

function shareOf({ mode, thinking, shown }: Play): number | null {
  if (shown && shown.score !== "*") return { "1-0": 1, "0-1": 0, "1/2-1/2": 0.5 }[shown.score];
  const best = thinking?.lines[0];
  if (!best || (mode === "analyse" && thinking.fen !== shown?.fen)) return null;
  return shareOfLine(best);
}

/** A pawn ahead wins somewhat more than half the games; nobody needs the eighth pawn. */
function shareOfLine({ pawns, mate_in }: Line): number {
  if (mate_in !== null) return mate_in > 0 ? 1 : 0;
  return 1 / (1 + Math.exp(-0.37 * (pawns ?? 0)));
}
