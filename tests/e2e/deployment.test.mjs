// A page that is open goes on when its site is replaced, and when the network is gone.

import assert from "node:assert/strict";
import { evolveNatively } from "./command.mjs";
import {
  arrivedAt,
  chromosome,
  finished,
  e2eInside,
  play,
  press,
  replaceSite,
  says,
  set,
  shows,
} from "./page.mjs";

const RUN = { Generations: 60, Workers: 2 };

/** Ends all workers of the page, which must all be replaced. */
async function endWorkers(page) {
  const gone = page.workers().map((worker) => worker.waitForEvent("close"));
  for (const worker of page.workers()) worker.evaluate(() => self.close()).catch(() => {});
  await Promise.all(gone);
}

/** A run whose workers are replaced, a game, and a later stage. */
async function everything(page) {
  const native = await evolveNatively("--generations", RUN.Generations);
  await set(page, RUN);
  await press(page, "Evolve");
  await arrivedAt(page, 2);
  await endWorkers(page);
  await finished(page, RUN.Generations);
  assert.equal(await chromosome(page), native.chromosome);
  await press(page, "New game");
  await play(page, "e4");
  await shows(page, /^1\. e4 \S+$/);
  await press(page, "Use sample games");
  await shows(page, "118 games");
  await page.getByRole("tab", { name: /Coevolution/ }).click();
  await page.getByRole("tabpanel", { name: /Coevolution/ }).waitFor();
  await set(page, { Generations: 0, Population: 3, "Nodes a move": 50 });
  await press(page, "Run");
  await says(page, "Generation 0 of 0, finished");
}

/** The names of openings come with the first game, and are told to be missing; whatever else fails is named by its address. */
const NAMES = { expected: /codes-[\w-]+\.json|^console: Failed to load resource/ };
const MISSING = "The names of openings could not be loaded.";

e2eInside(
  "a site that is replaced: the open page goes on, with new workers too",
  async (page) => {
    await shows(page, "118 games");
    replaceSite(true);
    try {
      await everything(page);
      await shows(page, MISSING);
    } finally {
      replaceSite(false);
    }
  },
  NAMES,
);

e2eInside(
  "the network is off after loading: everything goes on",
  async (page) => {
    await shows(page, "118 games");
    await page.context().setOffline(true);
    await everything(page);
    await shows(page, MISSING);
  },
  NAMES,
);
