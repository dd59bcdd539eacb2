// Games of a user from Lichess: one request, answered by a stream of PGN, the newest game first (https://lichess.org/api, "Export games of
// a user"). Lichess wants one request at a time.

import type { Wish } from "../model.ts";
import { ask, enough, type Fetched, type Fetching, SiteError } from "./wish.ts";

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

export async function lichessGames(wish: Wish, { signal, onGames, most }: Fetching): Promise<Fetched> {
  const address = lichessAddress(wish);
  const missing = `Lichess has no user ${wish.name}.`;
  const accept = "application/x-chess-pgn";
  const response = await ask(wish.site, { url: address, address, missing, accept, signal });
  const reader = response.body?.getReader();
  const decoder = new TextDecoder();
  let text = "";
  /** The line that has not come whole, and the games before it. */
  let line = "";
  let games = 0;
  try {
    for (;;) {
      const { done, value } = (await reader?.read()) ?? { done: true };
      if (done || !value) break;
      const come = decoder.decode(value, { stream: true });
      text += come;
      const lines = line + come;
      const end = lines.lastIndexOf("\n") + 1;
      games += gamesIn(lines.slice(0, end));
      line = lines.slice(end);
      onGames(games);
      if (text.length > most) {
        await reader?.cancel();
        const come = whole(text);
        return { ...come, broken: enough(most, come.games) };
      }
    }
  } catch (error) {
    if (signal.aborted) throw error;
    return broken(text);
  }
  return { text, games: gamesIn(text), broken: null };
}

/** What is whole of a stream that broke. */
function broken(text: string): Fetched {
  const come = whole(text);
  if (come.games === 0) throw new SiteError("The connection to Lichess broke before a game came. Try again.");
  return { ...come, broken: "The connection to Lichess broke. The games that came whole are kept." };
}

/** Without the last game, which may lack its end. */
function whole(text: string): Pick<Fetched, "text" | "games"> {
  const games = text.slice(0, Math.max(0, text.lastIndexOf("\n[Event ")));
  return { text: games, games: gamesIn(games) };
}

export function gamesIn(pgn: string): number {
  return pgn.match(/^\[Event /gm)?.length ?? 0;
}
