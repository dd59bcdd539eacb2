// A position while it is set up, which need not be one that can be played; as FEN, and from it.

export const START = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";

export interface Draft {
  /** The first field of a FEN. */
  placement: string;
  turn: "white" | "black";
  /** Some of "KQkq". */
  castling: string;
  /** The last three fields: en passant and the counters. */
  rest: string;
}

export function fenOf({ placement, turn, castling, rest }: Draft): string {
  return `${placement} ${turn === "white" ? "w" : "b"} ${castling || "-"} ${rest}`;
}

/** What is wrong with a text, that it cannot be read; null where it can. */
export function objectionTo(fen: string): string | null {
  const [placement = "", turn = "w"] = fen.trim().split(/\s+/);
  const ranks = placement.split("/");
  if (ranks.length !== 8 || !ranks.every((rank) => /^[1-8pnbrqk]+$/i.test(rank) && widthOf(rank) === 8))
    return "This is no FEN: it begins with eight ranks of eight squares, separated by slashes.";
  return turn === "w" || turn === "b" ? null : `This is no FEN: the side to move is w or b, not "${turn}".`;
}

/** Null where there is something to object. What the text lacks after the squares is as usual. */
export function readDraft(fen: string): Draft | null {
  if (objectionTo(fen) !== null) return null;
  const [placement = "", turn, castling = "", ...rest] = fen.trim().split(/\s+/);
  const [passing = "-", halves = "0", moves = "1"] = rest;
  return {
    placement,
    turn: turn === "b" ? "black" : "white",
    castling: [..."KQkq"].filter((right) => castling.includes(right)).join(""),
    rest: `${passing} ${halves} ${moves}`,
  };
}

/** The rights that king and rook stand for. */
export function possibleCastling(placement: string): string {
  const ranks = placement.split("/");
  const squares = (rank: string | undefined) =>
    (rank ?? "").replace(/\d/g, (count) => " ".repeat(Number(count)));
  const of = (rank: string, king: string, rook: string, long: string) =>
    rank[4] !== king ? "" : (rank[7] === rook ? king : "") + (rank[0] === rook ? long : "");
  return of(squares(ranks[7]), "K", "R", "Q") + of(squares(ranks[0]), "k", "r", "q");
}

/** Of the rights that a draft has those that are possible, in their order. */
export function castlingOf({ placement, castling }: Draft): string {
  const possible = possibleCastling(placement);
  return [..."KQkq"].filter((right) => castling.includes(right) && possible.includes(right)).join("");
}

/** What of the castling rights of a FEN is left out, as its pieces do not stand for it. */
export function lostCastling(fen: string): string {
  const draft = readDraft(fen);
  const [, , written = ""] = fen.trim().split(/\s+/);
  const kept = draft ? castlingOf(draft) : "";
  return [...written].filter((right) => right !== "-" && !kept.includes(right)).join("");
}

function widthOf(rank: string): number {
  return [...rank].reduce((width, sign) => width + (Number(sign) || 1), 0);
}
