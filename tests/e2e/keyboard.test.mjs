// Every part of the page by keyboard alone: Tab to a control by the name that a screen reader says, then keys. From games to the link: walk.test.mjs.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { arrivedAt, e2e, file, finished, says, shows } from "./page.mjs";
import { tabTo, typeOver } from "./reader.mjs";

const SMALL = { Population: 8, "Positions per generation": 30 };

async function enter(page, name, role = "button") {
  await tabTo(page, role, name);
  await page.keyboard.press("Enter");
}

async function type(page, settings) {
  for (const [name, value] of Object.entries(settings)) {
    await tabTo(page, "spinbutton", name);
    await typeOver(page, String(value));
  }
}

async function evolve(page, settings) {
  await type(page, settings);
  await enter(page, "Evolve");
  await finished(page, settings.Generations);
}

/** Gives a file to what the button opens. */
async function give(page, name, given) {
  const [chooser] = await Promise.all([page.waitForEvent("filechooser"), enter(page, name)]);
  await chooser.setFiles([given]);
}

function dialog(page, name) {
  return page.getByRole("dialog", { name, exact: true });
}

/** The sheet that the button opens, which has its name; `act` is done in it, and Escape leads back to the button. */
async function inSheet(page, name, act) {
  await enter(page, name);
  await dialog(page, name).waitFor();
  await act();
  await page.keyboard.press("Escape");
  await dialog(page, name).waitFor({ state: "hidden" });
  assert.equal((await page.locator(":focus").innerText()).trim(), name);
}

e2e(
  "the demonstration is ended, a class is shown the page, and the tour is taken",
  async (page) => {
    const figure = page.getByRole("figure", { name: "Demonstration of programs that become better" });
    await figure.getByText("the present champion").first().waitFor();
    await enter(page, "Classroom");
    await figure.getByText("That was evolution at work").waitFor();
    await page.getByRole("button", { name: "Classroom", pressed: true }).waitFor();
    await page.keyboard.press("Enter");
    await page.getByRole("button", { name: "Classroom", pressed: false }).waitFor();

    await enter(page, "Take the tour");
    const tour = page.getByRole("region", { name: "Tour" });
    await tour.and(page.locator(":focus")).waitFor();
    await enter(page, "Next");
    await tour.getByRole("heading", { name: "Press Evolve" }).waitFor();
    await enter(page, "Back");
    await tour.getByRole("heading", { name: "Choose what is bred" }).waitFor();
    await enter(page, "End the tour");
    await tour.waitFor({ state: "detached" });
  },
  { reducedMotion: "no-preference" },
);

e2e("a preset is chosen, and About is read", async (page) => {
  await shows(page, "118 games");
  await enter(page, "Let them fight");
  await page.getByRole("tab", { name: /Coevolution/, selected: true }).waitFor();
  await enter(page, "ACPP 1991");
  await page.getByRole("tab", { name: /Imitation/, selected: true }).waitFor();
  await enter(page, "About");
  const about = dialog(page, "About Millipawn");
  await about.waitFor();
  await page.keyboard.press("Escape");
  await about.waitFor({ state: "hidden" });
});

