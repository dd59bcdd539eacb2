// A run on the sample games: the same history with any pool, natively and in the browser, in one go or in pieces.

import assert from "node:assert/strict";
import { evolveNatively } from "./command.mjs";
import {
  arrivedAt,
  button,
  chromosome,
  evolve,
  finished,
  fitnessTable,
  genes,
  press,
  says,
  e2e,
  set,
  shows,
} from "./page.mjs";
import { stored } from "./profile.mjs";

for (const Workers of [1, 2, 5]) {
  e2e(`sample games, ${Workers} workers: every generation as on the command line`, async (page) => {
    // The page measures every champion on the held-out games, whenever the run itself does.
    const native = await evolveNatively("--generations", 5, "--set", "held-out-interval=1");
    await evolve(page, { Workers, Generations: 5 });
    await says(page, /Best found \d+ of \d+ master moves, mean \d/);
    await fitnessTable(page);
    await page.getByRole("cell", { name: / % ± / }).nth(5).waitFor();
    const table = await fitnessTable(page);
    assert.deepEqual(
      table.map((row) => row.slice(0, 5)),
      native.records.map(asRow),
    );
    assert.equal(await chromosome(page), native.chromosome);
    assert.equal((await genes(page)).length, 13);
  });
}

e2e("paused, stepped, gone on with and reset: the run ends as if in one go", async (page) => {
  // It shall not end by itself.
  await set(page, { Generations: 100_000 });
  await press(page, "Step");
  await says(page, "Generation 0 of 100000, paused");
  await press(page, "Step");
  await says(page, "Generation 1 of 100000, paused");
  await press(page, "Evolve");
  await arrivedAt(page, 3);
  await press(page, "Pause");
  await says(page, ", paused");
  const stopped = await arrivedAt(page, 3);
  await press(page, "Step");
  await says(page, `Generation ${stopped + 1} of 100000, paused`);
  const end = stopped + 5;
  const native = await evolveNatively("--generations", end);
  await set(page, { Generations: end });
  await press(page, "Evolve");
  await finished(page, end);
  assert.equal(await chromosome(page), native.chromosome);

  await press(page, "Reset");
  await says(page, "Ready.");
  assert.equal(await button(page, "Pause").isDisabled(), true);
  await press(page, "Evolve");
  await finished(page, end);
  assert.equal(await chromosome(page), native.chromosome);
});

for (const paused of [false, true]) {
  e2e(`reloaded ${paused ? "while paused" : "in mid run"}: the run goes on to the same end`, async (page) => {
    await set(page, { Generations: 100_000 });
    await press(page, "Evolve");
    let least = await arrivedAt(page, 5);
    if (paused) {
      await press(page, "Pause");
      await says(page, ", paused");
      least = await arrivedAt(page, 5);
      await stored(page, least);
    }
    await page.reload();
    await shows(page, "118 games");
    if (paused) {
      await says(page, /Generation \d+ of 100000, paused/);
      assert.equal(await arrivedAt(page, 0), least);
    } else {
      await shows(page, "The run goes on where it was.");
      await arrivedAt(page, least + 1);
      await press(page, "Pause");
      await says(page, ", paused");
    }
    const end = (await arrivedAt(page, least)) + 5;
    await set(page, { Generations: end });
    await press(page, "Evolve");
    await finished(page, end);
    assert.equal(await chromosome(page), (await evolveNatively("--generations", end)).chromosome);
  });
}

e2e("a run keeps its settings: what it would not obey cannot be changed until it has ended", async (page) => {
  await set(page, { Generations: 3 });
  await press(page, "Step");
  await says(page, "Generation 0 of 3, paused");
  const population = page.getByRole("spinbutton", { name: "Population", exact: true });
  assert.equal(await population.isDisabled(), true);
  await shows(
    page,
    "How programs are bred can be changed while the run goes on. Raise Generations to make it longer, Reset to change others.",
  );
  await evolve(page, { Generations: 4 });
  const text = await chromosome(page);
  await set(page, { Population: 10 });
  await shows(page, "The settings have changed: Evolve begins a new run in place of this one.");
  assert.equal(await chromosome(page), text);
  await set(page, { Population: 50 });
  await page.getByText("The settings have changed").waitFor({ state: "detached" });
  await evolve(page, { Generations: 5 });
  assert.equal(await chromosome(page), (await evolveNatively("--generations", 5)).chromosome);
});

e2e("the genes draw no conclusion that random programs would bear out as well", async (page) => {
  await evolve(page, { Generations: 0 });
  await genes(page);
  assert.equal(await page.getByText(/correlate/).count(), 0);
});

/** A record as the table writes it, but for the diversity: that is the page's own. */
function asRow({ generation, best, mean, worst, held_out }) {
  const seen = held_out
    ? `${(100 * held_out.rate).toFixed(1)} % ± ${(50 * (held_out.high - held_out.low)).toFixed(1)}`
    : "";
  return [generation, best, mean.toFixed(1), worst, seen].map(String);
}
