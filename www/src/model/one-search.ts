// One search, drawn.

/** A position that a search looked into at least a ply deep. Scores are White's, in pawns. */
export interface SearchedPosition {
  /** The number of the position that it was reached from; null for the first. */
  parent: number | null;
  /** The move that led here. */
  san: string;
  /** Who is to move. */
  turn: "white" | "black";
  /** Plies searched below it. */
  depth: number;
  /** What the search found; null where that is a mate. */
  pawns: number | null;
  /** Who mates. */
  mate: "white" | "black" | null;
  /** Whether that is exact, or White has at least or at most as much. */
  bound: "exact" | "least" | "most";
  evaluation: number;
  /** By how much the evaluation should rise. */
  taught: number;
}

/** A search and what it teaches; each position stands behind the one that it was reached from. */
export interface SearchTree {
  nodes: number;
  depth: number;
  positions: SearchedPosition[];
}

/** That of a position on the board. */
export interface ShownSearch extends SearchTree {
  /** What the page calls the program. */
  program: string;
}
