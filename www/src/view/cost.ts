// How much work an experiment is, in words.

import type { Offer, Settings } from "../model.ts";
import { counted } from "./format.ts";

/** So many times the work of a usual run is not begun at one click. */
export const HUGE = 20;

/** The work in words, and how many usual runs it is worth. */
export function cost({ kind, settings, table }: Pick<Offer, "kind" | "settings" | "table">): {
  words: string;
  usual: number;
} {
  const defaults = Object.fromEntries(table.map((row) => [row.key, row.default]));
  const amount = WORK[kind](settings);
  const usual = amount / Math.max(1, WORK[kind](defaults));
  return { words: `${WORDS[kind](settings)}: ${compared(usual)}.`, usual };
}

/** What takes the time, by settings. */
const WORK: Record<Offer["kind"], (settings: Settings) => number> = {
  imitation: (settings) =>
    number(settings, "population") *
    number(settings, "positions-per-generation") *
    (number(settings, "generations") + 1),
  coevolution: (settings) => games(settings) * number(settings, "nodes-a-move", 1),
  tuning: (settings) => searches(settings) * number(settings, "nodes-a-position", 1),
};

const WORDS: Record<Offer["kind"], (settings: Settings) => string> = {
  imitation: (settings) => `At most ${counted(WORK.imitation(settings), "position")} to judge`,
  coevolution: (settings) => `${counted(games(settings), "game")} to play`,
  tuning: (settings) => `The suite is searched ${counted(searches(settings), "time")}`,
};

function games(settings: Settings): number {
  const programs = number(settings, "population");
  const rounds = number(settings, "generations") + 1;
  return ((programs * (programs - 1)) / 2) * number(settings, "games-per-pair") * rounds;
}

function searches(settings: Settings): number {
  return number(settings, "population") * (number(settings, "generations") + 1);
}

function number(settings: Settings, key: string, least = 0): number {
  return Math.max(least, Number(settings[key] ?? 0));
}

function compared(usual: number): string {
  if (usual < 0.5) return "less than a usual run";
  if (usual < 2) return "about as much as a usual run";
  return `about ${Math.round(usual).toLocaleString("en-US")} times a usual run`;
}
