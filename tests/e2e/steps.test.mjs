// One step shows a generation being made, and makes the same generation as without it.

import assert from "node:assert/strict";
import { DEVICES, examined } from "./axe.mjs";
import { button, chromosome, e2e, evolve, finished, press, pressByKey, says, set } from "./page.mjs";

const SMALL = {
  Population: 6,
  "Positions per generation": 30,
  Workers: 1,
  Generations: 3,
};

function panel(page, generation) {
  return page.getByRole("region", {
    name: `How generation ${generation} was made`,
  });
}

async function words(page, generation, text) {
  const said = panel(page, generation).locator("[aria-live=polite]").filter({ hasText: text });
  await said.waitFor();
  return said.innerText();
}

for (const [device, screen] of Object.entries(DEVICES)) {
  e2e(
    `by keyboard: score, rank, parents, crossover, mutation, the other children, the generation: ${device}`,
    async (page) => {
      await set(page, {
        ...SMALL,
        "Crossover probability": 1,
        "Mutation probability": 0.02,
      });
      await pressByKey(page, "Step");
      await says(page, "Generation 0 of 3, paused");
      await words(page, 0, "These 6 programs are random");
      assert.equal(await button(page, "Next").getAttribute("aria-disabled"), "true");
      await pressByKey(page, "Step");
      await says(page, "Generation 1 of 3, paused");
      await words(page, 1, /^Score: each of the 6 programs of generation 0/);
      await panel(page, 1).getByRole("img", { name: "Scores of the generation before" }).waitFor();
      const next = () => pressByKey(page, "Next");
      await next();
      await words(page, 1, /^Rank: /);
      await next();
      const drawn = await words(page, 1, /^Child 1 of 6, its parents: drawn are program \d+ \(/);
      const parents = [...drawn.matchAll(/program (\d+) \(/g)].map(([, number]) => number);
      assert.equal(await panel(page, 1).locator(".parent").count(), new Set(parents).size);
      await panel(page, 1)
        .getByRole("img", {
          name: /^The bits of program \d+ and of program \d+$/,
        })
        .waitFor();
      await next();
      await words(page, 1, /^Child 1 of 6, crossover\. Crossed after bit \d+\./);
      await examined(page, "a generation being made");
      await next();
      await words(page, 1, /^Child 1 of 6, mutation\. .*The child is done\./);
      for (let child = 2; child <= 6; child += 1) {
        await next();
        await words(page, 1, new RegExp(`^Child ${child} of 6\\. (Child of|Both parents)`));
      }
      await next();
      await words(page, 1, /^6 programs: generation 1 is complete/);
      assert.equal(await button(page, "Next").getAttribute("aria-disabled"), "true");
      await pressByKey(page, "Finish");
      await panel(page, 1).waitFor({ state: "detached" });
      assert.equal(
        await page.evaluate(() => document.documentElement.scrollWidth <= window.innerWidth),
        true,
        "nothing sticks out sideways",
      );
    },
    screen,
  );
}

e2e(
  "a run that was looked at step by step is the same run, and Evolve ends the looking",
  async (page, visit) => {
    await set(page, SMALL);
    for (const generation of [0, 1, 2]) {
      await press(page, "Step");
      await says(page, `Generation ${generation} of 3, paused`);
      await panel(page, generation).waitFor();
      await words(page, generation, generation === 0 ? "random" : "Score");
      if (generation === 1) await pressByKey(page, "Next");
    }
    await press(page, "Evolve");
    await finished(page, 3);
    await panel(page, 2).waitFor({ state: "detached" });
    const other = await visit();
    await evolve(other, SMALL);
    assert.equal(await chromosome(page), await chromosome(other));
  },
);

e2e("a later stage takes no single step, and shows no generation being made", async (page) => {
  await page.getByRole("combobox", { name: "System" }).selectOption("evochess");
  await page.getByRole("tab", { name: /Ordering/ }).click();
  const panel = page.getByRole("tabpanel", { name: /Ordering/ });
  await panel.getByText("More settings").click();
  await set(page, { Population: 6, Depth: 1, Positions: 5, Generations: 1, Workers: 1 });
  await press(page, "Run");
  await says(page, "Generation 1 of 1, finished");
  await button(page, "Parents of a program").waitFor();
  assert.equal(await panel.getByRole("button", { name: "Step", exact: true }).count(), 0);
  assert.equal(await page.getByRole("region", { name: /^How generation/ }).count(), 0);
});
