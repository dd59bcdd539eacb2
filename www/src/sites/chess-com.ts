// Games of a player from Chess.com: the list of monthly archives, then one archive after the other, the newest first
// (https://www.chess.com/news/view/published-data-api). An archive as PGN does not say whether a game was rated, so the same archive is
// read as JSON, which has the PGN of each game. Only requests side by side are limited there.

import type { Wish } from "../model.ts";
import { type Asking, ask, enough, type Fetched, type Fetching, SiteError } from "./wish.ts";

const API = "https://api.chess.com/pub/player/";

/** What is used of a game. */
interface Game {
  pgn: string;
  rated: boolean;
  time_class: string;
  rules: string;
  white: { username: string };
  black: { username: string };
}

/** In the first days of a month there are hardly any games of it. */
const EARLY_DAYS = 7;
const DAY_MS = 24 * 60 * 60 * 1000;

/** The archive of a month as PGN, the newest that has games to speak of: what a person downloads where the page cannot. */
export function chessComAddress({ name }: Pick<Wish, "name">, now = new Date()): string {
  const then = new Date(now.getTime() - EARLY_DAYS * DAY_MS);
  const month = String(then.getUTCMonth() + 1).padStart(2, "0");
  return `${playerAddress(name)}games/${then.getUTCFullYear()}/${month}/pgn`;
}

/** Of which year and month an address is the archive; null where it is of none. */
export function monthOf(address: string): { year: string; month: string } | null {
  const [, year, month] =
    /^https:\/\/api\.chess\.com\/.*\/games\/(\d{4})\/(\d\d)(?:\/pgn)?$/.exec(address) ?? [];
  return year && month ? { year, month } : null;
}

export async function chessComGames(wish: Wish, { signal, onGames, most }: Fetching): Promise<Fetched> {
  const list = `${playerAddress(wish.name)}games/archives`;
  const missing = `Chess.com has no user ${wish.name}.`;
  const archives = archivesIn(await json({ url: list, address: chessComAddress(wish), missing, signal }));
  const games: string[] = [];
  let length = 0;
  for (const archive of archives.reverse()) {
    if (games.length >= wish.count) break;
    try {
      const missing = `Chess.com lists an archive that it does not have: ${archive}.`;
      const month = gamesOf(await json({ url: archive, address: `${archive}/pgn`, missing, signal }));
      length += month.reduce((sum, { pgn }) => sum + pgn.length, 0);
      // The last game of a month is the newest.
      games.push(
        ...month
          .filter((game) => fits(game, wish))
          .map(({ pgn }) => pgn)
          .reverse(),
      );
    } catch (error) {
      if (signal.aborted || games.length === 0) throw error;
      const why = error instanceof Error ? error.message : String(error);
      const isBusy = error instanceof SiteError && error.isBusy;
      return { ...joined(games), broken: `${why} The games that came before are kept.`, isBusy };
    }
    games.length = Math.min(games.length, wish.count);
    onGames(games.length);
    // Also of games that do not fit.
    if (length > most) return { ...joined(games), broken: enough(most, games.length) };
  }
  return { ...joined(games), broken: null };
}

function playerAddress(name: string): string {
  return `${API}${encodeURIComponent(name.toLowerCase())}/`;
}

async function json(asking: Omit<Asking, "accept">): Promise<unknown> {
  const response = await ask("chess.com", { ...asking, accept: "application/json" });
  try {
    return await response.json();
  } catch (error) {
    if (asking.signal.aborted) throw error;
    throw new SiteError("The connection to Chess.com broke, or the answer could not be read. Try again.");
  }
}

function joined(games: string[]): Pick<Fetched, "text" | "games"> {
  return { text: games.map((pgn) => `${pgn.trim()}\n\n`).join(""), games: games.length };
}

/** Only addresses of its own are asked: the answer is another's. */
function archivesIn(answer: unknown): string[] {
  const { archives } = (answer ?? {}) as { archives?: unknown };
  if (!Array.isArray(archives)) throw new SiteError("Chess.com's list of archives could not be read.");
  return archives.filter((one): one is string => typeof one === "string" && one.startsWith(API));
}

function gamesOf(answer: unknown): Game[] {
  const { games } = (answer ?? {}) as { games?: unknown };
  if (!Array.isArray(games)) throw new SiteError("An archive of Chess.com could not be read.");
  return games.filter((game) => typeof game?.pgn === "string");
}

function fits({ rules, time_class, rated, white, black }: Game, wish: Wish): boolean {
  const { name, speed, colour } = wish;
  const speeds: Record<string, string> = { correspondence: "daily" };
  const is = (player: Game["white"] | undefined) => player?.username?.toLowerCase() === name.toLowerCase();
  return (
    rules === "chess" &&
    (speed === "any" || time_class === (speeds[speed] ?? speed)) &&
    (wish.rated === "any" || rated === (wish.rated === "rated")) &&
    (colour === "both" || is(colour === "white" ? white : black))
  );
}
