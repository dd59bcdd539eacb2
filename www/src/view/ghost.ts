// The run before the one on show, where both can be compared: what its champions find of the same positions, to draw behind the curve.

import { inSentence } from "../language/language.ts";
import type { Changed, Settings, SettingValue, State } from "../model.ts";
import { shown } from "./changes.ts";
import type { SamplePoint } from "./sample-chart.ts";

export interface Ghost {
  points: SamplePoint[];
  /** In what it differs, in words. */
  label: string;
}

/** Which positions are counted depends on these and on the games. */
const OF_SAMPLE = ["held-out-share", "held-out-positions"];

interface Seen {
  settings: Settings;
  /** Those made on the way. */
  changes: Changed[];
  games: string;
  points: SamplePoint[];
}

/** More in which they differ are only counted. */
const MOST_NAMED = 3;
/** Runs that are remembered. */
const MOST_SEEN = 20;

/** Remembers the runs that were drawn. */
export function ghosts(): (state: State, points: SamplePoint[]) => Ghost | null {
  /** The latest last. */
  let seen: Seen[] = [];
  return (state, points) => {
    const { run, games } = state;
    const { settings, changes } = run;
    if (!settings || !games) return null;
    const present = { settings, changes, games: games.fingerprint, points };
    const last = seen.at(-1);
    if (points.length > 0) {
      const before = last && goesOn(last, present) ? seen.slice(0, -1) : seen;
      seen = [...before, present].slice(-MOST_SEEN);
    }
    const ghost = seen.findLast((one) => !isAlike(one, present));
    if (!ghost || ghost.games !== present.games) return null;
    if (OF_SAMPLE.some((key) => ghost.settings[key] !== settings[key])) return null;
    return { points: ghost.points, label: difference(state, ghost, present) };
  };
}

type Bred = Pick<Seen, "settings" | "changes" | "games">;

/** Whether they are bred in the same way, however long. */
function isAlike(a: Bred, b: Bred): boolean {
  return keyOf(a, a.changes) === keyOf(b, b.changes);
}

/** Whether it is the same run, later: what was bred by then was bred in the same way. */
function goesOn(before: Seen, now: Seen): boolean {
  const last = lastOf(before);
  const until = ({ changes }: Seen) => changes.filter(({ generation }) => generation <= last);
  return last <= lastOf(now) && keyOf(before, until(before)) === keyOf(now, until(now));
}

function keyOf({ settings, games }: Bred, changes: Changed[]): string {
  return JSON.stringify([games, { ...settings, generations: 0 }, changes]);
}

function lastOf({ points }: Seen): number {
  return points.at(-1)?.generation ?? 0;
}

/** "the run before: mutation probability 0.001" */
function difference({ settings_table, systems }: State, ghost: Bred, run: Bred): string {
  const [before, now] = [ghost.settings, run.settings];
  if (before.system !== now.system) {
    const title = systems.find(({ id }) => id === before.system)?.title ?? "another system";
    return `the run before: ${title}`;
  }
  const named = (key: string, value: SettingValue | undefined) => {
    const label = settings_table.find((setting) => setting.key === key)?.label ?? key;
    return `${inSentence(label)} ${shown(value ?? "")}`;
  };
  const others = settings_table.filter(({ key }) => key !== "generations" && before[key] !== now[key]);
  const words = [...others.map(({ key }) => named(key, before[key])), ...onTheWay(ghost, run, named)];
  const listed = words.slice(0, MOST_NAMED).join(", ");
  const more = words.length - MOST_NAMED;
  return more > 0 ? `the run before: ${listed} and ${more} more` : `the run before: ${listed}`;
}

/** What was changed in the one before, where that differs. */
function onTheWay(ghost: Bred, run: Bred, named: (key: string, value: SettingValue) => string): string[] {
  if (JSON.stringify(ghost.changes) === JSON.stringify(run.changes)) return [];
  if (ghost.changes.length === 0) return ["nothing changed on the way"];
  return ghost.changes.map(
    ({ name, value, generation }) => `${named(name, value)} from generation ${generation}`,
  );
}
