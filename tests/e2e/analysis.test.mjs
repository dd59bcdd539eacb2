// Looking back through a game, and the analysis of any of its positions.

import assert from "node:assert/strict";
import { arrows, drag, moves, placement, played, setUp, sitDown, thoughts, turnTo } from "./board.mjs";
import { button, moveBox, play, press, e2e, shows } from "./page.mjs";

const START = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR";

e2e("any earlier position of a game is looked at, by key, by button and by click", async (page) => {
  await sitDown(page);
  await play(page, "e4");
  await played(page, 2);
  await play(page, "a3");
  await played(page, 4);
  const last = await placement(page);

  await moves(page).press("Home");
  await shows(page, "The first position.");
  assert.equal(await placement(page), START);
  await page.keyboard.press("ArrowRight");
  await shows(page, "Earlier position, after e4.");
  assert.equal(await placement(page), "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR");
  await moveBox(page).press("ArrowLeft");
  await shows(page, "The first position.");
  await moves(page).press("End");
  await shows(page, "You are to move, with White.");
  assert.equal(await placement(page), last);

  await press(page, "Earlier move");
  await shows(page, "Earlier position, after a3.");
  await press(page, "First position");
  await shows(page, "The first position.");
  await press(page, "Later move");
  await shows(page, "Earlier position, after e4.");
  await moves(page).getByText("a3", { exact: true }).click();
  await shows(page, "Earlier position, after a3.");
  await press(page, "Last position");
  await shows(page, "You are to move, with White.");

  await press(page, "First position");
  await play(page, "h3");
  await played(page, 6);
  assert.match(
    await moves(page).innerText(),
    /^1\. e4 \S+ 2\. a3 \S+ 3\. h3 \S+$/,
    "the game goes on at its end",
  );
});

e2e("an analysis of one to five lines, each with score, line and arrow", async (page) => {
  await sitDown(page, "6k1/5ppp/8/8/8/8/8/R5K1 w - - 0 1");
  await turnTo(page, "Analyse");
  const lines = page.getByRole("combobox", { name: "Lines" });
  for (const count of ["1", "5", "2"]) {
    await lines.selectOption(count);
    await thoughts(page)
      .getByRole("rowheader")
      .nth(Number(count) - 1)
      .waitFor();
    // Those of an earlier choice go.
    await thoughts(page).getByRole("row").nth(Number(count)).waitFor({ state: "detached" });
    assert.equal(await thoughts(page).getByRole("row").count(), Number(count));
  }
  const [score, line] = await thoughts(page).locator("tbody tr").first().locator("> *").allInnerTexts();
  assert.deepEqual([score, line], ["M1", "1. Ra8#"]);
  await arrows(page).nth(1).waitFor({ state: "attached" });
  assert.equal(await arrows(page).count(), 2);
  await press(page, "Stop analysis");
  await button(page, "Start analysis").waitFor();
  await thoughts(page).filter({ hasText: "What it considered" }).waitFor();
  await press(page, "Start analysis");
  await button(page, "Stop analysis").waitFor();
});

e2e(
  "in an analysis both sides are moved freely, from any position, and the game played stays as it was",
  async (page) => {
    await sitDown(page);
    await play(page, "e4");
    await played(page, 2);
    const game = await moves(page).innerText();
    await turnTo(page, "Analyse");
    assert.equal(await moves(page).innerText(), game, "it begins with the game");
    await moves(page).press("Home");
    await shows(page, "White is to move.");
    const answer = game.split(" ")[2];
    for (const [move, line] of [
      ["d4", "1. d4"],
      ["d5", "1. d4 d5"],
      ["c4", "1. d4 d5 2. c4"],
    ]) {
      await play(page, move);
      await page.getByText(`1. e4 (${line}) 1... ${answer}`, { exact: true }).waitFor();
    }
    await drag(page, "d5", "c4");
    await shows(page, /^1\. e4 \(1\. d4 d5 2\. c4 dxc4\) 1\.\.\. \S+$/);
    await thoughts(page)
      .filter({ hasText: /3\. \S+/ })
      .waitFor();
    await press(page, "Take back");
    await shows(page, /^1\. e4 \(1\. d4 d5 2\. c4\) 1\.\.\. \S+$/);
    await shows(page, "Black is to move.");
    await turnTo(page, "Play");
    await shows(page, "You are to move, with White.");
    assert.equal(await moves(page).innerText(), game);

    await turnTo(page, "Analyse");
    await moves(page).press("Home");
    await shows(page, "White is to move.");
    await play(page, "c4");
    await shows(page, /^1\. e4 \(1\. d4 d5 2\. c4\) \(1\. c4\) 1\.\.\. \S+$/);
    await press(page, "Play from here");
    await shows(page, "You are to move, with Black.");
    await play(page, "e5");
    await shows(page, /^1\. c4 e5 2\. \S+$/);
  },
);

e2e("Staunton analyses without any program, and a finished game has nothing to analyse", async (page) => {
  await shows(page, "Press Evolve to breed an opponent");
  await turnTo(page, "Analyse");
  await thoughts(page).getByRole("rowheader").first().waitFor();
  await page.getByRole("rowheader", { name: "Sum" }).waitFor();
  await setUp(page, "R5k1/5ppp/8/8/8/8/8/6K1 b - - 0 1");
  await shows(page, "1-0 White mates");
  assert.equal(await button(page, "Start analysis").isDisabled(), true);
});
