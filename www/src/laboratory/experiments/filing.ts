// Experiments, and the results of games, out as one file and in from one. What comes in is read as a run would be before anything is stored: a file with a fault
// changes nothing.

import type { PlayedProgram } from "../../model.ts";
import * as forms from "../../storage/records.ts";
import type { Experiment, ExperimentState, KeptLadder, KeptSuite, StageState } from "../../storage/schema.ts";
import type { Removed, Storage } from "../../storage/storage.ts";
import { downloadFile } from "../download.ts";
import { reason } from "../reason.ts";
import { type Filed, type FiledExperiment, isPlanned, packed, unpacked } from "./experiment-file.ts";
import { RunReader } from "./run-reader.ts";

/** Hands the person a file with these. Answers whether there is anything in it. */
export async function exported(
  storage: Storage,
  ids: string[],
  results: PlayedProgram[] = [],
): Promise<boolean> {
  const experiments: FiledExperiment[] = [];
  const games = new Map<string, Filed["games"][number]>();
  for (const id of ids) {
    const { experiments: about, states, ladders, suites } = await storage.recordsOf(id);
    if (!about || !states) continue;
    const experiment = about as Experiment;
    const state = states as ExperimentState;
    experiments.push({
      experiment,
      state,
      ladder: (ladders as KeptLadder | undefined) ?? null,
      suite: (suites as KeptSuite | undefined) ?? null,
    });
    if (experiment.games === null || games.has(experiment.games)) continue;
    const lessons = await storage.loadGames(experiment.games);
    if (!lessons) continue;
    const record = { version: forms.GAMES.version, games: lessons.games, settings: lessons.settings };
    games.set(experiment.games, { record, examples: await lessons.examples.arrayBuffer() });
  }
  if (experiments.length === 0 && results.length === 0) return false;
  downloadFile(nameOf(experiments), await packed({ experiments, games: [...games.values()], results }));
  return true;
}

/**
 * Stores the experiments of a file, beside what is there. Rejects a file of no use, and one for which there is no room. Answers how many
 * came in, and the results of games, which are still to be stored.
 */
export async function imported(
  storage: Storage,
  file: Blob,
): Promise<{ count: number; results: PlayedProgram[] }> {
  const filed = await unpacked(file);
  await check(filed);
  const records = filed.experiments.map(({ experiment, state, ladder, suite }): Removed => {
    // What is here keeps its identity; what comes gets one that nobody has.
    const id = crypto.randomUUID();
    return {
      id,
      experiments: { ...experiment, id, changed: Date.now() },
      states: state,
      ...(ladder ? { ladders: ladder } : {}),
      ...(suite ? { suites: suite } : {}),
    };
  });
  if (!(await storage.add(records, filed.games))) throw new Error("the browser did not store it");
  return { count: records.length, results: filed.results };
}

async function check({ experiments, games }: Filed): Promise<void> {
  const reader = new RunReader();
  try {
    const known = new Map<string, Blob>();
    for (const { record, examples } of games) {
      const { fingerprint, title } = record.games;
      const blob = new Blob([examples]);
      const found = await reader.load(blob).catch((error: unknown) => {
        throw new Error(`the games ${title} are damaged (${reason(error)})`);
      });
      if (found !== fingerprint) throw new Error(`the games ${title} are not those that they are said to be`);
      known.set(fingerprint, blob);
    }
    for (const [index, { experiment, state, suite }] of experiments.entries()) {
      if (experiment.kind === "series" || isPlanned(state)) continue;
      const blob = experiment.games === null ? null : known.get(experiment.games);
      // Without its games it is stored as it is: it can be opened once they are chosen.
      if (blob === undefined) continue;
      if (blob) await reader.load(blob);
      await reader.read((state as StageState).checkpoint, suite?.text ?? null).catch((error: unknown) => {
        throw new Error(`${experiment.title || `experiment ${index + 1}`} is of no use (${reason(error)})`);
      });
    }
  } finally {
    reader.end();
  }
}

function nameOf([only, ...others]: FiledExperiment[]): string {
  const title = others.length > 0 || !only ? "experiments" : only.experiment.title || only.experiment.system;
  return `millipawn-${
    title
      .toLowerCase()
      .replace(/[^a-z0-9]+/g, "-")
      .replace(/^-|-$/g, "") || "experiment"
  }.json.gz`;
}
