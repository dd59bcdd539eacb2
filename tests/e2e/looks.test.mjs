// The board as a person likes to see it: the colour of its squares, its pieces, its coordinates, and blindfold.

import assert from "node:assert/strict";
import { examined } from "./axe.mjs";
import { drag, moves, placement, setUp, strength } from "./board.mjs";
import { button, e2e, play, press, shows } from "./page.mjs";

const COLOURS = ["Brown", "Blue", "Green", "Grey"];
/** White's king in check, and the last move is not known. */
const CHECK = "4k3/8/8/8/8/8/4q3/4K3 w - - 0 1";

async function open(page) {
  await page.getByText("Squares, pieces, coordinates, blindfold").click();
  return page.getByRole("group", { name: "Squares", exact: true });
}

function seeBoard(page) {
  const board = page.getByRole("group", { name: "Board", exact: true });
  return board.evaluate((element) => element.scrollIntoView({ block: "center" }));
}

/** A game with Staunton, two half-moves old. */
async function begin(page) {
  await page.getByRole("combobox", { name: "Opponent" }).selectOption("staunton");
  await strength(page, "Casual: 1,000 nodes");
  await play(page, "e4");
  await shows(page, /^1\. e4 \S+$/);
}

function colourOf(page, name) {
  return page.getByRole("radio", { name, exact: true });
}

/** Waits until the boards have that colour. */
function drawnIn(page, name) {
  return page.locator(`:root[data-squares=${name.toLowerCase()}]`).waitFor();
}

/** The colours of light and dark squares, and of both where the last move's mark lies on them. */
function colours(page) {
  return page.evaluate(() => {
    const board = document.querySelector(".board[role=group]");
    const style = getComputedStyle(board);
    const canvas = new OffscreenCanvas(1, 1).getContext("2d", {
      willReadFrequently: true,
    });
    const mixed = (...layers) => {
      for (const layer of layers) {
        canvas.fillStyle = layer;
        canvas.fillRect(0, 0, 1, 1);
      }
      return [...canvas.getImageData(0, 0, 1, 1).data].slice(0, 3);
    };
    const mark = getComputedStyle(board.querySelector("square.last-move")).backgroundColor;
    const [light, dark, ink] = ["light", "dark", "ink"].map((name) =>
      style.getPropertyValue(`--square-${name}`).trim(),
    );
    return {
      light: mixed(light),
      dark: mixed(dark),
      ink: mixed(ink),
      drawn: getComputedStyle(board.querySelector("cg-board")).backgroundImage,
      marked: [mixed(light, mark), mixed(dark, mark)],
    };
  });
}

function distance(a, b) {
  return Math.hypot(...a.map((channel, at) => channel - b[at]));
}

/** As WCAG has it. */
function contrast(a, b) {
  const luminance = (colour) => {
    const [r, g, b] = colour.map((channel) => {
      const share = channel / 255;
      return share <= 0.03928 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
    });
    return 0.2126 * r + 0.7152 * g + 0.0722 * b;
  };
  const [low, high] = [luminance(a), luminance(b)].sort((one, other) => one - other);
  return (high + 0.05) / (low + 0.05);
}

async function standOut(page) {
  const seen = new Set();
  for (const name of COLOURS) {
    await colourOf(page, name).check();
    await drawnIn(page, name);
    const { light, dark, ink, drawn, marked } = await colours(page);
    assert.ok(drawn.includes(`rgb(${dark.join(", ")})`), `${name}: the board has it: ${drawn}`);
    assert.ok(distance(light, dark) > 60, `${name}: light and dark differ`);
    assert.ok(distance(marked[0], light) > 45, `${name}: the last move stands out on light squares`);
    assert.ok(distance(marked[1], dark) > 45, `${name}: the last move stands out on dark squares`);
    assert.ok(contrast(ink, light) >= 4.5 && contrast(ink, dark) >= 4.5, `${name}: coordinates are read`);
    seen.add(drawn);
  }
  assert.equal(seen.size, COLOURS.length);
}

e2e("four colours of squares, on each the last move stands out, after a reload too", async (page) => {
  await begin(page);
  await open(page);
  assert.equal(await colourOf(page, "Brown").isChecked(), true);
  await standOut(page);
  await examined(page, "the looks of the board");
  await colourOf(page, "Brown").focus();
  await page.keyboard.press("ArrowRight");
  assert.equal(await colourOf(page, "Blue").isChecked(), true, "by key too");
  await drawnIn(page, "Blue");
  const { drawn } = await colours(page);
  await page.reload();
  await shows(page, /^1\. e4 \S+$/);
  await drawnIn(page, "Blue");
  assert.equal((await colours(page)).drawn, drawn);
});

for (const screen of [{ colorScheme: "dark" }, { forcedColors: "active" }])
  e2e(
    `the colours of squares stand out with ${Object.values(screen)[0]} colours`,
    async (page) => {
      await begin(page);
      await open(page);
      await standOut(page);
      const swatches = await page
        .locator(".swatch")
        .evaluateAll((all) => all.map((one) => getComputedStyle(one).backgroundImage));
      assert.equal(new Set(swatches).size, COLOURS.length, "so do the samples of them");
      await setUp(page, CHECK);
      const check = page.locator(".board[role=group] square.check");
      assert.match(
        await check.evaluate((one) => getComputedStyle(one).backgroundImage),
        /rgb\(224, 48, 30\)/,
      );
    },
    screen,
  );

