// Games against a program, by keyboard alone.

import assert from "node:assert/strict";
import { advise } from "./adviser.mjs";
import { centre, click, drag, placement, played, setUp, sitDown, turnTo } from "./board.mjs";
import { button, downloaded, moveBox, play, press, e2e, shows, troubled } from "./page.mjs";

e2e("a whole game, typed move by move", async (page) => {
  await sitDown(page);
  const adviser = advise();
  const result = page.locator("p").getByText(/^(1-0|0-1|1\/2-1\/2) /);
  let moves = 0;
  try {
    while (!(await result.isVisible())) {
      await play(page, await adviser.ask(`fen ${await placement(page)} w - - 0 1`));
      moves += 1;
      assert.ok(moves < 200, "a game ends");
      const answered = page.getByText(new RegExp(`^1\\.( \\S+){${3 * moves - 1}}$`));
      await answered.or(result).first().waitFor();
    }
  } finally {
    adviser.dismiss();
  }
  const verdict = await result.innerText();
  assert.equal(await page.getByText(`${verdict}.`).getAttribute("aria-live"), "polite", "it is also said");
  assert.ok(moves > 5);
  const line = await page.getByText(/^1\. \S+/).innerText();
  const pgn = await downloadGame(page);
  assert.match(pgn, /\[White "Person"\]/);
  assert.ok(pgn.includes(`[Result "${verdict.split(" ")[0]}"]`), pgn);
  assert.ok(
    pgn.split("\n\n").at(-1).replace(/\s+/g, " ").startsWith(line),
    "the file has the moves of the page",
  );
});

e2e("illegal and ambiguous moves are refused in words, and nothing moves", async (page) => {
  await sitDown(page, "4k3/8/8/8/8/8/4K3/R6R w - - 0 1");
  const before = await placement(page);
  for (const [move, message] of [
    ["Nf3", "Nf3 is not a legal move here"],
    ["e2e5", "e2e5 is not a legal move here"],
    ["hello", '"hello" is not a move'],
    ["Rd1", "Rd1"],
  ]) {
    await play(page, move);
    await troubled(page, message);
    assert.equal(await placement(page), before);
    assert.equal(await moveBox(page).inputValue(), move, "what was typed can be corrected");
  }
  await play(page, "Rad1");
  await shows(page, /^1\. Rad1/);
  assert.equal(await page.getByRole("alert").count(), 0);
});

