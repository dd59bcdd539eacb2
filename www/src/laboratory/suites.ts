// What a later stage works on: openings to begin games with, positions to be solved, or games to learn from; from a file, or built in.

import type { Player } from "../host/player.ts";
import type { LaterStage, Suite } from "../model.ts";

/** Longer files are not read: 60,000 games, and no suite comes near. */
const LONGEST = 48_000_000;

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
  if (file.size > LONGEST) throw new Error(`it is ${file.size} bytes long`);
  return { title: file.name, text: await file.text() };
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
