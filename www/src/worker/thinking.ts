// Programs that think in this worker, each with its memory; and their time, since the core reads no clock.

import type { Thought } from "../model.ts";
import { core, report } from "./core.ts";
import type { Budget, PlayerEvent, Question } from "./protocol.ts";

/** A game has two sides. */
const MOST_THINKERS = 2;
/** How often a long search says that it goes on. */
const BUSY_MS = 250;
/** How often the core asks whether to stop. */
const NODES_BETWEEN = 1024;

/** By program; the one asked last at the end. */
const thinkers = new Map<string, core.Thinker>();

export function think(replay: core.Replay, { program, budget, remember, plain = false }: Question): Thought {
  const thinker = thinkerOf(program, plain);
  if (!remember) thinker.forget();
  const limits = new core.Budget(budget.depth, budget.nodes, budget.lines);
  report<PlayerEvent>({ kind: "begun" });
  const begun = performance.now();
  const [soft, hard] = timeOf(budget);
  /** Whether the search is to end. */
  const tell = (thought: Thought): boolean => {
    const milliseconds = performance.now() - begun;
    report<PlayerEvent>({ kind: "thought", thought, milliseconds });
    return milliseconds >= soft;
  };
  try {
    return thinker.think(replay, limits, clock(begun, hard), tell) as Thought;
  } finally {
    limits.free();
  }
}

/** After so many milliseconds no further depth is begun, and after so many the search stops. */
function timeOf({ clock, milliseconds }: Budget): [soft: number, hard: number] {
  if (!clock) return [Infinity, milliseconds];
  const [soft, hard] = core.time_for_move(clock.left_ms, clock.increment_ms);
  return [soft ?? 0, hard ?? 0];
}

export function forget(): null {
  for (const thinker of thinkers.values()) thinker.free();
  thinkers.clear();
  return null;
}

function thinkerOf(program: string, plain: boolean): core.Thinker {
  const key = plain ? `plain ${program}` : program;
  const thinker = thinkers.get(key) ?? (plain ? core.Thinker.plain(program) : new core.Thinker(program));
  thinkers.delete(key);
  thinkers.set(key, thinker);
  for (const [oldest, forgotten] of [...thinkers].slice(0, -MOST_THINKERS)) {
    thinkers.delete(oldest);
    forgotten.free();
  }
  return thinker;
}

/** Whether to stop: asked again and again by the core. */
function clock(begun: number, limit: number): () => boolean {
  let said = begun;
  let nodes = 0;
  return () => {
    const now = performance.now();
    nodes += NODES_BETWEEN;
    if (now - said >= BUSY_MS) {
      said = now;
      report<PlayerEvent>({ kind: "busy", nodes, milliseconds: now - begun });
    }
    return now - begun >= limit;
  };
}
