// The library: experiments are named, copied, compared, queued, taken away as a file and brought back, and programs are rated. Whatever
// goes wrong loses nothing that is stored.

import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { gunzipSync, gzipSync } from "node:zlib";
import { asked, ended, unanswered } from "./asked.mjs";
import { DEVICES, examined } from "./axe.mjs";
import {
  button,
  choose,
  chromosome,
  downloadedFile,
  e2e,
  evolve,
  file,
  finished,
  press,
  says,
  set,
  shows,
  write,
} from "./page.mjs";

const SMALL = { Population: 6, "Positions per generation": 20, Workers: 1 };

async function openLibrary(page) {
  await press(page, "Library");
  await page.getByRole("dialog", { name: "Library" }).waitFor();
  return listed(page);
}

function listed(page) {
  return page.getByRole("list", { name: "Experiments", exact: true }).getByRole("listitem");
}

async function closeLibrary(page) {
  await page.getByRole("dialog", { name: "Library" }).getByRole("button", { name: "Close" }).click();
}

/** The library, with a run called Mine and its copy. */
async function withCopy(page) {
  await evolve(page, { ...SMALL, Generations: 2 });
  await openLibrary(page);
  await name(page, "Mine");
  await press(page, "Duplicate Mine");
  await listed(page).nth(1).waitFor();
}

/** Names the newest. */
async function name(page, title) {
  await listed(page)
    .first()
    .getByRole("button", { name: /^Rename / })
    .click();
  await write(page.getByRole("textbox", { name: /^Name of / }), title);
  await press(page, "Save the name");
  await listed(page).filter({ hasText: title }).first().waitFor();
}

function take(page, content, title = "other.json.gz") {
  return choose(page, [file(title, content)], "Import experiments");
}

e2e(
  "an experiment is named, copied, taken away as a file, deleted, and comes back from it",
  async (page, visit) => {
    await evolve(page, { ...SMALL, Generations: 3 });
    const program = await chromosome(page);
    await openLibrary(page);
    await name(page, "First try");
    await press(page, "Duplicate First try");
    await listed(page).nth(1).waitFor();
    await shows(page, "2 experiments in this browser.");
    const { name: title, bytes } = await downloadedFile(page, "Export First try");
    assert.equal(title, "millipawn-first-try.json.gz");
    await press(page, "Delete Copy of First try");
    await listed(page).nth(1).waitFor({ state: "detached" });
    // In the sheet: what is outside of it can be neither pressed nor heard.
    const sheet = page.getByRole("dialog", { name: "Library" });
    await sheet.getByText("The stored run was deleted.").waitFor();
    await sheet.getByRole("button", { name: "Undo", exact: true }).click();
    await listed(page).nth(1).waitFor();
    await sheet.getByText("The stored run was deleted.").waitFor({ state: "detached" });
    await closeLibrary(page);
    // The name outlives a reload, and the run as it is stored once more.
    await page.reload();
    await finished(page, 3);
    await set(page, { Generations: 4 });
    await press(page, "Evolve");
    await finished(page, 4);
    await openLibrary(page);
    await listed(page).filter({ hasText: "First try" }).nth(1).waitFor();
    await listed(page)
      .filter({ hasText: /generation 4/ })
      .waitFor();

    // Elsewhere, with its games.
    const other = await visit();
    await openLibrary(other);
    await take(other, bytes, title);
    await other
      .getByRole("dialog", { name: "Library" })
      .getByText(`Imported from ${title}: one experiment.`)
      .waitFor();
    await press(other, "Open First try");
    await finished(other, 3);
    assert.equal(await chromosome(other), program);
    await set(other, { Generations: 4 });
    await press(other, "Evolve");
    await finished(other, 4);
    assert.equal(await chromosome(other), await afterClosing(page));
  },
);

async function afterClosing(page) {
  await closeLibrary(page);
  return chromosome(page);
}

