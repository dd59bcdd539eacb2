// This build against an earlier one, taken in turns: the same runs natively and in Chromium, the engine's speed and its time to a depth,
// and how long the page takes until it is ready.
// Usage: node tests/bench/against.mjs FOLDER [--pgn FILE] [--rounds N] [--only WORD] [--workers LIST] [--depth N]
// FOLDER is a checkout of the earlier commit, in which `make build` and `cargo build --release -p millipawn` were done.

import { execFileSync } from "node:child_process";
import { existsSync } from "node:fs";
import { join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { serveSite } from "../e2e/site.mjs";
import { inPage, median, native, openPage, startBrowser } from "./runs.mjs";
import { number, openWorker, search, searchNatively } from "./uci.mjs";

const here = (path) => fileURLToPath(new URL(path, import.meta.url));
const { values: options, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    pgn: { type: "string" },
    rounds: { type: "string", default: "3" },
    only: { type: "string", default: "" },
    workers: { type: "string", default: "1,2" },
    // The depth that the engine searches the positions of its bench to. By itself one more than the bench's: a tenth of a second each.
    depth: { type: "string", default: "15" },
  },
});
if (positionals.length !== 1) {
  console.error("against: name the folder of the earlier build");
  process.exit(2);
}
const shared = here("../../../shared/data/gm/train.pgn");
const pgn = options.pgn ?? (existsSync(shared) ? shared : null);
const builds = [resolve(positionals[0]), here("../..")].map((folder) => ({
  millipawn: join(folder, "target/release/millipawn"),
  site: join(folder, "www/dist/"),
}));

const counts = options.workers.split(",").map(Number);
if (!counts.every((count) => Number.isInteger(count) && count > 0)) {
  console.error("against: --workers wants numbers of workers, as in 1,2");
  process.exit(2);
}

const RUNS = [
  { name: "ACPP, 100 generations", system: "acpp", search: "quiescence", generations: 100 },
  { name: "Falcon, 200 generations", system: "falcon", search: "quiescence", generations: 200 },
  { name: "Falcon, static search, 200 generations", system: "falcon", search: "static", generations: 200 },
];

/** Runs in a page: notes when its games are there, in milliseconds since it was asked for. */
function noteWhenReady() {
  const look = () => {
    if (!window.readyAt && document.body?.innerText.includes("118 games")) window.readyAt = performance.now();
  };
  new MutationObserver(look).observe(document, { subtree: true, childList: true, characterData: true });
}

/** What the engine searches for three seconds in a worker. */
const MIDDLEGAME = "r1bq1rk1/pp1nbppp/2p1pn2/3p4/2PP4/2NBPN2/PPQ2PPP/R1B2RK1 w - - 4 9";

/** Prints what two builds took, by turns: the medians, and the ratio of the medians. */
function row(name, before, after, unit) {
  const [b, a] = [median(before), median(after)];
  console.log(`${name.padEnd(52)} ${b.toFixed(2).padStart(9)} ${a.toFixed(2).padStart(9)} ${unit.padEnd(8)} ${(a / b).toFixed(2)}`);
}

/** Takes the same measurement of both builds in turns. */
async function inTurns(measure) {
  const results = [[], []];
  for (let round = 0; round < Number(options.rounds); round++) {
    for (const [at, list] of results.entries()) list.push(await measure(at));
  }
  return results;
}

/** Prints how long the searches of all positions to the depth of the options take. */
async function toDepth(where, positions, search) {
  const times = await inTurns(async (at) => {
    let milliseconds = 0;
    for (const fen of positions) milliseconds += number(await search(at, fen, `depth ${options.depth}`), "time");
    return milliseconds / 1000;
  });
  row(`engine, to depth ${options.depth} ${where}`, ...times, "s");
}

/** Says where the builds breed different programs: then their times are not those of the same work. */
function compare(results) {
  const all = new Set(results.flat().map((one) => one.chromosome));
  if (all.size !== 1) console.log(`the programs differ: ${[...all].join(" ")}`);
}

