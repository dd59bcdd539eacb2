// The page built with the example system (`make example`): what only its module and its row know is shown, bred, stored, linked
// and played like every other system. docs/systems.md tells how one is added.

import assert from "node:assert/strict";
import { fileURLToPath } from "node:url";
import {
  arrivedAt,
  built,
  chromosome,
  copied,
  e2e,
  evolve,
  finished,
  genes,
  play,
  press,
  set,
  shows,
} from "./page.mjs";

built(fileURLToPath(new URL("../../target/example/dist/", import.meta.url)));

const SMALL = { Population: 6, "Positions per generation": 20 };

e2e("a system of one module is shown, bred, stored, linked and played", async (page, visit) => {
  await shows(page, "118 games");
  await page.getByRole("combobox", { name: "System" }).selectOption({ label: "Example 2026" });
  await shows(page, /^A program is the values of the five pieces/);
  const population = page.getByRole("spinbutton", { name: "Population", exact: true });
  assert.equal(await population.inputValue(), "20");
  await evolve(page, { ...SMALL, Generations: 2 });
  const text = await chromosome(page);
  assert.match(text, /^example\.1\./);
  const shown = await genes(page);
  assert.deepEqual(
    shown.map(([name, range]) => [name, range]),
    ["Pawn", "Knight", "Bishop", "Rook", "Queen"].map((name) => [name, "0.000 to 12.75"]),
  );
  const agreement = await page.locator("#genomes-in-words").textContent();
  assert.match(agreement, /Values on which all programs agree: Pawn [01] of 1/);

  // Stored: after a reload it goes on.
  await page.reload();
  await finished(page, 2);
  assert.equal(await chromosome(page), text);
  await set(page, { Generations: 3 });
  await press(page, "Evolve");
  assert.equal(await arrivedAt(page, 3), 3);
  await finished(page, 3);

  const link = await copied(page, "Share this experiment");
  const again = await visit(`#${link.split("#")[1]}`);
  await press(again, "Run this experiment");
  await shows(again, /^✓ Reproduced/);
  assert.equal(await chromosome(again), await chromosome(page));

  const other = await visit(`#c=${text}`);
  await shows(other, "Program from a link");
  assert.deepEqual(await genes(other), shown);
  await play(other, "e4");
  await shows(other, /^1\. e4 \S+$/);
});

e2e("its programs play each other", async (page) => {
  await shows(page, "118 games");
  await page.getByRole("combobox", { name: "System" }).selectOption({ label: "Example 2026" });
  await page.getByRole("tab", { name: /Coevolution/ }).click();
  await page.getByRole("tabpanel", { name: /Coevolution/ }).waitFor();
  await set(page, { Generations: 0, Population: 2, "Nodes a move": 20 });
  await press(page, "Run");
  await finished(page, 0);
});
