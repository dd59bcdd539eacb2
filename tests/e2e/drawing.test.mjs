// Arrows and circles that a person draws on the board.

import assert from "node:assert/strict";
import {
  centre,
  click,
  moves,
  newGame,
  played,
  sitDown,
  turnTo,
} from "./board.mjs";
import { e2e, nextFrame, play, press, shows } from "./page.mjs";

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
