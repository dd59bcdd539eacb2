// The command that makes a program again.

import type { Changed, Setting, Settings, StageName } from "./model.ts";

/** What a run began with, and how far it went. */
export interface Bred {
  kind: StageName;
  /** The id of its system. */
  system: string;
  settings: Settings;
  /** Those that were changed on the way. */
  changes: Changed[];
  /** The rows of these, with the usual values. */
  table: Setting[];
  generation: number;
  /** Whether it worked on what is built in: the sample games, openings or positions. */
  isBuiltIn: boolean;
  /** What it worked on else, as file names. */
  files: string[];
  /** The programs that it began with; empty where those were random. */
  programs: string[];
}

/** Whose options say what the settings of that name do. */
const OPTIONS = ["population", "generations", "seed"];
/** Of the kind of run itself, and what only fills in other settings. */
const SAID = ["system", "preset", "generations"];

const COMMANDS: Record<StageName, (bred: Bred) => string[]> = {
  imitation: ({ system }) => ["evolve", "--system", system],
  classes: ({ system }) => ["evolve", "--system", system, "--set", "fitness=games"],
  ordering: ({ system }) => ["evolve", "--system", system, "--set", "fitness=ordering"],
  coevolution: ({ system, programs }) =>
    programs.length > 0 ? ["coevolve", "--from", ...programs] : ["coevolve", "--system", system],
  learning: ({ system, programs }) => ["learn", "--system", system, ...from(programs)],
  supervised: ({ system, programs }) => [
    "learn",
    "--system",
    system,
    "--method",
    "imitation",
    ...from(programs),
  ],
  tuning: ({ programs }) => ["tune", "--program", ...programs],
};

/** The option for what a run works on. */
const MATERIAL: Partial<Record<StageName, string>> = {
  imitation: "--pgn",
  ordering: "--pgn",
  supervised: "--pgn",
  coevolution: "--openings",
  learning: "--openings",
  tuning: "--suite",
};

export function repeatCommand(bred: Bred): string {
  const { kind, generation, isBuiltIn, files } = bred;
  const material = MATERIAL[kind];
  const words = ["millipawn", ...COMMANDS[kind](bred)];
  if (material && !isBuiltIn) words.push(material, ...files.map(asFile));
  words.push("--generations", `${generation}`, ...changed(bred), ...changedAt(bred));
  return words.map(quoted).join(" ");
}

/** Settings that are not the usual ones. */
function changed({ settings, table, isBuiltIn }: Bred): string[] {
  return table.flatMap(({ key, default: usual, sample_default }) => {
    const value = settings[key];
    if (value === undefined || SAID.includes(key)) return [];
    if (value === (isBuiltIn ? sample_default : usual)) return [];
    return OPTIONS.includes(key) ? [`--${key}`, `${value}`] : ["--set", `${key}=${value}`];
  });
}

/** Those that were changed on the way. */
function changedAt({ changes }: Bred): string[] {
  return changes.flatMap(({ generation, name, value }) => ["--set-at", `${generation}:${name}=${value}`]);
}

function from(programs: string[]): string[] {
  return programs.length > 0 ? ["--from", ...programs] : [];
}

/** A name that begins as an option does would be taken for one. */
function asFile(name: string): string {
  return name.startsWith("-") ? `./${name}` : name;
}

/** As a shell takes it for one word. */
function quoted(word: string): string {
  return /^[\w.:=+,/@%-]+$/.test(word) ? word : `'${word.replaceAll("'", `'\\''`)}'`;
}
