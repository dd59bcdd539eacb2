// How the board may look: for the laboratory, which keeps the choice, and the views, which draw it.

import type { Looks } from "./model.ts";

export const SQUARES: readonly Looks["squares"][] = ["brown", "blue", "green", "grey"];
export const COORDINATES: readonly Looks["coordinates"][] = ["inside", "outside", "none"];

export const USUAL_LOOKS: Looks = { squares: "brown", coordinates: "inside", blindfold: false };

export function isLooks(value: unknown): value is Looks {
  if (typeof value !== "object" || value === null) return false;
  const { squares, coordinates, blindfold } = value as Partial<Looks>;
  return (
    SQUARES.some((known) => known === squares) &&
    COORDINATES.some((known) => known === coordinates) &&
    typeof blindfold === "boolean"
  );
}
