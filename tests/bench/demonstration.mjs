// What each system shows of evolution in half a minute on the sample games: the measurement behind the choice of the demonstration.
// Generations are what one thread does natively in some 20 seconds, and a worker in Chromium in some 30.
// Usage: node tests/bench/demonstration.mjs [--only WORD] [--games N]

import { spawnSync } from "node:child_process";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";

const { values: options } = parseArgs({ options: { only: { type: "string", default: "" }, games: { type: "string", default: "100" } } });
const millipawn = fileURLToPath(new URL("../../target/release/millipawn", import.meta.url));

const SMALL = ["--set", "population=50", "--set", "positions-per-generation=500"];
const SYSTEMS = [
  { name: "Falcon, 50 programs, 500 positions", words: ["evolve", "--system", "falcon", ...SMALL], generations: 3000, seeds: [2014, 1, 2, 3, 4] },
  { name: "Falcon as published", words: ["evolve", "--system", "falcon"], generations: 260, seeds: [2014, 1, 2] },
  { name: "ACPP as published", words: ["evolve", "--system", "acpp"], generations: 1250, seeds: [1991, 1, 2, 3, 4] },
  { name: "Meep, learning from games", words: ["learn", "--method", "imitation"], generations: 100, seeds: [1, 2, 3] },
];

/** The lines of JSON that a command prints, and the seconds of processor time it took. */
function told(words) {
  const { stdout, stderr, status } = spawnSync("bash", ["-c", 'TIMEFORMAT=%U; time "$0" "$@"', millipawn, ...words, "--json"], {
    encoding: "utf8",
    maxBuffer: 1 << 28,
  });
  if (status !== 0) throw new Error(`${words.join(" ")}: ${stderr}`);
  return { lines: stdout.trim().split("\n").map((line) => JSON.parse(line)), seconds: Number(stderr.trim().split("\n").at(-1)) };
}

const percent = (share) => `${(100 * share).toFixed(1)} %`;

/** What the last program finds more than a random one, in standard errors of the difference of two counts on as many positions. */
function rise(random, last, examples) {
  const variance = (random * (1 - random) + last * (1 - last)) / examples;
  return (last - random) / Math.sqrt(variance);
}

console.log("| system | seed | generations | seconds | random | first champion | last champion | rise | points against its random ancestor |");
console.log("|---|---|---|---|---|---|---|---|---|");
for (const { name, words, generations, seeds } of SYSTEMS.filter((one) => one.name.toLowerCase().includes(options.only.toLowerCase()))) {
  for (const seed of seeds) {
    const run = [...words, "--seed", `${seed}`, "--generations", `${generations}`, "--workers", "1", "--set", `held-out-interval=${Math.min(1000, generations)}`];
    const { lines, seconds } = told(run);
    const { chromosome, positions } = lines.at(-1);
    const [first, last] = [lines[0], lines.at(-2)];
    // Learning begins with one random program; evolution with many, whose mean is on the positions that they are scored on.
    const random = first.mean === undefined ? first.held_out.rate : first.mean / positions;
    const ancestor = first.program ?? told([...words, "--seed", `${seed}`, "--generations", "0", "--set", "population=2"]).lines.at(-1).chromosome;
    const match = told(["match", chromosome, ancestor, "--games", options.games, "--nodes", "1", "--workers", "1"]).lines.at(-1);
    const row = [
      name,
      seed,
      generations,
      seconds.toFixed(0),
      percent(random),
      percent(first.held_out.rate),
      percent(last.held_out.rate),
      rise(random, last.held_out.rate, last.held_out.examples).toFixed(1),
      `${match.score} of ${match.games}`,
    ];
    console.log(`| ${row.join(" | ")} |`);
  }
}
