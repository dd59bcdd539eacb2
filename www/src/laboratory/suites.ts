// What a later stage works on: openings to begin games with, positions to be solved, or games to learn from; from a file, or built in.

import type { Player } from "../host/player.ts";
import type { LaterStage, Suite } from "../model.ts";
import { textOf } from "./text-of.ts";

/** Longer files are not read: 20,000 games, and no suite comes near. */
export const LONGEST = 16_000_000;
/** How packed files begin: gzip, zstd, zip. */
const PACKED = [
  [0x1f, 0x8b],
  [0x28, 0xb5, 0x2f, 0xfd],
  [0x50, 0x4b, 0x03, 0x04],
];

/** How messages speak of them. */
export interface SuiteNames {
  builtIn: string;
  own: string;
  refused: string;
  empty: string;
}

export interface SuiteFile {
  title: string;
  text: string;
}

/** Rejects what is too long. */
export async function suiteFile(file: File): Promise<SuiteFile> {
  if (file.size > LONGEST)
    throw new Error(
      `it has ${Math.ceil(file.size / 1e6)} MB, and at most ${LONGEST / 1e6} MB are read here; the command line takes any size`,
    );
  const bytes = new Uint8Array(await file.arrayBuffer());
  if (PACKED.some((head) => head.every((byte, at) => bytes[at] === byte)))
    throw new Error("it is packed: unpack it first");
  return { title: file.name, text: textOf(bytes) };
}

/** What a file has, or what is built in. Rejects a file of no use with its first trouble. */
export async function readSuite(
  player: Player,
  stage: LaterStage,
  { builtIn, empty }: SuiteNames,
  file: SuiteFile | null,
): Promise<Suite> {
  const report = await player.call("suite", { stage, text: file?.text ?? null });
  const [first] = report.skipped;
  if (report.count === 0) throw new Error(first ? `${report.places} ${first.place}: ${first.reason}` : empty);
  return { title: file?.title ?? builtIn, ...report };
}
