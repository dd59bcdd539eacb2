// Which settings table of which system is in force: that of the chosen system, with other defaults for a few rows where the sample
// games need them.

import type { Setting, Settings, System } from "../model.ts";

/** Whose the settings are. Those that name no system are the first one's: it was once the only one. Empty before any is known. */
export function systemOf(systems: System[], settings: Settings): string {
  return String(settings.system ?? systems[0]?.id ?? "");
}

/** The rows as they apply to the sample games, or to a person's own. */
export function inForce(table: Setting[], sample: boolean): Setting[] {
  return sample ? table.map(onSample) : table;
}

function onSample(row: Setting): Setting {
  if (row.sample_default === row.default) return row;
  const source = `our choice for the sample games, which name no ratings and are few; published: ${row.default}`;
  return { ...row, default: row.sample_default, source, adapted: true };
}

/** The settings under another table of the same system: what stood at its default follows that. */
export function moved(from: Setting[], to: Setting[], settings: Settings): Settings {
  const before = new Map(from.map((row) => [row.key, row.default]));
  const follow = (row: Setting) =>
    settings[row.key] === before.get(row.key) ? row.default : settings[row.key];
  return Object.fromEntries(to.map((row) => [row.key, follow(row) ?? row.default]));
}
