// Stored runs beside each other: what their champions find of one sample of positions, their genes, and the settings in which they differ.

import type { Compared, Comparison } from "../../experiments.ts";
import type { Player } from "../../host/player.ts";
import { written } from "../../language/decimal-mark.ts";
import { translate } from "../../language/language.ts";
import type {
  Changed,
  Gene,
  HeldOut,
  Lessons,
  RunRecord,
  Setting,
  Settings,
  SettingValue,
  StageName,
} from "../../model.ts";
import type { Experiment, RunState, StageState } from "../../storage/schema.ts";
import type { Storage } from "../../storage/storage.ts";
import { championOfExperiment } from "../../titles.ts";
import { RunReader } from "./run-reader.ts";

/** Champions of a run that are counted: as many as are looked at side by side. */
const MOST_COUNTED = 64;
/** Counting many programs on many positions may take so many ticks. */
const PATIENCE = 240;

export interface ComparingParts {
  storage: Storage;
  /** Decodes, and counts. */
  player: Player;
  counter: Player;
  nameOf(experiment: Experiment): string;
}

interface Read {
  experiment: Experiment;
  kind: StageName;
  lessons: Lessons | null;
  records: RunRecord[];
  changes: Changed[];
}

/** Rejects where one of them cannot be read. Series are no runs, and left out. */
export async function compared(parts: ComparingParts, ids: string[]): Promise<Comparison> {
  const read = await readAll(parts.storage, ids);
  if (read.length < 2) throw new Error("two runs that were begun are needed");
  const titles = distinct(read.map(({ experiment }) => parts.nameOf(experiment)));
  const { points, sample } = await counted(parts.counter, read);
  const runs: Compared[] = [];
  for (const [at, { experiment, kind, records }] of read.entries()) {
    const text = records.findLast(({ champion }) => champion !== null)?.champion ?? null;
    const title = titles[at] ?? "";
    const genes: Gene[] = text ? (await parts.player.call("program", { text })).genes : [];
    const champion = text ? { text, title: championOfExperiment(title) } : null;
    const { id, system } = experiment;
    runs.push({ id, title: translate(title), kind, system, champion, genes, points: points[at] ?? [] });
  }
  return { runs, sample, differences: await differences(parts.player, read) };
}

async function readAll(storage: Storage, ids: string[]): Promise<Read[]> {
  const reader = new RunReader();
  const read: Read[] = [];
  try {
    for (const id of ids) {
      const experiment = await storage.loadExperiment(id);
      if (!experiment || experiment.kind === "series") continue;
      const { kind, games } = experiment;
      const { states, suites } = await storage.recordsOf(id);
      const { checkpoint } = states as RunState | StageState;
      if (checkpoint === "") continue;
      const known = read.find(({ lessons }) => lessons !== null && lessons.games.fingerprint === games);
      const lessons = known?.lessons ?? (games === null ? null : await storage.loadGames(games));
      if (lessons) await reader.load(lessons.examples);
      const suite = (suites as { text: string } | undefined)?.text ?? null;
      const { records, changes } = await reader.read(checkpoint, suite);
      read.push({ experiment, kind, lessons, records, changes });
    }
  } finally {
    reader.end();
  }
  return read;
}

/** The sample is that of the first imitation; champions of those that learned from the same games are counted on it. */
async function counted(player: Player, read: Read[]) {
  const first = read.find(({ kind }) => kind === "imitation");
  const none = { points: read.map((): Compared["points"] => []), sample: null };
  if (!first?.lessons) return none;
  const { lessons } = first;
  const key = `comparison ${first.experiment.id} ${lessons.games.fingerprint}`;
  const ask = (settings: Settings, programs: string[]) =>
    player.call(
      "sample_found",
      { key, examples: lessons.examples, settings, programs },
      { patience: PATIENCE },
    );
  const random = await ask(first.experiment.settings, []);
  const points: Compared["points"][] = [];
  for (const { kind, experiment, records } of read) {
    const isCounted = kind === "imitation" && experiment.games === lessons.games.fingerprint;
    const chosen = isCounted ? spread(records, MOST_COUNTED) : [];
    const programs = chosen.flatMap(({ champion }) => champion ?? []);
    const { found } =
      chosen.length > 0 ? await ask(experiment.settings, programs) : { found: [] as HeldOut[] };
    points.push(
      chosen.flatMap(({ generation }, at) => {
        const score = found[at];
        return score ? [{ generation, score }] : [];
      }),
    );
  }
  const { positions, is_held_out, found } = random;
  const matched = found.reduce((sum, one) => sum + one.matched, 0) / Math.max(1, found.length);
  return { points, sample: { positions, is_held_out, random: matched } };
}

/** At most so many of a list, at equal distances, with the first and the last. */
function spread<T>(list: T[], most: number): T[] {
  if (list.length <= most) return list;
  return Array.from({ length: most }, (_, at) => Math.round((at * (list.length - 1)) / (most - 1))).flatMap(
    (at) => list[at] ?? [],
  );
}

function told(value: SettingValue): string {
  return typeof value === "number" ? written(value) : String(value);
}

/** Where all are of one kind and system. */
async function differences(player: Player, read: Read[]): Promise<Comparison["differences"]> {
  const [first] = read;
  const isSame = read.every(
    ({ kind, experiment }) => kind === first?.kind && experiment.system === first.experiment.system,
  );
  if (!first || !isSame) return [];
  const table = await player.call("settings", { kind: first.kind, system: first.experiment.system });
  const row = (label: string, values: string[]) => (new Set(values).size > 1 ? [{ label, values }] : []);
  const value = ({ experiment, changes }: Read, { key }: Setting) => {
    const own = changes.filter(({ name }) => name === key);
    const changed = own.map(({ value, generation }) => ` → ${told(value)} (generation ${generation})`);
    return `${told(experiment.settings[key] ?? "")}${changed.join("")}`;
  };
  return [
    ...row(
      "Games",
      read.map(({ experiment }) => (experiment.games === null ? "" : experiment.name)),
    ),
    ...table.flatMap((setting) =>
      row(
        setting.label,
        read.map((one) => value(one, setting)),
      ),
    ),
  ];
}

function distinct(titles: string[]): string[] {
  return titles.map((title, at) => {
    const before = titles.slice(0, at).filter((other) => other === title).length;
    return before === 0 ? title : `${title} (${before + 1})`;
  });
}
