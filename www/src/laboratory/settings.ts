// The settings a person may choose, checked against the table that comes from the core.

import { written } from "../language/decimal-mark.ts";
import type { RunPhase, Setting, Settings, SettingValue } from "../model.ts";

export function defaults(table: Setting[]): Settings {
  return Object.fromEntries(table.map((setting) => [setting.key, setting.default]));
}

/** What is wrong with a value, in words; null when it may be used. */
export function complaint(setting: Setting, value: SettingValue): string | null {
  const { label, min, max, choices, kind } = setting;
  if (kind === "flag") return typeof value === "boolean" ? null : `${label} is either on or off.`;
  if (kind === "choice") {
    return choices.includes(String(value)) ? null : `${label} must be one of ${choices.join(", ")}.`;
  }
  if (kind === "text") {
    const fits =
      typeof value === "string" && [...value].length <= (max ?? Infinity) && !/\p{Cc}/u.test(value);
    return fits ? null : `${label} must be a line of at most ${max} characters.`;
  }
  const whole = kind === "integer";
  const fits = typeof value === "number" && value >= (min ?? -Infinity) && value <= (max ?? Infinity);
  if (fits && (!whole || Number.isSafeInteger(value))) return null;
  return `${label} must be a ${whole ? "whole number" : "number"}${bounds(min, max)}.`;
}

function bounds(min: number | null, max: number | null): string {
  if (min !== null && max !== null) return ` from ${written(min)} to ${written(max)}`;
  if (min !== null) return ` of at least ${written(min)}`;
  return max !== null ? ` of at most ${written(max)}` : "";
}

/** The chosen values where they are known and allowed, the defaults elsewhere: stored values may be older than the table. */
export function completed(table: Setting[], chosen: Settings): Settings {
  return Object.fromEntries(
    table.map((setting) => {
      const value = chosen[setting.key] ?? asStoredEarlier(setting, chosen);
      const usable = value !== undefined && complaint(setting, value) === null;
      return [setting.key, usable ? value : setting.default];
    }),
  );
}

function asStoredEarlier({ old }: Setting, chosen: Settings): SettingValue | undefined {
  const value = old ? chosen[old.name] : undefined;
  return old && typeof value === "number" ? value / old.times : undefined;
}

/** The settings as chosen, but for those the games were read with, which were in force then. */
export function onGames(table: Setting[], chosen: Settings, readWith: Settings): Settings {
  const read = table.filter(({ group, key }) => group === "games" && readWith[key] !== undefined);
  return { ...chosen, ...completed(read, readWith) };
}

/** Whether an open run keeps this setting, until it is finished or reset: how long it will be may change while it rests. */
export function isFixed({ key }: Setting, phase: RunPhase, until: "finished" | "reset"): boolean {
  const isOver = phase === "idle" || phase === until;
  return phase === "running" || (!isOver && key !== "generations");
}

/** Whether a run under `a` and one under `b` are the same run, however long. */
export function sameRun(table: Setting[], a: Settings, b: Settings): boolean {
  const counted = table.filter(({ group, key }) => group !== "games" && key !== "generations");
  return counted.every(({ key }) => a[key] === b[key]);
}
