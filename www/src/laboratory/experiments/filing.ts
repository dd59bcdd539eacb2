// Experiments, the results of games and the hall of fame, out as one file and in from one. What comes in is read as a run would be before anything is stored: a file with a fault
// changes nothing.

import type { Player } from "../../host/player.ts";
import * as forms from "../../storage/records.ts";
import type {
  Experiment,
  ExperimentState,
  KeptLadder,
  KeptSuite,
  SeriesState,
  StageState,
} from "../../storage/schema.ts";
import type { Removed, Storage } from "../../storage/storage.ts";
import { downloadFile } from "../download.ts";
import { reason } from "../reason.ts";
import { type Filed, type FiledExperiment, isPlanned, packed, unpacked } from "./experiment-file.ts";
import { RunReader } from "./run-reader.ts";

/** What else there is of a person's own. */
type Own = Pick<Filed, "results" | "hall">;

/** Hands the person a file with these, if there is anything to put into it. Answers whose games it lacks, for they are not stored. */
export async function exported(
  storage: Storage,
  ids: string[],
  own: Own = { results: [], hall: [] },
): Promise<{ isEmpty: boolean; lacking: Experiment[] }> {
  const experiments: FiledExperiment[] = [];
  const games = new Map<string, Filed["games"][number]>();
  const lacking: Experiment[] = [];
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
    if (!lessons) {
      lacking.push(experiment);
      continue;
    }
    const record = { version: forms.GAMES.version, games: lessons.games, settings: lessons.settings };
    games.set(experiment.games, { record, examples: await lessons.examples.arrayBuffer() });
  }
  const isEmpty = experiments.length === 0 && own.results.length === 0 && own.hall.length === 0;
  if (!isEmpty)
    downloadFile(nameOf(experiments), await packed({ experiments, games: [...games.values()], ...own }));
  return { isEmpty, lacking };
}

/**
 * Stores the experiments of a file, beside what is there. Rejects a file of no use, and one for which there is no room. Answers how many
 * came in, and what is still to be stored. `player` decodes programs.
 */
export async function imported(
  storage: Storage,
  player: Pick<Player, "call">,
  file: Blob,
): Promise<Own & { count: number }> {
  const filed = await unpacked(file);
  await check(filed);
  await checkPrograms(filed, player);
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
  return { count: records.length, results: filed.results, hall: filed.hall };
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
        throw new Error(`${called(experiment, index)} cannot be used (${reason(error)})`);
      });
    }
  } finally {
    reader.end();
  }
}

/** Those that stand in no checkpoint. */
async function checkPrograms({ experiments, hall }: Filed, player: Pick<Player, "call">): Promise<void> {
  const decoded = (text: string, what: string) =>
    player.call("program", { text }).catch((error: unknown) => {
      throw new Error(`${what} cannot be used (${reason(error)})`);
    });
  for (const [index, { experiment, state }] of experiments.entries()) {
    if (experiment.kind !== "series") continue;
    for (const { champion, seed } of (state as SeriesState).runs)
      await decoded(champion, `${called(experiment, index)}, seed ${seed},`);
  }
  for (const { text, title } of hall) await decoded(text, `${title} in the hall of fame`);
}

function called({ title }: Experiment, index: number): string {
  return title || `experiment ${index + 1}`;
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
