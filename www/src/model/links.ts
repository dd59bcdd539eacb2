// Links to experiments, and programs to be passed on.

import type { Program } from "./genes.ts";
import type { Changed, Setting, Settings } from "./settings.ts";
import type { StageName } from "./stages.ts";

/** What a link to an experiment would run, until the person runs it or gives it up. */
export interface Offer {
  kind: StageName;
  system: string;
  settings: Settings;
  /** Those that change on the way. */
  changes: Changed[];
  /** The rows of these, with the usual values. */
  table: Setting[];
  /** What the first generation is; `joined`: random, and others came from elsewhere, which no link carries. */
  initial: "random" | "programs" | "left out" | "joined" | "program";
  /**
   * What it is bred on. Games: whether they are here, still looked for, missing, or others have been loaded. Openings and
   * positions: built in, or the sender's own.
   */
  data: "looking" | "here" | "missing" | "other" | "built in" | "own";
  fingerprint: string;
  /** The program it came to. */
  chromosome: string;
  /** Whether that is on the board. */
  playable: boolean;
  /** Whether the same program must come out. */
  exact: boolean;
  /** Another engine played its games or solved its positions. */
  another_engine: boolean;
}

/** A program as something to pass on: the one that was on show when it was asked for, whatever is on show by now. */
export interface Shared {
  program: Program;
  /** What people call it, in its link too; empty: nothing. */
  name: string;
  /** Chromosome text, as its link has it. */
  text: string;
  /** Whether that rounds its weights. */
  is_rounded: boolean;
  /** The command that makes it again, and what else that needs; or why there is none. */
  repeat: { command: string; needs: string[] } | { why: string };
}
