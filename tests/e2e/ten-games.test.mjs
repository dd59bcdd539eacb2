// Ten games of different kinds, as a person plays them, by mouse, by touch or by keyboard: docs/board.md says how each ended and what
// was found. Those of an adviser go from the first move to mate; most others are given up after enough moves for what they are about.
// What each part of the board does has a file of its own.

import assert from "node:assert/strict";
// Its files for `require` are none that Node.js reads.
import { Chess } from "../../www/node_modules/chessops/dist/esm/chess.js";
import { INITIAL_FEN, makeBoardFen, parseFen } from "../../www/node_modules/chessops/dist/esm/fen.js";
import { makeSan, parseSan } from "../../www/node_modules/chessops/dist/esm/san.js";
import { makeUci, parseUci } from "../../www/node_modules/chessops/dist/esm/util.js";
import { advise } from "./adviser.mjs";
import {
  click,
  drag,
  moves,
  placement,
  played,
  ponder,
  scrollToBoard,
  setUp,
  sitDown,
  strength,
  tap,
  turnTo,
} from "./board.mjs";
import { button, choose, downloaded, e2e, file, press, pressByKey, shows } from "./page.mjs";

const PHONE = { viewport: { width: 390, height: 844 }, deviceScaleFactor: 2, hasTouch: true, isMobile: true };
const OVER = /^(1-0|0-1|1\/2-1\/2) /;
const VALUES = { queen: 9, rook: 5, bishop: 3, knight: 3, pawn: 1, king: 0 };

// ---- who plays: mates where it can, and otherwise takes what costs least; or as it is advised ------

function* movesOf(position) {
  for (const [from, squares] of position.allDests()) {
    const promotes = position.board.get(from).role === "pawn" && [...squares].some((to) => to < 8 || to > 55);
    for (const to of squares) yield promotes ? { from, to, promotion: "queen" } : { from, to };
  }
}

function after(position, move) {
  const next = position.clone();
  next.play(move);
  return next;
}

function material(position, side) {
  return [...position.board].reduce(
    (sum, [, { role, color }]) => sum + (color === side ? VALUES[role] : -VALUES[role]),
    0,
  );
}

/** What the side to move is left with when the other side takes what it can. */
function worth(position, move) {
  const side = position.turn;
  const next = after(position, move);
  if (next.isCheckmate()) return 1000;
  if (next.isEnd()) return -1;
  const answers = [...movesOf(next)].map((answer) => {
    const then = after(next, answer);
    return then.isCheckmate() ? -1000 : material(then, side);
  });
  // Forward, and with check where nothing else speaks for a move.
  const rank = (square) => (side === "white" ? square >> 3 : 7 - (square >> 3));
  return Math.min(...answers) + (rank(move.to) - rank(move.from)) / 100 + (next.isCheck() ? 0.05 : 0);
}

/** `seen`: the placements that there were, which it does not repeat. */
function best(position, seen) {
  return [...movesOf(position)].reduce(
    (found, move) => {
      const isOld = seen.has(makeBoardFen(after(position, move).board));
      const value = worth(position, move) - (isOld ? 5 : 0);
      return value > found.value ? { move, value } : found;
    },
    { move: null, value: -Infinity },
  ).move;
}

// ---- a game ----------------------------------------------------------------------------------------

function over(page) {
  return page.getByText(OVER).first();
}

/** Replays what the page shows; takes note of the moves. */
function replayed(fen, sans, noted = []) {
  const position = Chess.fromSetup(parseFen(fen).unwrap()).unwrap();
  for (const san of sans) {
    const move = parseSan(position, san);
    assert.ok(move, `${san} is a move`);
    noted.push(move);
    position.play(move);
  }
  return position;
}

async function sansOf(page) {
  const text = (await moves(page).count()) > 0 ? await moves(page).innerText() : "";
  return text.split(/\s+/).filter((word) => word !== "" && !/^\d+\.+$/.test(word) && !OVER.test(`${word} `));
}

/** Moves, each by `hand`, until the game is over: so many at most. Answers the moves. The program answers each move that leaves it one. */
async function moveOn(page, hand, { fen = INITIAL_FEN, most, side = "white", choose }) {
  for (let number = 0; number < most; number += 1) {
    const before = await sansOf(page);
    const noted = [];
    const position = replayed(fen, before, noted);
    assert.equal(position.turn, side);
    const move = await choose(position, { fen, before, noted });
    await hand(page, makeUci(move), makeSan(position, move));
    const isLast = after(position, move).isEnd();
    if (!isLast) await replies(page, before.length + 2);
    if (isLast || (await over(page).isVisible())) {
      await over(page).waitFor();
      break;
    }
  }
  return sansOf(page);
}

