// The report of games that were added to others.

import type { ImportReport, SkipCount } from "../model.ts";

/** Skips listed one by one, as in the core. */
const LISTED = 10_000;

/** Both reports as one. `kept`: the positions kept of both together. */
export function joinReports(first: ImportReport, second: ImportReport, kept: number): ImportReport {
  const skips = [...first.skips, ...second.skips];
  return {
    files: [...first.files, ...second.files],
    games_read: first.games_read + second.games_read,
    games_used: first.games_used + second.games_used,
    positions_read: first.positions_read + second.positions_read,
    positions_kept: kept,
    skipped: joinCounts(first.skipped, second.skipped),
    skips: skips.slice(0, LISTED),
    skips_omitted: first.skips_omitted + second.skips_omitted + Math.max(0, skips.length - LISTED),
    text: `${first.text}\nAdded to these:\n\n${second.text}\nPositions kept of all: ${kept.toLocaleString("en-US")}\n`,
  };
}

function joinCounts(first: SkipCount[], second: SkipCount[]): SkipCount[] {
  const games = new Map<string, number>();
  for (const count of [...first, ...second]) {
    games.set(count.reason, (games.get(count.reason) ?? 0) + count.games);
  }
  return [...games].map(([reason, games]) => ({ reason, games })).sort((a, b) => b.games - a.games);
}
