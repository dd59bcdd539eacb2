import type { Changed, Settings } from "../model.ts";

/** Settings as the core reads them: a line `name=value` each. */
export function settingLines(settings: Settings): string {
  return Object.entries(settings)
    .map(([name, value]) => `${name}=${value}\n`)
    .join("");
}

/** Changes as the core reads them: a line `generation:name=value` each. */
export function changeLines(changes: Changed[]): string {
  return changes.map(({ generation, name, value }) => `${generation}:${name}=${value}\n`).join("");
}
