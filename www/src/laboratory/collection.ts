// The games of one file: what its tags say of each, and where its text is.

import type { ListedGame } from "../model.ts";

/** Whoever reads a long file lets the page draw after so long (our choice: an eye sees nothing of it). */
const SLICE_MS = 15;

export interface Collection {
  games: ListedGame[];
  /** The text of one of them. */
  text(at: number): string;
  /** The number of the line that it begins on. */
  line(at: number): number;
}

export async function readCollection(text: string): Promise<Collection> {
  const { PgnParser } = await import("chessops/pgn");
  const games: ListedGame[] = [];
  const ends: number[] = [];
  let at = 0;
  const parser = new PgnParser(({ headers }) => {
    const tag = (name: string) => headers.get(name) ?? "?";
    games.push({ white: tag("White"), black: tag("Black"), result: tag("Result") });
    ends.push(at);
  });
  let begun = performance.now();
  while (at < text.length) {
    const from = at;
    at = text.indexOf("\n", from) + 1 || text.length;
    parser.parse(text.slice(from, at), { stream: true });
    if (performance.now() - begun < SLICE_MS) continue;
    await new Promise((resolve) => setTimeout(resolve));
    begun = performance.now();
  }
  parser.parse("");
  const textOf = (game: number) => text.slice(ends[game - 1] ?? 0, ends[game]);
  return {
    games,
    text: textOf,
    line(game) {
      const before = text.slice(0, ends[game - 1] ?? 0);
      const blank = /^\s*/.exec(textOf(game))?.[0] ?? "";
      return `${before}${blank}`.split("\n").length;
    },
  };
}
