// Arrows and circles that a person draws on the board.

import assert from "node:assert/strict";
import { examined } from "./axe.mjs";
import { centre, click, moves, newGame, played, scrollToBoard, sitDown, tap, turnTo } from "./board.mjs";
import { driven } from "./browser.mjs";
import { button, e2e, nextFrame, play, press, pressByKey, shows } from "./page.mjs";

/** With the right button, from one square to another or on one alone, and a key held down. */
async function draw(page, from, to, key = null) {
  if (key) await page.keyboard.down(key);
  await page.mouse.move(...(await centre(page, from)));
  await page.mouse.down({ button: "right" });
  await page.mouse.move(...(await centre(page, to)), { steps: 4 });
  // The board follows from frame to frame.
  await nextFrame(page);
  await page.mouse.up({ button: "right" });
  if (key) await page.keyboard.up(key);
}

/** Waits until what a person drew is so many arrows and so many circles. */
async function drawn(page, arrows, circles) {
  await page.waitForFunction(
    ([lines, rings]) => {
      const shapes = document.querySelector(".play .board .cg-shapes");
      const own = (tag) =>
        [...shapes.querySelectorAll(tag)].filter(
          (shape) => !shape.matches("[marker-end*=engine]"),
        );
      return own("line").length === lines && own("circle").length === rings;
    },
    [arrows, circles],
  );
}

/** Their colours. */
function colours(page, tag) {
  return page
    .locator(`.play .board .cg-shapes ${tag}`)
    .evaluateAll((shapes) =>
      shapes.map((shape) => shape.getAttribute("stroke")),
    );
}

e2e(
  "arrows and circles are drawn in four colours, and a click clears them",
  async (page) => {
    await sitDown(page);
    await draw(page, "e2", "e4");
    await drawn(page, 1, 0);
    await draw(page, "d2", "d4", "Shift");
    await draw(page, "g1", "f3", "Alt");
    await drawn(page, 3, 0);
    assert.equal(
      new Set(await colours(page, "line")).size,
      3,
      "each its own colour",
    );
    await draw(page, "c4", "c4");
    await draw(page, "f7", "f7", "Shift");
    await drawn(page, 3, 2);
    await draw(page, "e2", "e4");
    await drawn(page, 2, 2);
    await click(page, "e5");
    await drawn(page, 0, 0);
    await shows(page, "You are to move, with White.");
  },
);

e2e(
  "what was drawn stays with its position while one looks around, until another game begins",
  async (page) => {
    await sitDown(page);
    await draw(page, "e2", "e4");
    await play(page, "e4");
    await played(page, 2);
    await drawn(page, 0, 0);
    await draw(page, "f1", "b5");
    await draw(page, "b5", "b5");
    await drawn(page, 1, 1);
    await moves(page).press("Home");
    await shows(page, "The first position.");
    await drawn(page, 1, 0);
    await moves(page).press("End");
    await shows(page, "You are to move, with White.");
    await drawn(page, 1, 1);
    await press(page, "Flip");
    await drawn(page, 1, 1);
    await newGame(page);
    await drawn(page, 0, 0);
  },
);

e2e(
  "the arrows of an analysis come and go beside those of the person",
  async (page) => {
    await sitDown(page);
    await turnTo(page, "Analyse");
    const engine = page.locator(
      ".play .board .cg-shapes line[marker-end*=engine]",
    );
    await engine.first().waitFor({ state: "attached" });
    await draw(page, "a2", "a4");
    await drawn(page, 1, 0);
    await press(page, "Stop analysis");
    await click(page, "e5");
    await drawn(page, 0, 0);
    assert.ok((await engine.count()) > 0, "a click clears the person's alone");
  },
);

e2e(
  "in an analysis a finger draws, while that is wanted",
  async (page) => {
    await sitDown(page);
    await turnTo(page, "Analyse");
    await press(page, "Stop analysis");
    await button(page, "Draw arrows").tap();
    await scrollToBoard(page);
    await tap(page, "e4");
    await drawn(page, 0, 1);
    await swipe(page, "g1", "f3");
    await drawn(page, 1, 1);
    await shows(page, "Drawn here: e4, g1–f3.");
    await tap(page, "e4");
    await drawn(page, 1, 0);
    await button(page, "Draw arrows").tap();
    await scrollToBoard(page);
    await tap(page, "e2");
    await drawn(page, 0, 0);
    await tap(page, "e4");
    await shows(page, /^1\. e4$/);
  },
  {
    viewport: { width: 390, height: 844 },
    deviceScaleFactor: 2,
    hasTouch: true,
    isMobile: true,
    skip: driven.lacks.inside,
  },
);

/** With a finger, from one square to another. */
async function swipe(page, from, to) {
  const session = await page.context().newCDPSession(page);
  const touch = async (type, square) => {
    const [x, y] = square ? await centre(page, square) : [];
    await session.send("Input.dispatchTouchEvent", { type, touchPoints: square ? [{ x, y }] : [] });
  };
  await touch("touchStart", from);
  await touch("touchMove", to);
  // The board follows from frame to frame.
  await nextFrame(page);
  await touch("touchEnd");
  await session.detach();
}

e2e("arrows and circles are typed", async (page) => {
  await sitDown(page);
  assert.equal(await button(page, "Draw arrows").count(), 0, "in a game the move has the field alone");
  await turnTo(page, "Analyse");
  await press(page, "Stop analysis");
  await pressByKey(page, "Draw arrows");
  const field = page.getByRole("textbox", { name: "Squares to draw" });
  const type = async (squares) => {
    await field.fill(squares);
    await field.press("Enter");
  };
  await type("e2e4");
  await type("D5");
  await drawn(page, 1, 1);
  await page.locator("[aria-live=polite]").getByText("Drawn here: e2–e4, d5.").waitFor();
  await examined(page, "drawing");
  await type("e2e9");
  await page.getByRole("alert").getByText("Type one square for a circle or two for an arrow").waitFor();
  await type("e2 e4");
  await drawn(page, 0, 1);
  assert.equal(await page.getByRole("alert").count(), 0);
  await play(page, "e4");
  await shows(page, /^1\. e4$/);
  await drawn(page, 0, 0);
  await turnTo(page, "Play");
  await field.waitFor({ state: "detached" });
});
