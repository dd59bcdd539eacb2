// What the core tells of itself, in the language of the page: texts of systems and of settings, which stand in tables of data.

import { language, translate } from "./language.ts";

/** The fields that people read. */
const READ = new Set([
  "about",
  "before_help",
  "caution",
  "citation",
  "count_help",
  "heading",
  "help",
  "history",
  "label",
  "meaning",
  "published_help",
  "source",
  "stage_sources",
  "text",
  "then",
  "then_help",
  "unit",
]);
/** The answers of the core that are such tables. */
const TABLES = new Set(["systems", "settings"]);

export function inLanguage<T>(call: string, answer: T): T {
  return language !== "en" && TABLES.has(call) ? (translated(answer, false) as T) : answer;
}

function translated(data: unknown, isRead: boolean): unknown {
  if (typeof data === "string") return isRead ? translate(data) : data;
  if (Array.isArray(data)) return data.map((one) => translated(one, isRead));
  if (typeof data !== "object" || data === null) return data;
  return Object.fromEntries(
    Object.entries(data).map(([key, value]) => [key, translated(value, READ.has(key))]),
  );
}
