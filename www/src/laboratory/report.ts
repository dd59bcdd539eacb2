// A report of trouble: what to send to whoever is asked for help. It names no games and no programs.

import { COMMIT, VERSION } from "../build.ts";
import type { State } from "../model.ts";
import { LATER_STAGES } from "../runs.ts";

export function report(state: State): string {
  const { engine_signature, troubles, workers, settings } = state;
  const lines = [
    `Millipawn ${VERSION}${COMMIT && `, build ${COMMIT}`}, engine ${engine_signature ?? "unknown"}`,
    `Browser: ${navigator.userAgent}`,
    `Cores: ${navigator.hardwareConcurrency}, workers: ${workers}`,
    `Page: ${location.origin}${location.pathname}`,
    `System: ${settings.system ?? "unknown"}`,
    `imitation: ${state.run.phase}`,
    ...LATER_STAGES.map((stage) => `${stage}: ${state[stage].phase}`),
    ...troubles.map(({ text }) => `Trouble: ${text}`),
  ];
  return `${lines.join("\n")}\n`;
}
