// Falcon's first stage natively: two threads against one, trees that are kept against trees made anew, the static search
// against quiescence. All by turns in one run; few positions and generations, for a whole run takes minutes.
// Usage: node tests/bench/falcon.mjs [--pgn FILE] [--rounds N] [--positions N] [--generations N]

import { execFileSync } from "node:child_process";
import { existsSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { median } from "./runs.mjs";

const here = (path) => fileURLToPath(new URL(path, import.meta.url));

const { values: options } = parseArgs({
  options: {
    pgn: { type: "string" },
    rounds: { type: "string", default: "3" },
    positions: { type: "string", default: "1000" },
    generations: { type: "string", default: "10" },
  },
});
const shared = here("../../../shared/data/gm/train.pgn");
const pgn = options.pgn ?? (existsSync(shared) ? shared : null);
const millipawn = here("../../target/release/millipawn");

/** Seconds from the first piece of work to the last record, and the chromosome. */
function run(workers, settings = []) {
  const files = pgn ? ["--pgn", pgn] : [];
  const set = [`positions-per-generation=${options.positions}`, ...settings].flatMap((setting) => ["--set", setting]);
  const text = execFileSync(
    millipawn,
    ["evolve", "--system", "falcon", ...files, "--generations", options.generations, "--workers", `${workers}`, ...set, "--json"],
    { stdio: ["ignore", "pipe", "ignore"], maxBuffer: 1 << 26 },
  ).toString();
  const lines = text.trim().split("\n").map((line) => JSON.parse(line));
  return { seconds: lines.at(-2).elapsed_ms / 1000, chromosome: lines.at(-1).chromosome };
}

console.log(execFileSync(millipawn, ["--version"]).toString().trim());
console.log(`Falcon, ${options.positions} positions, ${options.generations} generations, ${pgn ?? "the sample games"}; held-out scoring counts`);
const runs = { one: [], two: [], anew: [], static: [] };
for (let round = 0; round < Number(options.rounds); round++) {
  runs.one.push(run(1));
  runs.two.push(run(2));
  // Other positions in every generation: the same amount of work, but nothing returns.
  runs.anew.push(run(1, ["sample-anew=true"]));
  runs.static.push(run(1, ["search=static"]));
}
if (new Set([...runs.one, ...runs.two].map((one) => one.chromosome)).size !== 1) throw new Error("the runs differ: they must not");
const seconds = Object.fromEntries(Object.entries(runs).map(([name, list]) => [name, median(list.map((one) => one.seconds))]));
const row = (name, time) => console.log(`${name.padEnd(44)} ${time.toFixed(2).padStart(7)} s`);
row("quiescence, one thread", seconds.one);
row("quiescence, two threads", seconds.two);
row("quiescence, one thread, positions drawn anew", seconds.anew);
row("static, one thread", seconds.static);
const ratio = (name, value) => console.log(`${name.padEnd(44)} ${value.toFixed(2).padStart(7)}`);
ratio("two threads to one", seconds.one / seconds.two);
ratio("kept trees to trees made anew", seconds.anew / seconds.one);
ratio("static to quiescence", seconds.one / seconds.static);