/** By itself, and gives up when the game has lasted long enough. */
async function playThrough(page, hand, { side = "white", ...how }) {
  const choose = (position, { fen, before }) =>
    best(position, new Set(before.map((_, at) => makeBoardFen(replayed(fen, before.slice(0, at)).board))));
  const sans = await moveOn(page, hand, { ...how, side, choose });
  if (!(await over(page).isVisible())) {
    await press(page, "Resign");
    await shows(page, side === "white" ? "0-1 White resigns" : "1-0 Black resigns");
  }
  return sans;
}

/** By the adviser's moves, from the first position on, until White mates. */
async function mate(page, hand) {
  const adviser = advise();
  try {
    const choose = async (_, { noted }) =>
      parseUci(await adviser.ask(`startpos moves ${noted.map(makeUci).join(" ")}`));
    const sans = await moveOn(page, hand, { most: 120, choose });
    await shows(page, "1-0 White mates");
    assert.ok(replayed(INITIAL_FEN, sans).isCheckmate(), sans.join(" "));
    assert.ok(sans.length > 10, "it is a whole game");
  } finally {
    adviser.dismiss();
  }
}

/** Waits for so many half-moves, or the end of the game. */
async function replies(page, least) {
  const words = least + Math.ceil(least / 2) - 1;
  const enough = page.getByText(new RegExp(`^1\\.( \\S+){${words},}$`));
  await enough.or(over(page)).first().waitFor();
}

async function against(page, opponent, thinks = null) {
  await shows(page, "118 games");
  await page.getByRole("combobox", { name: "Opponent" }).selectOption(opponent);
  if (thinks) await strength(page, thinks);
  await shows(page, "You are to move, with White.");
}

const byDragging = async (page, uci) => {
  await drag(page, uci.slice(0, 2), uci.slice(2, 4));
  if (uci.length > 4) await press(page, "Queen");
};
const byClicking = async (page, uci) => {
  await click(page, uci.slice(0, 2));
  await click(page, uci.slice(2, 4));
  if (uci.length > 4) await press(page, "Queen");
};
const byTapping = async (page, uci) => {
  await tap(page, uci.slice(0, 2));
  await tap(page, uci.slice(2, 4));
  if (uci.length > 4) await button(page, "Queen").tap();
};
/** Nothing but keys from the first move on: the field keeps the focus. */
const byTyping = async (page, _, san) => {
  await page.keyboard.type(san);
  await page.keyboard.press("Enter");
};

async function focusMoveBox(page) {
  const box = page.getByRole("textbox", { name: "Your move" });
  for (let presses = 0; presses < 200; presses += 1) {
    if (await box.evaluate((element) => element === document.activeElement)) return;
    await page.keyboard.press("Tab");
  }
  assert.fail("the field for moves is reached by Tab");
}

e2e("1. with the mouse, pieces dragged, against one ply, to mate", async (page) => {
  await against(page, "depth:1");
  await scrollToBoard(page);
  await mate(page, byDragging);
});

e2e("2. with the mouse, click by click, with Black on a flipped board", async (page) => {
  await against(page, "depth:1");
  await page.getByRole("combobox", { name: "You play" }).selectOption({ label: "as Black" });
  await press(page, "New game");
  await replies(page, 1);
  await press(page, "Flip");
  await scrollToBoard(page);
  await playThrough(page, byClicking, { side: "black", most: 12 });
});

e2e(
  "3. on a phone, by taps, to mate",
  async (page) => {
    await against(page, "depth:1");
    await scrollToBoard(page);
    await mate(page, byTapping);
    await button(page, "New game").tap();
    await moves(page).waitFor({ state: "detached" });
  },
  PHONE,
);

e2e("4. by keyboard alone, with a clock", async (page) => {
  await against(page, "depth:1");
  await page.getByRole("combobox", { name: "Clock", exact: true }).selectOption({ label: "10+5" });
  await page.getByRole("timer", { name: "Your clock" }).getByText("10:00").waitFor();
  await focusMoveBox(page);
  const sans = await playThrough(page, byTyping, { most: 20 });
  const pgn = await savedGame(page);
  assert.ok(pgn.includes('[TimeControl "600+5"]'), pgn);
  assert.equal(pgn.match(/\[%clk \d:\d\d:\d\d\]/g).length, sans.length, "each move has its time");
});

