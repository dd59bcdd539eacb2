// What it learned to see: positions of masters in which the first champion or the present one chose otherwise, and why.

import assert from "node:assert/strict";
import { DEVICES, examined } from "./axe.mjs";
import { button, e2e, evolve, finished, pressByKey, set, shows } from "./page.mjs";

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

/** A table's cells, as numbers where they are some. */
function cells(page, name) {
  return page
    .getByRole("table", { name, exact: true })
    .locator("tbody tr")
    .evaluateAll((rows) => rows.map((row) => [...row.cells].map((cell) => cell.innerText.trim())));
}

function number(text) {
  return Number(text.replace("−", "-"));
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
      assert.ok(counts[1] > 10, `still wrong: ${counts}`);
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
      const first = sheet(page).getByRole("listitem").first().getByRole("button");
      const text = await first.textContent();
      await first.press("Enter");
      await page.getByRole("table", { name: "Scores of all moves" }).waitFor();
      const moves = await cells(page, "Scores of all moves");
      const chosen = moves.filter(([, , by]) => by !== "");
      const [, master, , now] = /(?:\.|…) (\S+?),( at first \S+,)? now (\S+)$/.exec(text);
      assert.equal(chosen.find(([, , by]) => by.includes("master"))[0], master);
      const champion = chosen.find(([, , by]) => by.includes("champion now"));
      assert.equal(champion[0], now);
      // It chose the best by the very scores that are shown.
      assert.equal(champion[1], moves[0][1]);
      // The terms add up to what separates the moves, where all of them are shown.
      const terms = await cells(page, "Terms that decided");
      if (terms.length > 0 && terms.length < 8) {
        const sum = terms.reduce((sum, [, , , difference]) => sum + number(difference), 0);
        const [, , other] = await page
          .getByRole("table", { name: "Terms that decided" })
          .locator("thead th")
          .allInnerTexts();
        const score = (move) => number(moves.find(([san]) => san === move)[1]);
        assert.ok(Math.abs(sum - (score(master) - score(other))) < 0.05, `${sum}`);
      }
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
