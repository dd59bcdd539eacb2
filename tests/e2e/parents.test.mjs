// Where programs of later stages came from: parents, what is of whom, and what mutated, as the command line tells it of the same checkpoint. From
// the same programs follows what every gene was in the generation.

import assert from "node:assert/strict";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { gunzipSync } from "node:zlib";
import { familyNatively } from "./command.mjs";
import { DEVICES, examined } from "./axe.mjs";
import { arrivedAt, downloadedFile, e2e, e2eInside, evolve, press, pressByKey, says, set, shows } from "./page.mjs";
import { sheet, told } from "./parents-sheet.mjs";

/** A kind of run: what is pressed to come to it, what makes it short, and the command that goes on with it. */
const STAGES = {
  coevolution: {
    system: "falcon",
    tab: /Coevolution/,
    settings: { "Games per pair": 1, "Nodes a move": 100, Generations: 3, "Mutation probability": 0.05 },
    command: "coevolve",
  },
  tuning: {
    system: "falcon",
    tab: /Search/,
    settings: { "Nodes a position": 1000, Population: 6, Generations: 3 },
    command: "tune",
  },
  ordering: {
    system: "evochess",
    tab: /Ordering/,
    settings: { Population: 8, Depth: 2, Positions: 10, Generations: 4 },
    command: "evolve",
  },
  classes: {
    system: "evochess",
    tab: /Games/,
    settings: { Population: 6, "Nodes a move": 200, "Strongest opponent": 1, Generations: 4, Parents: 3, "Longest game": 20 },
    command: "evolve",
  },
};

/** Those that count nodes: the fewer, the better. */
const FEWEST = new Set(["tuning", "ordering"]);

/** Of the open run. */
async function checkpoint(page, kind) {
  await press(page, "Library");
  const { bytes } = await downloadedFile(page, "Export all");
  await page.keyboard.press("Escape");
  const { experiments } = JSON.parse(gunzipSync(bytes).toString());
  return experiments.find(({ experiment }) => experiment.kind === kind).state.checkpoint;
}

async function choose(page, field, value) {
  const box = sheet(page).getByRole("spinbutton", { name: field, exact: true });
  await box.fill(String(value));
  await box.press("Enter");
}

/** Without spaces at the ends. */
async function table(page, name) {
  const found = sheet(page).getByRole("table", { name, exact: true });
  return found
    .locator("tbody tr")
    .evaluateAll((rows) => rows.map(({ cells }) => [...cells].map((cell) => cell.innerText.trim())));
}

/** A number as the page writes it. */
function number(text) {
  return Number(text.replace("−", "-"));
}

/** That the history of the genes has of the last generation what these programs have, and of every generation something. */
async function isInTheHistory(page, stage, generations, families) {
  await pressByKey(page, "History of a gene");
  const history = page.getByRole("dialog", { name: "History of a gene" });
  const gene = history.getByRole("combobox", { name: "Gene" });
  await gene.waitFor();
  await history.getByRole("button", { name: "Stop tracing" }).waitFor({ state: "detached" });
  const best = families.find(({ fitness }) =>
    families.every((other) => (FEWEST.has(stage) ? fitness <= other.fitness : fitness >= other.fitness)),
  );
  const options = await gene.locator("option").evaluateAll((all) => all.map(({ value, label }) => [value, label]));
  const names = options.map(([, label]) => label);
  assert.deepEqual(
    names,
    best.genes.map(({ name }) => name),
  );
  const cursor = history.getByRole("slider", { name: "Cursor of the gene" });
  assert.equal(await cursor.getAttribute("aria-valuemax"), String(generations), "every generation is looked at");
  await history.getByText("Values as table").press("Enter");
  let varied = 0;
  for (const [at, name] of names.entries()) {
    await gene.selectOption({ value: options[at][0] });
    const rows = history.getByRole("table", { name: `Values of ${name}`, exact: true }).locator("tbody tr");
    await rows.nth(generations).waitFor();
    const shown = await rows.nth(generations).locator("th, td").allInnerTexts();
    const values = families.map(({ genes }) => genes[at].value);
    const mean = values.reduce((sum, value) => sum + value, 0) / values.length;
    const scale = best.genes[at].unit_per_pawn === 1000 ? 1000 : 1;
    for (const [place, value] of [best.genes[at].value, mean, Math.min(...values), Math.max(...values)].entries())
      assert.ok(Math.abs(number(shown[place + 1]) - value / scale) < 0.0051, `${name}: ${shown}, not ${value}`);
    if (Math.min(...values) < Math.max(...values)) varied += 1;
  }
  assert.ok(varied > 0);
  await examined(page, `the history of a gene: ${stage}`);
  await page.keyboard.press("Escape");
  await history.waitFor({ state: "hidden" });
}

