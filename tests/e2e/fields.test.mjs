// Numbers typed and stepped as people do it.

import assert from "node:assert/strict";
import { holds, e2e, troubled } from "./page.mjs";

function spin(page, name) {
  return page.getByRole("spinbutton", { name, exact: true });
}

/** Key by key, in place of what stands there. */
async function type(page, field, text) {
  await field.click();
  await page.keyboard.press("ControlOrMeta+a");
  await page.keyboard.type(text);
}

e2e("a number may be typed as 1e-3, 0.001 or 0,001", async (page) => {
  const field = spin(page, "Mutation probability");
  for (const [text, value] of [
    ["2e-3", "0.002"],
    ["0,003", "0.003"],
    [".004", "0.004"],
  ]) {
    await type(page, field, text);
    assert.equal(await field.inputValue(), text, "what is typed stands");
    await page.keyboard.press("Tab");
    await holds(field, value);
    assert.equal(await field.getAttribute("aria-valuenow"), value);
  }
  await page.reload();
  await holds(field, "0.004");
});

e2e(
  "what is no number, or two, is refused with a reason, and the number that was there stays",
  async (page) => {
    const population = spin(page, "Population");
    await type(page, population, "20.000");
    await troubled(page, '"20.000" can mean 20 or 20000');
    await type(page, population, "1e");
    await page.keyboard.press("Enter");
    await troubled(page, "Must be whole, 2 to");
    await troubled(page, "Kept 50.");
    await holds(population, "50");
    assert.equal(await population.getAttribute("aria-invalid"), "true");
    await type(page, population, "40");
    await page.getByRole("alert").waitFor({ state: "detached" });
    assert.equal(await population.getAttribute("aria-invalid"), "false");
  },
);

e2e("arrow keys step through a number within its bounds", async (page) => {
  const share = spin(page, "Crossover probability");
  await share.focus();
  await page.keyboard.press("ArrowUp");
  await holds(share, "0.6");
  await page.keyboard.press("PageUp");
  await holds(share, "1");
  await page.keyboard.press("ArrowDown");
  await holds(share, "0.9");
  await page.keyboard.press("Tab");
  await holds(share, "0.9");
  await page.reload();
  await holds(share, "0.9");
});

e2e(
  "the arena's numbers are made to fit, never taken for others",
  async (page) => {
    await page.getByRole("radio", { name: "Arena", exact: true }).press("Space");
    const games = spin(page, "Games to play");
    await type(page, games, "7");
    await page.keyboard.press("Tab");
    await holds(games, "8");
    await page.keyboard.press("Shift+Tab");
    await page.keyboard.press("ArrowUp");
    await page.keyboard.press("Enter");
    await holds(games, "10");
    await type(page, games, "1.000");
    await troubled(page, "can mean 1 or 1000");
    await page.keyboard.press("Tab");
    await holds(games, "10");
  },
  { trouble: true },
);
