// Which games a person wants of a site, and what came of asking for them.

import type { Wish } from "../model.ts";

/** How the sites are called. */
export const SITE_NAMES: Record<Wish["site"], string> = { lichess: "Lichess", "chess.com": "Chess.com" };

/** The games that came, as PGN. */
export interface Fetched {
  text: string;
  games: number;
  /** Why there may be more of them, in a sentence; null where all came that were asked for. */
  broken: string | null;
  /** Whether the site wants a pause before it is asked again. */
  isBusy?: boolean;
}

export interface Fetching {
  signal: AbortSignal;
  /** Called with the number of games that have come so far. */
  onGames(games: number): void;
  /** Characters: no more is read. */
  most: number;
}

/** What is said where more would have come than these games. */
export function enough(most: number, games: number): string {
  return games === 0
    ? `Only the newest ${most / 1e6} MB are read here, and no game among them fits.`
    : `More than ${most / 1e6} MB are not read here. The newest games are kept.`;
}

/** A site gave no games. */
export class SiteError extends Error {
  /** Where a person can get them in another way: by opening this address and dropping the file. */
  readonly address: string | null;
  /** Whether the site wants a pause before it is asked again. */
  readonly isBusy: boolean;

  constructor(
    text: string,
    { address = null, isBusy = false }: { address?: string | null; isBusy?: boolean } = {},
  ) {
    super(text);
    this.address = address;
    this.isBusy = isBusy;
  }
}

/** So long both sites want to be left alone once they have answered 429, in seconds: Lichess asks for a full minute. */
export const PAUSE_S = 60;

export interface Asking {
  url: string;
  /** Where a person can download the games. */
  address: string;
  /** What it means, in a sentence, that there is no such thing. */
  missing: string;
  accept: string;
  signal: AbortSignal;
}

/** Answers with a response that has games. */
export async function ask(
  site: Wish["site"],
  { url, address, missing, accept, signal }: Asking,
): Promise<Response> {
  const host = SITE_NAMES[site];
  let response: Response;
  try {
    response = await fetch(url, { signal, credentials: "omit", headers: { Accept: accept } });
  } catch (error) {
    if (signal.aborted) throw error;
    // A browser does not tell a page which of the two it is.
    throw new SiteError(
      `${host} could not be reached from this page. Either there is no connection, or it refuses other pages.`,
      { address },
    );
  }
  if (response.ok) return response;
  const { status } = response;
  if (status === 404 || status === 410) throw new SiteError(missing);
  if (status === 429) throw new SiteError(`${host} wants a pause: try again in a minute.`, { isBusy: true });
  throw new SiteError(
    status >= 500
      ? `${host} has trouble of its own (${status}). Try again later.`
      : `${host} refused the request (${status}).`,
    { address },
  );
}
