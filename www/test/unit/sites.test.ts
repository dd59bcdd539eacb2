import assert from "node:assert/strict";
import { afterEach, test } from "node:test";
import type { Wish } from "../../src/model.ts";
import { chessComAddress, chessComGames, monthOf } from "../../src/sites/chess-com.ts";
import { lichessAddress, lichessGames } from "../../src/sites/lichess.ts";
import { type Fetched, SiteError } from "../../src/sites/wish.ts";

const WISH: Wish = { site: "lichess", name: "Ann", speed: "any", rated: "any", colour: "both", count: 100 };
const API = "https://api.chess.com/pub/player/ann/games/";

const real = globalThis.fetch;
afterEach(() => {
  globalThis.fetch = real;
});

/** Answers requests one after the other with what `answer` says of their addresses; tells which they were. */
function answering(answer: (url: string, options: RequestInit) => Response | Promise<Response>): string[] {
  const asked: string[] = [];
  let open = 0;
  globalThis.fetch = async (url, options) => {
    asked.push(String(url));
    assert.equal(open, 0, "one request at a time");
    open += 1;
    try {
      await null;
      return await answer(String(url), options ?? {});
    } finally {
      open -= 1;
    }
  };
  return asked;
}

function fetching(told: number[] = []) {
  const onGames = (games: number) => told.push(games);
  return { signal: new AbortController().signal, onGames, most: 1_000_000 };
}

function pgn(white: string, black = "Bo"): string {
  return `[Event "Game"]\n[White "${white}"]\n[Black "${black}"]\n\n1. e4 e5 *\n\n\n`;
}

/** A stream of PGN in these pieces, which then ends or breaks. */
function streamed(pieces: string[], breaks = false): Response {
  let next = 0;
  return new Response(
    new ReadableStream({
      pull(controller) {
        const piece = pieces[next];
        next += 1;
        if (piece !== undefined) controller.enqueue(new TextEncoder().encode(piece));
        else if (breaks) controller.error(new TypeError("network error"));
        else controller.close();
      },
    }),
  );
}

test("Lichess is asked for what is wanted and for no more", () => {
  const address = new URL(
    lichessAddress({ ...WISH, name: "a/b", speed: "blitz", rated: "casual", colour: "black" }),
  );
  assert.equal(address.origin + address.pathname, "https://lichess.org/api/games/user/a%2Fb");
  assert.deepEqual(Object.fromEntries(address.searchParams), {
    max: "100",
    perfType: "blitz",
    rated: "false",
    color: "black",
    clocks: "false",
    evals: "false",
    opening: "false",
  });
  const any = new URL(lichessAddress(WISH)).searchParams;
  assert.ok(!any.has("rated") && !any.has("color"));
  assert.ok(!any.get("perfType")?.includes("chess960"), "no variants");
});

test("a stream is read in any pieces", async () => {
  const whole = pgn("Ann") + pgn("Änn") + pgn("Ann");
  const told: number[] = [];
  let accept: unknown;
  let credentials: unknown;
  const asked = answering((_, options) => {
    accept = (options.headers as Record<string, string>).Accept;
    credentials = options.credentials;
    return streamed([whole.slice(0, 5), whole.slice(5, 90), whole.slice(90)]);
  });
  const { text, games, broken } = await lichessGames(WISH, fetching(told));
  assert.deepEqual({ text, games, broken }, { text: whole, games: 3, broken: null });
  assert.equal(told.at(-1), 3);
  assert.deepEqual([asked.length, accept, credentials], [1, "application/x-chess-pgn", "omit"]);
});

test("of a stream that breaks the whole games are kept, and that is said", async () => {
  answering(() => streamed([pgn("Ann"), pgn("Ann"), '[Event "Game"]\n[White "Ann"]\n\n1. e'], true));
  const { text, games, broken } = await lichessGames(WISH, fetching());
  assert.deepEqual([games, text.trim()], [2, (pgn("Ann") + pgn("Ann")).trim()]);
  assert.match(broken ?? "", /broke.*kept/);
  answering(() => streamed(['[Event "Game"]\n[Wh'], true));
  await assert.rejects(lichessGames(WISH, fetching()), /broke before a game came/);
});

for (const [status, message, isBusy, hasAddress] of [
  [404, /has no user Ann/, false, false],
  [429, /wants a pause/, true, false],
  [503, /trouble of its own \(503\)/, false, true],
  [403, /refused the request \(403\)/, false, true],
] as const) {
  test(`an answer of ${status} is told`, async () => {
    const failed = (error: unknown) =>
      error instanceof SiteError &&
      message.test(error.message) &&
      error.isBusy === isBusy &&
      (error.address !== null) === hasAddress;
    answering(() => new Response("", { status }));
    await assert.rejects(lichessGames(WISH, fetching()), failed);
    await assert.rejects(chessComGames({ ...WISH, site: "chess.com" }, fetching()), failed);
  });
}

test("a host that refuses the page offers the address", async () => {
  answering(() => Promise.reject(new TypeError("Failed to fetch")));
  const refused = (address: string) => (error: unknown) =>
    error instanceof SiteError && error.address === address;
  await assert.rejects(lichessGames(WISH, fetching()), refused(lichessAddress(WISH)));
  await assert.rejects(
    chessComGames({ ...WISH, site: "chess.com" }, fetching()),
    refused(chessComAddress(WISH)),
  );
});

