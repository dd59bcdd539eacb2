// Which pieces the boards have: chessground's, whose drawings come with the page, or others, which are fetched when they are chosen.

import type { Looks } from "../model.ts";

let asked: Looks["pieces"] = "classic";

/** On every board of the page, and wherever else pieces are drawn. `failed` is called where they cannot be had. */
export function choosePieces({ pieces }: Looks, failed: () => void): void {
  if (pieces === asked) return;
  asked = pieces;
  const { dataset } = document.documentElement;
  if (pieces === "classic") delete dataset["pieces"];
  else void import("./solid-pieces.ts").then(() => setIf(pieces), failed);
}

/** Another may have been chosen meanwhile. */
function setIf(pieces: Looks["pieces"]): void {
  if (pieces === asked) document.documentElement.dataset["pieces"] = pieces;
}
