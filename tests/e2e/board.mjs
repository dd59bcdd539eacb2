// What a person does at the board.

import { evolveNatively } from "./command.mjs";
import { shows } from "./page.mjs";

/** Plays against the best of the random programs. */
export async function sitDown(page, fen = null) {
  const { chromosome } = await evolveNatively("--generations", 0);
  await page.evaluate((hash) => {
    location.hash = hash;
  }, `#c=${chromosome}`);
  await shows(page, "You are to move, with White.");
  await strength(page, "Depth 1, as it was bred");
  if (fen) await setUp(page, fen);
}

export async function setUp(page, fen) {
  await page.getByRole("textbox", { name: "Start from FEN" }).fill(fen);
  await page.getByRole("textbox", { name: "Start from FEN" }).press("Enter");
  await page.waitForFunction(
    ([table, placement]) => {
      const pieces = [...table.querySelectorAll("td")].filter(({ textContent }) => textContent).length;
      return pieces === placement.replace(/[^a-z]/gi, "").length;
    },
    [await squares(page).elementHandle(), fen.split(" ")[0]],
  );
}

function squares(page) {
  return page.getByRole("table", { name: "The position, square by square" });
}

/** The first field of a FEN, as it is read out. */
export async function placement(page) {
  const ranks = await squares(page)
    .locator("tbody tr")
    .evaluateAll((rows) =>
      rows.map((row) => [...row.querySelectorAll("td")].map((cell) => cell.textContent)),
    );
  return ranks
    .map((rank) =>
      rank
        .map(sign)
        .join("")
        .replace(/ +/g, ({ length }) => length),
    )
    .join("/");
}

function sign(piece) {
  if (piece === "") return " ";
  const [colour, name] = piece.split(" ");
  const letter = name === "knight" ? "n" : name[0];
  return colour === "white" ? letter.toUpperCase() : letter;
}

/** Chooses one of the named strengths. */
export function strength(page, label) {
  return page.getByRole("combobox", { name: "Strength" }).selectOption({ label });
}

/** What the room is used for: "Play", "Analyse" or "Watch a game". */
export function turnTo(page, mode) {
  return page.getByRole("radio", { name: mode, exact: true }).press("Space");
}

/** The game as one line of text. */
export function moves(page) {
  return page.getByRole("group", { name: "Moves so far" });
}

/** Waits until so many half-moves have been played, at least; answers them. */
export async function played(page, least) {
  const enough = page.getByText(new RegExp(`^1\\.( \\S+){${least + Math.ceil(least / 2) - 1},}$`));
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

/** Where a square is, with White below. */
export async function centre(page, square) {
  const board = page.getByRole("group", { name: "Board", exact: true }).locator("cg-board");
  await board.scrollIntoViewIfNeeded();
  const { x, y, width } = await board.boundingBox();
  const file = square.charCodeAt(0) - "a".charCodeAt(0);
  return [x + ((file + 0.5) * width) / 8, y + ((8.5 - Number(square[1])) * width) / 8];
}

export async function drag(page, from, to) {
  await page.mouse.move(...(await centre(page, from)));
  await page.mouse.down();
  await page.mouse.move(...(await centre(page, to)), { steps: 4 });
  await page.mouse.up();
}
