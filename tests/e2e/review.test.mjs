// A game scored move by move: the graph, the keyboard and the table lead to its positions.

import assert from "node:assert/strict";
import { moves, placement, setUp, sitDown } from "./board.mjs";
import { button, choose, e2e, file, nextFrame, play, press, shows } from "./page.mjs";

const PHONE = { viewport: { width: 390, height: 844 }, deviceScaleFactor: 2, hasTouch: true, isMobile: true };
/** White blunders the queen, and mates none the less. */
const GAME = `[White "A"]
[Black "B"]
[Result "1-0"]

1. e4 e5 2. Qh5 Nc6 3. Qxe5+ Nxe5 4. d4 Nc6 5. Bc4 h6 6. Bxf7+ Kxf7 *
`;
const MATE = "1. e4 e5 2. Bc4 Nc6 3. Qh5 Nf6 4. Qxf7# 1-0";

function figure(page) {
  return page.getByRole("figure", { name: "Score by move" });
}

function slider(page) {
  return page.getByRole("slider", { name: "Score of the move" });
}

async function scored(page) {
  await press(page, "Score graph");
  await figure(page).getByText("In pawns for White, by Staunton").waitFor();
}

async function at(page, san) {
  await moves(page).locator("[aria-current]", { hasText: san }).waitFor();
}

async function open(page, pgn) {
  await shows(page, "118 games");
  await choose(page, [file("game.pgn", pgn)], "Open game");
  await button(page, "Score graph").waitFor();
}

/** A number of the table. */
function pawns(text) {
  return Number(text.replace("\u2212", "-"));
}

e2e("a game is scored, and a click, a key and the table lead to its moves", async (page) => {
  await open(page, GAME);
  await scored(page);
  const overlay = page.locator(".review .u-over");
  const { width, height } = await overlay.boundingBox();
  await overlay.click({ position: { x: (width * 6) / 12, y: height / 2 } });
  await at(page, "Nxe5");
  assert.equal(await placement(page), "r1bqkbnr/pppp1ppp/8/4n3/4P3/8/PPPP1PPP/RNB1KBNR");
  await page.mouse.move(0, 0);

  await slider(page).focus();
  await slider(page).press("Home");
  await slider(page).press("ArrowRight");
  await nextFrame(page);
  assert.match(await slider(page).getAttribute("aria-valuetext"), /^1\. e4: /);
  await slider(page).press("Enter");
  await at(page, "e4");

  await press(page, "Scores as table");
  const table = page.getByRole("table", { name: "Score by move" });
  await table.waitFor();
  const rows = await table.locator("tbody tr").evaluateAll((all) =>
    all.map((row) => [...row.children].map(({ innerText }) => innerText)),
  );
  assert.equal(rows.length, 13);
  assert.equal(rows[0][0], "Start");
  const of = (name) => pawns(rows.find(([move]) => move === name)[1]);
  assert.ok(of("2... Nc6") > -2, "the queen is there");
  assert.ok(of("3... Nxe5") < -5, "the queen is lost");
  await table.getByRole("button", { name: "3. Qxe5+" }).press("Enter");
  await at(page, "Qxe5+");
  await press(page, "Scores as table");
  await slider(page).waitFor();
});

e2e("the same game has the same scores, and another line is offered its own", async (page, visit) => {
  const scores = async (one) => {
    await open(one, GAME);
    await scored(one);
    await press(one, "Scores as table");
    return one.getByRole("table", { name: "Score by move" }).innerText();
  };
  const first = await scores(page);
  assert.equal(await scores(await visit()), first);
  await press(page, "New game");
  await figure(page).waitFor({ state: "detached" });
  await play(page, "d4");
  await at(page, "d4");
  assert.equal(await button(page, "Score graph").count(), 1);
});

e2e("mate and the end of a game have scores of their own", async (page) => {
  await open(page, MATE);
  await scored(page);
  await press(page, "Scores as table");
  const table = page.getByRole("table", { name: "Score by move" });
  await table.waitFor();
  const cells = await table.locator("td").allInnerTexts();
  assert.deepEqual(cells.slice(-2), ["M1", "1-0"]);
});

e2e("a person's game is scored when it is over, not before", async (page) => {
  await sitDown(page, "6k1/5ppp/8/8/8/8/8/R5K1 w - - 0 1");
  await play(page, "Kf1");
  await shows(page, /^1\. Kf1 \S+$/);
  assert.equal(await button(page, "Score graph").count(), 0);
  await press(page, "Resign");
  await shows(page, "White resigns");
  await press(page, "Score graph");
  await figure(page).getByText("In pawns for White, by Program from a link").waitFor();
  await setUp(page, "6k1/5ppp/8/8/8/8/8/R5K1 w - - 0 1");
  await figure(page).waitFor({ state: "detached" });
});

e2e(
  "a finger taps on the graph",
  async (page) => {
    await open(page, GAME);
    await scored(page);
    const overlay = page.locator(".review .u-over");
    await overlay.scrollIntoViewIfNeeded();
    const { width, height } = await overlay.boundingBox();
    await overlay.tap({ position: { x: (width * 3) / 12, y: height / 2 } });
    await at(page, "Qh5");
  },
  PHONE,
);
