// The page against the command line, and one worker against two: whole runs, taken in turns.
// Usage: node tests/bench/chromium.mjs [--system acpp|falcon] [--search quiescence|static] [--pgn FILE] [--rounds N] [--generations N]

import { execFileSync } from "node:child_process";
import { existsSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { serveSite } from "../e2e/site.mjs";
import { LONGEST_TASK_MS, inPage, median, native, openPage, sayRatios, startBrowser } from "./runs.mjs";

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
const what = { system: options.system, search: options.search, pgn, generations: options.generations };

const site = await serveSite();
const browser = await startBrowser();
try {
  const opened = await openPage(browser, site.address, what);
  console.log(`Chromium ${browser.version()}; ${execFileSync(millipawn, ["--version"]).toString().trim()}`);
  console.log(`${options.system} as published, ${options.search}, ${options.generations} generations, ${pgn ?? "the sample games"}; held-out scoring counts`);
  const runs = { native1: [], page1: [], native2: [], page2: [] };
  for (let round = 0; round < Number(options.rounds); round++) {
    runs.native1.push(native(millipawn, what, 1));
    runs.page1.push(await inPage(opened, what, 1));
    runs.native2.push(native(millipawn, what, 2));
    runs.page2.push(await inPage(opened, what, 2));
  }
  const all = Object.values(runs).flat();
  if (new Set(all.map((run) => run.chromosome)).size !== 1) throw new Error("the runs differ: they must not");
  const times = Object.fromEntries(Object.entries(runs).map(([name, list]) => [name, list.map((run) => run.seconds)]));
  const population = { acpp: 50, falcon: 100 }[options.system];
  const work = (population * runs.native1[0].positions * (Number(options.generations) + 1)) / 1000;
  const row = (name, list) => {
    const seconds = median(list);
    console.log(`${name.padEnd(28)} ${seconds.toFixed(2).padStart(7)} s  ${(work / seconds).toFixed(0).padStart(6)} thousand individual-positions a second`);
  };
  row("native, one thread", times.native1);
  row("native, two threads", times.native2);
  row("Chromium, one worker", times.page1);
  row("Chromium, two workers", times.page2);
  sayRatios(times);
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
