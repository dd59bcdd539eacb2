// The history of a gene: the run is run once more, and every program of its populations is read.

import assert from "node:assert/strict";
import { asked, ended, unanswered } from "./asked.mjs";
import { DEVICES, examined } from "./axe.mjs";
import { button, e2e, evolve, genes, pressByKey, set, shows } from "./page.mjs";

const SMALL = { Population: 10, "Positions per generation": 30, Workers: 1 };

function sheet(page) {
  return page.getByRole("dialog", { name: "History of a gene" });
}

for (const [device, screen] of Object.entries(DEVICES)) {
  e2e(
    `by keyboard: what a gene means, its values over the generations, and the value in general use: ${device}`,
    async (page) => {
      await evolve(page, { ...SMALL, Generations: 6 });
      const table = await genes(page);
      await pressByKey(page, "History of a gene");
      const gene = sheet(page).getByRole("combobox", { name: "Gene" });
      await gene.waitFor();
      await button(page, "Stop tracing").waitFor({ state: "detached" });
      await gene.selectOption("Queen");
      await shows(page, "in general use: 9.00");
      await shows(page, /Own queens/);
      const cursor = sheet(page).getByRole("slider", { name: "Cursor of the gene" });
      assert.equal(await cursor.getAttribute("aria-valuemax"), "6", "every generation is looked at");
      for (const [name, , value] of table.filter(([, width]) => width !== "fixed")) {
        await gene.selectOption(name.replaceAll(/\s+/g, " "));
        const reads = (start) => cursor.and(page.locator(`[aria-valuetext^="${start}"]`)).waitFor();
        await cursor.press("Home");
        await reads("Generation 0: best program ");
        await cursor.press("End");
        await reads(`Generation 6: best program ${value}, all from `);
        const reading = await cursor.getAttribute("aria-valuetext");
        const [least, most, mean] = /from (\S+) to (\S+), mean (\S+)/
          .exec(reading)
          .slice(1)
          .map((text) => Number(text.replace("−", "-")));
        const best = Number(value.replace("−", "-"));
        assert.ok(least <= best && best <= most && least <= mean && mean <= most, reading);
      }
      await gene.selectOption("Queen");
      await page.getByText("Values as table").press("Enter");
      const values = page.getByRole("table", { name: "Values of Queen" }).locator("tbody tr");
      await values.nth(6).waitFor();
      const [, ofQueen] = await values.nth(6).locator("th, td").allInnerTexts();
      assert.equal(ofQueen, table.find(([name]) => name === "Queen")[2]);
      await examined(page, "the history of a gene");
      assert.equal(
        await page.evaluate(() => document.documentElement.scrollWidth <= window.innerWidth),
        true,
        "nothing sticks out sideways",
      );
    },
    screen,
  );
}

e2e("tracing ends when it is stopped, and with its sheet, and disturbs no run", async (page) => {
  await evolve(page, { Population: 40, "Positions per generation": 400, Workers: 1, Generations: 30 });
  await pressByKey(page, "History of a gene");
  await pressByKey(page, "Stop tracing");
  await button(page, "Stop tracing").waitFor({ state: "detached" });
  await sheet(page).getByRole("button", { name: "Close" }).click();
  await pressByKey(page, "History of a gene");
  await button(page, "Stop tracing").waitFor();
  await page.keyboard.press("Escape");
  await sheet(page).waitFor({ state: "hidden" });
  await set(page, { Generations: 31 });
  await evolve(page, { Generations: 31 });
});

e2e("a trace that is stopped while it opens leaves no worker behind", async (page) => {
  await evolve(page, { ...SMALL, Generations: 6 });
  const begin = async () => {
    await unanswered(page, "load");
    await pressByKey(page, "History of a gene");
    await asked(page);
  };
  await begin();
  await pressByKey(page, "Stop tracing");
  await ended(page);
  await sheet(page).getByRole("button", { name: "Close" }).click();
  await sheet(page).waitFor({ state: "hidden" });
  await begin();
  await page.keyboard.press("Escape");
  await ended(page);
});
