// Where a program came from: its parents, the crossover points and the mutations, of the last generation and of earlier ones.

import assert from "node:assert/strict";
import { DEVICES, examined } from "./axe.mjs";
import { arrivedAt, e2e, evolve, genes, press, pressByKey, says, set, shows } from "./page.mjs";
import { sheet, told } from "./parents-sheet.mjs";

const SMALL = {
  Population: 12,
  "Positions per generation": 30,
  Workers: 1,
  Generations: 4,
};

async function inherited(page) {
  return sheet(page)
    .getByRole("table", { name: "Inherited genes" })
    .locator("tbody tr")
    .evaluateAll((rows) => rows.map(({ cells }) => [...cells].map((cell) => cell.innerText.trim())));
}

async function choose(page, field, value) {
  const box = sheet(page).getByRole("spinbutton", { name: field, exact: true });
  await box.fill(String(value));
  await box.press("Enter");
}

for (const [device, screen] of Object.entries(DEVICES)) {
  e2e(
    `by keyboard: the parents of the best program, gene by gene, and those of its parents: ${device}`,
    async (page) => {
      await set(page, {
        "Mutation probability": 0.03,
        "Crossover probability": 1,
      });
      await evolve(page, SMALL);
      const table = await genes(page);
      await pressByKey(page, "Parents of a program");
      const program = sheet(page).getByRole("spinbutton", {
        name: "Program",
        exact: true,
      });
      await program.waitFor();
      const best = Number(await program.inputValue());
      const words = await told(page, best, 4);
      assert.match(words, /Child of program \d+ \(|Both parents are program \d+ \(/);
      assert.doesNotMatch(words, /Running the run once more/);
      assert.match(words, /Crossed after bit \d+\./);
      const rows = await inherited(page);
      assert.deepEqual(
        rows.map(([gene, value]) => [gene, value]),
        table.map(([gene, , value]) => [gene.replaceAll(/\s+/g, " "), value]),
        "the genes are those of the champion",
      );
      for (const [gene, value, from] of rows) {
        assert.match(from, /^from parents? \d+( and \d+)?(; bits? [\d, ]+ mutated, (\S+) → (\S+))?$/, gene);
        if (from.includes("→")) assert.equal(from.split("→ ")[1], value);
      }
      const figure = sheet(page).getByRole("img", {
        name: /^The bits of program/,
      });
      await figure.waitFor();
      await examined(page, "the parents of a program");
      assert.equal(
        await page.evaluate(() => document.documentElement.scrollWidth <= window.innerWidth),
        true,
        "nothing sticks out sideways",
      );
      // Earlier generations are made once more.
      const parent = sheet(page)
        .getByRole("button", { name: /^Parents of program \d+$/ })
        .first();
      const number = Number(/\d+/.exec(await parent.innerText())[0]);
      await parent.press("Enter");
      await told(page, number, 3);
      assert.match(words, new RegExp(`program ${number} \\(`));
      await choose(page, "Of generation", 0);
      assert.match(await told(page, number, 0), /one of the first generation/);
      await choose(page, "Of generation", 4);
      await choose(page, "Program", best);
      assert.equal(await told(page, best, 4), words, "the same program has the same parents");
      await page.keyboard.press("Escape");
      await sheet(page).waitFor({ state: "hidden" });
    },
    screen,
  );
}

e2e("a row of the picture is a program: by mouse and by keyboard", async (page) => {
  await evolve(page, SMALL);
  const picture = page.getByRole("img", {
    name: "A row a program, a column a bit",
  });
  const { width, height } = await picture.boundingBox();
  await picture.click({ position: { x: width / 2, y: (4.5 * height) / 12 } });
  await told(page, 5, 4);
  await page.keyboard.press("Escape");
  await sheet(page).waitFor({ state: "hidden" });
  const rows = page.getByRole("listbox", { name: "Program, by its row" });
  const at = (row) => rows.getByRole("option", { name: new RegExp(`^Program ${row} of 12, \\d+ moves found$`) }).waitFor();
  await at(5);
  await rows.press("ArrowDown");
  await at(6);
  await rows.press("End");
  await rows.press("ArrowUp");
  await at(11);
  await rows.press("Enter");
  await told(page, 11, 4);
  await page.keyboard.press("Escape");
  // A run that goes on is paused first, and who chooses a row hears it.
  await set(page, { Generations: 100_000 });
  await press(page, "Evolve");
  await arrivedAt(page, 6);
  await rows.press("Enter");
  await shows(page, "Pause the run to see where one of its programs came from.");
  assert.ok(await sheet(page).isHidden());
  await press(page, "Pause");
  await says(page, "paused");
});

e2e(
  "a run that was opened again knows its parents by running once more, and Falcon's best passes on",
  async (page) => {
    await page.getByRole("combobox", { name: "System" }).selectOption("falcon");
    await shows(page, /^As published/);
    await evolve(page, SMALL);
    await pressByKey(page, "Parents of a program");
    await choose(page, "Program", 1);
    const elite = await told(page, 1, 4);
    assert.match(elite, /It is program \d+ \(best of 12, \d+ found\) of the generation before, unchanged/);
    await choose(page, "Program", 7);
    const before = await told(page, 7, 4);
    assert.match(before, /Crossed at \d+ places|No crossover/);
    await page.reload();
    await shows(page, /Generation 4 of 4/);
    await pressByKey(page, "Parents of a program");
    await choose(page, "Program", 7);
    assert.equal(await told(page, 7, 4), before);
    await page.keyboard.press("Escape");
    await sheet(page).waitFor({ state: "hidden" });
  },
);
