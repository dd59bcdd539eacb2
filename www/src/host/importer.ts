// One import: a worker of its own, ended when it is done or cancelled.

import type { ImportProgress } from "../model.ts";
import type { Imported, ImporterCalls, ImporterEvent } from "../worker/protocol.ts";
import { abortable } from "./abort.ts";
import { Line } from "./line.ts";
import { withReplacements } from "./retry.ts";
import { fetchKit, spawn } from "./spawn.ts";

/** Ticks that a stretch of reading may take without a word: the last sorting of a million positions is the longest. */
const PATIENCE = 120;

export type ImportTask = ImporterCalls["read"]["argument"];

/** Reads the games; rejects with the signal's reason when it is cancelled. */
export function importGames(
  task: ImportTask,
  onProgress: (progress: ImportProgress) => void,
  signal: AbortSignal,
): Promise<Imported> {
  return withReplacements(async () => {
    const kit = await fetchKit();
    signal.throwIfAborted();
    const line = new Line<ImporterCalls, ImporterEvent>(spawn("importer", kit), {
      onEvent: ({ progress }) => onProgress(progress),
    });
    try {
      return await abortable(line.call("read", task, { patience: PATIENCE }), signal);
    } finally {
      line.close();
    }
  });
}
