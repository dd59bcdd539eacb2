// The demonstration: it begins by itself where nothing was bred yet, ends at the first touch of a control, and leaves nothing behind.

import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { DEVICES, examined } from "./axe.mjs";
import { evolveNatively } from "./command.mjs";
import {
  button,
  e2e,
  e2eInside,
  evolve,
  holds,
  nextFrame,
  press,
  pressByKey,
  says,
  set,
  shows,
} from "./page.mjs";

const MOVING = { reducedMotion: "no-preference" };

for (const [device, screen] of Object.entries(DEVICES)) {
  e2e(
    `it begins by itself, and anyone may look at it: ${device}`,
    async (page) => {
      await begun(page);
      await playing(page);
      await nothingOfTheRun(page);
      await examined(page, "while it goes on");
      const { top, bottom } = await figure(page).evaluate((element) => element.getBoundingClientRect());
      const { height } = page.viewportSize();
      assert.ok(top < height / 2 && bottom > 0, "it is in sight");
    },
    { ...MOVING, ...screen },
  );
}

e2e(
  "the first generation of it is that of the command line, on positions that no program learns from",
  async (page) => {
    const sets = ["--set", "population=50", "--set", "positions-per-generation=500"];
    const { records } = await evolveNatively("--system", "falcon", "--generations", 0, ...sets);
    const { rate } = records[0].held_out;
    await begun(page);
    const cursor = page.getByRole("slider", {
      name: "Cursor of the demonstration",
    });
    await cursor.and(page.locator("[aria-valuetext^='Generation']")).waitFor();
    // Looking along the curve touches no control: nothing is to be set there.
    await cursor.focus();
    await cursor.press("Home");
    const best = `Generation 0: its best finds ${(100 * rate).toFixed(1)} %`;
    await cursor.and(page.locator(`[aria-valuetext^="${best}"]`)).waitFor();
  },
  MOVING,
);

e2eInside(
  "it ends at the first touch of a control, with all its workers, and stays as it is",
  async (page, visit) => {
    const quiet = await visit("", { reducedMotion: "reduce" });
    await shows(quiet, "118 games");
    await begun(page);
    await playing(page);
    await page.getByRole("heading", { name: "Breed" }).click();
    await page.mouse.wheel(0, 100);
    await running(page);
    await press(page, "Flip");
    await over(page);
    while (page.workers().length > quiet.workers().length) await nextFrame(page);
    await nothingOfTheRun(page);
    await page.reload();
    await begun(page);
  },
  MOVING,
);

e2e(
  "it ends by itself when its time is over, and stays as it is",
  async (page) => {
    await begun(page);
    await playing(page);
    await page.clock.fastForward(50_000);
    await over(page);
    await nothingOfTheRun(page);
  },
  { ...MOVING, prepare: (page) => page.clock.install() },
);

e2e(
  "by keyboard one looks around, and ends it with the first key that a control takes",
  async (page) => {
    await begun(page);
    await page.keyboard.press("Tab");
    await page.keyboard.press("Tab");
    await page.keyboard.press("PageDown");
    await running(page);
    await pressByKey(page, "Flip");
    await over(page);
  },
  MOVING,
);

e2e(
  "a person's own run takes its place, is stored, and is what the next visit shows",
  async (page) => {
    await begun(page);
    await evolve(page, { Generations: 1 });
    await figure(page).waitFor({ state: "detached" });
    await page.reload();
    await says(page, "Generation 1 of 1, finished");
    await absent(page);
  },
  MOVING,
);

e2e(
  "so does a series of runs",
  async (page) => {
    await begun(page);
    // Only Falcon's paper speaks of ten runs.
    await page.getByRole("combobox", { name: "System" }).selectOption("falcon");
    await press(page, "Ten runs");
    await figure(page).waitFor({ state: "detached" });
    await page.getByRole("heading", { name: "Ten runs" }).waitFor();
  },
  MOVING,
);

e2e("who asks for less motion sees none of it", absent);

e2e("nor who asks to save data", async (_, visit) => {
  const prepare = (page) =>
    page.addInitScript(() =>
      Object.defineProperty(Navigator.prototype, "connection", {
        get: () => ({ saveData: true }),
      }),
    );
  await absent(await visit("", { ...MOVING, prepare }));
});

e2e("nor who opens a link", async (_, visit) => {
  const { chromosome } = await evolveNatively("--generations", 0);
  const page = await visit(`#c=${chromosome}`, MOVING);
  await shows(page, "Program from a link");
  await absent(page);
});

e2e("nor who opens the link to an experiment", async (_, visit) => {
  const links = JSON.parse(await readFile(new URL("../fixtures/links.json", import.meta.url), "utf8"));
  const { fragment } = links.find(({ fragment }) => fragment.startsWith("#x="));
  const page = await visit(fragment, MOVING);
  await shows(page, "Experiment from a link");
  await absent(page);
});

