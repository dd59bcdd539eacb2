// Numbers typed and stepped as people do it.

import assert from "node:assert/strict";
import { evolve, holds, e2e, shows, troubled } from "./page.mjs";

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

e2e("no setting is open before what was stored is back: it would be overwritten", async (_, visit) => {
  let go;
  const held = new Promise((resolve) => {
    go = resolve;
  });
  const prepare = (page) => page.route("**/*.wasm", (route) => held.then(() => route.continue()));
  const page = await visit("", { prepare });
  const field = spin(page, "Workers");
  assert.equal(await field.isDisabled(), true);
  go();
  await type(page, field, "3");
  await page.keyboard.press("Tab");
  await holds(field, "3");
  await page.reload();
  await holds(field, "3");
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
  // Waits until it is open, as focus does not.
  await share.click();
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
  "the arena's numbers are refused where they are out of range, and never taken for others",
  async (page) => {
    await page.getByRole("radio", { name: "Arena", exact: true }).press("Space");
    const games = spin(page, "Games to play");
    await type(page, games, "7");
    await page.keyboard.press("Tab");
    // Each opening has both colours.
    await holds(games, "8");
    await page.keyboard.press("Shift+Tab");
    await page.keyboard.press("ArrowUp");
    await page.keyboard.press("Enter");
    await holds(games, "10");
    await type(page, games, "1.000");
    await troubled(page, "can mean 1 or 1000");
    await page.keyboard.press("Tab");
    await holds(games, "10");
    await type(page, games, "20001");
    await troubled(page, "Must be whole, 2 to 10,000.");
    await page.keyboard.press("Tab");
    await troubled(page, "Must be whole, 2 to 10,000. Kept 10.");
    await holds(games, "10");
  },
  { trouble: true },
);

e2e(
  "a strength and the games of a measurement are refused where they are out of range",
  async (page) => {
    await shows(page, "118 games");
    const strength = page.getByRole("combobox", { name: "Strength" });
    await strength.selectOption({ label: "Other…" });
    const amount = spin(page, "Amount");
    await type(page, amount, "0");
    await page.keyboard.press("Enter");
    await troubled(page, "Must be whole, 1 to 1,000,000,000. Kept 10000.");
    await holds(amount, "10000");
    // Another measure is another number: what was wrong with the last one is forgotten.
    await page.getByRole("combobox", { name: "Measured in" }).selectOption({ label: "seconds a move" });
    await page.getByRole("alert").waitFor({ state: "detached" });
    await type(page, amount, "61");
    await page.keyboard.press("Enter");
    await troubled(page, "Must be 0.1 to 60. Kept 3.");
    await type(page, amount, "60");
    await page.keyboard.press("Enter");
    await page.getByRole("alert").waitFor({ state: "detached" });
    await evolve(page, { Population: 4, "Positions per generation": 10, Generations: 0 });
    const games = spin(page, "Games with each");
    await type(page, games, "82");
    await page.keyboard.press("Tab");
    await troubled(page, "Must be whole, 2 to 80. Kept 80.");
    await holds(games, "80");
  },
  { trouble: true },
);
