// How the board may look: for the laboratory, which keeps the choice, and the views, which draw it.

import type { Looks } from "./model.ts";

export const SQUARES: readonly Looks["squares"][] = ["brown", "blue", "green", "grey"];
export const PIECES: readonly Looks["pieces"][] = ["classic", "solid"];
export const COORDINATES: readonly Looks["coordinates"][] = ["inside", "outside", "none"];

export const USUAL_LOOKS: Looks = {
  squares: "brown",
  pieces: "classic",
  coordinates: "inside",
  blindfold: false,
};

/** Those stored before there was a choice of pieces say nothing of them. */
export function isLooks(value: unknown): value is Partial<Looks> {
  if (typeof value !== "object" || value === null) return false;
  const { squares, pieces = USUAL_LOOKS.pieces, coordinates, blindfold } = value as Partial<Looks>;
  return (
    SQUARES.some((known) => known === squares) &&
    PIECES.some((known) => known === pieces) &&
    COORDINATES.some((known) => known === coordinates) &&
    typeof blindfold === "boolean"
  );
}
