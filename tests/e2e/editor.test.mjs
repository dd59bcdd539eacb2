// A position set up piece by piece, by mouse, by finger and by key.

import assert from "node:assert/strict";
import { placement, sitDown, stands, turnTo } from "./board.mjs";
import { button, e2e, nextFrame, play, press, shows } from "./page.mjs";
import { examined } from "./axe.mjs";

const PHONE = { viewport: { width: 390, height: 844 }, deviceScaleFactor: 2, hasTouch: true, isMobile: true };

function editor(page) {
  return page.getByRole("dialog", { name: "Position editor" });
}

async function open(page) {
  await press(page, "Position editor");
  await editor(page).locator("cg-board").waitFor();
}

function fen(page) {
  return page.getByRole("textbox", { name: "Position as FEN" });
}

/** Waits until the position reads so. */
async function reads(page, text) {
  await page.waitForFunction(
    ([field, wanted]) => field.value === wanted,
    [await fen(page).elementHandle(), text],
  );
}

function tool(page, name) {
  return editor(page).getByRole("radio", { name, exact: true });
}

function square(page, name) {
  return editor(page).getByRole("gridcell", { name: new RegExp(`^${name}, `) });
}

async function centre(locator) {
  const { x, y, width, height } = await locator.boundingBox();
  return [x + width / 2, y + height / 2];
}

async function drag(page, from, to) {
  await page.mouse.move(...from);
  await page.mouse.down();
  await page.mouse.move(...to, { steps: 4 });
  await nextFrame(page);
  await page.mouse.up();
}

e2e("pieces are dragged in, about and off the board, and put by clicks", async (page) => {
  await sitDown(page);
  await open(page);
  await reads(page, "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1");
  await press(page, "Empty the squares");
  await reads(page, "8/8/8/8/8/8/8/8 w - - 0 1");
  await drag(page, await centre(tool(page, "Put a white king")), await centre(square(page, "e1")));
  await reads(page, "8/8/8/8/8/8/8/4K3 w - - 0 1");
  await tool(page, "Put a black king").check({ force: true });
  await page.mouse.click(...(await centre(square(page, "e8"))));
  await reads(page, "4k3/8/8/8/8/8/8/4K3 w - - 0 1");
  await tool(page, "Put a white rook").check({ force: true });
  await page.mouse.click(...(await centre(square(page, "h1"))));
  await page.mouse.click(...(await centre(square(page, "a1"))));
  await reads(page, "4k3/8/8/8/8/8/8/R3K2R w - - 0 1");
  await editor(page).getByRole("checkbox", { name: "White castles short" }).check();
  await reads(page, "4k3/8/8/8/8/8/8/R3K2R w K - 0 1");
  assert.equal(await editor(page).getByRole("checkbox", { name: "Black castles short" }).isDisabled(), true);

  await tool(page, "Move pieces").check({ force: true });
  await drag(page, await centre(square(page, "a1")), await centre(square(page, "a7")));
  await reads(page, "4k3/R7/8/8/8/8/8/4K2R w K - 0 1");
  const [left, top] = await centre(square(page, "a7"));
  await drag(page, [left, top], [left - 200, top]);
  await reads(page, "4k3/8/8/8/8/8/8/4K2R w K - 0 1");
  await tool(page, "Erase").check({ force: true });
  await page.mouse.click(...(await centre(square(page, "h1"))));
  await reads(page, "4k3/8/8/8/8/8/8/4K3 w - - 0 1");
  await tool(page, "Put a white pawn").check({ force: true });
  await drag(page, await centre(square(page, "a2")), await centre(square(page, "c2")));
  await reads(page, "4k3/8/8/8/8/8/PPP5/4K3 w - - 0 1");

  await press(page, "Use this position");
  await editor(page).waitFor({ state: "hidden" });
  await shows(page, "You are to move, with White.");
  await stands(page, "4k3/8/8/8/8/8/PPP5/4K3");
  await play(page, "a4");
  await shows(page, /^1\. a4 \S+$/);
});

