// A report of trouble: what to send to whoever is asked for help. It names no games and no programs.

import { COMMIT, VERSION } from "../build.ts";
import type { State } from "../model.ts";

export function report({
  engine_signature,
  troubles,
  run,
  coevolution,
  tuning,
  workers,
  settings,
}: State): string {
  const phases = { imitation: run.phase, coevolution: coevolution.phase, tuning: tuning.phase };
  const lines = [
    `Millipawn ${VERSION}${COMMIT && `, build ${COMMIT}`}, engine ${engine_signature ?? "unknown"}`,
    `Browser: ${navigator.userAgent}`,
    `Cores: ${navigator.hardwareConcurrency}, workers: ${workers}`,
    `Page: ${location.origin}${location.pathname}`,
    `System: ${settings.system ?? "unknown"}`,
    ...Object.entries(phases).map(([stage, phase]) => `${stage}: ${phase}`),
    ...troubles.map(({ text }) => `Trouble: ${text}`),
  ];
  return `${lines.join("\n")}\n`;
}