e2e(
  "on a phone the focus goes through the demonstration first, as the eye does, and stays on Evolve when that takes its place",
  async (page) => {
    await begun(page);
    const rooms = await page
      .locator("main > section")
      .evaluateAll((sections) => sections.map(({ id }) => id));
    assert.deepEqual(rooms, ["watch", "breed", "play"]);
    const tops = await page
      .locator("main > section")
      .evaluateAll((sections) => sections.map((section) => section.getBoundingClientRect().top));
    assert.deepEqual(
      tops,
      tops.toSorted((a, b) => a - b),
    );
    await pressByKey(page, "Evolve");
    await figure(page).waitFor({ state: "detached" });
    assert.deepEqual(
      await page.locator("main > section").evaluateAll((sections) => sections.map(({ id }) => id)),
      ["breed", "watch", "play"],
    );
    assert.equal(await page.evaluate(() => document.activeElement.textContent.trim()), "Evolve");
  },
  { ...MOVING, ...DEVICES.phone },
);

e2e(
  "on a phone a later stage is in sight when it was started",
  async (page) => {
    await press(page, "Let them fight");
    await set(page, { Generations: 1, Population: 2 });
    await pressByKey(page, "Run");
    await page.waitForFunction(() => {
      const { top } = document.getElementById("watch").getBoundingClientRect();
      return top >= 0 && top < innerHeight / 2;
    });
  },
  DEVICES.phone,
);

e2e(
  "on a phone the curve is in sight when Evolve was pressed, and the button keeps the focus",
  async (page) => {
    await shows(page, "118 games");
    await pressByKey(page, "Evolve");
    await page.waitForFunction(() => {
      const { top } = document.getElementById("watch").getBoundingClientRect();
      return top >= 0 && top < innerHeight / 2;
    });
    assert.equal(await page.evaluate(() => document.activeElement.textContent), "Evolve");
  },
  DEVICES.phone,
);

const PRESETS = [
  {
    title: "Imitate grandmasters (Falcon 2014)",
    system: "falcon",
    stage: /^1 Imitation/,
  },
  { title: "Let them fight", system: "falcon", stage: /^2 Coevolution/ },
  {
    title: "Grow a search (EvoChess 2002)",
    system: "evochess",
    stage: /^2 Games/,
  },
  {
    title: "Learn from the tree (Meep 2009)",
    system: "meep",
    stage: /^1 Learning/,
  },
  { title: "ACPP 1991", system: "acpp", stage: /^1 Imitation/ },
];

e2e("a preset chooses system and stage, and is gone once something was begun", async (page) => {
  const chosen = page.getByRole("region", {
    name: "Experiments to begin with",
  });
  for (const { title, system, stage } of PRESETS) {
    await pressByKey(page, title);
    await chosen.getByRole("button", { name: title, exact: true, pressed: true }).waitFor();
    await holds(page.getByRole("combobox", { name: "System", exact: true }), system);
    await page.getByRole("tab", { selected: true, name: stage }).waitFor();
  }
  await evolve(page, { Generations: 0 });
  await chosen.waitFor({ state: "detached" });
});

function figure(page) {
  return page.getByRole("figure", {
    name: "Demonstration of programs that become better",
    exact: true,
  });
}

async function begun(page) {
  await shows(page, "118 games");
  await figure(page).waitFor();
}

/** A game of it is under way. */
async function playing(page) {
  await figure(page).getByText("the present champion").first().waitFor();
}

async function running(page) {
  await nextFrame(page);
  await figure(page).getByText("this is evolution at work").waitFor();
}

async function over(page) {
  await figure(page).getByText("That was evolution at work").waitFor();
}

/** Where it begins, it is there as soon as the games are. */
async function absent(page) {
  await shows(page, "118 games");
  await nextFrame(page);
  await nextFrame(page);
  assert.equal(await figure(page).count(), 0);
}

/** The contracted places are those of the person's run, of which there is none. */
async function nothingOfTheRun(page) {
  assert.equal(await page.getByRole("status").filter({ hasText: "Generation" }).count(), 0);
  for (const name of ["Evolve", "Pause", "Step", "Reset", "Show as table", "New game"])
    assert.equal(await button(page, name).count(), 1, name);
  for (const name of ["Fitness by generation", "Board", "Genes", "Population", "System"])
    assert.ok((await figure(page).getByLabel(name).count()) === 0, name);
  assert.equal(await page.evaluate(stored), 0);
}

/** How many experiments the browser has stored. */
async function stored() {
  const counts = [];
  for (const { name } of await indexedDB.databases()) {
    const database = await new Promise((resolve) => {
      const request = indexedDB.open(name);
      request.onsuccess = () => resolve(request.result);
    });
    if (database.objectStoreNames.contains("experiments")) {
      const request = database.transaction("experiments").objectStore("experiments").count();
      counts.push(await new Promise((resolve) => (request.onsuccess = () => resolve(request.result))));
    }
    database.close();
  }
  return counts.reduce((sum, count) => sum + count, 0);
}
