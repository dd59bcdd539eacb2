// A program that plays like a person: games by user name and from files, learning, how alike it plays.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { gzipSync } from "node:zlib";
import { DEVICES, examined } from "./axe.mjs";
import {
  address,
  button,
  choose,
  drop,
  e2e,
  file,
  press,
  says,
  shows,
} from "./page.mjs";

const TITLE = "A program that plays like me";
const OPEN = "Learn from my own games";
const LICHESS = "https://lichess.org/api/games/user/";
const CHESS_COM = "https://api.chess.com/pub/player/ann/games/";
/** Every site that is asked is told by the tests; these are the only ones. */
const ASKED =
  /asked elsewhere: https:\/\/(lichess\.org\/api\/games\/user\/|api\.chess\.com\/pub\/player\/)/;
/** What an answer without games leaves in the console. */
const REFUSED = new RegExp(
  `${ASKED.source}|^\\d{3}: https://|^failed: https://|Failed to load resource|blocked by CORS policy|Cross-Origin Request Blocked`,
);
const OPEN_TO_ALL = { "access-control-allow-origin": "*" };

/** The sample games, as if all of them were Ann's. */
const GAMES = readFileSync(
  new URL("../../crate/engine/src/examples/sample_games.pgn", import.meta.url),
  "utf8",
)
  .split(/^(?=\[Event )/m)
  .filter((game) => game.trim() !== "")
  .map((game, at) => {
    const [white, black] = at % 2 === 0 ? ["Ann", "Bo"] : ["Annabel", "ann"];
    return game
      .replace(/^\[White .*$/m, `[White "${white}"]`)
      .replace(/^\[Black .*$/m, `[Black "${black}"]`);
  });
const PGN = GAMES.join("");

/** Answers a site's requests; remembers which there were. */
async function answering(page, answer) {
  const asked = [];
  await page
    .context()
    .route(/^https:\/\/(lichess\.org|api\.chess\.com)\//, async (route) => {
      asked.push(route.request().url());
      const given = answer(route.request().url());
      if (given === "refused") return route.abort("failed");
      await route.fulfill({ status: 200, headers: OPEN_TO_ALL, ...given });
    });
  return asked;
}

async function opened(page) {
  await shows(page, "118 games");
  await press(page, OPEN);
  await page.getByRole("dialog", { name: TITLE }).waitFor();
}

async function get(page, name = "Ann") {
  await page.getByRole("textbox", { name: "User name" }).fill(name);
  await press(page, "Get games");
}

function whose(page) {
  return page.getByRole("combobox", { name: "Whose games are these?" });
}

async function wrong(page, text) {
  await page
    .getByRole("dialog")
    .getByRole("alert")
    .filter({ hasText: text })
    .waitFor();
}

e2e(
  "a program learns from the games of a Lichess user, and its moves are compared",
  async (page) => {
    const asked = await answering(page, () => ({
      body: PGN,
      contentType: "application/x-chess-pgn",
    }));
    await opened(page);
    await page.getByRole("combobox", { name: "Speed" }).selectOption("Blitz");
    await page.getByRole("combobox", { name: "Rating" }).selectOption("Rated");
    await page
      .getByRole("combobox", { name: "At most" })
      .selectOption("200 games");
    await get(page);
    await shows(page, "118 games in Ann at Lichess.");
    assert.equal(asked.length, 1);
    const url = new URL(asked[0]);
    assert.equal(url.pathname, "/api/games/user/Ann");
    assert.deepEqual(
      ["max", "perfType", "rated"].map((name) => url.searchParams.get(name)),
      ["200", "blitz", "true"],
    );
    assert.equal(await whose(page).inputValue(), "Ann");
    await press(page, "Learn from these games");
    await says(page, "Step 8 of 8, finished");
    await shows(
      page,
      /Finds \d+\.\d % of your moves; the masters' program finds \d+\.\d %\./,
    );
    await shows(page, "Ann at Lichess: 118 games");
    // Annabel's moves are not Ann's: of each game one side is learned from.
    await page.getByText("More settings", { exact: true }).click();
    const player = page.getByRole("textbox", { name: "Player", exact: true });
    assert.equal(await player.inputValue(), '"Ann"');

    const list = page.locator(".differences button");
    const words = await list.first().textContent();
    const [, number, dots, played, chosen] =
      /^(\d+)([.…]) You (\S+), it (\S+)$/.exec(words);
    assert.notEqual(played, chosen);
    await list.first().press("Enter");
    await list.first().and(page.locator("[aria-pressed='true']")).waitFor();
    await shows(
      page,
      `You played ${played}. At first sight it chooses ${chosen}.`,
    );
    await shows(
      page,
      new RegExp(`${dots === "." ? "White" : "Black"} is to move`),
    );
    assert.ok(Number(number) > 5, "after the tenth half-move");
    await press(page, "More positions");
    await list.nth(19).waitFor();
    assert.equal(await list.count(), 20);

    await press(page, "Play against yourself");
    await shows(page, "Learned from games, step 8");
    await page.reload();
    await shows(page, /Finds \d+\.\d % of your moves/);
    assert.equal(asked.length, 1, "nobody is asked again");
  },
  { expected: ASKED },
);

e2e(
  "games of a Chess.com player come month by month",
  async (page) => {
    const game = (pgn) => ({
      pgn,
      rated: true,
      time_class: "rapid",
      rules: "chess",
      white: { username: "Ann" },
      black: { username: "Bo" },
    });
    const asked = await answering(page, (url) => {
      const months = ["2024/01", "2024/02"];
      const body = url.endsWith("archives")
        ? { archives: months.map((month) => CHESS_COM + month) }
        : {
            games: (url.endsWith("01")
              ? GAMES.slice(0, 40)
              : GAMES.slice(40, 70)
            ).map(game),
          };
      return { json: body };
    });
    await opened(page);
    await page.getByRole("radio", { name: "Chess.com" }).check();
    const speeds = page
      .getByRole("combobox", { name: "Speed" })
      .getByRole("option");
    assert.ok(
      !(await speeds.allTextContents()).some((text) =>
        text.includes("Classical"),
      ),
    );
    await get(page);
    await shows(page, "70 games in Ann at Chess.com.");
    assert.deepEqual(
      asked,
      ["archives", "2024/02", "2024/01"].map((path) => CHESS_COM + path),
    );
  },
  { expected: ASKED },
);

e2e(
  "what a site answers instead of games is told, and the address offered where it refuses the page",
  async (page) => {
    let given = { status: 404 };
    const asked = await answering(page, (url) => (typeof given === "function" ? given(url) : given));
    await opened(page);
    await get(page, "nobody");
    await wrong(page, "Lichess has no user nobody.");
    given = { status: 503 };
    await get(page);
    await wrong(page, "Lichess has trouble of its own (503).");
    given = { body: "" };
    await get(page);
    await wrong(page, "Lichess has no games of Ann that fit.");
    for (const refusal of [
      "refused",
      {
        headers: { "access-control-allow-origin": "https://lichess.org" },
        body: PGN,
      },
    ]) {
      given = refusal;
      await get(page);
      await wrong(page, "Lichess could not be reached from this page.");
      const link = page.getByRole("dialog").getByRole("link");
      assert.equal(await link.getAttribute("href"), asked.at(-1));
      assert.equal(await link.getAttribute("rel"), "noopener noreferrer");
    }
    given = { status: 429 };
    await get(page);
    await wrong(page, "Lichess wants a pause: try again in a minute.");
    const before = asked.length;
    given = { body: PGN };
    await get(page);
    await wrong(page, /Lichess wants a pause: try again in \d+ s\./);
    assert.equal(asked.length, before, "it is left alone");
    // The other site is not.
    await page.getByRole("radio", { name: "Chess.com" }).check();
    given = "refused";
    await get(page);
    await wrong(page, "Chess.com could not be reached from this page.");
    assert.match(
      await page.getByRole("dialog").getByRole("link").textContent(),
      /\/ann\/games\/\d{4}\/\d\d\/pgn$/,
    );
    await shows(page, /These are the games of one month, \d\d\/\d{4}\. For another, change year and month/);
    // Of a player with more games than are read, none of which fits.
    const game = { pgn: " ".repeat(16_000_001), rated: true, time_class: "rapid", rules: "chess" };
    given = (url) => {
      const months = { archives: [`${CHESS_COM}2024/02`, `${CHESS_COM}2024/03`] };
      const games = [{ ...game, white: { username: "Bo" }, black: { username: "Ann" } }];
      return { json: url.endsWith("archives") ? months : { games } };
    };
    await page.getByRole("combobox", { name: "Colour" }).selectOption("white");
    await get(page);
    await wrong(page, "Only the newest 16 MB are read here, and no game among them fits.");
    assert.equal(await whose(page).count(), 0);
  },
  { expected: REFUSED, trouble: true },
);

/** Lichess as a stream that the test feeds: `feed(text)`, and null to end it or "broken" to break it. */
function fed(page) {
  return page.context().addInitScript((host) => {
    const real = window.fetch;
    window.fetch = async (url, options) => {
      if (!String(url).startsWith(host)) return real(url, options);
      const body = new ReadableStream({
        start(controller) {
          options.signal.addEventListener("abort", () =>
            controller.error(options.signal.reason),
          );
          window.feed = (text) => {
            if (text === null) controller.close();
            else if (text === "broken")
              controller.error(new TypeError("network error"));
            else controller.enqueue(new TextEncoder().encode(text));
          };
        },
      });
      return new Response(body);
    };
  }, LICHESS);
}

e2e(
  "games are counted while they stream, can be stopped, and survive a stream that breaks",
  async (page) => {
    await fed(page);
    await page.reload();
    await opened(page);
    const feed = (text) => page.evaluate((text) => window.feed(text), text);
    await get(page);
    await shows(page, "Waiting for the first game.");
    await feed(GAMES[0]);
    await shows(page, "1 game so far.");
    await feed(GAMES[1]);
    await shows(page, "2 games so far.");
    await press(page, "Stop loading");
    await shows(page, "Stopped. The games that came are dropped.");
    assert.equal(await whose(page).count(), 0);

    await get(page);
    await shows(page, "Waiting for the first game.");
    await feed(GAMES[0] + GAMES[2]);
    await feed(GAMES[4].slice(0, 80));
    await feed("broken");
    await shows(
      page,
      "The connection to Lichess broke. The games that came whole are kept.",
    );
    await shows(
      page,
      "2 games in Ann at Lichess. Fewer than a hundred say little about how you play.",
    );

    await get(page);
    await feed(GAMES[0].slice(0, 50));
    await feed(GAMES[0].slice(50));
    await feed(null);
    await shows(page, "1 game in Ann at Lichess.");
  },
);

e2e(
  "files are taken, and who they name is offered",
  async (page) => {
    await opened(page);
    await choose(
      page,
      [
        file("a.pgn", GAMES.slice(0, 50).join("")),
        file("b.pgn", GAMES.slice(50).join("")),
      ],
      "Choose files",
    );
    await shows(page, "118 games in a.pgn, b.pgn.");
    const named = page.locator("#players-named option");
    assert.deepEqual(
      await named.evaluateAll((all) =>
        all.map(({ value, text }) => `${value}: ${text}`),
      ),
      ["Ann: 118 games", "Annabel: 59 games", "Bo: 59 games"],
    );
    await whose(page).fill("annabel");
    await shows(page, "59 games in a.pgn, b.pgn.");
    await whose(page).fill("Carl");
    await shows(page, "Nobody of that name is in a.pgn, b.pgn.");
    assert.equal(
      await button(page, "Learn from these games").getAttribute(
        "aria-disabled",
      ),
      "true",
    );
    await choose(page, [file("none.pgn", "nothing")], "Choose files");
    await wrong(page, "none.pgn names no players.");
    await shows(page, "Nobody of that name is in a.pgn, b.pgn.");
  },
  { trouble: true },
);

e2e(
  "all of it goes by keyboard",
  async (page) => {
    await answering(page, () => ({ body: PGN }));
    await shows(page, "118 games");
    await button(page, OPEN).focus();
    await page.keyboard.press("Enter");
    await page.getByRole("dialog", { name: TITLE }).waitFor();
    const reached = async (locator) => {
      for (let presses = 0; presses < 20; presses += 1) {
        if (
          await locator.evaluate(
            (element) => element === document.activeElement,
          )
        )
          return;
        await page.keyboard.press("Tab");
      }
      assert.fail(`the Tab key never came to ${locator}`);
    };
    await reached(page.getByRole("radio", { name: "Lichess" }));
    await page.keyboard.press("ArrowDown");
    assert.ok(await page.getByRole("radio", { name: "Chess.com" }).isChecked());
    await page.keyboard.press("ArrowUp");
    await reached(page.getByRole("textbox", { name: "User name" }));
    await page.keyboard.type("Ann");
    await page.keyboard.press("Enter");
    await shows(page, "118 games in Ann at Lichess.");
    await reached(whose(page));
    await reached(button(page, "Learn from these games"));
    await page.keyboard.press("Escape");
    await page.getByRole("dialog", { name: TITLE }).waitFor({ state: "hidden" });
    assert.ok(
      await button(page, OPEN).evaluate(
        (element) => element === document.activeElement,
      ),
    );
    await page.keyboard.press("Enter");
    await shows(page, "118 games in Ann at Lichess.");
  },
  { expected: ASKED },
);

e2e(
  "the page's policy lets it ask these two sites and no other",
  async (page) => {
    const policies = [
      await page
        .locator("meta[http-equiv='Content-Security-Policy']")
        .getAttribute("content"),
      readFileSync(new URL("../../www/dist/_headers", import.meta.url), "utf8"),
    ];
    for (const policy of policies) {
      const [, sources] = /connect-src ([^;]*);/.exec(policy);
      assert.equal(sources, "'self' https://lichess.org https://api.chess.com");
    }
    const refused = (url) =>
      page.evaluate(
        (url) =>
          new Promise((resolve) => {
            document.addEventListener(
              "securitypolicyviolation",
              ({ blockedURI }) => resolve(blockedURI),
              { once: true },
            );
            fetch(url).then(
              () => resolve("allowed"),
              () => {},
            );
          }),
        url,
      );
    for (const url of [
      "https://www.chess.com/",
      "https://explorer.lichess.ovh/",
      "http://lichess.org/",
    ])
      assert.notEqual(await refused(url), "allowed");
    assert.ok(address().startsWith("http://127.0.0.1"));
  },
  { expected: /Content Security Policy|violates|Fetch API cannot load/ },
);

for (const [device, screen] of Object.entries(DEVICES)) {
  e2e(
    `axe finds nothing: ${device}`,
    async (page) => {
      let given = "refused";
      await answering(page, () => given);
      await opened(page);
      await examined(page, "asked");
      await get(page);
      await wrong(page, "could not be reached");
      await examined(page, "refused");
      given = { body: PGN };
      await get(page);
      await shows(page, "118 games in Ann at Lichess.");
      await examined(page, "games came");
      await press(page, "Learn from these games");
      await says(page, "Step 8 of 8, finished");
      await shows(page, /Finds \d+\.\d % of your moves/);
      await examined(page, "measured");
      const fits = await page.evaluate(
        () => document.documentElement.scrollWidth <= window.innerWidth,
      );
      assert.equal(fits, true, "nothing sticks out sideways");
    },
    { ...screen, expected: REFUSED, trouble: true },
  );
}

e2e(
  "files may be dropped on the sheet: the names in them are offered; a packed one is refused",
  async (page) => {
    await opened(page);
    const dropped = (files) => drop(page, files, "or drop them here", "dialog[open]");
    await dropped([file("mine.pgn.gz", gzipSync(PGN))]);
    await wrong(page, "mine.pgn.gz was not read: it is packed: unpack it first.");
    await dropped([file("one.pgn", GAMES[0]), file("two.pgn", GAMES[1])]);
    await shows(page, /in one\.pgn, two\.pgn\./);
    assert.match(await whose(page).inputValue(), /^ann$/i);
    assert.equal(await page.getByRole("dialog").getByRole("alert").count(), 0);
    await page.keyboard.press("Escape");
    await shows(page, "118 games");
  },
  { trouble: true },
);
