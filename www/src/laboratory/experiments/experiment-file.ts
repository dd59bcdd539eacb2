// Experiments as one file: JSON packed with gzip, whose own checksum tells a file that is damaged or cut short. The games that runs learn
// from come with them, and where all of it is taken along, the person's results and the hall of fame too.

import * as forms from "../../storage/records.ts";
import type { Experiment, KeptGames, KeptLadder, KeptSuite, Kind, RunState } from "../../storage/schema.ts";
import type { ExperimentState } from "../../storage/schema.ts";
import { base64 } from "../../storage/dump.ts";
import type { HallEntry } from "../../experiments.ts";
import type { PlayedProgram } from "../../model.ts";
import { arePlayed } from "../../results.ts";
import { isLater } from "../../runs.ts";

const FORMAT = "millipawn experiments";
const VERSION = 1;
/** No experiment is nearly as large; more is not unpacked. */
const MOST_BYTES = 400_000_000;

export interface FiledExperiment {
  experiment: Experiment;
  state: ExperimentState;
  ladder: KeptLadder | null;
  suite: KeptSuite | null;
}

export interface FiledGames {
  record: KeptGames;
  examples: ArrayBuffer;
}

export interface Filed {
  experiments: FiledExperiment[];
  games: FiledGames[];
  /** What became of the person's games: a file of one experiment, or of an earlier version, has none. */
  results: PlayedProgram[];
  /** Files of one experiment, and of earlier versions, have none. */
  hall: HallEntry[];
}

export async function packed({ experiments, games, results, hall }: Filed): Promise<Blob> {
  const filed = await Promise.all(
    games.map(async ({ record, examples }) => ({ record, examples: await base64(new Blob([examples])) })),
  );
  const more = {
    ...(results.length > 0 ? { results } : {}),
    ...(hall.length > 0 ? { hall: hall.map(written) } : {}),
  };
  const text = JSON.stringify({ format: FORMAT, version: VERSION, experiments, games: filed, ...more });
  const stream = new Blob([text]).stream().pipeThrough(new CompressionStream("gzip"));
  return new Blob([await new Response(stream).arrayBuffer()], { type: "application/gzip" });
}

/** Rejects a file of no use, in words that follow its name and a colon. Nothing of it is believed before it is looked at. */
export async function unpacked(file: Blob): Promise<Filed> {
  const read = parsed(await unzipped(file));
  const { format, version, experiments, games, results = [], hall: famous = [] } = read;
  if (format !== FORMAT) throw new Error("this file holds no experiments of Millipawn");
  if (version !== VERSION)
    throw new Error(
      `it was written by a newer version of this page (version ${String(version)} of the format)`,
    );
  if (!arePlayed(results)) throw new Error("the results of games are damaged");
  const hall = hallOf(famous);
  const isEmpty =
    Array.isArray(experiments) && experiments.length === 0 && results.length === 0 && hall.length === 0;
  if (!Array.isArray(experiments) || isEmpty || !Array.isArray(games))
    throw new Error("there are no experiments in it");
  return { experiments: experiments.map(experimentOf), games: games.map(gamesOf), results, hall };
}

type Fields = { [key: string]: unknown };

async function unzipped(file: Blob): Promise<string> {
  const [first, second] = new Uint8Array(await file.slice(0, 2).arrayBuffer());
  if (first !== 0x1f || second !== 0x8b) throw new Error("this file holds no experiments of Millipawn");
  const reader = file.stream().pipeThrough(new DecompressionStream("gzip")).getReader();
  const decoder = new TextDecoder();
  let text = "";
  let bytes = 0;
  for (;;) {
    const { done, value } = await reader.read().catch(() => {
      throw new Error("the file is damaged or cut short");
    });
    if (done) return text + decoder.decode();
    bytes += value.byteLength;
    if (bytes > MOST_BYTES) {
      void reader.cancel();
      throw new Error("it is larger than any experiment");
    }
    text += decoder.decode(value, { stream: true });
  }
}

function parsed(text: string): Fields {
  try {
    return fields(JSON.parse(text));
  } catch {
    throw new Error("this file holds no experiments of Millipawn");
  }
}

function experimentOf(value: unknown, index: number): FiledExperiment {
  const what = `experiment ${index + 1}`;
  const { experiment, state, ladder, suite } = fields(value);
  const about = whole(forms.EXPERIMENT, experiment, what);
  const named = about.title ? `"${about.title}"` : what;
  return {
    experiment: about,
    state: whole(formOf(about.kind, named), state, named),
    ladder: ladder ? whole(forms.LADDER, ladder, named) : null,
    suite: suite ? whole(forms.SUITE, suite, named) : null,
  };
}

function formOf(kind: Kind, what: string): forms.Form<ExperimentState> {
  if (kind === "imitation") return forms.RUN as forms.Form<ExperimentState>;
  if (kind === "series") return forms.SERIES as forms.Form<ExperimentState>;
  if (isLater(kind)) return forms.STAGE as forms.Form<ExperimentState>;
  throw new Error(`${what} is of a kind that this version does not know`);
}

function gamesOf(value: unknown): FiledGames {
  const { record, examples } = fields(value);
  const kept = whole(forms.GAMES, record, "the games");
  if (typeof examples !== "string") throw new Error("the games are damaged");
  try {
    return { record: kept, examples: Uint8Array.from(atob(examples), (byte) => byte.charCodeAt(0)).buffer };
  } catch {
    throw new Error("the games are damaged");
  }
}

const BOUNDS = ["elo", "low", "high"] as const;

/** JSON has no infinite numbers, which a rating may have: they are written as texts. */
function written({ rating, ...entry }: HallEntry): unknown {
  const text = (bound: number) => (Number.isFinite(bound) ? bound : String(bound));
  return { ...entry, rating: rating && Object.fromEntries(BOUNDS.map((key) => [key, text(rating[key])])) };
}

function hallOf(value: unknown): HallEntry[] {
  const entries = Array.isArray(value) ? value.map(entryOf) : [null];
  if (!entries.every(forms.isHallEntry)) throw new Error("the hall of fame is damaged");
  return entries;
}

function entryOf(value: unknown): unknown {
  const { rating, ...entry } = fields(value);
  if (rating === null) return { ...entry, rating };
  const read = fields(rating);
  const number = (bound: unknown) => (/^-?Infinity$/.test(String(bound)) ? Number(bound) : bound);
  const bounds = BOUNDS.map((key) => [key, number(read[key])] as const);
  // A bound that is missing makes no rating.
  const isWhole = bounds.every(([, bound]) => typeof bound === "number");
  return { ...entry, rating: isWhole ? Object.fromEntries(bounds) : undefined };
}

function whole<T>(form: forms.Form<T>, value: unknown, what: string): T {
  const reading = forms.read(form, value);
  if ("record" in reading) return reading.record;
  throw new Error(
    reading.fault === "newer" ? `${what} was written by a newer version of this page` : `${what} is damaged`,
  );
}

function fields(value: unknown): Fields {
  return typeof value === "object" && value !== null ? (value as Fields) : {};
}

/** Whether a run was not begun when it was stored. */
export function isPlanned(state: ExperimentState): boolean {
  return "checkpoint" in state && (state as RunState).checkpoint === "";
}