/** That the page says of a child what the command line says of it. */
async function isTold(page, words, { parents, genes, body }) {
  const [first, second] = parents.map(({ place }) => place + 1);
  for (const { place, rank } of parents) assert.match(words, new RegExp(`program ${place + 1} \\((best|rank ${rank}) of`));
  const rows = await table(page, "Inherited genes");
  assert.equal(rows.length, genes.length);
  for (const [at, [name, , from]] of rows.entries()) {
    const { of_second, loci, mutated, step, before } = genes[at];
    assert.ok(name.length > 0);
    const isOfBoth = of_second > 0 && of_second < loci && first !== second;
    const parent = isOfBoth ? `from parents ${first} and ${second}` : `from parent ${of_second > 0 ? second : first}`;
    assert.ok(from.startsWith(parent), `${name}: ${from}`);
    assert.equal(from.includes("→"), step !== undefined || mutated.length > 0, `${name}: ${from}`);
    if (step) assert.ok(from.includes(`, ${before} → `) && from.includes("; step "), `${name}: ${from}`);
  }
  if (!body) return assert.equal(await sheet(page).getByRole("table", { name: "Inherited depth program" }).count(), 0);
  if (body.lines.every(({ from }) => from === "first")) {
    const cut = body.removed === 0 ? "unchanged" : `with ${body.removed} instructions? cut out`;
    const told = sheet(page).getByText(/^Nothing of program \d+ is in it/);
    assert.match(await told.innerText(), new RegExp(`it is that of program ${first}, ${cut}\\.$`));
  }
  const source = ({ from, before }) =>
    ({
      first: `from parent ${first}`,
      second: `from parent ${second}`,
      random: "from a random program",
      replaced: `mutated, was ${before}`,
    })[from];
  assert.deepEqual(
    await table(page, "Inherited depth program"),
    body.lines.map((line) => [line.text.trim(), source(line)]),
  );
}

