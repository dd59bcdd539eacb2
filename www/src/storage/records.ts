// What each record looks like when it is whole, and how one of an earlier version becomes one of today's.

import type { HallEntry } from "../experiments.ts";
import { isBoard, type KeptBoard } from "../laboratory/board-game.ts";
import { isStrength } from "../laboratory/strength.ts";
import { isClockChoice, NO_CLOCK } from "../laboratory/time-control.ts";
import { isLooks, USUAL_LOOKS } from "../looks.ts";
import { arePlayed } from "../results.ts";
import { LATER_STAGES } from "../runs.ts";
import type {
  Experiment,
  KeptExchange,
  KeptGames,
  KeptHabits,
  KeptHall,
  KeptLadder,
  KeptQueue,
  KeptResults,
  KeptSettings,
  KeptStages,
  KeptSuite,
  RunState,
  SeriesState,
  StageState,
  Workspace,
} from "./schema.ts";

type Fields = { [key: string]: unknown };

/** A kind of record. */
export interface Form<T> {
  /** How the page speaks of it. */
  name: string;
  /** Of records written today. */
  version: number;
  /** By version: what makes a record of it one of the next. */
  migrations: { [version: number]: (old: Fields) => Fields };
  /** Of today's version. */
  isWhole(fields: Fields): boolean;
  /** Never called; it ties the form to its record. */
  readonly of?: T;
}

export type Reading<T> = { record: T } | { fault: "newer" | "damaged" };

/** A stored value as a record of today. */
export function read<T>(form: Form<T>, value: unknown): Reading<T> {
  if (!isFields(value) || typeof value.version !== "number") return { fault: "damaged" };
  if (value.version > form.version) return { fault: "newer" };
  let fields = value;
  for (let { version } = value as { version: number }; version < form.version; version += 1) {
    const migrate = form.migrations[version];
    if (!migrate) return { fault: "damaged" };
    fields = { ...migrate(fields), version: version + 1 };
  }
  return form.isWhole(fields) ? { record: fields as T } : { fault: "damaged" };
}

export const WORKSPACE: Form<Workspace> = {
  name: "list of what was open",
  version: 1,
  migrations: {},
  isWhole: ({ games, open, running, used = 0 }) =>
    (games === null || isText(games)) &&
    isFields(open) &&
    Object.values(open).every(isText) &&
    isTexts(running) &&
    typeof used === "number",
};

export const SETTINGS: Form<KeptSettings> = {
  name: "settings",
  version: 1,
  migrations: {},
  isWhole: ({ settings, workers }) => isFields(settings) && typeof workers === "number",
};

export const STAGES: Form<KeptStages> = {
  name: "settings of the stages",
  version: 1,
  migrations: {},
  isWhole: ({ stage, settings, own }) =>
    isText(stage) &&
    (own === undefined || isText(own)) &&
    isFields(settings) &&
    // Those stored before there was a stage have nothing of it.
    LATER_STAGES.every((stage) => isFields(settings[stage] ?? {})),
};

export const HABITS: Form<KeptHabits> = {
  name: "strength and lines",
  version: 1,
  migrations: {},
  isWhole: ({ strength, lines, sounds = false, pace_ms = 0, clock = NO_CLOCK, looks = USUAL_LOOKS }) =>
    isStrength(strength) &&
    typeof lines === "number" &&
    typeof sounds === "boolean" &&
    typeof pace_ms === "number" &&
    isClockChoice(clock) &&
    isLooks(looks),
};

export const EXCHANGE: Form<KeptExchange> = {
  name: "choice to exchange programs",
  version: 1,
  migrations: {},
  isWhole: ({ on }) => typeof on === "boolean",
};

export const QUEUE: Form<KeptQueue> = {
  name: "queue of runs",
  version: 1,
  migrations: {},
  isWhole: ({ ids, isOn }) => isTexts(ids) && typeof isOn === "boolean",
};

export const HALL: Form<KeptHall> = {
  name: "hall of fame",
  version: 1,
  migrations: {},
  isWhole: ({ entries }) => Array.isArray(entries) && entries.every(isHallEntry),
};

export const RESULTS: Form<KeptResults> = {
  name: "results",
  version: 1,
  migrations: {},
  isWhole: ({ programs }) => arePlayed(programs),
};

export function isHallEntry(entry: unknown): entry is HallEntry {
  if (!isFields(entry)) return false;
  const { text, title, system, when, rating } = entry;
  return (
    [text, title, system].every(isText) &&
    typeof when === "number" &&
    (rating === null || (isFields(rating) && typeof rating.elo === "number"))
  );
}

export const BOARD: Form<KeptBoard> = {
  name: "game at the board",
  version: 1,
  migrations: {},
  isWhole: (fields) => isBoard(fields),
};

export const GAMES: Form<KeptGames> = {
  name: "games",
  version: 2,
  // The first did not always know what the games were read with.
  migrations: { 1: (old) => ({ settings: {}, ...old }) },
  isWhole: ({ games, settings }) => {
    if (!isFields(games) || !isFields(settings)) return false;
    const { title, fingerprint, examples, report } = games;
    const named = isText(title) && isText(fingerprint) && typeof examples === "number";
    return named && isFields(report) && Array.isArray(report.skips) && Array.isArray(report.skipped);
  },
};

export const EXPERIMENT: Form<Experiment> = {
  name: "run",
  version: 1,
  migrations: {},
  isWhole: ({ id, kind, system, name, title = "", settings, games, generation, changed }) =>
    [id, kind, system, name, title].every(isText) &&
    isFields(settings) &&
    (games === null || isText(games)) &&
    (generation === null || typeof generation === "number") &&
    typeof changed === "number",
};

export const RUN: Form<RunState> = {
  name: "run",
  version: 1,
  migrations: {},
  isWhole: ({ checkpoint, generations, elapsed_ms }) =>
    isText(checkpoint) && typeof generations === "number" && Array.isArray(elapsed_ms),
};

export const SERIES: Form<SeriesState> = {
  name: "series of runs",
  version: 1,
  migrations: {},
  isWhole: ({ settings, runs, planned, fingerprint }) =>
    isFields(settings) &&
    Array.isArray(runs) &&
    runs.every((run) => isFields(run) && isText(run.champion) && Array.isArray(run.best)) &&
    typeof planned === "number" &&
    isText(fingerprint),
};

export const STAGE: Form<StageState> = {
  name: "stage",
  version: 1,
  migrations: {},
  isWhole: ({ settings, checkpoint, origin, before }) =>
    isFields(settings) &&
    isText(checkpoint) &&
    isText(origin) &&
    (before === null || (isFields(before) && isText(before.text))),
};

export const LADDER: Form<KeptLadder> = {
  name: "measurement of strength",
  version: 1,
  migrations: {},
  isWhole: ({ plan, steps, a_halves }) =>
    isFields(plan) &&
    typeof plan.games === "number" &&
    Array.isArray(steps) &&
    steps.every((step) => isFields(step) && isText(step.champion)) &&
    Array.isArray(a_halves),
};

export const SUITE: Form<KeptSuite> = {
  name: "file",
  version: 1,
  migrations: {},
  isWhole: ({ title, text }) => isText(title) && isText(text),
};

function isFields(value: unknown): value is Fields {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function isText(value: unknown): value is string {
  return typeof value === "string";
}

function isTexts(value: unknown): boolean {
  return Array.isArray(value) && value.every(isText);
}
