// What a person does at the board.

import assert from "node:assert/strict";
import { evolveNatively } from "./command.mjs";
import { nextFrame, press, shows } from "./page.mjs";

/** Another game takes the place of the one that has begun: whoever moves before that would move in the old one. */
export async function newGame(page) {
  await press(page, "New game");
  await moves(page).waitFor({ state: "detached" });
  await shows(page, "You are to move, with White.");
}

/** Plays against the best of the random programs. */
export async function sitDown(page, fen = null) {
  const { chromosome } = await evolveNatively("--generations", 0);
  await page.evaluate((hash) => {
    location.hash = hash;
  }, `#c=${chromosome}`);
  await shows(page, "You are to move, with White.");
  await strength(page, "Depth 1, as trained");
  if (fen) await setUp(page, fen);
}

export async function setUp(page, fen) {
  await page.getByRole("textbox", { name: "Start from FEN" }).fill(fen);
  await page.getByRole("textbox", { name: "Start from FEN" }).press("Enter");
  await stands(page, fen.split(" ")[0]);
}

/** Waits until the position on the board is the one of this placement. */
export async function stands(page, wanted) {
  const table = await squares(page).elementHandle();
  await page.waitForFunction(placementOf, { table, wanted });
}

function squares(page) {
  return page.getByRole("table", { name: "The position, square by square" });
}

/** The first field of a FEN, as it is read out. */
export async function placement(page) {
  const table = await squares(page).elementHandle();
  return page.evaluate(placementOf, { table });
}

/** The placement that the table shows; false while it is not the one wanted. Runs in the page. */
function placementOf({ table, wanted }) {
  const sign = (piece) => {
    if (piece === "") return " ";
    const [colour, name] = piece.split(" ");
    const letter = name === "knight" ? "n" : name[0];
    return colour === "white" ? letter.toUpperCase() : letter;
  };
  const shown = [...table.querySelectorAll("tbody tr")]
    .map((row) => [...row.querySelectorAll("td")].map(({ textContent }) => sign(textContent)).join(""))
    .map((rank) => rank.replace(/ +/g, ({ length }) => length))
    .join("/");
  return (wanted ?? shown) === shown && shown;
}

/** Chooses one of the named strengths. */
export function strength(page, label) {
  return page.getByRole("combobox", { name: "Strength" }).selectOption({ label });
}

/** The program thinks long enough to be interrupted. */
export async function ponder(page) {
  await strength(page, "Other…");
  await page.getByRole("combobox", { name: "Measured in" }).selectOption({ label: "seconds a move" });
  await page.getByRole("spinbutton", { name: "Amount", exact: true }).fill("60");
  await page.getByRole("spinbutton", { name: "Amount", exact: true }).press("Enter");
}

/** The mode of the board: "Play", "Analyse" or "Watch a game". */
export function turnTo(page, mode) {
  return page.getByRole("radio", { name: mode, exact: true }).press("Space");
}

/** The game as one line of text. */
export function moves(page) {
  return page.getByRole("group", { name: "Moves so far" });
}

/** Waits until so many half-moves have been played, at least; answers them. */
export async function played(page, least) {
  const enough = moves(page).filter({ hasText: new RegExp(`^1\\.( \\S+){${least + Math.ceil(least / 2) - 1},}$`) });
  await enough.waitFor();
  return (await enough.innerText()).split(" ").filter((word) => !/^\d+\.+$/.test(word));
}

/** What the program thinks or thought: its caption, and a line a row. */
export function thoughts(page) {
  return page.getByRole("table", { name: /^What it consider/ });
}

/** Arrows on the board. */
export function arrows(page) {
  return page.getByRole("group", { name: "Board", exact: true }).locator(".cg-shapes line");
}

/** Where a square is, with White below. A person sees it before pointing at it: nothing is scrolled here. */
export async function centre(page, square) {
  const board = page.getByRole("group", { name: "Board", exact: true }).locator("cg-board");
  const { x, y, width } = await board.boundingBox();
  const file = square.charCodeAt(0) - "a".charCodeAt(0);
  const point = [x + ((file + 0.5) * width) / 8, y + ((8.5 - Number(square[1])) * width) / 8];
  const seen = await page.evaluate(
    ([left, top]) => document.elementFromPoint(left, top)?.closest(".board") !== null,
    point,
  );
  assert.ok(seen, `${square} is in sight at ${point}`);
  return point;
}

/** Turns the wheel, or swipes, until the whole board is in sight. */
export async function scrollToBoard(page) {
  const board = page.getByRole("group", { name: "Board", exact: true });
  const { width, height } = page.viewportSize();
  await page.mouse.move(width / 2, height / 2);
  for (let turns = 0; turns < 100; turns += 1) {
    const { y, height: tall } = await board.boundingBox();
    if (y >= 60 && y + tall <= height) return;
    // The page listens before the wheel turns: otherwise the end of the scrolling may have gone by.
    const scrolling = await page.evaluateHandle(() => ({
      ended: new Promise((resolve) => addEventListener("scrollend", resolve, { once: true, capture: true })),
    }));
    await page.mouse.wheel(0, y + tall > height ? Math.min(400, y + tall - height + 40) : y - 70);
    await scrolling.evaluate(({ ended }) => ended.then(() => null));
  }
  assert.fail("the board came into sight");
}

export async function drag(page, from, to) {
  await page.mouse.move(...(await centre(page, from)));
  await page.mouse.down();
  await page.mouse.move(...(await centre(page, to)), { steps: 4 });
  // The board follows from frame to frame: a piece let go within one has not been dragged, which no hand can do.
  await nextFrame(page);
  await page.mouse.up();
}

export async function click(page, square) {
  await page.mouse.click(...(await centre(page, square)));
}

export async function tap(page, square) {
  await page.touchscreen.tap(...(await centre(page, square)));
}