test("the address is of the newest month that has games to speak of, and says which it is", () => {
  const at = (day: string) => chessComAddress(WISH, new Date(day));
  assert.equal(at("2024-03-08"), `${API}2024/03/pgn`);
  assert.equal(at("2024-03-07"), `${API}2024/02/pgn`);
  assert.equal(at("2024-01-01"), `${API}2023/12/pgn`);
  assert.deepEqual(monthOf(at("2024-01-01")), { year: "2023", month: "12" });
  assert.equal(monthOf(`${API}archives`), null);
  assert.equal(monthOf(lichessAddress(WISH)), null);
});

test("an archive that is listed and is not there does not mean that the user is not", async () => {
  answering((url) => (url.endsWith("03") ? new Response("", { status: 404 }) : chessCom(url)));
  const asked = chessComGames({ ...WISH, site: "chess.com" }, fetching());
  await assert.rejects(asked, {
    message: `Chess.com lists an archive that it does not have: ${API}2024/03.`,
  });
});

test("who gives up hears nothing of the site", async () => {
  const stop = new AbortController();
  answering((_, { signal }) => {
    stop.abort();
    return Promise.reject(signal?.reason);
  });
  await assert.rejects(lichessGames(WISH, { ...fetching(), signal: stop.signal }), { name: "AbortError" });
});

/** Games of a month, the oldest first. */
const MONTHS: Record<string, object[]> = {
  "2024/01": [game("one", {})],
  "2024/02": [
    game("two", { white: { username: "ann" }, black: { username: "Bo" } }),
    game("three", { time_class: "daily" }),
    game("four", { rated: false }),
    game("five", { rules: "chess960" }),
  ],
  "2024/03": [game("six", {}), game("seven", {})],
};

function game(event: string, other: object): object {
  const black = { white: { username: "Bo" }, black: { username: "ANN" } };
  return {
    pgn: `[Event "${event}"]\n\n1. e4 *\n`,
    rated: true,
    time_class: "blitz",
    rules: "chess",
    ...black,
    ...other,
  };
}

function chessCom(url: string): Response {
  if (url === `${API}archives`) {
    const archives = Object.keys(MONTHS).map((month) => API + month);
    return Response.json({ archives: [...archives, "https://elsewhere.example/games"] });
  }
  return Response.json({ games: MONTHS[url.slice(API.length)] });
}

async function events(wish: Partial<Wish>): Promise<string[]> {
  const { text } = await chessComGames({ ...WISH, site: "chess.com", ...wish }, fetching());
  return [...text.matchAll(/\[Event "(.*)"\]/g)].map(([, event]) => event ?? "");
}

test("archives of Chess.com are read one after the other, the newest games first", async () => {
  const asked = answering(chessCom);
  assert.deepEqual(await events({}), ["seven", "six", "four", "three", "two", "one"]);
  assert.deepEqual(
    asked,
    ["archives", "2024/03", "2024/02", "2024/01"].map((path) => API + path),
  );
});

test("no more archives are read than games are wanted", async () => {
  const asked = answering(chessCom);
  assert.deepEqual(await events({ count: 1 }), ["seven"]);
  assert.equal(asked.length, 2);
});

test("games are filtered by speed, rating and colour", async () => {
  answering(chessCom);
  assert.deepEqual(await events({ speed: "correspondence" }), ["three"]);
  assert.deepEqual(await events({ rated: "casual" }), ["four"]);
  assert.deepEqual(await events({ colour: "white" }), ["two"]);
});

test("an archive that fails leaves those before it", async () => {
  answering((url) => (url.endsWith("02") ? new Response("", { status: 429 }) : chessCom(url)));
  const { games, broken, isBusy }: Fetched = await chessComGames({ ...WISH, site: "chess.com" }, fetching());
  assert.deepEqual([games, isBusy], [2, true]);
  assert.match(broken ?? "", /wants a pause.*kept/);
});

test("an answer that is not what it should be is told", async () => {
  for (const answer of ["{", "null", '{"archives":3}']) {
    answering(() => new Response(answer));
    await assert.rejects(chessComGames({ ...WISH, site: "chess.com" }, fetching()), SiteError);
  }
});

test("no more is read than fits, and that is said", async () => {
  const games = pgn("Ann") + pgn("Ann");
  const most = games.length - 1;
  answering(() => streamed([games, pgn("Ann"), pgn("Ann")]));
  const lichess = await lichessGames(WISH, { ...fetching(), most });
  assert.deepEqual([lichess.text.trim(), lichess.games], [pgn("Ann").trim(), 1]);
  assert.match(lichess.broken ?? "", /The newest games are kept/);
  const asked = answering(chessCom);
  const chess = await chessComGames({ ...WISH, site: "chess.com" }, { ...fetching(), most: 1 });
  assert.deepEqual([chess.games, asked.length], [2, 2]);
  assert.match(chess.broken ?? "", /The newest games are kept/);
  const wish: Wish = { ...WISH, site: "chess.com", colour: "white" };
  const none = await chessComGames(wish, { ...fetching(), most: 1 });
  assert.deepEqual(
    [none.games, none.broken],
    [0, "Only the newest 0.000001 MB are read here, and no game among them fits."],
  );
});
