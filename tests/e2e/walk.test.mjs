// From choosing data to sending the program, by keyboard alone and with nothing but what a screen reader says.

import assert from "node:assert/strict";
import { listening, tabTo, typeOver } from "./reader.mjs";
import { e2e, file, shows } from "./page.mjs";

const PLIES = "d4 d5 c4 e6 Nc3 Nf6 Bg5 Be7 e3 O-O Nf3 Nbd7 Rc1 c6 Bd3 dxc4 Bxc4 Nd5 Bxe7 Qxe7 O-O Nxc3 Rxc3 e5".split(" ");

/** Games that differ in their length. */
function games(count) {
  const moves = (length) =>
    PLIES.slice(0, length).map((san, ply) => (ply % 2 ? san : `${ply / 2 + 1}. ${san}`)).join(" ");
  const tags = '[White "A"]\n[Black "B"]\n[Result "1-0"]\n[WhiteElo "2700"]\n[BlackElo "2700"]';
  const game = (length) => `${tags}\n\n${moves(length)} 1-0\n`;
  return Array.from({ length: count }, (_, index) => game(PLIES.length - index)).join("\n");
}

e2e("by keyboard and by ear: games, settings, a run, genes, a game against the champion, its link", async (page, visit) => {
  const heard = await listening(page);
  await shows(page, "118 games");

  await tabTo(page, "combobox", "System");
  await page.keyboard.type("Falcon");
  await heard("The settings are those of Falcon 2014\\.");

  const [chooser] = await Promise.all([
    page.waitForEvent("filechooser"),
    tabTo(page, "button", "Choose PGN").then(() => page.keyboard.press("Enter")),
  ]);
  await chooser.setFiles([file("own.pgn", games(8))]);
  await heard("^Games are read\\. Used: 8\\. Positions: \\d+\\. Skipped: 0\\.$");

  for (const [name, value] of [
    ["Population", 8],
    ["Generations", 2],
    ["Positions per generation", 20],
  ]) {
    await tabTo(page, "spinbutton", name);
    await typeOver(page, String(value));
  }
  await tabTo(page, "button", "Evolve");
  await page.keyboard.press("Enter");
  await heard("^The run starts\\.$");
  await heard("^The run is finished\\. Generation 2 of 2, best \\d+\\.$");

  // What the program is: each gene with its value and what it means.
  assert.match(await page.getByRole("table", { name: "Genes", exact: true }).ariaSnapshot(), /row "KNIGHT_VALUE 11 bits \d+ 521"/);
  await tabTo(page, "button", "KNIGHT_VALUE");
  const meaning = await page.locator(":focus").getAttribute("aria-description");
  assert.match(meaning, /knight/i);

  await tabTo(page, "textbox", "Your move");
  await page.keyboard.type("e4");
  await page.keyboard.press("Enter");
  await heard("^The program plays \\S+\\.$");

  await tabTo(page, "button", "Copy link");
  await page.keyboard.press("Enter");
  await heard("^Link copied\\.$");
  const link = await page.evaluate(() => navigator.clipboard.readText());
  const opened = await visit(`#${link.split("#")[1]}`);
  await shows(opened, "You are to move, with White.");
});
