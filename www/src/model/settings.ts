// Settings: a table for each kind of run, in Rust (crate/evolve/src/run/settings).

export type SettingValue = number | string | boolean;

/** One row of a table of settings; the form, the `--set` names and the links all come from it. */
export interface Setting {
  /** Label in lower case with hyphens; also the `--set` name: `mutation-probability`. */
  key: string;
  /** What the page calls it: `Mutation probability`. */
  label: string;
  /** `games`: applied while importing. `run`: the experiment. `measure`: how it is measured. */
  group: "games" | "run" | "measure";
  kind: "integer" | "number" | "choice" | "flag" | "text";
  /** Bounds of numbers, both included; of a text the most characters. */
  min: number | null;
  max: number | null;
  /** Allowed values of a choice. */
  choices: string[];
  default: SettingValue;
  /** The default on the sample games. */
  sample_default: SettingValue;
  /** In the table in force: the default is the one of the sample games. */
  adapted?: true;
  unit: string;
  /** One sentence: what it does. */
  meaning: string;
  /** Where the default comes from: a paper and section, or "our choice". */
  source: string;
  /** How earlier builds stored it: under this name, so many times as large. */
  old: { name: string; times: number } | null;
  /** Shown at first sight (the published settings); the others behind "More settings". */
  prominent: boolean;
  /** May be changed while a run goes on. */
  changeable: boolean;
}

/** A setting that was changed while a run went on, or is to be: another value holds from that generation on. */
export interface Changed {
  generation: number;
  /** The key of its row. */
  name: string;
  label: string;
  /** What held before. */
  before: SettingValue;
  value: SettingValue;
}

export type Settings = Record<string, SettingValue>;
