import type { Settings } from "../model.ts";

/** Settings as the core reads them: a line `name=value` each. */
export function settingLines(settings: Settings): string {
  return Object.entries(settings)
    .map(([name, value]) => `${name}=${value}\n`)
    .join("");
}
