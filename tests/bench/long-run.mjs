// An hour of evolution in one tab: what its process holds, minute by minute, and what of that is left when the run pauses and all garbage
// is collected: early, at half-time and in the end. Fails where that is more than a twentieth larger in the end than at half-time.
// Usage: node tests/bench/long-run.mjs [--minutes N] [--workers N] [--system acpp|falcon] [--search quiescence|static] [--pgn FILE]

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
    search: { type: "string", default: "quiescence" },
    pgn: { type: "string" },
  },
});
const shared = fileURLToPath(new URL("../../../shared/data/gm/train.pgn", import.meta.url));
const pgn = options.pgn ?? (existsSync(shared) ? shared : null);
const minutes = Number(options.minutes);
if (!(Number.isInteger(minutes) && minutes >= 10)) {
  console.error("long-run: --minutes takes a whole number from 10 on: the first minutes build up what a run needs");
  process.exit(2);
}

/** What chance, and the records of the generations, may add to what is left in the second half. */
const ALLOWED = 1.05;
/** Until a paused run is stored and its champions are counted; and until memory that was given back is seen to be. */
const SETTLING_MS = 10_000;
/** The most that a run may have. */
const GENERATIONS = 100_000;

const site = await serveSite();
const browser = await startBrowser(["--js-flags=--expose-gc"]);
try {
  const { page, tab } = await openPage(browser, site.address, { system: options.system, search: options.search, pgn });
  for (const [name, value] of [["Workers", options.workers], ["Generations", `${GENERATIONS}`]]) {
    await page.getByRole("spinbutton", { name }).fill(value);
    await page.keyboard.press("Enter");
  }
  console.log(`Chromium ${browser.version()}; ${options.system}, ${options.search}, ${options.workers} worker${options.workers === "1" ? "" : "s"}, ${pgn ?? "the sample games"}`);
  console.log("minute  generation  private MB  without garbage");
  const evolve = page.getByRole("button", { name: "Evolve", exact: true });
  await evolve.click();
  await page.getByRole("status").filter({ hasText: /Generation [1-9]/ }).waitFor({ timeout: 120_000 });
  const looks = [0.1, 0.5, 1].map((share) => Math.round(minutes * share));
  const left = [];
  for (let minute = 1; minute <= minutes; minute++) {
    await wait(60_000);
    const text = await page.getByRole("status").first().textContent();
    const generation = /Generation ([\d,]+) of/.exec(text)?.[1];
    if (!generation || /finished|paused/.test(text)) throw new Error(`the run goes on no more: ${text}`);
    const row = [minute, generation, (await tab()).private.toFixed(0)];
    if (looks.includes(minute)) {
      left.push(await withoutGarbage(page, tab));
      row.push(left.at(-1).toFixed(0));
      await evolve.click();
    }
    console.log(row.map((cell, at) => `${cell}`.padStart([6, 10, 10, 15][at])).join("  "));
  }
  const [early, half, end] = left.map((megabytes) => megabytes.toFixed(0));
  console.log(`left without garbage: ${early} MB after minute ${looks[0]}, ${half} MB at half-time, ${end} MB in the end`);
  if (left[2] > left[1] * ALLOWED) {
    console.error("memory grows: it must not");
    process.exitCode = 1;
  }
} finally {
  await browser.close();
  site.close();
}

/** Megabytes that the tab holds when its run stands still and nothing is left to collect. */
async function withoutGarbage(page, tab) {
  await page.getByRole("button", { name: "Pause", exact: true }).click();
  await page.getByRole("status").filter({ hasText: ", paused" }).waitFor();
  await wait(SETTLING_MS);
  for (const thread of [page, ...page.workers()]) await thread.evaluate(() => globalThis.gc());
  await wait(SETTLING_MS);
  return (await tab()).private;
}
