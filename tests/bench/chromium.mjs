// The page against the command line, and one worker against two: whole runs, taken in turns.
// Usage: node tests/bench/chromium.mjs [--system acpp|falcon] [--search quiescence|static] [--pgn FILE] [--rounds N] [--generations N]

import { execFileSync } from "node:child_process";
import { existsSync } from "node:fs";
import { createRequire } from "node:module";
import { basename } from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { serveSite } from "../e2e/site.mjs";
import { tabMemory } from "./tab-memory.mjs";

const fromPage = createRequire(new URL("../../www/package.json", import.meta.url));
const { chromium } = fromPage("playwright-core");
const here = (path) => fileURLToPath(new URL(path, import.meta.url));

const { values: options } = parseArgs({
  options: {
    system: { type: "string", default: "acpp" },
    search: { type: "string", default: "quiescence" },
    pgn: { type: "string" },
    rounds: { type: "string", default: "3" },
    generations: { type: "string", default: "100" },
  },
});
const shared = here("../../../shared/data/gm/train.pgn");
const pgn = options.pgn ?? (existsSync(shared) ? shared : null);
const millipawn = here("../../target/release/millipawn");

/** Invariant of ARCHITECTURE.md: the page answers its person while it evolves. */
const LONGEST_TASK_MS = 50;

/** A run natively: seconds and the chromosome. */
function native(workers) {
  const files = pgn ? ["--pgn", pgn] : [];
  const text = execFileSync(
    millipawn,
    ["evolve", "--system", options.system, "--set", `search=${options.search}`, ...files, "--generations", options.generations, "--workers", `${workers}`, "--json"],
    { stdio: ["ignore", "pipe", "ignore"], maxBuffer: 1 << 26 },
  ).toString();
  const lines = text.trim().split("\n").map((line) => JSON.parse(line));
  const { chromosome, positions } = lines.at(-1);
  return { seconds: lines.at(-2).elapsed_ms / 1000, chromosome, positions };
}

/** The same run in the page: seconds from the press of the button, the chromosome, the main thread's long tasks, the tab's memory. */
async function inPage(page, tab, workers) {
  const reset = page.getByRole("button", { name: "Reset" });
  if (await reset.isEnabled()) await reset.click();
  await page.getByRole("spinbutton", { name: "Workers" }).fill(`${workers}`);
  await page.keyboard.press("Enter");
  await page.getByRole("spinbutton", { name: "Generations" }).fill(options.generations);
  await page.keyboard.press("Enter");
  const timing = await page.evaluate(async (goal) => {
    const tasks = [];
    const watcher = new PerformanceObserver((list) => tasks.push(...list.getEntries().map((entry) => entry.duration)));
    watcher.observe({ entryTypes: ["longtask"] });
    const status = document.querySelector("[role=status]");
    const button = [...document.querySelectorAll("button")].find((one) => one.textContent.trim() === "Evolve");
    const start = performance.now();
    const done = new Promise((resolve) => {
      const look = () => status.textContent.includes(goal) && resolve(performance.now());
      new MutationObserver(look).observe(status, { subtree: true, childList: true, characterData: true });
    });
    button.click();
    const end = await done;
    watcher.disconnect();
    return { seconds: (end - start) / 1000, tasks };
  }, `Generation ${options.generations} of ${options.generations}`);
  await page.getByRole("button", { name: "Copy link" }).click();
  const link = await page.evaluate(() => navigator.clipboard.readText());
  // WebAssembly gives no memory back while its worker lives: what is held at the end is the most that was.
  const { private: megabytes } = await tab();
  return { ...timing, megabytes, chromosome: new URL(link).hash.slice("#c=".length) };
}

const median = (numbers) => numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length / 2)];

const executablePath = execFileSync(here("../e2e/find-chromium")).toString().trim();
const site = await serveSite();
const browser = await chromium.launch({
  executablePath,
  args: ["--no-sandbox", "--disable-quic", "--disable-background-networking", "--disable-component-update", "--disable-sync"],
});
try {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 }, reducedMotion: "reduce" });
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  const page = await context.newPage();
  const tab = await tabMemory(browser);
  await page.goto(site.address);
  await page.getByText("118 games").first().waitFor();
  await page.getByRole("combobox", { name: "System" }).selectOption(options.system);
  await page.getByText("More settings").filter({ visible: true }).click();
  await page.getByRole("combobox", { name: "Search", exact: true }).selectOption(options.search);
  if (pgn) {
    await page.getByLabel("PGN files").setInputFiles(pgn);
    await page.getByText(basename(pgn), { exact: true }).waitFor({ timeout: 120_000 });
  }
  console.log(`Chromium ${browser.version()}; ${execFileSync(millipawn, ["--version"]).toString().trim()}`);
  console.log(`${options.system} as published, ${options.search}, ${options.generations} generations, ${pgn ?? "the sample games"}; held-out scoring counts`);
  const runs = { native1: [], page1: [], native2: [], page2: [] };
  for (let round = 0; round < Number(options.rounds); round++) {
    runs.native1.push(native(1));
    runs.page1.push(await inPage(page, tab, 1));
    runs.native2.push(native(2));
    runs.page2.push(await inPage(page, tab, 2));
  }
  const all = Object.values(runs).flat();
  if (new Set(all.map((run) => run.chromosome)).size !== 1) throw new Error("the runs differ: they must not");
  const seconds = Object.fromEntries(Object.entries(runs).map(([name, list]) => [name, median(list.map((run) => run.seconds))]));
  const population = { acpp: 50, falcon: 100 }[options.system];
  const work = (population * runs.native1[0].positions * (Number(options.generations) + 1)) / 1000;
  const row = (name, time) => console.log(`${name.padEnd(28)} ${time.toFixed(2).padStart(7)} s  ${(work / time).toFixed(0).padStart(6)} thousand individual-positions a second`);
  row("native, one thread", seconds.native1);
  row("native, two threads", seconds.native2);
  row("Chromium, one worker", seconds.page1);
  row("Chromium, two workers", seconds.page2);
  const ratio = (name, value) => console.log(`${name.padEnd(44)} ${value.toFixed(2)}`);
  ratio("Chromium to native, one worker", seconds.native1 / seconds.page1);
  ratio("two workers to one, Chromium", seconds.page1 / seconds.page2);
  ratio("two threads to one, natively", seconds.native1 / seconds.native2);
  const tasks = [...runs.page1, ...runs.page2].flatMap((run) => run.tasks);
  const longest = Math.max(0, ...tasks);
  console.log(`long tasks of the page's main thread (over 50 ms): ${tasks.length}, the longest ${longest.toFixed(0)} ms`);
  const most = (list) => Math.max(...list.map((run) => run.megabytes)).toFixed(0);
  console.log(`private memory of the tab's process: ${most(runs.page1)} MB with one worker, ${most(runs.page2)} MB with two`);
  console.log(`one chromosome from all ${all.length} runs: ${all[0].chromosome}`);
  if (longest > LONGEST_TASK_MS) {
    console.error(`the page's main thread was busy for more than ${LONGEST_TASK_MS} ms at a time: it must not be`);
    process.exitCode = 1;
  }
} finally {
  await browser.close();
  site.close();
}
