// Holds the one state value. Every change makes a new one and tells the listeners; nothing else writes it.

import type {
  Arena,
  Ladder,
  LadderPlan,
  MeasuredKind,
  OwnPrograms,
  Play,
  Run,
  Setting,
  Settings,
  StageRecord,
  StageRun,
  State,
  System,
  SystemTexts,
  Trouble,
} from "../model.ts";
import { NO_EXPERIMENTS } from "../experiments.ts";
import { USUAL_LOOKS } from "../looks.ts";
import { USUAL_PACE } from "../ranges.ts";
import { noteOfNew, UNKNOWN_GAME } from "../results.ts";
import { ofLaterStages } from "../runs.ts";
import { FRESH } from "./board-game.ts";
import { noExchange } from "./exchange.ts";
import { USUAL_LADDERS, USUAL_PLAN } from "./plan.ts";
import { completed } from "./settings.ts";
import { USUAL } from "./strength.ts";
import { inForce, moved, systemOf } from "./systems.ts";
import { NO_CLOCK } from "./time-control.ts";

const NOTICE_MS = 6_000;

export const IDLE: Run = {
  phase: "idle",
  settings: null,
  changes: [],
  generations: 0,
  records: [],
  progress: null,
  population: null,
  expected: null,
  of_another_engine: false,
};

/** A later stage that was not begun. */
const NOT_BEGUN = {
  ...IDLE,
  records: [],
  table: [],
  settings: {},
  origin: "",
  before: null,
  suite: { title: "", count: 0, skipped: [], places: "line" },
  aside: false,
  pace: null,
} satisfies StageRun<StageRecord>;

const NOTHING_PASTED: OwnPrograms = { text: "", programs: [], wrong: null };

/** What a system has of the later stages before any is begun. */
export const NO_STAGES = {
  stage: "imitation",
  initial_programs: null,
  own: NOTHING_PASTED,
  ...ofLaterStages(() => NOT_BEGUN),
} satisfies Partial<State>;

const NO_GAME: Play = {
  mode: "play",
  position: null,
  shown: null,
  ply: 0,
  start: null,
  program: null,
  program_title: "",
  opponent: "shown",
  pasted: null,
  ancestor: null,
  invited: null,
  note: UNKNOWN_GAME,
  aside: null,
  side: "white",
  next_side: "white",
  flipped: false,
  strength: USUAL,
  lines: 3,
  variations: [],
  tags: null,
  may_take_back: false,
  file: null,
  review: null,
  search: null,
  thinking: null,
  hint: null,
  premove: null,
  sounds: false,
  looks: USUAL_LOOKS,
  pace_ms: USUAL_PACE,
  clock_choice: NO_CLOCK,
  clock: null,
  watched: "waiting",
};

const NO_MATCH: Arena = {
  contestants: { a: "shown", b: "depth:1" },
  pasted: { a: null, b: null },
  plan: USUAL_PLAN,
  phase: "idle",
  names: { a: "", b: "" },
  planned: 0,
  tables: [],
  standing: null,
};

function notMeasured(plan: LadderPlan): Ladder {
  return {
    plan,
    phase: "idle",
    of_another_engine: false,
    steps: [],
    measured: plan,
    played: 0,
    planned: 0,
    table: null,
  };
}

