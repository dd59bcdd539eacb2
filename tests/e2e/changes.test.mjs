// Settings that are changed while a run goes on: typed, applied from the next generation on, marked, kept, linked and repeated.

import assert from "node:assert/strict";
import { examined } from "./axe.mjs";
import { evolveNatively } from "./command.mjs";
import {
  arrivedAt,
  button,
  chromosome,
  copied,
  e2e,
  evolve,
  finished,
  fitnessTable,
  holds,
  nextFrame,
  press,
  says,
  set,
  shows,
  write,
} from "./page.mjs";

const SMALL = { Population: 8, "Positions per generation": 20 };

function field(page, name) {
  return page.getByRole("spinbutton", { name, exact: true });
}

/** What was changed, a line a generation. */
function changes(page) {
  return page.getByRole("list", { name: "Settings changed" }).getByRole("listitem").allTextContents();
}

/** Applies what is typed for the first time; answers the generation from which on it holds. */
async function apply(page) {
  await press(page, "Apply");
  const told = page.getByRole("list", { name: "Settings changed" }).getByRole("listitem").first();
  return Number(/Generation (\d+):/.exec(await told.textContent())[1]);
}

/** A run that stands still at this generation. */
async function steppedTo(page, generations, last) {
  await set(page, { ...SMALL, Generations: generations });
  for (let at = 0; at <= last; at += 1) {
    await press(page, "Step");
    await says(page, `Generation ${at} of ${generations}, paused`);
  }
}

e2e("a change holds from the next generation on, and the run says so", async (page) => {
  await steppedTo(page, 6, 2);
  const mutation = field(page, "Mutation probability");
  assert.ok(await field(page, "Population").isDisabled(), "who lives in it stays");
  assert.ok(await button(page, "Apply").isDisabled(), "nothing is typed");
  await write(mutation, 0.25);
  await press(page, "Discard");
  await holds(mutation, "0.001");
  await write(mutation, 0.25);
  assert.equal(await apply(page), 3);
  await shows(page, "Holds from generation 3: mutation probability 0.25");
  // What is changed back before it holds was never changed.
  await write(mutation, 0.001);
  await press(page, "Apply");
  await page.getByRole("list", { name: "Settings changed" }).waitFor({ state: "detached" });
  await write(mutation, 0.25);
  await mutation.press("Tab");
  await button(page, "Apply").press("Enter");
  await shows(page, "Generation 3: mutation probability 0.001 → 0.25");
  await press(page, "Evolve");
  await finished(page, 6);
  assert.deepEqual(await changes(page), ["Generation 3: mutation probability 0.001 → 0.25"]);
  await holds(mutation, "0.001");

  // On the chart by keyboard, and in the table.
  const cursor = page.getByRole("slider", { name: "Cursor of what selects" });
  for (const key of ["Home", "ArrowRight", "ArrowRight", "ArrowRight"]) {
    await cursor.press(key);
    await nextFrame(page);
  }
  assert.match(await cursor.getAttribute("aria-valuetext"), /^Generation 3: .*; mutation probability 0\.001 → 0\.25$/);
  const rows = await fitnessTable(page);
  assert.deepEqual(
    rows.map((cells) => cells.at(-1)),
    ["", "", "", "mutation probability 0.001 → 0.25", "", "", ""],
  );
});

e2e("a run that was changed while it went on comes out the same from its link, and from its command", async (page, visit) => {
  await set(page, { ...SMALL, Generations: 100_000 });
  await press(page, "Evolve");
  await arrivedAt(page, 2);
  await write(field(page, "Crossover probability"), 1);
  await write(field(page, "Mutation probability"), 0.125);
  const from = await apply(page);
  await arrivedAt(page, from + 3);
  await press(page, "Pause");
  await says(page, "paused");
  const told = await changes(page);
  assert.deepEqual(told, [
    `Generation ${from}: crossover probability 0.5 → 1, mutation probability 0.001 → 0.125`,
  ]);
  const champion = await chromosome(page);
  const link = await copied(page, "Share this experiment");

  await press(page, "More ways to share");
  const sheet = page.getByRole("dialog", { name: "Share this program" });
  const command = new RegExp(` --set-at ${from}:crossover-probability=1 --set-at ${from}:mutation-probability=0.125$`);
  const written = (await sheet.getByRole("group", { name: "Command", exact: true }).textContent()).trim();
  assert.match(written, command);
  const [, , ...options] = written.split(/\s+/);
  assert.equal((await evolveNatively(...options)).chromosome, champion);
  await sheet.getByRole("button", { name: "Close" }).click();

  await page.reload();
  await says(page, "paused");
  assert.deepEqual(await changes(page), told, "it is a part of what is stored");
  await holds(field(page, "Mutation probability"), "0.125");

  const other = await visit(new URL(link).hash);
  await shows(other, `Changed on the way: generation ${from}: crossover probability 0.5 → 1`);
  await press(other, "Run this experiment");
  await shows(other, "Reproduced: the run arrived at exactly the program its link names.");
  assert.equal(await chromosome(other), champion);
  assert.deepEqual(await changes(other), told);
});

