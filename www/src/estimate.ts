// How long games of programs will take.

import type { Pace, Settings } from "./model.ts";

/** Positions that a worker searches in a second, before any was measured: a slow laptop's. */
const NODES_A_SECOND = 1_500_000;
/** Half-moves of a game of young programs. */
const PLIES = 100;

/** Every two of so many programs, so often. */
export function gamesOfGeneration(programs: number, settings: Settings): number {
  return ((programs * (programs - 1)) / 2) * Number(settings["games-per-pair"] ?? 0);
}

/** The milliseconds that so many games will take with so many workers: from those played so far, or from their nodes. */
export function timeOfGames(games: number, settings: Settings, pace: Pace | null, workers: number): number {
  return (games * timeOfGame(settings, pace)) / Math.max(1, workers);
}

function timeOfGame(settings: Settings, pace: Pace | null): number {
  const clock = Number(settings.clock ?? 0);
  if (clock > 0) return 2 * clock;
  const nodes = Number(settings["nodes-a-move"] ?? 0);
  if (pace) return (pace.game_ms * nodes) / Math.max(1, pace.nodes);
  return (nodes * PLIES * 1000) / NODES_A_SECOND;
}
