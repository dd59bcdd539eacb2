// The page in WebKitGTK: a run as on the command line, a move on the board, both kept over a reload, the sheets that the page has, and German.

import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { evolveNatively } from "../e2e/command.mjs";
import { serveSite } from "../e2e/site.mjs";
import { openWebKit } from "./session.mjs";

const GENERATIONS = 3;
const TEST_MS = 180_000;

let site = null;
let browser = null;

before(async () => {
  site = await serveSite();
  browser = await openWebKit();
});

after(async () => {
  await browser?.close();
  site?.close();
});

test("evolved, played, reloaded", { timeout: TEST_MS }, async (t) => {
  t.diagnostic(`WebKitGTK ${browser.version}`);
  await browser.open(site.address);
  await browser.shows(/118 games/);
  await browser.write("Generations", GENERATIONS);
  await browser.press("Evolve");
  await browser.shows(/Generation 3 of 3, finished/);
  const native = await evolveNatively("--generations", GENERATIONS);
  assert.equal(await chromosome(), native.chromosome);

  await browser.drag(await centre("e2"), await centre("e4"));
  await browser.shows(/^1\. e4 \S+$/);

  await browser.reload();
  await browser.shows(/Generation 3 of 3, finished/);
  assert.equal(await chromosome(), native.chromosome);
  assert.deepEqual(await alerts(), []);
});

test("pieces, clock, results, library, genes, classroom", { timeout: TEST_MS }, async () => {
  await choose("Pieces", "solid");
  await browser.until(() => document.documentElement.dataset.pieces === "solid");
  await choose("Clock", "10+5");
  await browser.press("New game");
  await browser.shows(/You are to move, with White\./);
  await browser.shows(/^10:00$/);
  await browser.drag(await centre("d2"), await centre("d4"));
  await browser.shows(/^1\. d4 \S+$/);
  await browser.press("Resign");
  await browser.shows(/^0-1 White resigns/);
  await browser.press("Your results");
  await browser.shows(/1 game: 0 won, 0 drawn, 1 lost\./);
  await closeDialog();
  await browser.press("Library");
  await browser.shows(/Export all takes your 1 result along\./);
  await closeDialog();
  await browser.press("Find an opponent near my level");
  await browser.shows(/You are to move, with White\./);
  await browser.press("Parents of a program");
  await browser.until(() => document.querySelector("dialog[open] [role=img]") !== null);
  await closeDialog();
  await browser.press("Classroom");
  await browser.until(() => document.querySelector("main.classroom") !== null);
  assert.deepEqual(await alerts(), []);
});

test("score graph, sharing, position editor, German", { timeout: TEST_MS }, async () => {
  const { chromosome: text } = await evolveNatively("--generations", GENERATIONS);
  await browser.open("about:blank");
  await browser.open(`${site.address}#c=${text}`);
  await browser.shows(/You are to move, with White\./);
  await browser.drag(await centre("e2"), await centre("e4"));
  await browser.shows(/^1\. e4 \S+$/);
  await browser.press("Resign");
  await browser.shows(/^0-1 White resigns/);
  await browser.press("Score graph");
  await browser.until(() => document.querySelector("figure[aria-label='Score by move'] canvas") !== null);
  await browser.press("More ways to share");
  await browser.until(() => document.querySelector("dialog[open] svg.qr path") !== null);
  await closeDialog();
  await browser.press("Position editor");
  await browser.until(() => document.querySelector("dialog[open] cg-board piece.white.king") !== null);
  await browser.press("Empty the squares");
  await browser.until(() => document.querySelector("dialog[open] cg-board piece") === null);
  await closeDialog();
  assert.deepEqual(await alerts(), []);
  await choose("Language", "de");
  // The page begins anew by itself, in which a script that waits would be lost.
  await browser.reload();
  await browser.until(() => [...document.querySelectorAll("h2")].some(({ textContent }) => textContent.trim() === "Zucht"));
  assert.equal(await browser.evaluate(() => document.documentElement.lang), "de");
});

/** Chooses what is called so, or has that value, in the select with this label. */
function choose(label, wanted) {
  return browser.until(
    (label, wanted) => {
      const select = [...document.querySelectorAll("select")].find(
        (one) => (one.ariaLabel ?? one.labels[0]?.textContent ?? "").trim().startsWith(label),
      );
      const option = [...(select?.options ?? [])].find(({ value, text }) => value === wanted || text === wanted);
      if (!option) return false;
      select.value = option.value;
      select.dispatchEvent(new Event("change", { bubbles: true }));
      return true;
    },
    label,
    wanted,
  );
}

function closeDialog() {
  return browser.evaluate(() => document.querySelector("dialog[open]").close());
}

/** In the link that "Copy link" shows. */
async function chromosome() {
  await browser.press("Copy link");
  const link = await browser.until(() => document.querySelector("[aria-label='The address copied']")?.value);
  const [before, text] = link.split("#c=");
  assert.equal(before, site.address);
  return text;
}

/** Where a square is, with White below. */
async function centre(square) {
  const [x, y, width] = await browser.evaluate(() => {
    const { x, y, width } = document.querySelector("cg-board").getBoundingClientRect();
    return [x, y, width];
  });
  const file = square.charCodeAt(0) - "a".charCodeAt(0);
  return [x + ((file + 0.5) * width) / 8, y + ((8.5 - Number(square[1])) * width) / 8];
}

function alerts() {
  return browser.evaluate(() =>
    [...document.querySelectorAll("[role=alert]")].map(({ textContent }) => textContent.trim()),
  );
}