const seconds = (results) => results.map((list) => list.map((one) => one.seconds));

// A browser each: the memory that is told is that of its largest tab.
const browsers = [await startBrowser(), await startBrowser()];
const sites = [];
for (const build of builds) sites.push(await serveSite(build.site));
try {
  const versions = builds.map((build) => execFileSync(build.millipawn, ["--version"]).toString().trim());
  console.log(`Chromium ${browsers[0].version()}; before: ${versions[0]}; after: ${versions[1]}; ${pgn ?? "the sample games"}; medians of ${options.rounds}`);
  console.log(`${"".padEnd(52)} ${"before".padStart(9)} ${"after".padStart(9)} ${"".padEnd(8)} after / before`);
  const wanted = (name) => name.toLowerCase().includes(options.only.toLowerCase());
  if (wanted("engine")) {
    const benches = await inTurns((at) => {
      const text = execFileSync(builds[at].millipawn, ["bench"]).toString().trim().split("\n");
      const [nodes, , speed] = text.at(-1).split(" ");
      // The games of later builds have more behind the position.
      const positions = text.map((line) => /^ *\d+ +(\S+ [wb] \S+ \S+ \d+ \d+)$/.exec(line)?.[1]).filter(Boolean);
      if (positions.length === 0) throw new Error("against: the bench names no positions");
      return { nodes, speed: Number(speed) / 1e6, positions };
    });
    row("engine, millions of nodes a second, bench", ...benches.map((list) => list.map((one) => one.speed)), "M/s");
    console.log(`signatures ${benches.map((list) => list[0].nodes).join(" and ")}`);
    const pages = [];
    for (const [at, { address }] of sites.entries()) {
      pages.push(await browsers[at].newPage());
      // A page without a content policy of its own.
      await pages[at].goto(`${address}assets/none`);
      await openWorker(pages[at], new URL("../uci-worker.js", `${address}assets/`), "module");
    }
    const rates = await inTurns(async (at) => {
      const line = await search(pages[at], MIDDLEGAME, "movetime 3000");
      return number(line, "nodes") / number(line, "time") / 1000;
    });
    row("engine in a worker, millions of nodes a second", ...rates, "M/s");
    const { positions } = benches[1][0];
    await toDepth("natively", positions, (at, fen, limit) => searchNatively(builds[at].millipawn, fen, limit));
    await toDepth("in a worker", positions, (at, fen, limit) => search(pages[at], fen, limit));
    for (const page of pages) await page.close();
  }
  if (wanted("page")) {
    const times = await inTurns(async (at) => {
      const context = await browsers[at].newContext();
      const page = await context.newPage();
      await page.addInitScript(noteWhenReady);
      await page.goto(sites[at].address);
      const ready = await page.waitForFunction(() => window.readyAt);
      const seconds = (await ready.jsonValue()) / 1000;
      await context.close();
      return seconds;
    });
    row("page, until it is ready, nothing cached", ...times, "s");
  }
  for (const run of RUNS.filter((one) => wanted(one.name))) {
    const what = { ...run, pgn };
    for (const workers of counts) {
      const results = await inTurns((at) => native(builds[at].millipawn, what, workers));
      compare(results);
      row(`${run.name}, natively, ${workers} thread${workers > 1 ? "s" : ""}`, ...seconds(results), "s");
    }
    const opened = [];
    for (const [at, site] of sites.entries()) opened.push(await openPage(browsers[at], site.address, what));
    for (const workers of counts) {
      const results = await inTurns((at) => inPage(opened[at], what, workers));
      compare(results);
      row(`${run.name}, Chromium, ${workers} worker${workers > 1 ? "s" : ""}`, ...seconds(results), "s");
      row("   private memory of the tab", ...results.map((list) => list.map((one) => one.megabytes)), "MB");
    }
    for (const { page } of opened) await page.context().close();
  }
} finally {
  for (const browser of browsers) await browser.close();
  for (const site of sites) site.close();
}