e2e(
  "a file of no use is refused with the reason, and loses nothing",
  async (page) => {
    await evolve(page, { ...SMALL, Generations: 2 });
    await openLibrary(page);
    await name(page, "Mine");
    const { bytes } = await downloadedFile(page, "Export all");
    const text = gunzipSync(bytes).toString();
    const changed = (change) => {
      const read = JSON.parse(text);
      change(read);
      return gzipSync(JSON.stringify(read));
    };
    const refused = async (content, reason) => {
      await take(page, content, "bad.json.gz");
      await page
        .getByRole("alert")
        .filter({ hasText: `bad.json.gz was not imported: ${reason}` })
        .waitFor();
      assert.equal(await listed(page).count(), 1);
    };
    await refused(Buffer.from("1. e4 e5"), "this file holds no experiments of Millipawn.");
    await refused(bytes.subarray(0, bytes.length - 40), "the file is damaged or cut short.");
    const flipped = Buffer.from(bytes);
    flipped[flipped.length - 6] ^= 1;
    await refused(flipped, "the file is damaged or cut short.");
    await refused(gzipSync("[]"), "this file holds no experiments of Millipawn.");
    await refused(
      changed((read) => (read.version = 7)),
      "it was written by a newer version of this page (version 7 of the format).",
    );
    await refused(
      changed((read) => (read.experiments[0].state.version = 9)),
      '"Mine" was written by a newer version of this page.',
    );
    await refused(
      changed(
        (read) =>
          (read.experiments[0].state.checkpoint = read.experiments[0].state.checkpoint.replace(/\d/, "x")),
      ),
      "Mine cannot be used",
    );
    const series = {
      version: 1,
      phase: "finished",
      planned: 1,
      settings: {},
      fingerprint: "0",
      runs: [{ seed: 5, best: [1], positions: 20, champion: "acpp.1.damaged", held_out: null }],
    };
    await refused(
      changed(({ experiments: [one] }) => {
        one.experiment.kind = "series";
        one.state = series;
      }),
      "Mine, seed 5, cannot be used (",
    );
    await refused(
      changed(
        (read) => (read.hall = [{ text: "acpp.1.x", title: "Odd", system: "acpp", when: 1, rating: null }]),
      ),
      "Odd in the hall of fame cannot be used (",
    );
    await refused(
      changed((read) => (read.hall = [{ text: "acpp.1.x" }])),
      "the hall of fame is damaged.",
    );
    await refused(
      changed((read) => (read.games[0].examples = read.games[0].examples.slice(0, 400))),
      "the games Sample games are damaged",
    );
    await refused(
      changed((read) => delete read.experiments[0].experiment.kind),
      "experiment 1 is damaged.",
    );
    // What is stored is as it was.
    await closeLibrary(page);
    await page.reload();
    await finished(page, 2);
    await openLibrary(page);
    await listed(page).filter({ hasText: "Mine" }).waitFor();
  },
  { trouble: true },
);

e2e("two runs are compared: settings, curves on the same positions, genes, and a match", async (page) => {
  await evolve(page, {
    ...SMALL,
    Generations: 3,
    "Mutation probability": 0.001,
  });
  await openLibrary(page);
  await name(page, "Few mutations");
  await closeLibrary(page);
  await evolve(page, {
    ...SMALL,
    Generations: 3,
    "Mutation probability": 0.1,
  });
  await openLibrary(page);
  await name(page, "Many mutations");
  const compare = button(page, "Compare the chosen");
  assert.equal(await compare.getAttribute("aria-disabled"), "true");
  await page.getByRole("checkbox", { name: "Compare Few mutations" }).check();
  await page.getByRole("checkbox", { name: "Compare Many mutations" }).check();
  await compare.click();
  const differences = page.getByRole("table", {
    name: "Settings in which they differ",
  });
  await differences.waitFor();
  assert.deepEqual(await differences.locator("tbody tr").allInnerTexts(), [
    "Mutation probability\t0.001\t0.1",
  ]);
  const genes = page.getByRole("table", { name: "Gene by gene" });
  assert.ok((await genes.locator("tbody tr").count()) > 5);
  for (const table of [differences, genes])
    await page.getByRole("group", { name: "Table, scrolls" }).filter({ has: table }).waitFor();
  const cursor = page.getByRole("slider", {
    name: "Cursor of the comparison",
  });
  const reads = (start) => cursor.and(page.locator(`[aria-valuetext^="${start}"]`)).waitFor();
  await cursor.press("Home");
  await reads("Generation 0: Few mutations ");
  const reading = /^Generation 0: Few mutations \d+\.\d %, Many mutations \d+\.\d %$/;
  assert.match(await cursor.getAttribute("aria-valuetext"), reading);
  await cursor.press("End");
  await reads("Generation 3: ");
  await page.getByText("Curves as table").press("Enter");
  const curves = page.getByRole("table", { name: "Moves found by generation" });
  assert.match(await curves.locator("tbody tr").first().innerText(), /^0(\t\d+\.\d % ± \d+\.\d){2}$/);
  assert.equal(await page.getByText(/learned from these positions/).count(), 0);

  // What learned from all games is not measured on those that the others kept apart.
  await closeLibrary(page);
  await page.getByText("More settings").click();
  await evolve(page, { ...SMALL, Generations: 4, "Held-out share": 0 });
  await openLibrary(page);
  await name(page, "Learned from all");
  await page.getByRole("checkbox", { name: "Compare Learned from all" }).check();
  await compare.click();
  await shows(
    page,
    "Learned from all is not drawn: it held out fewer games, and learned from these positions.",
  );
  await cursor.press("Home");
  await reads("Generation 0: Few mutations ");
  assert.match(await cursor.getAttribute("aria-valuetext"), reading);
  await press(page, "Let the champions play a match");
  await page.getByRole("dialog", { name: "Library" }).waitFor({ state: "hidden" });
  await shows(page, /Champion of Few mutations/);
});

