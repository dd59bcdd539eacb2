// The command line beside the page, and the data that some machines have.

import { execFile } from "node:child_process";
import { existsSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";

export const COMMAND = fileURLToPath(new URL("../../target/release/millipawn", import.meta.url));
const done = new Map();

/** What `millipawn evolve` makes natively: its records and the chromosome it ends with. Each run is made once. */
export function evolveNatively(...options) {
  const key = options.join(" ");
  if (!done.has(key)) done.set(key, run(options));
  return done.get(key);
}

async function run(options) {
  const { stdout } = await promisify(execFile)(COMMAND, ["evolve", ...options.map(String), "--json"]);
  const lines = stdout
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line));
  const { chromosome, fitness } = lines.pop();
  return { records: lines, chromosome, fitness };
}

/** What `millipawn coevolve` or `millipawn tune` makes: its records and the program it ends with. */
export async function breedNatively(command, ...options) {
  const { stdout } = await promisify(execFile)(COMMAND, [command, ...options.map(String), "--json"]);
  const lines = stdout
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line));
  const { chromosome } = lines.pop();
  return { records: lines, chromosome };
}

/** Where program `number` of the last generation of a run came from, which is kept in this file and has ended. */
export async function familyNatively(command, path, number) {
  const options = [command, "--resume", path, "--family", String(number), "--json"];
  const { stdout } = await promisify(execFile)(COMMAND, options);
  const lines = stdout.trim().split("\n").map((line) => JSON.parse(line));
  return lines.find(({ family }) => family).family;
}

/** What `millipawn match` says of two players: score, games, Elo difference and its interval. */
export async function matchNatively(a, b, ...options) {
  const { stdout } = await promisify(execFile)(COMMAND, ["match", a, b, ...options.map(String), "--json"]);
  return JSON.parse(stdout);
}

/** `shared/data/<path>` beside the project or above it; null where that data is not. */
export function sharedData(path) {
  for (let folder = fileURLToPath(new URL("../..", import.meta.url)); ; folder = dirname(folder)) {
    const found = join(folder, "shared", "data", path);
    if (existsSync(found)) return found;
    if (folder === dirname(folder)) return null;
  }
}