e2e(
  "mate in one is announced, and a game that is over takes no move",
  async (page) => {
    await sitDown(page, "6k1/5ppp/8/8/8/8/8/R5K1 w - - 0 1");
    await play(page, "Ra8");
    await shows(page, "White mates");
    await shows(page, /^1\. Ra8#/);
    await play(page, "Kf1");
    await troubled(page, "The game is over");
    assert.match(
      await downloadGame(page),
      /\[FEN "6k1\/5ppp\/8\/8\/8\/8\/8\/R5K1 w - - 0 1"\][^]*1\. Ra8# 1-0/,
    );
  },
  { trouble: true },
);

e2e("stalemate and too little material are draws", async (page) => {
  await sitDown(page, "7k/8/8/6Q1/8/8/8/K7 w - - 0 1");
  await play(page, "Qg6");
  await shows(page, "Draw by stalemate");
  await setUp(page, "7k/8/8/8/8/8/p7/K7 w - - 0 1");
  await play(page, "Kxa2");
  await shows(page, "Draw: neither side can mate");
});

e2e("fifty moves without progress are a draw", async (page) => {
  await sitDown(page, "7k/8/8/8/8/8/R7/K7 w - - 99 80");
  await play(page, "Ra7");
  await shows(page, "Draw by the fifty-move rule");
});

e2e("the third time is a draw", async (page) => {
  // The rooks leave Black's king two squares, and White's king goes to and fro as well.
  await sitDown(page, "7k/8/R7/8/8/8/8/1K4R1 w - - 0 1");
  for (const [index, move] of ["Kb2", "Kb1", "Kb2", "Kb1"].entries()) {
    await play(page, move);
    await shows(page, new RegExp(`${index + 1}\\. ${move} Kh[78]$`));
  }
  await shows(page, "Draw by threefold repetition");
});

e2e("a pawn is promoted by typing, and by the chooser with the keyboard", async (page) => {
  await sitDown(page, "8/P6k/8/8/8/8/8/K7 w - - 0 1");
  await play(page, "a8=N");
  await shows(page, /^1\. a8=N/);
  await setUp(page, "8/P6k/8/8/8/8/6K1/8 w - - 0 1");
  await drag(page, "a7", "a8");
  const chooser = page.getByRole("dialog", { name: "Promote the pawn to" });
  await chooser.waitFor();
  await page.keyboard.press("Tab");
  await chooser.getByRole("button", { name: "Rook" }).focus();
  await page.keyboard.press("Enter");
  await shows(page, /^1\. a8=R/);

  await setUp(page, "8/P5k1/8/8/8/8/8/K7 w - - 0 1");
  await drag(page, "a7", "a8");
  await chooser.waitFor();
  await page.keyboard.press("Escape");
  await chooser.waitFor({ state: "hidden" });
  assert.equal(await placement(page), "8/P5k1/8/8/8/8/8/K7", "thought better of it");
});

e2e("pieces are moved by dragging and by clicking", async (page) => {
  await sitDown(page);
  await drag(page, "e2", "e4");
  await shows(page, /^1\. e4 \S+$/);
  await page.mouse.click(...(await centre(page, "d2")));
  await page.mouse.click(...(await centre(page, "d3")));
  await shows(page, /^1\. e4 \S+ 2\. d3 \S+$/);
});

e2e("who has more men is told on either side of the board", async (page) => {
  const rows = page.locator(".material");
  const told = (text, count) => page.locator(".material", { hasText: text }).filter({ has: page.locator(`piece:nth-child(${count})`) });
  await sitDown(page, "4k3/8/8/3p4/4P3/8/1P6/4K3 w - - 0 1");
  await rows.nth(1).filter({ hasText: /^\s*White has more: 1 pawn\s*\+1\s*$/ }).waitFor();
  assert.equal(await rows.nth(0).locator("piece").count(), 0);
  await play(page, "exd5");
  await told("White has more: 2 pawns", 2).filter({ hasText: "+2" }).waitFor();
  await press(page, "Flip");
  await rows.nth(0).filter({ hasText: "White has more: 2 pawns" }).waitFor();
  assert.equal(await rows.nth(1).locator("piece").count(), 0);
});

e2e("the game on the board has an address at Lichess", async (page) => {
  await sitDown(page);
  await play(page, "e4");
  await shows(page, /^1\. e4 \S+$/);
  const [, answer] = await played(page, 2);
  const link = page.getByRole("link", { name: "Open in Lichess" });
  assert.equal(await link.getAttribute("href"), `https://lichess.org/analysis/pgn/e4_${encodeURIComponent(answer)}`);
  const fen = "4k3/8/8/3p4/4P3/8/1P6/4K3 w - - 0 1";
  await setUp(page, fen);
  assert.equal(await link.getAttribute("href"), `https://lichess.org/analysis/${fen.replaceAll(" ", "_")}`);
});

e2e("take back, flip, resign, a new game with Black", async (page) => {
  await sitDown(page);
  await play(page, "e4");
  await shows(page, /^1\. e4 \S+$/);
  await play(page, "a3");
  await shows(page, /2\. a3 \S+$/);
  await press(page, "Take back");
  await shows(page, /^1\. e4 \S+$/);

  const top = (piece) =>
    page.locator(`.play .board piece.${piece}`).evaluate((element) => element.getBoundingClientRect().top);
  const isBelow = async (one, other) => (await top(one)) > (await top(other));
  assert.ok(await isBelow("white.king", "black.king"));
  await press(page, "Flip");
  await page.locator(".play .orientation-black").waitFor();
  assert.ok(await isBelow("black.king", "white.king"), "flipped");
  await press(page, "Flip");
  await page.locator(".play .orientation-white").waitFor();
  assert.ok(await isBelow("white.king", "black.king"), "and back");

  await press(page, "Resign");
  await shows(page, "White resigns");
  assert.match(await downloadGame(page), /\[Result "0-1"\]/);
  await press(page, "Take back");
  await shows(page, "You are to move, with White.");

  await page.getByLabel("You play").selectOption("as Black");
  await press(page, "New game");
  await shows(page, "You are to move, with Black.");
  await shows(page, /^1\. \S+$/);
  assert.equal(await button(page, "Take back").isDisabled(), true, "nothing was decided yet");
  await play(page, "a6");
  await shows(page, /^1\. \S+ a6 2\. \S+$/);
  assert.equal(await button(page, "Take back").isDisabled(), false);
  await press(page, "Take back");
  await shows(page, /^1\. \S+$/);
  await shows(page, "You are to move, with Black.");
  assert.equal(await button(page, "Take back").isDisabled(), true);
});

e2e("one's own game keeps its names and its result when it is analysed and saved", async (page) => {
  await sitDown(page);
  await play(page, "e4");
  await shows(page, /^1\. e4 \S+$/);
  await press(page, "Resign");
  await shows(page, "White resigns");
  await turnTo(page, "Analyse");
  await shows(page, /^Person – Millipawn ACPP .*, 0-1$/);
  await play(page, "a3");
  await shows(page, /2\. a3$/);
  const pgn = await downloadGame(page);
  assert.match(pgn, /\[Date "\d{4}\.\d\d\.\d\d"\]\n.*\n\[White "Person"\]\n\[Black "Millipawn ACPP /);
  assert.match(pgn, /\[Result "0-1"\][^]*\[BlackType "program"\]\n\[BlackChromosome "acpp[^]* 0-1\s*$/);
});

e2e("castling, with the king put onto its square or onto the rook, and typed", async (page) => {
  await sitDown(page);
  const fen = "4k3/p6p/8/8/8/8/P6P/R3K2R w KQ - 0 1";
  const castles = async (act, san) => {
    await setUp(page, fen);
    await shows(page, "You are to move, with White.");
    await act();
    await shows(page, new RegExp(`^1\\. ${san} \\S+$`));
  };
  for (const [to, san] of [
    ["h1", "O-O"],
    ["a1", "O-O-O"],
    ["g1", "O-O"],
    ["c1", "O-O-O"],
  ]) {
    await castles(() => drag(page, "e1", to), san);
    await castles(async () => {
      await click(page, "e1");
      await click(page, to);
    }, san);
  }
  for (const [text, san] of [
    ["O-O", "O-O"],
    ["o-o-o", "O-O-O"],
    ["0-0", "O-O"],
    ["e1c1", "O-O-O"],
    ["e1h1", "O-O"],
  ])
    await castles(() => play(page, text), san);
});

e2e("moves are typed with other letters than usual, and a promotion needs its piece", async (page) => {
  await sitDown(page);
  await play(page, "nf3");
  await shows(page, /^1\. Nf3 \S+$/);
  await setUp(page, "8/P6k/8/8/8/8/8/K7 w - - 0 1");
  await shows(page, "You are to move, with White.");
  for (const text of ["a8", "a7a8"]) {
    await play(page, text);
    await troubled(page, `${text} does not say what the pawn becomes: write a8=Q`);
  }
  await play(page, "a8q");
  await shows(page, /^1\. a8=Q \S+$/);
});

e2e("what of a FEN is left out is told; moves without numbers are a game", async (page) => {
  await sitDown(page);
  await setUp(page, "1k6/8/8/8/8/8/8/4K2R w KQkq e3 0 1");
  await shows(
    page,
    "Castling rights of the FEN were left out, as king and rook do not stand there: Qkq. Its en passant square was left out, as no pawn has just passed it: e3.",
  );
  await page.getByRole("textbox", { name: "Start from FEN" }).fill("e4 e5 Nf3");
  await page.getByRole("textbox", { name: "Start from FEN" }).press("Enter");
  await shows(page, "1. e4 e5 2. Nf3");
});

e2e(
  "a position that cannot be is refused, and the game stays",
  async (page) => {
    await sitDown(page);
    await play(page, "e4");
    await shows(page, /^1\. e4 \S+$/);
    const before = await placement(page);
    for (const [fen, reason] of [
      ["nonsense", "not a FEN: it begins with eight ranks of eight squares"],
      ["8/8/8/8/8/8/8/8 w - - 0 1", "there is no piece on the board"],
      ["8/8/8/8/8/8/8/K7 w - - 0 1", "Black has no king"],
      ["kk6/8/8/8/8/8/8/K7 w - - 0 1", "Black has 2 kings"],
      ["k6R/8/8/8/8/8/8/K7 w - - 0 1", "Black is in check, but White is to move"],
      ["k7/8/8/8/8/8/8/K6R x - - 0 1", 'the side to move is w or b, not "x"'],
    ]) {
      await page.getByRole("textbox", { name: "Start from FEN" }).fill(fen);
      await page.getByRole("textbox", { name: "Start from FEN" }).press("Enter");
      await troubled(page, "This position cannot be set up");
      await troubled(page, reason);
      await press(page, "Dismiss");
      assert.equal(await placement(page), before, fen);
    }
  },
  { trouble: true },
);

async function downloadGame(page) {
  return (await downloaded(page, "Save game as PGN")).toString();
}