e2e("runs of the queue go on in the order one chooses, and a reload does not end it", async (page) => {
  await evolve(page, { ...SMALL, Generations: 1 });
  await set(page, { Generations: 100_000, Seed: 7 });
  await openLibrary(page);
  await press(page, "Queue a new run");
  const queue = page.getByRole("list", { name: "Runs in the queue" }).getByRole("listitem");
  await queue.first().waitFor();
  await closeLibrary(page);
  await set(page, { Generations: 2, Seed: 8 });
  await openLibrary(page);
  await press(page, "Queue a new run");
  await queue.nth(1).waitFor();
  await listed(page).filter({ hasText: "seed 8" }).filter({ hasText: "not begun" }).waitFor();
  // The second comes first.
  await queue
    .nth(1)
    .getByRole("button", { name: /^Earlier: / })
    .click();
  await press(page, "Start queue");
  await queue.nth(1).waitFor({ state: "detached" });
  await listed(page).filter({ hasText: "seed 8" }).filter({ hasText: "generation 2" }).waitFor();
  await closeLibrary(page);
  await says(page, / of 100000/);
  await page.reload();
  await says(page, / of 100000/);
  // A run that the person pauses holds the queue.
  await press(page, "Pause");
  await says(page, /of 100000, paused/);
  await openLibrary(page);
  await listed(page).filter({ hasText: "seed 7" }).waitFor();
});

e2e("pausing a run pauses the queue, also a run that went on when the queue was started", async (page) => {
  await set(page, { ...SMALL, Generations: 100_000 });
  await press(page, "Evolve");
  await says(page, / of 100000/);
  await openLibrary(page);
  await press(page, "Queue a new run");
  const queue = page.getByRole("list", { name: "Runs in the queue" }).getByRole("listitem");
  await queue.waitFor();
  const pauses = async () => {
    await closeLibrary(page);
    await says(page, / of 100000/);
    await press(page, "Pause");
    await says(page, / of 100000, paused/);
    await openLibrary(page);
  };
  const ready = (name) => button(page, name).and(page.locator("[aria-disabled=false]"));
  // One that is not in the queue.
  await press(page, "Start queue");
  await pauses();
  await ready("Start queue").waitFor();
  // One of the queue, after the queue was paused and resumed.
  await press(page, "Start queue");
  await queue.filter({ hasText: "running" }).waitFor();
  await press(page, "Pause queue");
  await press(page, "Resume queue");
  await pauses();
  await ready("Resume queue").waitFor();
});

e2e("a queued run is the run that Evolve would have begun", async (page) => {
  await evolve(page, { ...SMALL, Generations: 2, Seed: 3 });
  const program = await chromosome(page);
  await openLibrary(page);
  await press(page, "Queue a new run");
  await page.getByRole("list", { name: "Runs in the queue" }).waitFor();
  await press(page, "Start queue");
  await page.getByRole("list", { name: "Runs in the queue" }).waitFor({ state: "detached" });
  await shows(page, "2 experiments in this browser.");
  await closeLibrary(page);
  await finished(page, 2);
  assert.equal(await chromosome(page), program);
});

