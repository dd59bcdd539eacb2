// A file of games as large as is asked, of the sample games, the round of every game changed so that no two copies are equal in their bytes.

import { closeSync, mkdtempSync, openSync, readFileSync, rmSync, writeSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

/** Positions repeat, but every byte is read, replayed and offered to the sample. Answers the file's path, and how to remove it. */
export function largeFile(megabytes) {
  const sample = fileURLToPath(new URL("../../crate/engine/src/examples/sample_games.pgn", import.meta.url));
  const games = readFileSync(sample, "utf8");
  const folder = mkdtempSync(join(tmpdir(), "millipawn-"));
  const path = join(folder, "large.pgn");
  const file = openSync(path, "w");
  for (let written = 0, copy = 0; written < megabytes * 1e6; copy++) {
    written += writeSync(file, games.replaceAll(/\[Round "[^"]*"\]/g, `[Round "${copy}"]`) + "\n");
  }
  closeSync(file);
  return { path, remove: () => rmSync(folder, { recursive: true }) };
}
