// Strength by generation: the page measures what the command line measures, shows it while it comes, and goes on where it was.

import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { COMMAND, evolveNatively } from "./command.mjs";
import { button, evolve, holds, e2eInside, press, e2e, shows } from "./page.mjs";

/** Two champions, which meet three rungs. 34 games with each make a rating. */
const SMALL = { Population: 6, "Positions per generation": 20, Generations: 1 };
/** Two hundred games on a busy machine. */
const PATIENCE_MS = 150_000;

/** What `millipawn ladder` says of the same run. */
async function measuredNatively(system, settings, ...options) {
  const { Generations, Population } = { ...SMALL, ...settings };
  const { records } = await evolveNatively(
    ...["--system", system, "--generations", Generations, "--population", Population],
    ...["--set", `positions-per-generation=${SMALL["Positions per generation"]}`],
    // On the sample games, as the page has them.
    ...(system === "falcon" ? ["--set", "minimum-elo=0", "--set", "positions-per-game=0"] : []),
  );
  const folder = await mkdtemp(join(tmpdir(), "millipawn-"));
  try {
    const run = join(folder, "run.jsonl");
    await writeFile(run, records.map((record) => JSON.stringify(record)).join("\n"));
    const { stdout } = await promisify(execFile)(COMMAND, ["ladder", run, ...options.map(String), "--json"]);
    const lines = stdout
      .trim()
      .split("\n")
      .map((line) => JSON.parse(line));
    const conclusion = lines.pop();
    return { steps: lines, ...conclusion };
  } finally {
    await rm(folder, { recursive: true });
  }
}

function figure(page) {
  return page.getByRole("figure", {
    name: "Strength by generation",
    exact: true,
  });
}

async function plan(page, { way, games }) {
  if (way) await page.getByRole("combobox", { name: "They play", exact: true }).selectOption({ label: way });
  const field = page.getByRole("spinbutton", {
    name: "Games with each",
    exact: true,
  });
  await field.fill(String(games));
  await field.press("Tab");
}

/** The table of ratings, a text a cell. */
async function ratings(page) {
  const show = button(page, "Strength as table");
  if ((await show.getAttribute("aria-expanded")) === "false") await show.click();
  const table = page.getByRole("table", {
    name: "Strength by generation",
    exact: true,
  });
  await table.waitFor();
  return table
    .locator("tbody tr")
    .evaluateAll((lines) => lines.map((line) => [...line.cells].map((cell) => cell.innerText.trim())));
}

/** Waits until games have been played, be it for a moment only: it is looked at in every frame. */
async function begun(page) {
  await page.waitForFunction(() =>
    /[1-9][\d,]* of [\d,]+ games/.test(document.querySelector("figure.ladder")?.textContent),
  );
}

function signed(value) {
  const text = Math.abs(value).toFixed(0);
  if (Number(text) === 0) return text;
  return (value < 0 ? "−" : "+") + text;
}

function shown(rating) {
  if (rating === null) return "–";
  const { elo, low, high } = rating;
  return low === high ? signed(elo) : `${signed(elo)} (${signed(low)} to ${signed(high)})`;
}

function compared({ elo }) {
  return `${Math.abs(elo).toFixed(0)} Elo ${elo < 0 ? "weaker" : "stronger"}`;
}

/** The interval of what `compared` says. */
function bounds({ elo, low, high }) {
  const [least, most] = (elo < 0 ? [-high, -low] : [low, high]).map((value) =>
    signed(value).replace("+", ""),
  );
  return `(95 %: ${least} to ${most})`;
}

function expected({ steps, rungs }) {
  const percent = (rate) => `${(100 * rate).toFixed(1)} %`;
  return [
    ...steps.map(({ generation, held_out, rating, points, games }) => [
      String(generation),
      `${percent(held_out.rate)} ± ${(50 * (held_out.high - held_out.low)).toFixed(1)}`,
      shown(rating),
      ...points.map(String),
      String(games),
    ]),
    ...rungs.map(({ name, rating }) => [name.replace("depth:", "Depth "), "", shown(rating), "", "", "", ""]),
  ];
}

