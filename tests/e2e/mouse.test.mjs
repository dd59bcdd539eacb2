// The board takes the pointer where the board is, whatever came or went above it. Nothing scrolls between a change and a click.

import assert from "node:assert/strict";
import { centre, click, drag, moves, newGame, played, scrollToBoard, strength, tap } from "./board.mjs";
import { button, choose, evolve, file, finished, press, e2e, set, shows, troubled } from "./page.mjs";

const PHONE = {
  viewport: { width: 390, height: 844 },
  deviceScaleFactor: 2,
  hasTouch: true,
  isMobile: true,
};

/** e2 is selected and moved with the second click; then the same in one movement. */
async function clicksAndDrags(page) {
  await shows(page, "You are to move, with White.");
  await click(page, "e2");
  await selected(page, "e2");
  await click(page, "e4");
  await shows(page, /^1\. e4 \S+$/);
  await drag(page, "d2", "d3");
  await shows(page, /^1\. e4 \S+ 2\. d3 \S+$/);
}

/** Waits until the square that is lit up is the one pointed at. */
async function selected(page, square) {
  await page.waitForFunction(
    ([left, top]) => {
      const lit = document.querySelector(".board square.selected")?.getBoundingClientRect();
      const near = (a, b) => Math.abs(a - b) < 2;
      return lit && near(lit.x + lit.width / 2, left) && near(lit.y + lit.height / 2, top);
    },
    await centre(page, square),
  );
}

for (const [width, height] of [
  [1280, 720],
  [1440, 900],
  [1920, 1080],
]) {
  e2e(
    `${width}x${height}: a mouse moves pieces after a run, after a reload and under an alert`,
    async (page) => {
      await evolve(page, { Generations: 2 });
      await strength(page, "Casual: 1,000 nodes");
      await clicksAndDrags(page);

      await page.reload();
      await shows(page, "Generation 2 of 2, finished");
      await newGame(page);
      await clicksAndDrags(page);

      await newGame(page);
      await choose(page, [file("empty.pgn", "")]);
      await troubled(page, "empty.pgn");
      await clicksAndDrags(page);

      await newGame(page);
      await press(page, "Dismiss");
      await page.getByRole("alert").waitFor({ state: "detached" });
      await clicksAndDrags(page);
    },
    { viewport: { width, height }, trouble: true },
  );
}

for (const system of ["acpp", "falcon"])
  for (const viewport of [
    { width: 1280, height: 720 },
    { width: 1440, height: 900 },
  ])
    e2e(
      `${viewport.width}x${viewport.height}: Evolve stays under the mouse that pressed it: ${system}`,
      async (page) => {
        await shows(page, "118 games");
        await page.getByRole("combobox", { name: "System" }).selectOption(system);
        await set(page, { Population: 6, "Positions per generation": 20, Generations: 3 });
        const { x, y, width, height } = await button(page, "Evolve").boundingBox();
        const point = [x + width / 2, y + height / 2];
        await page.mouse.click(...point);
        await finished(page, 3);
        await shows(page, "Stored in this browser: 1 run");
        const under = await page.evaluate((at) => document.elementFromPoint(...at).textContent.trim(), point);
        assert.equal(under, "Evolve");
      },
      { viewport },
    );

e2e(
  "on a phone a finger moves pieces after a run and under an alert",
  async (page) => {
    await evolve(page, { Generations: 2 });
    await shows(page, "You are to move, with White.");
    await scrollToBoard(page);
    await tap(page, "e2");
    await selected(page, "e2");
    await tap(page, "e4");
    await played(page, 2);
    await tap(page, "d2");
    // The page is scrolled no more: the message comes while the board is looked at.
    await page.getByLabel("PGN files").setInputFiles([file("empty.pgn", "")]);
    await troubled(page, "empty.pgn");
    await tap(page, "d3");
    await played(page, 4);
    assert.match(await moves(page).innerText(), /^1\. e4 \S+ 2\. d3 \S+$/);
  },
  { ...PHONE, trouble: true },
);

for (const [width, height] of [
  [1280, 720],
  [1920, 1080],
]) {
  e2e(
    `${width}x${height}: a run leaves the board where it is`,
    async (page) => {
      await shows(page, "118 games");
      const before = await corners(page);
      await evolve(page, { Generations: 2 });
      await page.getByRole("rowheader", { name: "Sum" }).waitFor();
      assert.deepEqual(await corners(page), before);
      await page.getByRole("combobox", { name: "Opponent" }).selectOption("staunton");
      await page.getByRole("slider", { name: "Ancestor to play" }).waitFor({ state: "detached" });
      assert.deepEqual(await corners(page), before);
    },
    { viewport: { width, height } },
  );
}

async function corners(page) {
  return [await centre(page, "a8"), await centre(page, "h1")];
}
