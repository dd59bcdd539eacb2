// The third room: what can be done at the board.

import { readFileSync } from "node:fs";

const GAME = `[White "Anderssen"]
[Black "Kieseritzky"]
[Result "1-0"]

1. e4 e5 2. f4 exf4 (2... d5 3. exd5) 3. Bc4 Qh4+ 4. Kf1 b5 5. Bxb5 Nf6 6. Nf3 Qh6 7. d3 Nh5 8. Nh4 Qg5 9. Nf5 c6 10. g4 Nf6 1-0
`;
const PROMOTION = "8/P6k/8/8/8/8/7p/K7 w - - 0 1";
const LINKS = JSON.parse(readFileSync(new URL("../fixtures/links.json", import.meta.url), "utf8"));
/** A program that sits at the board at once. */
const PROGRAM = LINKS[0].fragment;

/** A game against Staunton. */
async function sitDown(visitor) {
  await visitor.begin();
  await visitor.choose("Opponent", "staunton");
  await visitor.choose("Strength", { index: 0 });
}

export function seeBoard(visitor) {
  return visitor.page.locator(".board[role=group]");
}

function setUp(visitor, fen) {
  const field = visitor.page.getByRole("textbox", { name: visitor.of("Start from FEN") });
  return field.fill(fen).then(() => field.press("Enter"));
}

export const BOARD = {
  async play(visitor) {
    await sitDown(visitor);
    await visitor.choose("Clock", { index: 3 });
    await visitor.play("e4", 2);
    await visitor.play("Nf3", 4);
    await visitor.press("Hint");
    await visitor.page.locator(".turn", { hasText: visitor.of("Hint:") }).waitFor();
    await visitor.take("clock-and-hint", { at: seeBoard(visitor) });
    await visitor.press("Resign");
    await visitor.sees(visitor.of("You resigned."));
    await visitor.take("resigned", { at: seeBoard(visitor) });
    await visitor.take("below-the-board", { at: visitor.button("Save program") });
    await visitor.press("Your results");
    await visitor.button("Download as CSV").waitFor();
    await visitor.take("results");
    await visitor.escape("Your results");
    await visitor.press("Find an opponent near my level");
    await visitor.page.locator("p.why").waitFor();
    await visitor.take("near-my-level", { at: visitor.page.locator("p.why") });
    await visitor.choose("Opponent", "staunton");
    await visitor.choose("Clock", { index: 7 });
    await visitor.choose("Program's time", { index: 3 });
    await visitor.choose("Strength", "other");
    await visitor.take("any-clock-and-strength", { at: visitor.page.locator(".play .seats") });
    await setUp(visitor, PROMOTION);
    await seeBoard(visitor).locator("piece.queen").first().waitFor({ state: "detached" });
    await seeBoard(visitor).evaluate((board) => board.scrollIntoView({ block: "center", behavior: "instant" }));
    const { x, y, width } = await seeBoard(visitor).locator("cg-board").boundingBox();
    await visitor.page.mouse.click(x + width / 16, y + (3 * width) / 16);
    await visitor.page.mouse.click(x + width / 16, y + width / 16);
    await visitor.page.getByRole("dialog", { name: visitor.of("Promote the pawn to") }).waitFor();
    await visitor.take("promotion");
  },

  async looks(visitor) {
    await sitDown(visitor);
    await visitor.play("e4", 2);
    await visitor.unfold("Squares, pieces, coordinates, blindfold");
    const squares = visitor.page.locator("details.looks");
    await visitor.take("choice", { at: squares });
    await visitor.radio("Green").press("Space");
    await visitor.choose("Pieces", "solid");
    await visitor.choose("Coordinates", "outside");
    await visitor.take("green-solid", { at: seeBoard(visitor) });
    await visitor.radio("Blue").press("Space");
    await visitor.page.getByRole("checkbox", { name: visitor.of("Blindfold") }).press("Space");
    await visitor.take("blue-blindfold", { at: seeBoard(visitor) });
  },

  async analysis(visitor) {
    await visitor.begin();
    await visitor.give("Open game", "games.pgn", `${GAME}\n${GAME.replace("Anderssen", "Somebody Else")}`);
    await visitor.button("Score graph").waitFor();
    await visitor.take("games-of-a-file", { at: seeBoard(visitor) });
    await visitor.press("Next game");
    await visitor.press("Score graph");
    await visitor.sees(visitor.like("In pawns for White, by {0}"));
    await visitor.button("Stop scoring").waitFor({ state: "detached" });
    await visitor.take("score-graph", { at: visitor.button("Scores as table") });
    await visitor.press("Scores as table");
    await visitor.take("score-table", { at: visitor.button("Scores as table") });
    await visitor.press("Start analysis");
    await visitor.page.locator("table.considered tbody th").first().waitFor();
    await visitor.press("Stop analysis");
    await visitor.take("analysed", { at: seeBoard(visitor) });
  },

  async editor(visitor) {
    await sitDown(visitor);
    await visitor.press("Position editor");
    await visitor.dialog("Position editor").locator("cg-board").waitFor();
    await visitor.take("editor");
    await visitor.press("Empty the squares");
    await visitor.press("Use this position");
    await visitor.dialog("Position editor").getByRole("alert").waitFor();
    await visitor.take("refused");
  },

  async programs(visitor) {
    await visitor.begin(PROGRAM);
    await visitor.turnTo("Watch a game");
    await visitor.choose("Opponent", "staunton");
    await visitor.choose("Strength", { index: 0 });
    await visitor.take("two-programs-before", { at: seeBoard(visitor) });
    await visitor.press("New game");
    await visitor.page.getByText(/^1\.( \S+){2,}/).first().waitFor();
    await visitor.press("Hold");
    await visitor.take("two-programs", { at: seeBoard(visitor) });
    await visitor.turnTo("Arena");
    await visitor.take("arena-before", { at: visitor.button("Start match") });
    await visitor.set({ "Games to play": 4 });
    await visitor.press("Start match");
    await visitor.sees(visitor.of("The match is over."));
    await visitor.take("match", { at: visitor.button("Start match") });
  },
};
