// Whether runs that were begun go on, as the state says it: for the laboratory, which makes them, and the views, which say so.

import { changedFilters } from "./filters.ts";
import { sameRun } from "./laboratory/settings.ts";
import type { Series, Settings, State } from "./model.ts";

/** The runs that were begun under the settings chosen and on the games there are, as far as these are known; null when ten new ones would begin. */
export function begunRuns(state: State): Series | null {
  const { series, settings, settings_table, games } = state;
  if (!series || series.phase === "finished") return null;
  const same = sameRun(settings_table, series.settings, settings);
  const asLong = series.settings.generations === settings.generations;
  const onSameGames =
    !games || (series.fingerprint === games.fingerprint && changedFilters(state).length === 0);
  return same && asLong && onSameGames ? series : null;
}

/** Whether the open run is the one whose champion the series lacks. */
export function isNextOfSeries({ series, run, settings_table, games }: State): boolean {
  if (!series || !run.settings || series.runs.length >= series.planned) return false;
  // Who has changed its settings on the way has made another run of it.
  if (run.changes.length > 0) return false;
  return (
    games?.fingerprint === series.fingerprint && sameRun(settings_table, run.settings, settingsOfNext(series))
  );
}

export function settingsOfNext({ settings, runs }: Series): Settings {
  return { ...settings, seed: Number(settings.seed) + runs.length };
}
