// What it learned to see: positions of masters in which the first champion or the present one chose otherwise, and why.

import assert from "node:assert/strict";
import { asked, ended, unanswered } from "./asked.mjs";
import { DEVICES, examined } from "./axe.mjs";
import { button, e2e, evolve, finished, press, pressByKey, says, set, shows } from "./page.mjs";

const SMALL = { Population: 20, "Positions per generation": 100, Workers: 1 };

function sheet(page) {
  return page.getByRole("dialog", { name: "What it learned to see" });
}

async function opened(page) {
  await pressByKey(page, "Positions: before and now");
  const filter = sheet(page).getByRole("combobox", { name: "Show" });
  await filter.waitFor();
  return filter;
}

/** The first position of a list, once that is on show. */
function first(page, list) {
  const positions = sheet(page).getByRole("list", { name: list, exact: true });
  return positions.getByRole("listitem").first().getByRole("button");
}

/** A table's cells, once it is there. */
async function cells(page, name) {
  const table = page.getByRole("table", { name, exact: true });
  await table.waitFor();
  return table
    .locator("tbody tr")
    .evaluateAll((rows) => rows.map((row) => [...row.cells].map((cell) => cell.innerText.trim())));
}

function number(text) {
  return Number(text.replace("−", "-"));
}

/** The same for the first few positions of a list. */
async function allExplained(page, list, names) {
  const rows = sheet(page).getByRole("list", { name: list, exact: true }).getByRole("listitem").getByRole("button");
  await rows.first().waitFor();
  const few = Math.min(5, await rows.count());
  for (let row = 0; row < few; row += 1) await explained(page, rows.nth(row), names);
}

/** That the scores of all moves and the terms that decided say of the position in this row why the moves were chosen. */
async function explained(page, row, names = { ancestor: "first champion", champion: "champion now" }) {
  const text = await row.textContent();
  await row.press("Enter");
  // What was shown of another position is gone.
  await row.and(page.locator("[aria-pressed=true]")).waitFor();
  const [, master, , before, , now] = /(?:\.|…) (\S+?)(, at first ([^\s,]+))?(, now (\S+))?$/.exec(text);
  const moves = await cells(page, "Scores of all moves");
  const by = (who) => moves.find(([, , by]) => by.split(", ").includes(who));
  assert.equal(by("master")[0], master);
  if (before) assert.equal(by(names.ancestor)[0], before);
  assert.equal(by(names.champion)[0], now ?? master);
  // It chose the best by the very scores that are shown.
  assert.equal(by(names.champion)[1], moves[0][1]);
  // The terms add up to what separates the moves.
  const terms = await cells(page, "Terms that decided");
  const sum = terms.reduce((sum, [, , , difference]) => sum + number(difference), 0);
  const head = page.getByRole("table", { name: "Terms that decided" }).locator("thead th");
  const [, , other] = await head.allInnerTexts();
  const score = (move) => number(moves.find(([san]) => san === move)[1]);
  assert.ok(Math.abs(sum - (score(master) - score(other))) < 0.05, `${text}: ${JSON.stringify(terms)}`);
}

for (const [device, screen] of Object.entries(DEVICES)) {
  e2e(
    `positions by keyboard: the master's move, the choices, the scores of all moves and what decided: ${device}`,
    async (page) => {
      await evolve(page, { ...SMALL, Generations: 12 });
      const filter = await opened(page);
      const counts = (await filter.locator("option").allTextContents()).map((text) =>
        Number(/\((\d+)\)/.exec(text)[1]),
      );
      assert.equal(counts.length, 3);
      assert.ok(counts[0] > 0 && counts[1] > 10, `mended and still wrong: ${counts}`);
      for (const [value, count] of [
        ["mended", counts[0]],
        ["lost", counts[2]],
        ["wrong", counts[1]],
      ]) {
        await filter.selectOption(value);
        await page.waitForFunction(
          (count) => document.querySelectorAll(".positions-list li").length === count,
          count,
        );
      }
      for (const [value, list] of [
        ["mended", "Was wrong, is right now"],
        ["wrong", "Is still wrong"],
      ]) {
        await filter.selectOption(value);
        await explained(page, first(page, list));
      }
      const table = page.getByRole("table", { name: "Scores of all moves" });
      await page.getByRole("group", { name: "Table, scrolls" }).filter({ has: table }).waitFor();
      await examined(page, "positions");
      assert.equal(
        await page.evaluate(() => document.documentElement.scrollWidth <= window.innerWidth),
        true,
        "nothing sticks out sideways",
      );
      await button(page, "Analyse it on the board").press("Enter");
      await sheet(page).waitFor({ state: "hidden" });
      await page.getByRole("radio", { name: "Analyse" }).and(page.locator(":checked")).waitFor();
    },
    screen,
  );
}

