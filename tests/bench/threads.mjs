// Where the processor time of a run in the page goes: the workers that score programs, the page, and all else in Chromium. On Linux alone.
// Usage: node tests/bench/threads.mjs [--system acpp|falcon] [--search quiescence|static] [--pgn FILE] [--rounds N] [--generations N] [--workers N]

import { existsSync, readFileSync, readdirSync } from "node:fs";
import { availableParallelism } from "node:os";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { serveSite } from "../e2e/site.mjs";
import { inPage, openPage, startBrowser } from "./runs.mjs";

const { values: options } = parseArgs({
  options: {
    system: { type: "string", default: "acpp" },
    search: { type: "string", default: "quiescence" },
    pgn: { type: "string" },
    rounds: { type: "string", default: "3" },
    generations: { type: "string", default: "100" },
    workers: { type: "string", default: "2" },
  },
});
const shared = fileURLToPath(new URL("../../../shared/data/gm/train.pgn", import.meta.url));
const pgn = options.pgn ?? (existsSync(shared) ? shared : null);
const what = { system: options.system, search: options.search, pgn, generations: options.generations };
const workers = Number(options.workers);

/** What there is; nothing of a process or a thread that has just ended. */
function orNone(read) {
  try {
    return read();
  } catch {
    return null;
  }
}

/** Processor seconds of each thread of Chromium so far, by number: what it is, and how many. */
function threads() {
  const all = new Map();
  for (const id of readdirSync("/proc").filter((name) => /^\d+$/.test(name))) {
    const command = orNone(() => readFileSync(`/proc/${id}/cmdline`, "utf8"));
    if (!command || !/chrom/.test(command)) continue;
    const isTab = command.includes("--type=renderer");
    for (const thread of orNone(() => readdirSync(`/proc/${id}/task`)) ?? []) {
      const line = orNone(() => readFileSync(`/proc/${id}/task/${thread}/stat`, "utf8"));
      if (!line) continue;
      const name = line.slice(line.indexOf("(") + 1, line.lastIndexOf(")"));
      const fields = line.slice(line.lastIndexOf(")") + 2).split(" ");
      const kind = isTab && name.startsWith("DedicatedWorker") ? "worker" : isTab && thread === id ? "page" : "other";
      // In hundredths: in user mode and in the kernel.
      all.set(thread, { kind, seconds: (Number(fields[11]) + Number(fields[12])) / 100 });
    }
  }
  return all;
}

/** Processor seconds from one look to the next: of those of a kind, the busiest first. */
function used(before, after, kind) {
  const all = [...after].filter(([, thread]) => thread.kind === kind);
  return all.map(([number, { seconds }]) => seconds - (before.get(number)?.seconds ?? 0)).toSorted((a, b) => b - a);
}

const sum = (numbers) => numbers.reduce((total, number) => total + number, 0);

const site = await serveSite();
const browser = await startBrowser();
try {
  const opened = await openPage(browser, site.address, what);
  const cores = availableParallelism();
  console.log(`Chromium ${browser.version()}; ${options.system}, ${options.generations} generations, ${pgn ?? "the sample games"}; ${workers} workers, ${cores} cores`);
  console.log("seconds of each run, then processor seconds of");
  console.log("  run  scoring  other workers  the page  all else  no one, of all cores");
  for (let round = 0; round < Number(options.rounds); round++) {
    const before = threads();
    const { seconds } = await inPage(opened, what, workers);
    const after = threads();
    const all = used(before, after, "worker");
    // Whoever else works for the page works less than those.
    const parts = [all.slice(0, workers), all.slice(workers), used(before, after, "page"), used(before, after, "other")].map(sum);
    const idle = Math.max(0, cores * seconds - sum(parts));
    const columns = [[seconds, 5], [parts[0], 9], [parts[1], 15], [parts[2], 10], [parts[3], 10], [idle, 22]];
    console.log(columns.map(([value, width]) => value.toFixed(2).padStart(width)).join(""));
  }
} finally {
  await browser.close();
  site.close();
}
