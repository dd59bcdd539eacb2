// The address at which Lichess analyses the game on the board: it carries the game itself, and nothing is sent before a person follows it.

import type { Play } from "./model.ts";

const ANALYSIS = "https://lichess.org/analysis/";
/** Of the moves: servers take no addresses of any length. */
const LONGEST = 4000;

/** The whole game from the usual position, or the position on the board. */
export function lichessAddress({ position, shown, start, side, flipped }: Play): string | null {
  if (!position || !shown) return null;
  const moves = position.history.map(({ san }) => encodeURIComponent(san)).join("_");
  const whole = start === null && moves !== "" && moves.length <= LONGEST;
  const path = whole ? `pgn/${moves}` : shown.fen.replaceAll(" ", "_");
  const isBlackBelow = flipped === (side === "white");
  return `${ANALYSIS}${path}${isBlackBelow ? "?color=black" : ""}`;
}