e2e("a position is set up by key alone", async (page) => {
  await sitDown(page);
  await turnTo(page, "Analyse");
  await button(page, "Position editor").press("Enter");
  await editor(page).locator("cg-board").waitFor();
  await button(page, "Empty the squares").press("Enter");
  await reads(page, "8/8/8/8/8/8/8/8 w - - 0 1");
  await square(page, "e4").focus();
  await page.keyboard.press("Shift+K");
  await reads(page, "8/8/8/8/4K3/8/8/8 w - - 0 1");
  await page.keyboard.press("ArrowUp");
  await page.keyboard.press("ArrowUp");
  await page.keyboard.press("k");
  await reads(page, "8/8/4k3/8/4K3/8/8/8 w - - 0 1");
  await page.keyboard.press("Home");
  await page.keyboard.press("q");
  await reads(page, "8/8/q3k3/8/4K3/8/8/8 w - - 0 1");
  await page.keyboard.press("Enter");
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("Enter");
  await reads(page, "8/8/4k3/q7/4K3/8/8/8 w - - 0 1");
  assert.equal(await square(page, "a5").getAttribute("aria-label"), "a5, black queen");
  await page.keyboard.press("Delete");
  await reads(page, "8/8/4k3/8/4K3/8/8/8 w - - 0 1");
  await page.keyboard.press("Shift+P");
  await editor(page).getByRole("combobox", { name: "To move" }).selectOption("Black");
  await reads(page, "8/8/4k3/P7/4K3/8/8/8 b - - 0 1");
  await button(page, "Use this position").press("Enter");
  await shows(page, "Black is to move.");
  await stands(page, "8/8/4k3/P7/4K3/8/8/8");
});

e2e(
  "a position that cannot be played is refused with the reason, and nothing is lost",
  async (page) => {
    await sitDown(page);
    await play(page, "e4");
    await shows(page, /^1\. e4 \S+$/);
    const before = await placement(page);
    await open(page);
    await press(page, "Empty the squares");
    await press(page, "Use this position");
    const alert = editor(page).getByRole("alert");
    await alert.filter({ hasText: "This position cannot be set up: " }).waitFor();
    await fen(page).fill("nonsense");
    await fen(page).press("Enter");
    await alert.filter({ hasText: "This is no FEN" }).waitFor();
    assert.equal(await fen(page).inputValue(), "nonsense", "it is there to be mended");
    await fen(page).fill("nonsense again");
    await press(page, "Use this position");
    await alert.filter({ hasText: "This is no FEN" }).waitFor();
    assert.equal(await placement(page), before, "nothing else was set up in its place");
    await fen(page).fill("4k3/8/8/8/8/8/8/4K3 x - - 0 1");
    await fen(page).press("Enter");
    await alert.filter({ hasText: 'the side to move is w or b, not "x"' }).waitFor();
    await fen(page).fill("4k3/8/8/8/8/8/8/4K2R b KQ - 5 40");
    await fen(page).press("Enter");
    await reads(page, "4k3/8/8/8/8/8/8/4K2R b K - 5 40");
    await editor(page).getByText("Castling rights of the FEN were left out, as king and rook do not stand there: Q").waitFor();
    await fen(page).fill("4k3/8/8/8/8/8/8/4K3 b - - 5 40");
    await fen(page).press("Enter");
    await reads(page, "4k3/8/8/8/8/8/8/4K3 b - - 5 40");
    await alert.waitFor({ state: "detached" });
    await press(page, "Close");
    assert.equal(await placement(page), before);
  },
  { trouble: true },
);

e2e(
  "a finger sets a position up",
  async (page) => {
    await sitDown(page);
    await open(page);
    await button(page, "Empty the squares").tap();
    for (const [name, at] of [
      ["Put a white king", "e1"],
      ["Put a black king", "e8"],
      ["Put a white queen", "d1"],
    ]) {
      await tool(page, name).tap();
      await page.waitForFunction((radio) => radio.checked, await tool(page, name).elementHandle());
      await square(page, at).scrollIntoViewIfNeeded();
      await page.touchscreen.tap(...(await centre(square(page, at))));
      await square(page, at).and(page.locator(":not([aria-label$=empty])")).waitFor();
    }
    await reads(page, "4k3/8/8/8/8/8/8/3QK3 w - - 0 1");
    await button(page, "Use this position").tap();
    await shows(page, "You are to move, with White.");
    await stands(page, "4k3/8/8/8/8/8/8/3QK3");
  },
  PHONE,
);

e2e("the editor has no fault that the accessibility scan finds", async (page) => {
  await sitDown(page);
  await open(page);
  await examined(page, "with the editor open");
});
