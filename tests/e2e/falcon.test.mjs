// Falcon in the page: another system, its own settings and genes, the same views; and a series of ten runs.

import assert from "node:assert/strict";
import { evolveNatively } from "./command.mjs";
import {
  button,
  chromosome,
  copied,
  evolve,
  genes,
  nextFrame,
  play,
  press,
  says,
  e2e,
  set,
  shows,
} from "./page.mjs";
import { DATABASE, dump, stored } from "./profile.mjs";

/** Less than the published settings: what a test has time for. */
const SMALL = { Population: 8, "Positions per generation": 60, Generations: 2 };

const NATIVELY = [
  ...["--system", "falcon", "--population", 8, "--generations", 2],
  ...["--set", "positions-per-generation=60"],
];

async function chooseFalcon(page) {
  await shows(page, "118 games");
  await page.getByRole("combobox", { name: "System" }).selectOption("falcon");
  await shows(page, /^35 parameters in 224/);
  await shows(page, /As published, but for the sample games: minimum Elo, positions per game/);
}

function number(page, name) {
  return page.getByRole("spinbutton", { name, exact: true }).inputValue();
}

e2e("Falcon's settings come with it and evolve what the command line evolves", async (page, visit) => {
  await chooseFalcon(page);
  assert.equal(await number(page, "Population"), "100");
  assert.equal(await number(page, "Seed"), "2014");
  await shows(page, /Only [\d,]+ positions to learn from, not 5,000: all are used/);
  await evolve(page, SMALL);
  await says(page, "Generation 2 of 2");
  const text = await chromosome(page);
  const native = await evolveNatively(...NATIVELY);
  assert.equal(text, native.chromosome);

  const shown = await genes(page);
  assert.equal(shown.length, 35);
  assert.deepEqual(shown[0].slice(0, 4), ["PAWN_VALUE", "fixed", "100", "100"]);
  assert.deepEqual([shown[1][0], shown[1][1], shown[1][3]], ["KNIGHT_VALUE", "11 bits", "521"]);

  const other = await visit(`#c=${text}`);
  await shows(other, "Program from a link");
  assert.deepEqual(await genes(other), shown);
  await play(other, "e4");
  await shows(other, /^1\. e4 \S+$/);

  const link = await copied(page, "Share this experiment");
  const again = await visit(`#${link.split("#")[1]}`);
  await press(again, "Run this experiment");
  await shows(again, /^✓ Reproduced/);
  assert.equal(await chromosome(again), text);
});

for (const Workers of [1, 2, 5]) {
  e2e(`Falcon with ${Workers} workers: the same end as on the command line`, async (page) => {
    await chooseFalcon(page);
    await evolve(page, { ...SMALL, Workers });
    const native = await evolveNatively(...NATIVELY);
    assert.equal(await chromosome(page), native.chromosome);
  });
}

e2e("Falcon with the static search evolves what the command line evolves with it", async (page) => {
  await chooseFalcon(page);
  await page.getByText("More settings").click();
  await page.getByRole("combobox", { name: "Search", exact: true }).selectOption("static");
  await evolve(page, SMALL);
  const native = await evolveNatively(...NATIVELY, "--set", "search=static");
  assert.equal(await chromosome(page), native.chromosome);
  assert.notEqual(native.chromosome, (await evolveNatively(...NATIVELY)).chromosome);
});

e2e("Falcon reloaded after a generation: the run goes on to the same end", async (page) => {
  await chooseFalcon(page);
  await set(page, SMALL);
  await press(page, "Step");
  // Scored, and at rest: a run that goes on would go on after the reload.
  await says(page, "Generation 0 of 2, paused");
  await stored(page, 0);
  await page.reload();
  await says(page, "Generation 0 of 2, paused");
  await press(page, "Evolve");
  await says(page, "Generation 2 of 2, finished");
  assert.equal(await chromosome(page), (await evolveNatively(...NATIVELY)).chromosome);
});

e2e("a run of Falcon survives a reload, and ACPP is as it was", async (page) => {
  await chooseFalcon(page);
  await evolve(page, SMALL);
  const text = await chromosome(page);
  await page.reload();
  await says(page, "Generation 2 of 2, finished");
  assert.equal(await chromosome(page), text);
  await page.getByRole("combobox", { name: "System" }).selectOption("acpp");
  await shows(page, "All settings as published.");
  assert.equal(await number(page, "Population"), "50");
  await evolve(page, { ...SMALL, Generations: 1 });
  assert.match(await chromosome(page), /^acpp\.1\./);
});

/** Waits until it is stored that the ten runs rest: a page that is left before that goes on with them. */
async function restIsStored(page) {
  for (;;) {
    const { stores } = await dump(page, DATABASE);
    const settings = new Map(stores.find(({ name }) => name === "settings").entries);
    if (!settings.get("first open").running.includes("series")) return;
    await nextFrame(page);
  }
}

e2e("ten runs: a champion each, kept over a reload, each to be looked at and linked to", async (page) => {
  await chooseFalcon(page);
  const settings = { Generations: 100, "Positions per generation": 100 };
  await set(page, { ...SMALL, ...settings });
  await press(page, "Ten runs");
  await page.waitForFunction(() => /\b[1-9] of 10 finished/.test(document.body.textContent));
  await press(page, "Pause");
  await shows(page, /of 10 finished, paused/);
  await restIsStored(page);
  await page.reload();
  await page.getByRole("button", { name: /^Continue \(run \d+ of 10\)/ }).click();
  await shows(page, /^10 of 10 finished/);
  const champion = (number) => page.getByRole("button", { name: new RegExp(`^Champion of run ${number}, `) });
  await page.reload();
  await shows(page, /^10 of 10 finished/);
  await champion(2).click();
  await shows(page, "Champion of run 2");
  const native = await evolveNatively(
    ...["--system", "falcon", "--population", 8, "--generations", settings.Generations, "--seed", 2015],
    ...["--set", `positions-per-generation=${settings["Positions per generation"]}`],
  );
  assert.equal(await chromosome(page), native.chromosome);
  assert.equal(await page.getByRole("button", { name: /^Champion of run/ }).count(), 10);
  await button(page, "Forget these runs").click();
  await champion(1).waitFor({ state: "detached" });
});
