// Games of a match, played in this worker.

import type { Snapshot } from "../model.ts";
import { core, report } from "./core.ts";
import type { GameTask, Outcome, PlayerEvent } from "./protocol.ts";

/** Whoever watches sees no more; and the page has other things to do. */
const BETWEEN_MS = 100;

export function playGame(task: GameTask, date: string): Outcome {
  let told = Number.NEGATIVE_INFINITY;
  const observe = (snapshot: Snapshot) => {
    const now = performance.now();
    if (now - told < BETWEEN_MS) return;
    told = now;
    report<PlayerEvent>({ kind: "snapshot", snapshot });
  };
  return core.play_game(task, date, observe) as Outcome;
}
