// How much work an experiment is, in words.

import { locale } from "../language/language.ts";
import type { Offer } from "../model.ts";
import { WORDS_OF } from "./kinds/words.ts";

/** So many times the work of a usual run is not begun at one click. */
export const HUGE = 20;

/** The work in words, and how many usual runs it is worth. */
export function cost({ kind, settings, table }: Pick<Offer, "kind" | "settings" | "table">): {
  words: string;
  usual: number;
} {
  const { work } = WORDS_OF[kind];
  const { amount, words } = work(settings);
  const defaults = Object.fromEntries(table.map((row) => [row.key, row.default]));
  const usual = amount / Math.max(1, work(defaults).amount);
  return { words: `${words}: ${compared(usual)}.`, usual };
}

function compared(usual: number): string {
  if (usual < 0.5) return "less than a usual run";
  if (usual < 2) return "about as much as a usual run";
  return `about ${Math.round(usual).toLocaleString(locale)} times a usual run`;
}
