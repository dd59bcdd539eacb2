// The run before the one on show, where both can be compared: what its champions find of the same positions, to draw behind the curve.

import { inSentence } from "../language/language.ts";
import type { Settings, State } from "../model.ts";
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
  games: string;
  points: SamplePoint[];
}

/** Remembers the runs that were drawn. */
export function ghosts(): (state: State, points: SamplePoint[]) => Ghost | null {
  let present: Seen | null = null;
  let before: Seen | null = null;
  return (state, points) => {
    const { run, games } = state;
    const { settings } = run;
    if (settings && games && points.length > 0) {
      const seen = { settings, games: games.fingerprint, points };
      if (present && !isSameRun(present, seen)) before = present;
      present = seen;
    }
    const isCurrent =
      present && settings && isSameRun(present, { settings, games: games?.fingerprint ?? "" });
    // A run that has nothing counted yet has the one before it behind it already.
    const ghost = isCurrent ? before : present;
    if (!ghost || !settings || ghost.games !== games?.fingerprint) return null;
    if (OF_SAMPLE.some((key) => ghost.settings[key] !== settings[key])) return null;
    return { points: ghost.points, label: difference(state, ghost.settings, settings) };
  };
}

function isSameRun(a: Omit<Seen, "points">, b: Omit<Seen, "points">): boolean {
  const keyOf = (settings: Settings) => JSON.stringify({ ...settings, generations: 0 });
  return a.games === b.games && keyOf(a.settings) === keyOf(b.settings);
}

/** "before: mutation probability 0.001" */
function difference({ settings_table, systems }: State, ghost: Settings, run: Settings): string {
  if (ghost.system !== run.system) {
    const title = systems.find(({ id }) => id === ghost.system)?.title ?? "another system";
    return `the run before: ${title}`;
  }
  const changed = settings_table.filter(({ key }) => key !== "generations" && ghost[key] !== run[key]);
  const words = changed.map(({ key, label }) => `${inSentence(label)} ${shown(ghost[key] ?? "")}`);
  return `the run before: ${words.slice(0, 3).join(", ")}`;
}