for (const [stage, { system, tab, settings, command }] of Object.entries(STAGES)) {
  e2e(
    `${stage}: the page tells of every program of the last generation what the command line tells`,
    async (page) => {
      await shows(page, "118 games");
      await page.getByRole("combobox", { name: "System" }).selectOption(system);
      if (system === "falcon") await evolve(page, { Population: 6, "Positions per generation": 10, Generations: 1 });
      await page.getByRole("tab", { name: tab }).click();
      const panel = page.getByRole("tabpanel", { name: tab });
      await panel.getByText("More settings").click();
      await set(page, { ...settings, Workers: 2 });
      await press(page, "Run");
      await says(page, `Generation ${settings.Generations} of ${settings.Generations}, finished`);
      const kept = await checkpoint(page, stage);

      await pressByKey(page, "Parents of a program");
      const box = sheet(page).getByRole("spinbutton", { name: "Program", exact: true });
      await box.waitFor();
      const individuals = Number(await box.getAttribute("aria-valuemax"));
      const best = Number(await box.inputValue());
      assert.match(await told(page, best, settings.Generations), /\(best of|best pass on|Child of|Both parents/);
      const folder = await mkdtemp(join(tmpdir(), "millipawn-parents-"));
      const path = join(folder, "run.checkpoint");
      await writeFile(path, kept);
      const births = new Set();
      const families = [];
      for (let program = 1; program <= individuals; program += 1) {
        await choose(page, "Program", program);
        const words = await told(page, program, settings.Generations);
        const family = await familyNatively(command, path, program);
        births.add(family.birth);
        families.push(family);
        if (family.birth === "child") await isTold(page, words, family);
        else {
          assert.equal(family.birth, "elite");
          assert.match(words, new RegExp(`It is program ${family.parents[0].place + 1} \\(.*, unchanged: the best pass on`));
        }
      }
      await rm(folder, { recursive: true });
      assert.ok(births.has("child"));
      // An earlier generation, by the button of a parent, and the first.
      await choose(page, "Program", individuals);
      await told(page, individuals, settings.Generations);
      const parent = sheet(page).getByRole("button", { name: /^Parents of program \d+$/ }).first();
      const number = Number(/\d+/.exec(await parent.innerText())[0]);
      await parent.press("Enter");
      await told(page, number, settings.Generations - 1);
      await choose(page, "Of generation", 0);
      assert.match(await told(page, number, 0), /one of the first generation/);
      await choose(page, "Of generation", settings.Generations);
      await choose(page, "Program", individuals);
      await told(page, individuals, settings.Generations);
      await examined(page, `the parents of a program: ${stage}`);
      await page.keyboard.press("Escape");
      await sheet(page).waitFor({ state: "hidden" });
      await isInTheHistory(page, stage, settings.Generations, families);
    },
    stage === "classes" ? DEVICES.phone : {},
  );
}

/** Coordinators make one more checkpoint at most, which seems to take hours: the news of the generations after it come without. */
async function withoutCheckpoints(page) {
  const slow = () => {
    if (self.name !== "coordinator") return false;
    const now = performance.now.bind(performance);
    let calls = 0;
    performance.now = () => now() + 1e7 * Math.min((calls += 1), 5);
    return true;
  };
  const slowed = await Promise.all(page.workers().map((worker) => worker.evaluate(slow).catch(() => false)));
  assert.ok(slowed.includes(true));
}

e2eInside("while a run goes on the newest generation has its parents, also between checkpoints", async (page) => {
  await shows(page, "118 games");
  await page.getByRole("combobox", { name: "System" }).selectOption("evochess");
  await page.getByRole("tab", { name: /Ordering/ }).click();
  const panel = page.getByRole("tabpanel", { name: /Ordering/ });
  await panel.getByText("More settings").click();
  await set(page, { Population: 6, Depth: 2, Positions: 5, Generations: 100_000, Workers: 1 });
  await press(page, "Run");
  const generation = await arrivedAt(page, 1);
  await withoutCheckpoints(page);
  // One of the next may still have a checkpoint; the status may name the generation that is being scored.
  const newest = (await arrivedAt(page, generation + 5)) - 1;
  await pressByKey(page, "Parents of a program");
  const words = sheet(page).locator("[aria-live=polite]").filter({ hasText: /Program \d+ of generation \d+,/ });
  const shown = Number(/of generation (\d+),/.exec(await words.innerText())[1]);
  assert.ok(shown >= newest, `${shown} of ${newest}`);
  assert.equal(await sheet(page).getByRole("alert").count(), 0);
  await page.keyboard.press("Escape");
  await press(page, "Pause");
  await says(page, /paused/);
});

e2e("a program that learns has no parents, and the page says so", async (page) => {
  await shows(page, "118 games");
  await page.getByRole("combobox", { name: "System" }).selectOption("meep");
  await page.getByRole("tab", { name: /Masters/ }).click();
  await page.getByRole("tabpanel", { name: /Masters/ }).waitFor();
  await set(page, { "Positions a step": 20, Generations: 2 });
  await press(page, "Run");
  await shows(page, /One program learns here: it has no parents\./);
  await page.getByRole("button", { name: "Parents of a program" }).waitFor({ state: "detached" });
});