/** How the pieces are drawn that a selector finds, each once. */
function drawings(page, selector) {
  return page
    .locator(selector)
    .evaluateAll((all) => [...new Set(all.map((one) => getComputedStyle(one).backgroundImage))].sort());
}

function pieceSet(page) {
  return page.getByRole("combobox", { name: "Pieces", exact: true });
}

e2e("another set of pieces, on every board, after a reload too", async (page) => {
  await begin(page);
  const onBoard = ".board[role=group] cg-board piece";
  const classic = await drawings(page, onBoard);
  assert.equal(classic.length, 12);
  await open(page);
  await pieceSet(page).selectOption("Solid");
  const solid = page.locator(":root[data-pieces=solid]");
  await solid.waitFor();
  const drawn = await drawings(page, onBoard);
  assert.equal(drawn.length, 12, "each is another");
  assert.deepEqual(
    drawn.filter((one) => classic.includes(one) || !one.startsWith('url("data:image/svg+xml')),
    [],
    "and none is a classic one",
  );
  await examined(page, "the choice of pieces");
  await page.reload();
  await shows(page, /^1\. e4 \S+$/);
  await solid.waitFor();
  assert.deepEqual(await drawings(page, onBoard), drawn);
  await page.getByText("Start from FEN").click();
  await press(page, "Position editor");
  const editor = page.getByRole("dialog", { name: "Position editor" });
  await editor.locator(".spare piece").first().waitFor();
  assert.deepEqual(await drawings(page, ".position-editor .spare piece"), drawn, "in the editor too");
  await editor.getByRole("button", { name: "Close" }).click();
  await open(page);
  await pieceSet(page).selectOption("Classic");
  await solid.waitFor({ state: "detached" });
  assert.deepEqual(await drawings(page, onBoard), classic);
});

e2e(
  "pieces that cannot be fetched are told, and the classic ones stay",
  async (page) => {
    await begin(page);
    const classic = await drawings(page, ".board[role=group] cg-board piece");
    await page.route(/solid-pieces/, (route) => route.abort());
    await open(page);
    await pieceSet(page).selectOption("Solid");
    await shows(page, /^The solid pieces could not be loaded: there is no connection/);
    assert.deepEqual(await drawings(page, ".board[role=group] cg-board piece"), classic);
  },
  { trouble: true, expected: /solid-pieces|Failed to load resource/ },
);

e2e("coordinates stand on the squares, beside the board, or nowhere", async (page) => {
  // What is loaded until then may move what is measured.
  await shows(page, "118 games");
  await open(page);
  const place = page.getByRole("combobox", { name: "Coordinates" });
  const board = page.getByRole("group", { name: "Board", exact: true });
  const boxes = async () => {
    const squares = await board.locator("cg-board").boundingBox();
    const whole = await board.boundingBox();
    return {
      squares,
      whole,
      rank: await board.locator(".ranks").boundingBox(),
      file: await board.locator(".files").boundingBox(),
    };
  };
  const inside = await boxes();
  assert.ok(inside.rank.x >= inside.squares.x);
  assert.ok(inside.file.y + inside.file.height <= inside.squares.y + inside.squares.height + 1);
  await place.selectOption("Beside the board");
  await board.and(page.locator("[data-coordinates=outside]")).waitFor();
  const outside = await boxes();
  assert.ok(outside.rank.x + outside.rank.width <= outside.squares.x + 1, "left of the squares");
  assert.ok(outside.file.y >= outside.squares.y + outside.squares.height - 1, "below the squares");
  assert.equal(outside.whole.height, inside.whole.height, "nothing else moves");
  // The pointer still finds the squares.
  await page.getByRole("combobox", { name: "Opponent" }).selectOption("staunton");
  await seeBoard(page);
  await drag(page, "e2", "e4");
  await shows(page, /^1\. e4/);
  await place.selectOption("None");
  await board.locator(".ranks").waitFor({ state: "hidden" });
  await page.reload();
  await shows(page, /^1\. e4/);
  await board.locator(".ranks").waitFor({ state: "hidden" });
  assert.equal(await board.locator(".files").isVisible(), false);
});

e2e("blindfold: the pieces are hidden, and play by keys, pointer and screen reader goes on", async (page) => {
  await begin(page);
  const pieces = page.locator(".board[role=group] cg-board piece");
  assert.equal(await pieces.first().isVisible(), true);
  await open(page);
  await page.getByRole("checkbox", { name: "Blindfold" }).press("Space");
  await shows(page, "Blindfold: the pieces are hidden.");
  const visible = async () =>
    (await Promise.all((await pieces.all()).map((one) => one.isVisible()))).filter(Boolean).length;
  assert.ok((await pieces.count()) >= 30);
  assert.equal(await visible(), 0);
  assert.match(await placement(page), /^.+\/PPPP1PPP\/RNBQKBNR$/, "it is still read out");
  await play(page, "a3");
  await shows(page, /2\. a3 \S+$/);
  await seeBoard(page);
  await drag(page, "h2", "h3");
  await shows(page, /3\. h3 \S+$/);
  assert.equal(await visible(), 0, "a moved one too");
  await page.reload();
  await shows(page, /3\. h3 \S+$/);
  await shows(page, "Blindfold: the pieces are hidden.");
  assert.equal(await visible(), 0);
  await press(page, "Show the pieces");
  await button(page, "Show the pieces").waitFor({ state: "detached" });
  assert.equal(await pieces.first().isVisible(), true);
  assert.match(await moves(page).innerText(), /3\. h3/);
});
