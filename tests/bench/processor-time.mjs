// Nodes of `bench` a second of processor time, natively and in wasm (in Node's V8, which is Chromium's): on a machine with busy neighbours
// steadier than seconds of the clock. The signature must be the same in both.
// Usage: node tests/bench/processor-time.mjs [ROUNDS]

import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { Uci, initSync } from "../../www/wasm/millipawn_wasm.js";
import { median } from "./runs.mjs";

const here = (path) => fileURLToPath(new URL(path, import.meta.url));
const millipawn = here("../../target/release/millipawn");
const rounds = Number(process.argv[2] ?? 3);

initSync({ module: readFileSync(here("../../www/wasm/millipawn_wasm_bg.wasm")) });
const uci = new Uci();

/** The nodes, and the seconds of processor time they took. */
function native() {
  const { stdout, stderr } = spawnSync("bash", ["-c", 'TIMEFORMAT=%U; time "$0" bench', millipawn], { encoding: "utf8" });
  return [Number.parseInt(stdout.trim().split("\n").at(-1), 10), Number(stderr.trim())];
}

function wasm() {
  const before = process.cpuUsage();
  let last = "";
  uci.handle("bench", (line) => (last = line));
  return [Number.parseInt(last, 10), process.cpuUsage(before).user / 1e6];
}

const rates = { native: [], wasm: [] };
for (let round = 0; round < rounds; round++) {
  const told = { native: native(), wasm: wasm() };
  if (told.native[0] !== told.wasm[0]) throw new Error(`the signatures differ: ${told.native[0]}, ${told.wasm[0]}`);
  for (const [name, [nodes, seconds]] of Object.entries(told)) rates[name].push(nodes / seconds / 1e6);
}
for (const [name, list] of Object.entries(rates)) console.log(`${name.padEnd(7)} ${median(list).toFixed(2)} million nodes a second of processor time`);
console.log(`wasm is ${median(rates.wasm.map((rate, at) => rate / rates.native[at])).toFixed(2)} times native`);
