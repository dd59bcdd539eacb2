// Games of a user from Lichess: one request, answered by a stream of PGN, the newest game first (https://lichess.org/api, "Export games of
// a user"). Lichess wants one request at a time.

import type { Wish } from "../model.ts";
import { ask, type Fetched, type Fetching, SiteError } from "./wish.ts";

/** All that are chess as it is usually played. */
const SPEEDS = ["ultraBullet", "bullet", "blitz", "rapid", "classical", "correspondence"];

export function lichessAddress({ name, speed, rated, colour, count }: Wish): string {
  const url = new URL(`https://lichess.org/api/games/user/${encodeURIComponent(name)}`);
  url.searchParams.set("max", String(count));
  url.searchParams.set("perfType", speed === "any" ? SPEEDS.join(",") : speed);
  if (rated !== "any") url.searchParams.set("rated", String(rated === "rated"));
  if (colour !== "both") url.searchParams.set("color", colour);
  for (const unused of ["clocks", "evals", "opening"]) url.searchParams.set(unused, "false");
  return url.href;
}

export async function lichessGames(wish: Wish, { signal, onGames }: Fetching): Promise<Fetched> {
  const address = lichessAddress(wish);
  const response = await ask(wish, address, address, signal, "application/x-chess-pgn");
  const reader = response.body?.getReader();
  const decoder = new TextDecoder();
  let text = "";
  try {
    for (;;) {
      const { done, value } = (await reader?.read()) ?? { done: true };
      if (done || !value) break;
      text += decoder.decode(value, { stream: true });
      onGames(gamesIn(text));
    }
  } catch (error) {
    if (signal.aborted) throw error;
    return broken(text);
  }
  return { text, games: gamesIn(text), broken: null };
}

/** What is whole of a stream that broke. */
function broken(text: string): Fetched {
  // The last game may lack its end.
  const whole = text.slice(0, Math.max(0, text.lastIndexOf("\n[Event ")));
  const games = gamesIn(whole);
  if (games === 0) throw new SiteError("The connection to Lichess broke before a game came. Try again.");
  return {
    text: whole,
    games,
    broken: `The connection to Lichess broke. The games that came whole are kept.`,
  };
}

export function gamesIn(pgn: string): number {
  return pgn.match(/^\[Event /gm)?.length ?? 0;
}
