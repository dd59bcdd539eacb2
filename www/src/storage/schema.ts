// What the database holds: its stores, their keys and their records. Each record has a version of its own; how it is checked and
// brought up to date is in records.ts. Fields keep the names that earlier builds stored: `founders` are initial programs, `a_halves` half-points.

import type { DBSchema } from "idb";
import type { HallEntry, Queue } from "../experiments.ts";
import type { KeptBoard } from "../laboratory/board-game.ts";
import type {
  ClockChoice,
  InitialPrograms,
  Games,
  LadderPlan,
  LadderStep,
  LaterStage,
  Looks,
  PlayedProgram,
  Seat,
  Series,
  Settings,
  StageName,
  Strength,
} from "../model.ts";

/** Counted on from that of the database that all deployments shared. */
export const DATABASE_VERSION = 2;

/** Where a workspace has one experiment open: the first stage, the series of runs, or `system stage`. */
export type Place = "run" | "series" | `${string} ${LaterStage}`;

/** What a tab has open. Each has its own, so that two tabs do not write the same records. */
export interface Workspace {
  version: number;
  /** Fingerprint of the games in use. */
  games: string | null;
  /** Identities of experiments. */
  open: { [place: string]: string };
  /** Places whose experiments were running: they go on. */
  running: string[];
  /** When it was last stored, in milliseconds since 1970; earlier versions did not say. */
  used?: number;
}

export interface KeptSettings {
  version: number;
  settings: Settings;
  workers: number;
}

/** Which stage was looked at, and the settings of the later ones. */
export interface KeptStages {
  version: number;
  stage: StageName;
  settings: Record<LaterStage, Settings>;
  /** The initial programs of a coevolution; earlier versions did not ask. */
  founders?: InitialPrograms | null;
  /** Programs to begin it with, as they were pasted; earlier versions took none. */
  own?: string;
}

/** How a person likes to play: the same in all tabs. */
export interface KeptHabits {
  version: number;
  strength: Strength;
  /** Of an analysis. */
  lines: number;
  /** Whether moves are heard; earlier versions had no sounds. */
  sounds?: boolean;
  /** Between two programs; earlier versions had one pace. */
  pace_ms?: number;
  /** Of the next game; earlier versions had none. */
  clock?: ClockChoice;
  /** Of the board; earlier versions had one look, or one set of pieces. */
  looks?: Partial<Looks>;
}

/** Whether this tab exchanges programs with others. */
export interface KeptExchange {
  version: number;
  on: boolean;
}

/** The experiments of this tab that are to go on one after the other. */
export type KeptQueue = Queue & { version: number };

/** The same in all tabs. */
export interface KeptHall {
  version: number;
  entries: HallEntry[];
}

/** The same in all tabs. */
export interface KeptResults {
  version: number;
  programs: PlayedProgram[];
}

export interface KeptGames {
  version: number;
  games: Games;
  /** What they were read with; empty where that is not known. */
  settings: Settings;
}

export type Kind = "imitation" | "series" | LaterStage;

/** What is known of an experiment without opening it. */
export interface Experiment {
  version: number;
  id: string;
  kind: Kind;
  system: string;
  /** What it learns from, or begins with. */
  name: string;
  /** What a person calls it; those stored before there were names have none. */
  title?: string;
  /** Seed included. */
  settings: Settings;
  /** Fingerprint of its games; null where it needs none. */
  games: string | null;
  /** Scored last, or runs of a series; null where that is not known before it is opened. */
  generation: number | null;
  /** When it was last stored, in milliseconds since 1970. */
  changed: number;
}

/** Where a run of the first stage is: history and champions are in its checkpoint. */
export interface RunState {
  version: number;
  generations: number;
  /** Empty of a run that was not begun. */
  checkpoint: string;
  /** The checkpoint knows no clock: how long each generation took. */
  elapsed_ms: number[];
}

export type SeriesState = Series & { version: number };

/** Where a later stage is. */
export interface StageState {
  version: number;
  checkpoint: string;
  settings: Settings;
  origin: string;
  before: Seat | null;
}

export type ExperimentState = RunState | SeriesState | StageState;

/** A measurement of strength: who played, how, and A's half-points by game; null for those not played. */
export interface KeptLadder {
  version: number;
  plan: LadderPlan;
  steps: LadderStep[];
  a_halves: (number | null)[];
  /** The signature of the engine that played; what was stored before there were two has none. */
  engine?: number;
}

/** A person's own file for a later stage. */
export interface KeptSuite {
  version: number;
  title: string;
  text: string;
}

export interface Schema extends DBSchema {
  /** `habits`, `hall`, `results`, and by workspace: `W settings`, `W board`, `W stages SYSTEM`, `W exchange`, `W queue`, `W open`. */
  settings: {
    key: string;
    value:
      | KeptSettings
      | KeptHabits
      | KeptBoard
      | KeptStages
      | KeptExchange
      | KeptQueue
      | KeptHall
      | KeptResults
      | Workspace;
  };
  /** By fingerprint. */
  games: { key: string; value: KeptGames };
  /** By fingerprint, apart from the rest, which is read more often. Earlier versions stored blobs. */
  examples: { key: string; value: ArrayBuffer | Blob };
  /** By identity. */
  experiments: { key: string; value: Experiment };
  states: { key: string; value: ExperimentState };
  ladders: { key: string; value: KeptLadder };
  /** By identity of an experiment that was begun with it; by workspace and place for those to come. */
  suites: { key: string; value: KeptSuite };
  /** That the database shared by all deployments was copied. */
  moved: { key: string; value: { version: number; when: number } };
}

export const STORES = [
  "settings",
  "games",
  "examples",
  "experiments",
  "states",
  "ladders",
  "suites",
  "moved",
] as const;

export type StoreName = (typeof STORES)[number];

export function placeOf({ system, stage }: { system: string; stage: LaterStage }): Place {
  return `${system} ${stage}`;
}
