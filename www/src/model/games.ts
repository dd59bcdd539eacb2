// Games as they come in, and what became of them.

import type { Settings } from "./settings.ts";

export interface SkipCount {
  reason: string;
  games: number;
}

export interface Skip {
  file: string;
  /** Line in the (decompressed) file where the game starts or the trouble is, from 1. */
  line: number;
  reason: string;
  /** "White - Black", as far as known. */
  game: string;
}

export interface ImportReport {
  files: string[];
  games_read: number;
  games_used: number;
  positions_read: number;
  positions_kept: number;
  skipped: SkipCount[];
  skips: Skip[];
  /** Skips not listed one by one because there are too many. */
  skips_omitted: number;
  /** The whole report as text, to download. */
  text: string;
}

/** The games in use. */
export interface Games {
  /** "Sample games" or the file names. */
  title: string;
  report: ImportReport;
  examples: number;
  training: number;
  held_out: number;
  /** 16 hexadecimal digits. */
  fingerprint: string;
}

/** The games a run learns from, with their examples. */
export interface Lessons {
  games: Games;
  examples: Blob;
  /** What they were read with; nothing is known of games stored by an earlier version. */
  settings: Settings;
}

export interface ImportProgress {
  file: string;
  bytes_read: number;
  bytes_total: number;
  bytes_per_second: number;
  seconds_left: number | null;
  games: number;
  positions: number;
}
