// What goes out and what comes in: links, sheets, frames, files, other sites, rooms; and what is said where something is wrong.

import { readFileSync } from "node:fs";

const text = (path) => readFileSync(new URL(path, import.meta.url), "utf8");
const LINKS = JSON.parse(text("../fixtures/links.json"));
const [PROGRAM, EXPERIMENT] = LINKS.map(({ fragment }) => fragment);
/** What the experiment of the last link was bred on is not at hand. */
const FOREIGN = LINKS.at(-1).fragment;
/** The sample games, as if all of them were Ann's. */
const GAMES = text("../../crate/engine/src/examples/sample_games.pgn").replaceAll(/^\[White .*$/gm, '[White "Ann"]');
const BROKEN = '[White "One"]\n[Black "Other"]\n[Result "1-0"]\n\n1. e4 e5 2. Ke3 1-0\n\n';

export const SHARING = {
  async share(visitor) {
    await visitor.begin(PROGRAM);
    await visitor.press("Copy link");
    await visitor.page.locator("input.link").waitFor();
    await visitor.take("link-copied", { at: visitor.page.locator("input.link") });
    await visitor.press("More ways to share");
    const sheet = visitor.dialog("Share this program");
    await sheet.locator("img.card").waitFor();
    await visitor.take("code");
    await visitor.take("card", { at: sheet.locator("img.card") });
    await visitor.unfold("fastchess, cutechess, a bot on Lichess");
    await visitor.take("engines", { at: sheet.locator("details") });
    await visitor.take("command", { at: sheet.locator("section").last() });
  },

  async links(visitor) {
    await visitor.begin(`${PROGRAM}&name=Rudi`);
    await visitor.sees(/Rudi/);
    await visitor.take("program");
    await visitor.begin(EXPERIMENT);
    await visitor.button("Run this experiment").waitFor();
    await visitor.take("experiment");
    await visitor.press("Run this experiment");
    await visitor.finished(2);
    await visitor.take("reproduced", { whole: true });
    await visitor.begin(FOREIGN);
    await visitor.page.locator(".offer").first().waitFor();
    await visitor.take("experiment-on-other-games");
    await visitor.begin(PROGRAM.slice(0, -4));
    await visitor.page.getByRole("alert").first().waitFor();
    await visitor.take("damaged");
  },

  async frame(visitor) {
    await visitor.visit(`board.html${PROGRAM}&name=Rudi`);
    await visitor.page.getByRole("heading", { name: "Rudi" }).waitFor();
    await visitor.play("e4", 2);
    await visitor.take("board");
    await visitor.visit("board.html");
    await visitor.page.getByRole("heading", { name: visitor.of("No program") }).waitFor();
    await visitor.take("no-program");
  },

  async likeMe(visitor) {
    const title = "A program that plays like me";
    const answers = [{ status: 404 }, { body: GAMES, contentType: "application/x-chess-pgn" }];
    const prepare = (page) =>
      page.context().route(/^https:\/\/lichess\.org\//, (route) =>
        route.fulfill({ headers: { "access-control-allow-origin": "*" }, ...answers.shift() }),
      );
    const expected = /asked elsewhere: https:\/\/lichess\.org|^404: |Failed to load resource/;
    await visitor.begin("", { prepare, expected });
    await visitor.press(title);
    await visitor.button("Get games").waitFor();
    await visitor.take("by-user-name");
    await visitor.page.getByRole("textbox", { name: visitor.of("User name") }).fill("Ann");
    await visitor.press("Get games");
    await visitor.dialog(title).getByRole("alert").waitFor();
    await visitor.take("refused");
    await visitor.press("Get games");
    await visitor.page.getByLabel(visitor.of("Whose games are these?")).waitFor();
    await visitor.take("whose-games");
    await visitor.press("Learn from these games");
    await visitor.finished(8);
    await visitor.page.locator(".differences button").first().waitFor();
    await visitor.take("learned", { whole: true });
    await visitor.take("differences", { at: visitor.page.locator(".differences") });
  },

  async games(visitor) {
    await visitor.begin();
    await visitor.give("Choose PGN", "a-club-with-quite-a-long-name-spring-2019.pgn", GAMES + BROKEN);
    await visitor.press(visitor.like("Why {0} {1} skipped"));
    await visitor.page.getByRole("dialog").first().waitFor();
    await visitor.take("skipped");
    await visitor.page.keyboard.press("Escape");
    await visitor.give("Choose PGN", "empty.pgn", "");
    await visitor.page.getByRole("alert").first().waitFor();
    await visitor.take("empty-file");
    await visitor.page.getByRole("textbox", { name: visitor.of("Start from FEN") }).fill("8/8/8/8/8/8/8/8 w - - 0 1");
    await visitor.page.getByRole("textbox", { name: visitor.of("Start from FEN") }).press("Enter");
    await visitor.page.getByText(visitor.like("This position cannot be set up: {0}.")).first().waitFor();
    await visitor.take("messages");
  },

  async network(visitor) {
    await visitor.visit("network.html");
    await visitor.button("Join room").waitFor();
    await visitor.take("page", { whole: true });
    await visitor.take("room", { at: visitor.button("Join room") });
    await visitor.press("Join room");
    await visitor.take("refused", { at: visitor.button("Join room") });
  },

  async scriptless(visitor) {
    // Chromium says of modules that are fetched ahead where none may run that a policy forbids them.
    await visitor.visit("", { javaScriptEnabled: false, expected: /^failed: \S+\.js csp$/ });
    await visitor.save("page");
  },
};
