// An hour of evolution in one tab: what its process holds, minute by minute. Fails where the second half holds more than the first.
// Usage: node tests/bench/long-run.mjs [--minutes N] [--workers N] [--system acpp|falcon] [--pgn FILE]

import { existsSync } from "node:fs";
import { setTimeout as wait } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { serveSite } from "../e2e/site.mjs";
import { openPage, startBrowser } from "./runs.mjs";

const { values: options } = parseArgs({
  options: {
    minutes: { type: "string", default: "60" },
    workers: { type: "string", default: "2" },
    system: { type: "string", default: "falcon" },
    pgn: { type: "string" },
  },
});
const shared = fileURLToPath(new URL("../../../shared/data/gm/train.pgn", import.meta.url));
const pgn = options.pgn ?? (existsSync(shared) ? shared : null);
const minutes = Number(options.minutes);
if (!(minutes >= 10)) {
  console.error("long-run: --minutes takes 10 or more, so that there are two halves to compare");
  process.exit(2);
}

/** What chance, and the records of the generations, may add to the second half's highest value. */
const ALLOWED = 1.05;

const site = await serveSite();
const browser = await startBrowser();
try {
  const { page, tab } = await openPage(browser, site.address, { system: options.system, search: "quiescence", pgn });
  for (const [name, value] of [["Workers", options.workers], ["Generations", "100000"]]) {
    await page.getByRole("spinbutton", { name }).fill(value);
    await page.keyboard.press("Enter");
  }
  console.log(`Chromium ${browser.version()}; ${options.system}, ${options.workers} worker${options.workers === "1" ? "" : "s"}, ${pgn ?? "the sample games"}`);
  console.log("minute  generation  private MB");
  await page.getByRole("button", { name: "Evolve" }).click();
  await page.getByRole("status").filter({ hasText: "Generation 1 of" }).waitFor({ timeout: 120_000 });
  const megabytes = [];
  for (let minute = 1; minute <= minutes; minute++) {
    await wait(60_000);
    const text = await page.getByRole("status").first().textContent();
    const generation = /Generation ([\d,]+) of/.exec(text)?.[1];
    if (!generation) throw new Error(`the run goes on no more: ${text}`);
    megabytes.push((await tab()).private);
    console.log(`${`${minute}`.padStart(6)}  ${generation.padStart(10)}  ${megabytes.at(-1).toFixed(0).padStart(10)}`);
  }
  // The first tenth builds up what a run needs.
  const settled = megabytes.slice(Math.ceil(minutes / 10));
  const half = Math.ceil(settled.length / 2);
  const [first, second] = [settled.slice(0, half), settled.slice(half)].map((list) => Math.max(...list));
  console.log(`most in the first half ${first.toFixed(0)} MB, in the second ${second.toFixed(0)} MB`);
  if (second > first * ALLOWED) {
    console.error("memory grows: it must not");
    process.exitCode = 1;
  }
} finally {
  await browser.close();
  site.close();
}