e2e("another champion is asked anew", async (page) => {
  await evolve(page, { ...SMALL, Generations: 3 });
  await opened(page);
  await shows(page, /Of [\d,]+ moves that masters played in the sample games, the first champion finds/);
  await shows(page, /generation 3 /);
  await page.keyboard.press("Escape");
  await sheet(page).waitFor({ state: "hidden" });
  await set(page, { Generations: 4 });
  await pressByKey(page, "Evolve");
  await finished(page, 4);
  await opened(page);
  await shows(page, /generation 4 /);
});

e2e("a count ends with its sheet, and whoever asks again does not wait for it", async (page) => {
  await evolve(page, { ...SMALL, Generations: 3 });
  await unanswered(page, "likeness");
  await pressByKey(page, "Positions: before and now");
  await asked(page);
  await page.keyboard.press("Escape");
  await ended(page);
  await opened(page);
  await asked(page);
  await page.keyboard.press("Escape");
  await ended(page);
  // What was counted stays known.
  await unanswered(page, "likeness");
  await opened(page);
});

e2e("programs that played each other: what the one before and the champion chose, and why", async (page) => {
  await shows(page, "118 games");
  await page.getByRole("combobox", { name: "System" }).selectOption("falcon");
  await evolve(page, { Population: 6, "Positions per generation": 10, Generations: 1 });
  await page.getByRole("tab", { name: /Coevolution/ }).click();
  await page.getByRole("tabpanel", { name: /Coevolution/ }).getByText("More settings").click();
  await set(page, { "Games per pair": 1, "Nodes a move": 100, Generations: 2, "Mutation probability": 0.05, Workers: 2 });
  await press(page, "Run");
  await says(page, "Generation 2 of 2, finished");
  const filter = await opened(page);
  await shows(page, /masters played in the sample games, the program from before \(.+\)\s+finds [\d.]+\s%/);
  await filter.selectOption("wrong");
  await explained(page, first(page, "Is still wrong"), { ancestor: "before", champion: "now" });
  await examined(page, "positions of a coevolution");
});

for (const [tab, settings] of Object.entries({
  Masters: { "Positions a step": 100, Generations: 30 },
  Learning: { "Games a round": 2, "Nodes a move": 100, Generations: 4 },
}))
  e2e(`a program that learns: what the one that it began with and the present one chose, and why: ${tab}`, async (page) => {
    await shows(page, "118 games");
    await page.getByRole("combobox", { name: "System" }).selectOption("meep");
    await page.getByRole("tab", { name: new RegExp(tab) }).click();
    const panel = page.getByRole("tabpanel", { name: new RegExp(tab) });
    await panel.waitFor();
    await panel.getByText("More settings").click();
    await set(page, { ...settings, Workers: 1 });
    await press(page, "Run");
    await says(page, `${settings.Generations} of ${settings.Generations}, finished`);
    const filter = await opened(page);
    await shows(page, /masters played in the sample games, the program that learning began with finds\s+[\d.]+\s%/);
    await filter.selectOption("wrong");
    await allExplained(page, "Is still wrong", { ancestor: "before", champion: "now" });
    await examined(page, `positions of ${tab}`);
  });