e2e("5. with premoves, while the program thinks", async (page) => {
  await against(page, "staunton");
  await ponder(page);
  await scrollToBoard(page);
  await drag(page, "e2", "e4");
  // No answer gives a check between them, which would make a premove illegal.
  const premoves = [
    ["b1", "c3"],
    ["g1", "f3"],
    ["g2", "g3"],
  ];
  for (const [at, [from, to]] of premoves.entries()) {
    await played(page, 1 + 2 * at);
    await shows(page, "The program is thinking.");
    await drag(page, from, to);
    await shows(page, `Premove: ${from}${to}`);
    await press(page, "Move now");
    await button(page, "Cancel premove").waitFor({ state: "detached" });
  }
  await press(page, "Move now");
  // Its answer may give a check.
  await shows(page, /^You are to move, with White/);
  assert.match((await played(page, 8)).join(" "), /^e4 \S+ Nc3 \S+ Nf3 \S+ g3 /);
  await press(page, "Resign");
  await shows(page, "0-1 White resigns");
});

e2e(
  "6. on a phone: a pawn becomes a queen and mates",
  async (page) => {
    const fen = "6k1/P4ppp/8/8/8/8/8/K7 w - - 0 1";
    await against(page, "depth:1");
    await setUp(page, fen);
    await scrollToBoard(page);
    await playThrough(page, byTapping, { fen, most: 1 });
    await shows(page, "1-0 White mates");
    await button(page, "Take back").tap();
    await shows(page, "You are to move, with White.");
    await tap(page, "a7");
    await tap(page, "a8");
    await button(page, "Rook").tap();
    await shows(page, "1-0 White mates");
  },
  PHONE,
);

e2e("7. blindfold, by keyboard", async (page) => {
  await against(page, "depth:2");
  await page.getByText("Squares, pieces, coordinates, blindfold").click();
  await page.getByRole("checkbox", { name: "Blindfold" }).press("Space");
  await page.getByRole("textbox", { name: "Your move" }).focus();
  const sans = await playThrough(page, byTyping, { most: 15 });
  assert.equal(await placement(page), replayedPlacement(sans), "the table says where everything is");
  await press(page, "Show the pieces");
});

function replayedPlacement(sans) {
  return makeBoardFen(replayed(INITIAL_FEN, sans).board);
}

e2e("8. a game from a file, gone on with", async (page) => {
  const pgn = '[White "A"]\n[Black "B"]\n[Result "*"]\n\n1. e4 e5 2. Bc4 Nc6 3. Qh5 Nf6 *\n';
  await against(page, "depth:1");
  await choose(page, [file("begun.pgn", pgn)], "Open game");
  await shows(page, /3\. Qh5 Nf6/);
  await press(page, "Play from here");
  await shows(page, "You are to move, with White.");
  await page.getByRole("group", { name: "Board", exact: true }).scrollIntoViewIfNeeded();
  await playThrough(page, byDragging, { most: 1 });
  await shows(page, "1-0 White mates");
});

e2e("9. with odds: the program has no queen, and half the time", async (page) => {
  const fen = "rnb1kbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
  await against(page, "staunton", "Casual: 1,000 nodes");
  await page.getByRole("combobox", { name: "Clock", exact: true }).selectOption({ label: "5+0" });
  await page.getByRole("combobox", { name: "Program's time" }).selectOption({ label: "Program: half" });
  await setUp(page, fen);
  await page.getByRole("timer", { name: "Your clock" }).getByText("5:00").waitFor();
  await page.getByRole("timer", { name: "Program's clock" }).getByText("2:30").waitFor();
  await shows(page, "White has more: 1 queen");
  await scrollToBoard(page);
  await playThrough(page, byDragging, { fen, most: 5 });
  const pgn = await savedGame(page);
  assert.ok(pgn.includes(`[FEN "${fen}"]`) && pgn.includes('[BlackTimeControl "150+0"]'), pgn);
});

async function savedGame(page) {
  return (await downloaded(page, "Save game as PGN")).toString();
}

e2e("10. two programs, watched to the end, and the scores of their game", async (page) => {
  await sitDown(page);
  await turnTo(page, "Watch a game");
  await page.getByRole("combobox", { name: "Opponent" }).selectOption("depth:2");
  await page.getByRole("combobox", { name: "Speed" }).selectOption({ label: "As fast as they think" });
  await press(page, "Start");
  await over(page).waitFor({ timeout: 150_000 });
  await pressByKey(page, "Score graph");
  await press(page, "Scores as table");
});
