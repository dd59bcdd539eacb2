// Reads games: a slice of a file at a time, so that a file of any size is never held whole.

import type { Games, ImportProgress } from "../model.ts";
import { core, report, serveCalls } from "./core.ts";
import { settingLines } from "./lines.ts";
import type { Imported, ImporterCalls, ImporterEvent, Source } from "./protocol.ts";
import { joinReports } from "./report.ts";

const SLICE_BYTES = 1 << 20;
const REPORT_EVERY_MS = 100;

type Task = ImporterCalls["read"]["argument"];

serveCalls<ImporterCalls>({ ping: () => null, read });

async function read({ title, sources, settings, added_to }: Task): Promise<Imported> {
  const reader = new core.Reader(settingLines(settings));
  if (added_to) reader.add(new Uint8Array(await added_to.examples.arrayBuffer()));
  if (sources === "sample") reader.read_sample();
  else await readSources(reader, sources);
  const reading = reader.finish();
  const games: Games = { title, ...(reading.summary() as Omit<Games, "title">) };
  if (added_to) games.report = joinReports(added_to.report, games.report, games.examples);
  return { games, examples: new Blob([reading.examples() as Uint8Array<ArrayBuffer>]) };
}

async function readSources(reader: core.Reader, sources: Source[]): Promise<void> {
  const progress = new Progress(sources);
  for (const { name, data } of sources) {
    reader.begin_file(name);
    for (let offset = 0; offset < data.size; offset += SLICE_BYTES) {
      const slice = new Uint8Array(await readSlice(name, data, offset));
      reader.push(slice);
      progress.advance(name, slice.length, reader);
    }
    reader.end_file();
  }
}

/** A file that was moved or changed since it was chosen cannot be read; the browser's own words do not say which. */
async function readSlice(name: string, data: Blob, offset: number): Promise<ArrayBuffer> {
  try {
    return await data.slice(offset, offset + SLICE_BYTES).arrayBuffer();
  } catch (error) {
    const why = error instanceof Error ? error.message : error;
    throw new Error(`${name} could not be read at byte ${offset}: ${why}`);
  }
}

/** Tells the page how far it has come, a few times a second. */
class Progress {
  readonly #total: number;
  readonly #start = performance.now();
  #read = 0;
  #reported = 0;

  constructor(sources: Source[]) {
    this.#total = sources.reduce((sum, { data }) => sum + data.size, 0);
  }

  advance(file: string, bytes: number, reader: core.Reader): void {
    this.#read += bytes;
    const now = performance.now();
    if (now - this.#reported < REPORT_EVERY_MS) return;
    this.#reported = now;
    const rate = this.#read / Math.max(0.001, (now - this.#start) / 1000);
    const { games, positions } = reader.progress() as { games: number; positions: number };
    const progress: ImportProgress = {
      file,
      bytes_read: this.#read,
      bytes_total: this.#total,
      bytes_per_second: rate,
      seconds_left: rate > 0 ? (this.#total - this.#read) / rate : null,
      games,
      positions,
    };
    report<ImporterEvent>({ kind: "progress", progress });
  }
}