e2e("a program enters the hall of fame, is rated, and is there after a reload", async (page) => {
  await evolve(page, { ...SMALL, Generations: 1 });
  await openLibrary(page);
  await press(page, "Add the program on show");
  const hall = page.getByRole("table", {
    name: "Programs in the hall of fame",
  });
  await hall.filter({ hasText: /\(.\d+ to .\d+\)/ }).waitFor();
  await closeLibrary(page);
  await page.reload();
  await finished(page, 1);
  await openLibrary(page);
  await hall.filter({ hasText: /ACPP 1991, seed 1991, generation 1/ }).waitFor();
  await hall.getByRole("button", { name: /^Show / }).click();
  await page.getByRole("dialog", { name: "Library" }).waitFor({ state: "hidden" });
  await openLibrary(page);
  const rated = await hall.locator("tbody").innerText();
  const remove = hall.getByRole("button", { name: /^Remove from the hall/ });
  await remove.click();
  await hall.waitFor({ state: "detached" });
  const sheet = page.getByRole("dialog", { name: "Library" });
  await sheet.getByText("ACPP 1991, seed 1991, generation 1 was removed from the hall of fame.").waitFor();
  await sheet.getByRole("button", { name: "Undo", exact: true }).click();
  await hall.waitFor();
  assert.equal(await hall.locator("tbody").innerText(), rated, "with its rating");

  // It goes along with everything, and comes in once.
  const { bytes } = await downloadedFile(page, "Export all");
  await remove.click();
  await hall.waitFor({ state: "detached" });
  await closeLibrary(page);
  await page.reload();
  await openLibrary(page);
  assert.equal(await hall.count(), 0);
  for (const _ of ["first", "again"]) {
    await take(page, bytes, "all.json.gz");
    await shows(page, "Imported from all.json.gz: one experiment, one program of the hall of fame.");
    await hall.waitFor();
    assert.equal(await hall.locator("tbody").innerText(), rated);
  }
});

e2e("a rating keeps nothing else waiting, and can be stopped and begun again", async (page) => {
  await evolve(page, { ...SMALL, Generations: 1 });
  await openLibrary(page);
  await unanswered(page, "play_game");
  await press(page, "Add the program on show");
  await asked(page);
  await name(page, "Meanwhile");
  await press(page, "Stop rating");
  await ended(page);
  const hall = page.getByRole("table", { name: "Programs in the hall of fame" });
  await hall.filter({ hasText: "not rated" }).waitFor();
  await hall.getByRole("button", { name: /^Rate / }).click();
  await hall.filter({ hasText: /\(.\d+ to .\d+\)/ }).waitFor();
});

e2e("how much is stored is said without writing it as JSON, which takes long", async (page) => {
  await evolve(page, { ...SMALL, Generations: 2 });
  await page.evaluate(() => {
    const { stringify } = JSON;
    window.written = [];
    JSON.stringify = (...given) => {
      const text = stringify(...given);
      if (text?.includes('"checkpoint"')) window.written.push(text);
      return text;
    };
  });
  await openLibrary(page);
  await listed(page)
    .filter({ hasText: /\d\s[kM]?B/ })
    .first()
    .waitFor();
  assert.deepEqual(await page.evaluate(() => window.written), []);
});

e2e("a file that an earlier build wrote comes in", async (page) => {
  const early = await readFile(new URL("../fixtures/experiment-without-hall.json.gz", import.meta.url));
  await openLibrary(page);
  await take(page, early, "early.json.gz");
  await shows(page, "Imported from early.json.gz: one experiment.");
  await press(page, "Open Early");
  await finished(page, 1);
});

e2e(
  "a run whose games are not stored is named where it cannot be read, queued or exported whole",
  async (page) => {
    await evolve(page, { ...SMALL, Generations: 2 });
    await openLibrary(page);
    await name(page, "Whole");
    const { bytes } = await downloadedFile(page, "Export Whole");
    const read = JSON.parse(gunzipSync(bytes));
    read.experiments[0].experiment.title = "Gameless";
    read.experiments[0].experiment.games = "0123456789abcdef";
    read.games = [];
    await take(page, gzipSync(JSON.stringify(read)));
    await listed(page).filter({ hasText: "Gameless" }).waitFor();
    const sheet = page.getByRole("dialog", { name: "Library" });

    await press(page, "Export all");
    await sheet.getByText("The file is without the games of Gameless: they are not stored here.").waitFor();

    await page.getByRole("checkbox", { name: "Compare Gameless" }).check();
    await page.getByRole("checkbox", { name: "Compare Whole" }).check();
    await press(page, "Compare the chosen");
    await sheet
      .getByRole("alert")
      .filter({ hasText: "They cannot be compared: Gameless cannot be read (" })
      .waitFor();

    await press(page, "Queue Gameless");
    await page.getByRole("list", { name: "Runs in the queue" }).waitFor();
    await press(page, "Start queue");
    await sheet
      .getByRole("alert")
      .filter({ hasText: "The queue stopped at Gameless: it could not be opened." })
      .waitFor();
    assert.equal(await button(page, "Pause queue").getAttribute("aria-disabled"), "true");
    await page.getByRole("list", { name: "Runs in the queue" }).getByText("Gameless").waitFor();
  },
  { trouble: true },
);