e2e("a run is asked: history of a gene, each gene at zero, parents by the picture's rows, positions", async (page) => {
  await shows(page, "118 games");
  await evolve(page, { ...SMALL, "Mutation probability": 0.02, Generations: 4 });
  await inSheet(page, "History of a gene", async () => {
    await tabTo(page, "slider", "Cursor of the gene");
    await page.keyboard.press("Home");
    await page.locator(":focus[aria-valuetext^='Generation 0']").waitFor();
  });
  await inSheet(page, "Without each gene", () => page.getByRole("table", { name: "Without each gene" }).waitFor());

  await tabTo(page, "listbox", "Program, by its row. Enter shows its parents.");
  await page.keyboard.press("Home");
  await page.keyboard.press("ArrowDown");
  await page.getByRole("option", { name: /^Program 2 of 8,/ }).waitFor();
  await page.keyboard.press("Enter");
  const parents = dialog(page, "Parents of a program");
  await parents.getByText("Program 2 of generation 4").waitFor();
  await tabTo(page, "spinbutton", "Of generation");
  await typeOver(page, "0");
  await page.keyboard.press("Enter");
  await parents.getByText("Program 2 of generation 0").waitFor();
  await page.keyboard.press("Escape");
  await parents.waitFor({ state: "hidden" });

  await enter(page, "Positions: before and now");
  const positions = dialog(page, "What it learned to see");
  const filter = positions.getByRole("combobox", { name: "Show" });
  await filter.waitFor();
  await tabTo(page, "combobox", "Show");
  await page.keyboard.type("Still");
  const first = positions.getByRole("listitem").first().getByRole("button");
  await enter(page, (await first.innerText()).trim());
  await page.getByRole("table", { name: "Scores of all moves" }).waitFor();
  await enter(page, "Analyse it on the board");
  await page.getByRole("radio", { name: "Analyse", checked: true }).waitFor();
});

e2e("a generation is made step by step", async (page) => {
  await shows(page, "118 games");
  await type(page, { ...SMALL, Generations: 5 });
  await enter(page, "Step");
  await says(page, "Generation 0 of 5, paused");
  await enter(page, "Step");
  await says(page, "Generation 1 of 5, paused");
  const made = page.getByRole("region", { name: "How generation 1 was made" });
  await made.getByText(/^Score: /).waitFor();
  await enter(page, "Next");
  await made.getByText(/^Rank: /).waitFor();
  await enter(page, "Finish");
  await made.waitFor({ state: "detached" });
});

e2e("settings are changed while a run goes on", async (page) => {
  await shows(page, "118 games");
  await type(page, { ...SMALL, Generations: 100_000 });
  await enter(page, "Evolve");
  await arrivedAt(page, 3);
  await type(page, { "Mutation probability": 0.25 });
  await enter(page, "Apply");
  await page.getByRole("list", { name: "Settings changed" }).getByText("mutation probability 0.001 → 0.25").waitFor();
  await enter(page, "Pause");
  await says(page, "paused");
});

e2e("experiments are named, copied, compared, deleted and brought back, taken away as a file, and a program is kept", async (page, visit) => {
  await shows(page, "118 games");
  await evolve(page, { ...SMALL, Generations: 1 });
  await enter(page, "Library");
  const library = dialog(page, "Library");
  const all = library.getByRole("list", { name: "Experiments", exact: true }).getByRole("listitem");
  await all.first().waitFor();
  const rename = await all.getByRole("button", { name: /^Rename / }).getAttribute("aria-label");
  await enter(page, rename);
  const named = page.getByRole("textbox", { name: /^Name of / });
  await named.and(page.locator(":focus")).waitFor();
  await typeOver(page, "By keys");
  await page.keyboard.press("Enter");
  await all.filter({ hasText: "By keys" }).waitFor();
  await enter(page, "Duplicate By keys");
  await all.nth(1).waitFor();
  for (const name of ["By keys", "Copy of By keys"]) {
    await tabTo(page, "checkbox", `Compare ${name}`);
    await page.keyboard.press("Space");
    await page.getByRole("checkbox", { name: `Compare ${name}`, exact: true, checked: true }).waitFor();
  }
  await enter(page, "Compare the chosen");
  await shows(page, "They have the same settings.");

  await enter(page, "Add the program on show");
  const hall = page.getByRole("table", { name: "Programs in the hall of fame" });
  await hall.filter({ hasText: /\(.+ to .+\)|every game/ }).waitFor();
  const out = await hall.getByRole("button", { name: /^Remove from the hall/ }).getAttribute("aria-label");
  await enter(page, out);
  await hall.waitFor({ state: "detached" });

  const [download] = await Promise.all([page.waitForEvent("download"), enter(page, "Export By keys")]);
  const bytes = readFileSync(await download.path());
  await enter(page, "Delete Copy of By keys");
  await all.nth(1).waitFor({ state: "detached" });
  await enter(page, "Undo");
  await all.nth(1).waitFor();

  const other = await visit();
  await shows(other, "118 games");
  await enter(other, "Library");
  await give(other, "Import experiments", file("by-keys.json.gz", bytes));
  await shows(other, "Imported from by-keys.json.gz: one experiment.");
  await enter(other, "Open By keys");
  await finished(other, 1);
});