e2e("the rating is the command line's, a reload keeps it, a reset takes it away", async (page) => {
  const generations = { Generations: 0 };
  const native = measuredNatively("acpp", generations, "--games", 34);
  await evolve(page, { ...SMALL, ...generations });
  await plan(page, { games: 34 });
  await press(page, "Measure strength");
  const { steps, rungs } = await native;
  const told = figure(page).getByText(
    `As trained: generation 0 is ${compared(steps[0].rating)} than Depth 3 ${bounds(steps[0].rating)}.`,
  );
  await told.waitFor({ timeout: PATIENCE_MS });
  assert.deepEqual(await ratings(page), expected({ steps, rungs }));

  await page.reload();
  await told.waitFor();
  assert.deepEqual(await ratings(page), expected({ steps, rungs }));
  await press(page, "Reset");
  await figure(page).waitFor({ state: "hidden" });
});

e2e("Falcon's champions are measured alike", async (page) => {
  const native = await measuredNatively("falcon", {}, "--games", 4);
  // One run after the other: what was measured of the first does not stop the second.
  await evolve(page, { ...SMALL, Generations: 0 });
  await plan(page, { games: 2 });
  await press(page, "Measure strength");
  await shows(page, "Too few games for a rating.");
  await page.getByRole("combobox", { name: "System" }).selectOption("falcon");
  await evolve(page, SMALL);
  await plan(page, { games: 4 });
  await press(page, "Measure strength");
  await shows(page, "Too few games for a rating.");
  assert.deepEqual(await ratings(page), expected(native));
});

e2e("stopped at any time, also by a reload, it goes on where it was", async (page) => {
  const native = await measuredNatively("acpp", {}, "--games", 4);
  await evolve(page, SMALL);
  await plan(page, { games: 80 });
  await press(page, "Measure strength");
  await begun(page);
  await button(page, "Stop measuring").focus();
  await page.keyboard.press("Enter");
  const stopped = figure(page).getByText(/Stopped after [1-9]\d* of 720 games\./);
  await stopped.waitFor();
  const said = await stopped.innerText();

  await page.reload();
  await stopped.waitFor();
  assert.equal(await stopped.innerText(), said, "what was played is kept");
  // The games that are left last long. A shorter measurement begins with games that were played.
  await press(page, "Measure strength");
  await begun(page);
  await press(page, "Stop measuring");
  await stopped.waitFor();
  await plan(page, { games: 4 });
  await press(page, "Measure strength");
  await figure(page)
    .getByText(/^Too few games for a rating\.$/)
    .waitFor();
  assert.deepEqual(await ratings(page), expected(native));
});

e2eInside("players that die change nothing; the keyboard reads the chart and chooses", async (page) => {
  const native = await measuredNatively("acpp", {}, "--games", 20);
  await evolve(page, SMALL);
  await plan(page, { games: 20 });
  await press(page, "Measure strength");
  await begun(page);
  for (const worker of page.workers()) {
    const name = await worker.evaluate(() => self.name).catch(() => "");
    if (name === "player") worker.evaluate(() => self.close()).catch(() => {});
  }
  await shows(page, "Too few games for a rating.");
  assert.deepEqual(await ratings(page), expected(native));
  await press(page, "Strength as table");

  const cursor = page.getByRole("slider", { name: "Cursor of strength", exact: true });
  await cursor.focus();
  await page.keyboard.press("Home");
  await cursor.and(page.locator("[aria-valuetext^='Generation 0: finds']")).waitFor();
  await page.keyboard.press("Enter");
  await shows(page, "Generation 0 of this run");
});

e2e("with the engine, and without a rating from few games", async (page) => {
  await evolve(page, SMALL);
  await plan(page, { way: "with 300 nodes a move", games: 3 });
  // Each opening has both colours.
  await holds(page.getByRole("spinbutton", { name: "Games with each", exact: true }), "4");
  await press(page, "Measure strength");
  await shows(page, "Too few games for a rating.");
  const rows = await ratings(page);
  assert.deepEqual(
    rows.map((row) => row[2]),
    ["–", "–", "–", "–", "–"],
  );
  assert.deepEqual(
    rows.slice(2).map((row) => row[0]),
    ["Depth 3", "Depth 4", "Depth 5"],
  );
});
