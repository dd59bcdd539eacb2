// Whether the page answers its person while it works: tasks of its main thread that take longer than 50 ms, in a minute of each kind of
// work. Fails where there is one. ACPP's and Falcon's whole runs are in chromium.mjs.
// Usage: node tests/bench/smooth.mjs [--seconds N] [--only WORD]

import { execFileSync } from "node:child_process";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { serveSite } from "../e2e/site.mjs";
import { largeFile } from "./large-file.mjs";
import { LONGEST_TASK_MS, startBrowser } from "./runs.mjs";

const { values: options } = parseArgs({
  options: { seconds: { type: "string", default: "60" }, only: { type: "string", default: "" } },
});
const millipawn = fileURLToPath(new URL("../../target/release/millipawn", import.meta.url));
/** More than a minute's. */
const MEGABYTES = 2000;

const tab = (page, name) => page.getByRole("tab", { name: new RegExp(name) }).click();
const press = (page, name) => page.getByRole("button", { name, exact: true }).click();

async function fill(page, name, value) {
  await page.getByRole("spinbutton", { name, exact: true }).fill(`${value}`);
  await page.keyboard.press("Tab");
}

/** A stage, begun; what shows that it has. */
async function stage(page, system, name) {
  await page.getByRole("combobox", { name: "System" }).selectOption(system);
  await tab(page, name);
  await fill(page, "Generations", 100_000);
  await press(page, "Run");
  return page.getByRole("status").filter({ hasText: /(Generation|Round|Step) \d/ });
}

/** What begins each kind of work, which goes on for longer than it is watched; it answers what shows that the work has begun. */
const WORK = {
  coevolution: (page) => stage(page, "falcon", "Coevolution"),
  tuning: (page) => stage(page, "falcon", "Search"),
  learning: (page) => stage(page, "meep", "Learning"),
  masters: (page) => stage(page, "meep", "Masters"),
  ordering: (page) => stage(page, "evochess", "Ordering"),
  games: (page) => stage(page, "evochess", "Games"),
  async arena(page) {
    await page.getByRole("radio", { name: "Arena", exact: true }).press("Space");
    await page.getByRole("combobox", { name: "Player A" }).selectOption({ label: "Staunton (hand-set)" });
    await page.getByRole("combobox", { name: "Player B" }).selectOption({ label: "Depth 1" });
    await fill(page, "Games to play", 10_000);
    await fill(page, "Nodes a move", 1000);
    await press(page, "Start match");
    return page.getByRole("table", { name: "Match", exact: true });
  },
  async import(page, file) {
    await page.getByLabel("PGN files").setInputFiles(file);
    return page.getByRole("button", { name: "Cancel import" });
  },
};

/** Watches the page's main thread for so long: how long its long tasks were. */
function longTasks(page, seconds) {
  return page.evaluate(async (milliseconds) => {
    const tasks = [];
    const watcher = new PerformanceObserver((list) => tasks.push(...list.getEntries().map((entry) => entry.duration)));
    watcher.observe({ entryTypes: ["longtask"] });
    await new Promise((resolve) => setTimeout(resolve, milliseconds));
    watcher.disconnect();
    return tasks;
  }, seconds * 1000);
}

const site = await serveSite();
const browser = await startBrowser();
let large = null;
try {
  console.log(`Chromium ${browser.version()}; ${execFileSync(millipawn, ["--version"]).toString().trim()}; ${options.seconds} s each`);
  const program = execFileSync(millipawn, ["evolve", "--system", "falcon", "--generations", "0", "--json"], { stdio: ["ignore", "pipe", "ignore"] });
  const { chromosome } = JSON.parse(program.toString().trim().split("\n").at(-1));
  for (const [name, begin] of Object.entries(WORK)) {
    if (!name.includes(options.only)) continue;
    const context = await browser.newContext({ viewport: { width: 1440, height: 900 } });
    const page = await context.newPage();
    await page.goto(name === "tuning" ? `${site.address}#c=${chromosome}` : site.address);
    await page.getByText("118 games").first().waitFor();
    if (name === "tuning") await page.getByText("Program from a link").first().waitFor();
    const watched = longTasks(page, Number(options.seconds));
    if (name === "import") large = largeFile(MEGABYTES);
    const sign = await begin(page, large?.path);
    await sign.first().waitFor();
    const tasks = await watched;
    if (!(await sign.first().isVisible())) throw new Error(`${name}: it was over before it had been watched`);
    const longest = Math.max(0, ...tasks);
    console.log(`${name.padEnd(12)} tasks over ${LONGEST_TASK_MS} ms: ${tasks.length}, the longest ${longest.toFixed(0)} ms`);
    if (tasks.length > 0) process.exitCode = 1;
    await context.close();
  }
  if (process.exitCode) console.error(`the page's main thread was busy for more than ${LONGEST_TASK_MS} ms at a time: it must not be`);
} finally {
  await browser.close();
  site.close();
  large?.remove();
}
