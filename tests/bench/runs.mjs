// What benchmarks share: Chromium, the median, and whole runs of a first stage, natively and in the page, to be taken in turns.

import { execFileSync } from "node:child_process";
import { basename } from "node:path";
import { fileURLToPath } from "node:url";
import { createRequire } from "node:module";
import { setTimeout } from "node:timers/promises";
import { tabMemory } from "./tab-memory.mjs";

/** Invariant of ARCHITECTURE.md: the page answers its person while it evolves. */
export const LONGEST_TASK_MS = 50;

/** The middle one of an odd number of measurements; of an even number the larger of the two in the middle. */
export const median = (numbers) => numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length / 2)];

/** Prints how the page and the command line, with one worker and with two, compare: by the medians of their seconds. */
export function sayRatios({ native1, native2, page1, page2 }) {
  const say = (name, one, other) => console.log(`${name.padEnd(44)} ${(median(one) / median(other)).toFixed(2).padStart(6)}`);
  say("Chromium to native, one worker", native1, page1);
  say("two workers to one, Chromium", page1, page2);
  say("two threads to one, natively", native1, native2);
}

/** A run natively: seconds, positions a generation and the chromosome. `what` has system, search, pgn (or none) and generations. */
export function native(millipawn, what, workers) {
  const files = what.pgn ? ["--pgn", what.pgn] : [];
  const text = execFileSync(
    millipawn,
    ["evolve", "--system", what.system, "--set", `search=${what.search}`, ...files, "--generations", `${what.generations}`, "--workers", `${workers}`, "--json"],
    { stdio: ["ignore", "pipe", "ignore"], maxBuffer: 1 << 26 },
  ).toString();
  const lines = text.trim().split("\n").map((line) => JSON.parse(line));
  const { chromosome, positions } = lines.at(-1);
  return { seconds: lines.at(-2).elapsed_ms / 1000, chromosome, positions };
}

/** Chromium, as the tests have it, with more flags where a benchmark needs them. */
export function startBrowser(flags = []) {
  // Loaded here: what is measured natively needs no browser.
  const { chromium } = createRequire(new URL("../../www/package.json", import.meta.url))("playwright-core");
  return chromium.launch({
    executablePath: execFileSync(fileURLToPath(new URL("../e2e/find-chromium", import.meta.url))).toString().trim(),
    args: ["--no-sandbox", "--disable-quic", "--disable-background-networking", "--disable-component-update", "--disable-sync", ...flags],
  });
}

/** The page with the system, its search and its games chosen, and how to ask for the memory of its tab. */
export async function openPage(browser, address, what) {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 }, reducedMotion: "reduce" });
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  const page = await context.newPage();
  const tab = await tabMemory(browser);
  await page.goto(address);
  await page.getByText("118 games").first().waitFor();
  await page.getByRole("combobox", { name: "System" }).selectOption(what.system);
  await page.getByText("More settings").filter({ visible: true }).click();
  await page.getByRole("combobox", { name: "Search", exact: true }).selectOption(what.search);
  if (what.pgn) {
    await page.getByLabel("PGN files").setInputFiles(what.pgn);
    await page.getByText(basename(what.pgn), { exact: true }).waitFor({ timeout: 120_000 });
  }
  return { page, tab };
}

/** The same run in the page: seconds from the press of the button, the chromosome, the main thread's long tasks, the tab's memory. */
export async function inPage({ page, tab }, what, workers) {
  const reset = page.getByRole("button", { name: "Reset" });
  if (await reset.isEnabled()) await reset.click();
  await page.getByRole("spinbutton", { name: "Workers" }).fill(`${workers}`);
  await page.keyboard.press("Enter");
  await page.getByRole("spinbutton", { name: "Generations" }).fill(`${what.generations}`);
  await page.keyboard.press("Enter");
  const run = page.evaluate(async (goal) => {
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
  }, `Generation ${what.generations} of ${what.generations}`);
  const megabytes = await mostMemory(tab, run);
  const timing = await run;
  await page.getByRole("button", { name: "Copy link" }).click();
  const link = await page.evaluate(() => navigator.clipboard.readText());
  return { ...timing, megabytes, chromosome: new URL(link).hash.slice("#c=".length) };
}

/** The most private memory that a tab has, looked at every second until a run is over: workers may end with it. */
async function mostMemory(tab, run) {
  let most = 0;
  for (let over = false; !over; ) {
    over = await Promise.race([run.then(() => true), setTimeout(1000, false)]);
    most = Math.max(most, (await tab()).private);
  }
  return most;
}