export class Store {
  #state: State = {
    engine_signature: null,
    systems: [],
    settings_table: [],
    settings: {},
    workers: 1,
    games: null,
    read_with: null,
    readable: false,
    importing: null,
    replaced: null,
    run: IDLE,
    aside: false,
    offer: null,
    series: null,
    ...NO_STAGES,
    fixed_sample: null,
    demonstration: null,
    is_demonstration_due: false,
    is_starting: true,
    plays_like_me: { is_open: false, came: null, said: null, wrong: null, games: null, name: "" },
    likeness: null,
    chosen_generation: null,
    program: null,
    program_title: "",
    program_name: "",
    linked: null,
    play: { ...NO_GAME, note: noteOfNew(FRESH) },
    results: { programs: [], level: null, found: null, deleted: [] },
    arena: NO_MATCH,
    ladders: {
      imitation: notMeasured(USUAL_LADDERS.imitation.plan),
      learning: notMeasured(USUAL_LADDERS.learning.plan),
    },
    exchange: noExchange(),
    search_tree: null,
    troubles: [],
    notice: null,
    is_newer_here: false,
    undo: null,
    stored: [],
    experiments: NO_EXPERIMENTS,
    positions: null,
    gene_history: null,
    ablation: null,
    family: null,
    steps: null,
    isBeside: false,
    link: null,
    shared: null,
  };
  /** By system. */
  #tables: Record<string, Setting[]> = {};
  /** Whether the sample games are in use, or none. */
  #sample = true;
  readonly #listeners = new Set<(state: State) => void>();
  #nextTrouble = 1;
  #noticeTimer: ReturnType<typeof setTimeout> | undefined;

  constructor(workers = 1) {
    this.#state = { ...this.#state, workers };
  }

  get state(): State {
    return this.#state;
  }

  subscribe(listener: (state: State) => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  change(part: Partial<State>): void {
    this.#state = { ...this.#state, ...part };
    for (const listener of this.#listeners) listener(this.#state);
  }

  /** All systems and their tables; the settings become the defaults of the first. */
  know(systems: System[], tables: Record<string, Setting[]>): void {
    this.#tables = tables;
    this.change({ systems });
    this.settle({});
  }

  /** These settings come into force where they are known and allowed, and with them the table of their system. */
  settle(chosen: Settings): void {
    const settings_table = this.#table(chosen);
    this.change({ settings_table, settings: completed(settings_table, chosen) });
  }

  /** The sample games come into use, or a person's own: what stands at a default follows, unless everything is to be kept. */
  suit(sample: boolean, kept = false): void {
    this.#sample = sample;
    const { settings_table: before, settings } = this.#state;
    const settings_table = this.#table(settings);
    this.change({ settings_table, settings: kept ? settings : moved(before, settings_table, settings) });
  }

  /** The table of a system, with the defaults for the sample games or for a person's own. */
  tableOf(system: string, sample = this.#sample): Setting[] {
    return inForce(this.#tables[system] ?? this.#tables[this.systemOf({})] ?? [], sample);
  }

  /** The settings of a system on the sample games, before anyone changes them. */
  usualOf(system: string): Settings {
    return completed(this.tableOf(system, true), { system });
  }

  /** The chosen one. */
  get system(): string {
    return this.systemOf(this.#state.settings);
  }

  systemNamed(system: string): System {
    const known = this.#state.systems.find(({ id }) => id === system);
    if (!known) throw new Error(`the system "${system}" is not known`);
    return known;
  }

  /** What people read about a system. */
  textsOf(system: string): SystemTexts {
    return this.systemNamed(system).texts;
  }

  /** Whose the settings are. */
  systemOf(settings: Settings): string {
    return systemOf(this.#state.systems, settings);
  }

  #table(settings: Settings): Setting[] {
    return this.tableOf(this.systemOf(settings));
  }

  changeRun(part: Partial<Run>): void {
    this.change({ run: { ...this.#state.run, ...part } });
  }

  changePlay(part: Partial<Play>): void {
    this.change({ play: { ...this.#state.play, ...part } });
  }

  changeArena(part: Partial<Arena>): void {
    this.change({ arena: { ...this.#state.arena, ...part } });
  }

  changeLadder(of: MeasuredKind, part: Partial<Ladder>): void {
    const { ladders } = this.#state;
    this.change({ ladders: { ...ladders, [of]: { ...ladders[of], ...part } } });
  }

  /**
   * Shows a message of trouble until it is dismissed, or what it is about is tried again. The same text is shown once, with how
   * often it was told.
   */
  trouble(text: string, about: string | null = null): void {
    const { troubles } = this.#state;
    const known = troubles.find((trouble) => trouble.text === text);
    if (known) return this.#tellAgain(known);
    const others = troubles.filter((trouble) => about === null || trouble.about !== about);
    this.change({ troubles: [...others, { id: this.#nextTrouble, text, count: 1, about }] });
    this.#nextTrouble += 1;
  }

  #tellAgain(known: Trouble): void {
    const again = { ...known, count: known.count + 1 };
    const { troubles } = this.#state;
    this.change({ troubles: troubles.map((trouble) => (trouble === known ? again : trouble)) });
  }

  /** What this was about goes well again, or is tried anew. */
  mended(about: string): void {
    const { troubles } = this.#state;
    if (troubles.some((trouble) => trouble.about === about))
      this.change({ troubles: troubles.filter((trouble) => trouble.about !== about) });
  }

  dismiss(id: number): void {
    this.change({ troubles: this.#state.troubles.filter((trouble) => trouble.id !== id) });
  }

  /** Takes a message back that is no longer true. */
  withdraw(text: string): void {
    this.change({ troubles: this.#state.troubles.filter((trouble) => trouble.text !== text) });
  }

  /** Shows a passing confirmation. */
  notice(text: string): void {
    clearTimeout(this.#noticeTimer);
    this.#noticeTimer = setTimeout(() => this.change({ notice: null }), NOTICE_MS);
    this.change({ notice: { text } });
  }
}