e2e("runs are queued, put in order, taken out and begun; champions play a match, and one of the hall is shown", async (page) => {
  await shows(page, "118 games");
  await evolve(page, { ...SMALL, Generations: 1 });
  const library = dialog(page, "Library");
  const queue = library.getByRole("list", { name: "Runs in the queue" }).getByRole("listitem");
  const listed = library.getByRole("list", { name: "Experiments", exact: true }).getByRole("listitem");
  for (const [at, Seed] of [7, 8, 9].entries()) {
    await type(page, { Generations: 2, Seed });
    await enter(page, "Library");
    await enter(page, "Queue a new run");
    await queue.nth(at).waitFor();
    await page.keyboard.press("Escape");
    await library.waitFor({ state: "hidden" });
  }
  await enter(page, "Library");
  const named = (place, pattern) => queue.nth(place).getByRole("button", { name: pattern }).getAttribute("aria-label");
  for (const place of [2, 1]) {
    await enter(page, await named(place, /^Earlier: /));
    await queue.nth(place - 1).filter({ hasText: "seed 9" }).waitFor();
  }
  await enter(page, await named(1, /^Remove from the queue: /));
  await queue.nth(2).waitFor({ state: "detached" });
  await enter(page, "Start queue");
  await queue.first().waitFor({ state: "detached" });
  for (const seed of ["seed 8", "seed 9"])
    await listed.filter({ hasText: seed }).filter({ hasText: "generation 2" }).waitFor();

  await enter(page, "Add the program on show");
  const hall = page.getByRole("table", { name: "Programs in the hall of fame" });
  await hall.filter({ hasText: /\(.+ to .+\)|every game/ }).waitFor();
  const boxes = library.getByRole("checkbox", { name: /^Compare / });
  for (const place of [0, 1]) {
    const name = await boxes.nth(place).getAttribute("aria-label");
    await tabTo(page, "checkbox", name);
    await page.keyboard.press("Space");
    await page.getByRole("checkbox", { name, exact: true, checked: true }).waitFor();
  }
  await enter(page, "Compare the chosen");
  await library.getByRole("button", { name: "Let the champions play a match" }).waitFor();
  await enter(page, "Let the champions play a match");
  await library.waitFor({ state: "hidden" });
  await shows(page, /Champion of /);
  await enter(page, "Library");
  await enter(page, await hall.getByRole("button", { name: /^Show / }).getAttribute("aria-label"));
  await library.waitFor({ state: "hidden" });
});

e2e("a program learns from the games of one player", async (page) => {
  await shows(page, "118 games");
  const sample = new URL("../../crate/engine/src/examples/sample_games.pgn", import.meta.url);
  const games = readFileSync(sample, "utf8").replaceAll(/^\[White .*$/gm, '[White "Ann"]');
  await enter(page, "A program that plays like me");
  await dialog(page, "A program that plays like me").waitFor();
  await give(page, "Choose files", file("mine.pgn", games));
  await tabTo(page, "combobox", "Whose games are these?");
  await page.keyboard.type("Ann");
  await enter(page, "Learn from these games");
  await says(page, "Step 8 of 8, finished");
  await shows(page, /Finds \d+\.\d % of your moves/);
  await enter(page, "Play against yourself");
});
