// Stored runs beside each other: what their champions find of one sample of positions, their genes, and the settings in which they differ.

import type { Compared, Comparison } from "../../experiments.ts";
import type { Player } from "../../host/player.ts";
import { written } from "../../language/decimal-mark.ts";
import { translate } from "../../language/language.ts";
import type {
  Changed,
  Gene,
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
import { reason } from "../reason.ts";
import { type OnSample, onOneSample } from "./common-sample.ts";
import { RunReader } from "./run-reader.ts";

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
  /** Those that it began with, all of them. */
  settings: Settings;
  records: RunRecord[];
  changes: Changed[];
}

/** Rejects where one of them cannot be read, and says which. Series are no runs, and left out. */
export async function compared(parts: ComparingParts, ids: string[]): Promise<Comparison> {
  const read = await readAll(parts, ids);
  if (read.length < 2) throw new Error("two runs that were begun are needed");
  const titles = distinct(read.map(({ experiment }) => parts.nameOf(experiment)));
  const common = await counted(parts.counter, read);
  const runs: Compared[] = [];
  for (const [at, { experiment, kind, records }] of read.entries()) {
    const text = records.findLast(({ champion }) => champion !== null)?.champion ?? null;
    const title = titles[at] ?? "";
    const genes: Gene[] = text ? (await parts.player.call("program", { text })).genes : [];
    const champion = text ? { text, title: championOfExperiment(title) } : null;
    const { id, system } = experiment;
    const points = common?.points.get(id) ?? [];
    const has_learned = common?.learned.has(id) ?? false;
    runs.push({ id, title: translate(title), kind, system, champion, genes, points, has_learned });
  }
  return { runs, sample: common?.sample ?? null, differences: await differences(parts.player, read) };
}

async function readAll({ storage, nameOf }: ComparingParts, ids: string[]): Promise<Read[]> {
  const reader = new RunReader();
  const read: Read[] = [];
  try {
    for (const id of ids) {
      const experiment = await storage.loadExperiment(id);
      if (!experiment) continue;
      const one = await readOne(storage, reader, experiment, read).catch((error: unknown) => {
        throw new Error(`${translate(nameOf(experiment))} cannot be read (${reason(error)})`);
      });
      if (one) read.push(one);
    }
  } finally {
    reader.end();
  }
  return read;
}

/** Null of a run that was not begun. `before`: those that were read before it. */
async function readOne(
  storage: Storage,
  reader: RunReader,
  experiment: Experiment,
  before: Read[],
): Promise<Read | null> {
  const { id, kind, games } = experiment;
  if (kind === "series") return null;
  const { states, suites } = await storage.recordsOf(id);
  const { checkpoint } = states as RunState | StageState;
  if (checkpoint === "") return null;
  const known = before.find(({ lessons }) => lessons !== null && lessons.games.fingerprint === games);
  const lessons = known?.lessons ?? (games === null ? null : await storage.loadGames(games));
  if (lessons) await reader.load(lessons.examples);
  const suite = (suites as { text: string } | undefined)?.text ?? null;
  const { settings, records, changes } = await reader.read(checkpoint, suite);
  return { experiment, kind, lessons, settings, records, changes };
}

/** On the games of the first imitation: champions of those that learned from the same games are counted. */
async function counted(counter: Player, read: Read[]): Promise<OnSample | null> {
  const first = read.find(({ kind }) => kind === "imitation");
  if (!first?.lessons) return null;
  const { examples, games } = first.lessons;
  const learners = read
    .filter(({ kind, experiment }) => kind === "imitation" && experiment.games === games.fingerprint)
    .map(({ experiment, settings, records }) => ({ id: experiment.id, settings, records }));
  return onOneSample(learners, (whose, settings, programs) =>
    counter.call(
      "sample_found",
      { key: `comparison ${whose.id} ${games.fingerprint}`, examples, settings, programs },
      { patience: PATIENCE },
    ),
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