e2e("a value that cannot be is said, and nothing is applied; who reads with other senses finds all of it", async (page) => {
  await steppedTo(page, 6, 1);
  const mutation = field(page, "Mutation probability");
  await write(mutation, 2);
  await shows(page, "Must be 0 to 1.");
  assert.ok(await button(page, "Apply").isDisabled());
  await write(mutation, 0.5);
  await apply(page);
  await examined(page, "a run whose settings were changed");
});

e2e("the runs of a series keep their settings", async (page) => {
  await shows(page, "118 games");
  await page.getByRole("combobox", { name: "System" }).selectOption("falcon");
  await set(page, { ...SMALL, Generations: 100_000 });
  await press(page, "Ten runs");
  await arrivedAt(page, 1);
  assert.ok(await field(page, "Mutation probability").isDisabled());
  assert.equal(await button(page, "Apply").count(), 0);
  await press(page, "Pause");
  await says(page, "paused");
  await button(page, "Apply").waitFor();
});

/** A search is bred for Falcon. */
async function tuneFalcon(page) {
  await shows(page, "118 games");
  await page.getByRole("combobox", { name: "System" }).selectOption("falcon");
  await evolve(page, { Population: 4, "Positions per generation": 10, Generations: 1 });
  await page.getByRole("tab", { name: /Search/ }).click();
  await set(page, { "Nodes a position": 1000, Population: 4, Generations: 1000 });
  await press(page, "Run");
  await arrivedAt(page, 1);
}

e2e("a later stage is changed the same way", async (page) => {
  await tuneFalcon(page);
  await page.getByText("More settings").filter({ visible: true }).click();
  await write(field(page, "Mutation probability"), 0.5);
  const from = await apply(page);
  await arrivedAt(page, from);
  await press(page, "Pause");
  await says(page, "paused");
  const told = [`Generation ${from}: mutation probability 0.05 → 0.5`];
  assert.deepEqual(await changes(page), told);
  await page.reload();
  await says(page, "paused");
  assert.deepEqual(await changes(page), told);
});

e2e("what is refused stays typed", async (page) => {
  await tuneFalcon(page);
  await press(page, "Pause");
  await says(page, "paused");
  // The run of another stage has the workers.
  await page.getByRole("tab", { name: /Coevolution/ }).click();
  await press(page, "Run");
  await page.getByRole("tab", { name: /Search/ }).click();
  await shows(page, "Another stage is running.");
  await page.getByText("More settings").filter({ visible: true }).click();
  const mutation = field(page, "Mutation probability");
  await write(mutation, 0.5);
  await press(page, "Apply");
  await shows(page, "Another run goes on. Pause it to change this one.");
  await holds(mutation, "0.5");
  assert.equal(await button(page, "Apply").getAttribute("aria-disabled"), "false");
  assert.equal(await page.getByRole("list", { name: "Settings changed" }).count(), 0);
});

e2e("the comparison of runs names what was changed, and from which generation on", async (page) => {
  await steppedTo(page, 4, 1);
  const library = page.getByRole("dialog", { name: "Library" });
  await press(page, "Library");
  const all = library.getByRole("list", { name: "Experiments", exact: true }).getByRole("listitem");
  await all.getByRole("button", { name: /^Duplicate / }).click();
  await all.nth(1).waitFor();
  await page.keyboard.press("Escape");
  await library.waitFor({ state: "hidden" });
  await write(field(page, "Mutation probability"), 0.25);
  assert.equal(await apply(page), 2);
  await press(page, "Evolve");
  await finished(page, 4);
  await press(page, "Library");
  await all.filter({ hasText: "generation 4" }).waitFor();
  for (const row of [0, 1]) await all.nth(row).getByRole("checkbox", { name: /^Compare / }).check();
  await press(page, "Compare the chosen");
  const differences = library.getByRole("table", { name: "Settings in which they differ" });
  await differences.waitFor();
  const [row, ...others] = await differences.locator("tbody tr").allInnerTexts();
  const [name, ...values] = row.split("\t");
  assert.deepEqual([name, values.toSorted(), others], ["Mutation probability", ["0.001", "0.001 → 0.25 (generation 2)"], []]);
});
