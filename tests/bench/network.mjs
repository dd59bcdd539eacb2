// A run with all its work done over a network, by one worker beside it, against the same with one thread: by turns, in one run.
// ACPP's generations are the worst case, for they are short; Falcon's the best. And games: those of a match.
// Usage: node tests/bench/network.mjs [--rounds N] [--server FILE]

import { execFileSync, spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { median } from "./runs.mjs";

const { values: options } = parseArgs({
  options: { rounds: { type: "string", default: "3" }, server: { type: "string" } },
});
const millipawn = fileURLToPath(new URL("../../target/release/millipawn", import.meta.url));

const CASES = {
  "ACPP, 100 generations": ["evolve", "--generations", "100"],
  "Falcon, 1000 positions, 10 generations": [
    ...["evolve", "--system", "falcon", "--generations", "10", "--set", "positions-per-generation=1000"],
  ],
  "a match, 20 games of 1000 nodes a move": ["match", "staunton", "staunton?NullMove=0", "--games", "20", "--nodes", "1000"],
};

/** Seconds, the last line, and the pieces of work that others did. */
function run(words, workers) {
  const started = performance.now();
  const { stdout, stderr, status } = spawnSync(millipawn, [...words, ...workers, "--json"], { maxBuffer: 1 << 26 });
  if (status !== 0) throw new Error(`${words.join(" ")}: ${stderr}`);
  const lines = stdout.toString().trim().split("\n");
  const pieces = /, (\d+) elsewhere/.exec(stderr.toString());
  return { seconds: (performance.now() - started) / 1000, result: lines.at(-1), pieces: Number(pieces?.[1] ?? 0) };
}

console.log(execFileSync(millipawn, ["--version"]).toString().trim());
const server = options.server ? ["--server", options.server] : [];
const broker = spawn(millipawn, ["network", "--json", ...server], { stdio: ["ignore", "pipe", "inherit"] });
const [line] = await once(createInterface(broker.stdout), "line");
const { url, work } = JSON.parse(line);
const worker = spawn(millipawn, ["work", work, "--workers", "1", "--full-priority"], { stdio: ["ignore", "ignore", "pipe"] });
await once(worker.stderr, "data");
try {
  for (const [name, words] of Object.entries(CASES)) {
    const turns = [];
    for (let round = 0; round < Number(options.rounds); round++) {
      const here = run(words, ["--workers", "1"]);
      const there = run(words, ["--workers", "0", "--network", url]);
      if (here.result !== there.result) throw new Error(`${name}: the results differ: they must not`);
      turns.push({ here: here.seconds, there: there.seconds, pieces: there.pieces });
    }
    const [here, there] = ["here", "there"].map((side) => median(turns.map((turn) => turn[side])));
    const ratios = turns.map((turn) => (turn.there / turn.here).toFixed(2));
    const { pieces } = turns[0];
    console.log(
      `${name}: ${here.toFixed(2)} s by a thread, ${there.toFixed(2)} s over the network: ${(there / here).toFixed(2)} times (${ratios.join(", ")}); ` +
        `${pieces} pieces, ${(pieces / there).toFixed(0)} a second`,
    );
  }
} finally {
  for (const child of [worker, broker]) {
    const ended = once(child, "exit");
    child.kill("SIGINT");
    await ended;
  }
}
