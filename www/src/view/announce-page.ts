// What is said of everything but the board: how a run goes, another system, games read.

import { say, translate } from "../language/language.ts";
import type { Changed, Games, Run, RunPhase, RunRecord, State } from "../model.ts";
import { inWords } from "./changes.ts";
import type { News } from "./context.ts";
import { runOf } from "../runs.ts";
import { grouped } from "./format.ts";
import { KIND_WORDS, type KindWords } from "./kinds/words.ts";
import { chosenSystem } from "./systems.ts";

export function pageNews(): News {
  const sources = [systemNews(), gamesNews(), ...KIND_WORDS.map(runNews), ...KIND_WORDS.map(changeNews)];
  return (state) => sources.flatMap((source) => source(state));
}

/** Of a run, whichever its kind. */
interface Progress {
  phase: RunPhase;
  /** The last one scored; null before the first. */
  generation: number | null;
  generations: number;
  /** How one is called. */
  step: string;
  /** The best of it, in words. */
  best: string;
}

function progressOf(state: State, { stage, step, best }: KindWords): Progress {
  const { phase, records, generations } = runOf(state, stage);
  const generation = records.at(-1)?.generation ?? null;
  return { phase, generation, generations, step, best: best?.(state) ?? "" };
}

/** When it starts, rests, ends or is thrown away, and each quarter of its way. */
function runNews(kind: KindWords): News {
  let before: Progress | null = null;
  return (state) => {
    const now = progressOf(state, kind);
    const was = before;
    before = now;
    return was ? told(kind.spoken, was, now) : [];
  };
}

/** What holds from some generation on, once it is applied. */
function changeNews({ stage }: KindWords): News {
  let before: Run<RunRecord> | null = null;
  return (state) => {
    const now = runOf(state, stage);
    const was = before;
    before = now;
    // What was stored, or came with a link, is there without a word.
    if (!was || was.changes === now.changes || was.phase === "idle" || was.settings !== now.settings)
      return [];
    const fresh = now.changes.filter((one) => !was.changes.some((other) => isSame(one, other)));
    return fresh.map((one) => `From generation ${one.generation} on: ${inWords(one)}.`);
  };
}

function isSame(one: Changed, other: Changed): boolean {
  return one.generation === other.generation && one.name === other.name && one.value === other.value;
}

function told(what: string, was: Progress, now: Progress): string[] {
  if (now.phase === was.phase) return quarter(now) > quarter(was) ? [at(now)] : [];
  if (now.phase === "idle") return [`The ${what} is reset.`];
  if (now.phase === "running")
    return [`The ${what} ${was.phase === "idle" ? say("starts") : say("continues")}.`];
  // What was stored comes back without a word.
  if (was.phase === "idle") return [];
  return [`The ${what} is ${translate(now.phase)}.`, at(now)];
}

function at({ generation, generations, step, best }: Progress): string {
  return generation === null ? "" : `${step} ${generation} of ${generations}${best}.`;
}

function quarter({ phase, generation, generations }: Progress): number {
  if (phase !== "running" || generation === null) return 0;
  return Math.floor((4 * generation) / Math.max(1, generations));
}

function systemNews(): News {
  let known: string | null = null;
  return (state) => {
    const system = chosenSystem(state);
    if (!system) return [];
    const changed = known !== null && system.id !== known;
    known = system.id;
    return changed ? [`The settings are those of ${system.title}.`] : [];
  };
}

function gamesNews(): News {
  let known: Games | null = null;
  return ({ games, importing }) => {
    if (importing || games === known) return [];
    known = games;
    if (!games) return [];
    const { games_used, positions_kept } = games.report;
    return [
      `Games are read. Used: ${grouped(games_used)}. Positions: ${grouped(positions_kept)}. Skipped: ${grouped(lost(games))}.`,
    ];
  };
}

function lost({ report: { skipped } }: Games): number {
  return skipped.reduce((sum, { games }) => sum + games, 0);
}