e2e(
  "what cannot be stored again is not lost: the undo says so, and stays",
  async (page) => {
    await withCopy(page);
    await press(page, "Delete Copy of Mine");
    await listed(page).nth(1).waitFor({ state: "detached" });
    const sheet = page.getByRole("dialog", { name: "Library" });
    const undo = sheet.getByRole("button", { name: "Undo", exact: true });
    await page.evaluate(() => {
      const { put } = IDBObjectStore.prototype;
      window.empty = () => (IDBObjectStore.prototype.put = put);
      IDBObjectStore.prototype.put = () => {
        throw new DOMException("full", "QuotaExceededError");
      };
    });
    await undo.click();
    await sheet
      .getByRole("alert")
      .filter({ hasText: "That could not be undone: the browser did not store it." })
      .filter({ hasText: "The browser could not store the experiments (its storage is full)." })
      .waitFor();
    assert.equal(await listed(page).count(), 1);
    await page.evaluate(() => window.empty());
    await undo.click();
    await listed(page).filter({ hasText: "Copy of Mine" }).waitFor();
    await sheet.getByText("That could not be undone").waitFor({ state: "detached" });
    assert.equal(await undo.count(), 0);
  },
  { trouble: true },
);

e2e(
  "a run that the browser does not delete is still there, and no undo is offered",
  async (page) => {
    await withCopy(page);
    await page.evaluate(() => {
      IDBObjectStore.prototype.delete = () => {
        throw new DOMException("it is locked", "UnknownError");
      };
    });
    await press(page, "Delete Copy of Mine");
    const sheet = page.getByRole("dialog", { name: "Library" });
    await sheet.getByText("The stored run could not be deleted.").waitFor();
    await sheet
      .getByRole("alert")
      .filter({ hasText: "The browser could not store the deletion (it is locked)." })
      .waitFor();
    assert.equal(await listed(page).count(), 2);
    assert.equal(await sheet.getByRole("button", { name: "Undo", exact: true }).count(), 0);
  },
  { trouble: true },
);

for (const [device, screen] of Object.entries(DEVICES)) {
  e2e(
    `the library by keyboard alone, and for screen readers: ${device}`,
    async (page) => {
      await evolve(page, { ...SMALL, Generations: 2 });
      const open = button(page, "Library");
      await open.press("Enter");
      await listed(page).first().waitFor();
      const rename = listed(page)
        .first()
        .getByRole("button", { name: /^Rename / });
      await rename.press("Enter");
      const field = page.getByRole("textbox", { name: /^Name of / });
      await write(field, "By keys");
      await field.press("Enter");
      await listed(page).filter({ hasText: "By keys" }).waitFor();
      await button(page, "Duplicate By keys").press("Enter");
      await listed(page).nth(1).waitFor();
      await page.getByRole("checkbox", { name: "Compare By keys", exact: true }).press("Space");
      await page.getByRole("checkbox", { name: "Compare Copy of By keys", exact: true }).press("Space");
      await button(page, "Compare the chosen").press("Enter");
      await shows(page, "They have the same settings.");
      await button(page, "Queue By keys").press("Enter");
      await page.getByRole("list", { name: "Runs in the queue" }).waitFor();
      await examined(page, "the library");
      assert.equal(
        await page.evaluate(() => document.documentElement.scrollWidth <= window.innerWidth),
        true,
        "nothing sticks out sideways",
      );
      await page.keyboard.press("Escape");
      await page.getByRole("dialog", { name: "Library" }).waitFor({ state: "hidden" });
      assert.equal(await page.evaluate(() => document.activeElement?.textContent?.trim()), "Library");
    },
    screen,
  );
}
