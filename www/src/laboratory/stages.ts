// The later stages: programs that play each other, a program that learns from its own searches or from games, and a search that is bred on a suite.
// Each system has a place for those that it offers. One of them runs at a time; the others wait at their last checkpoints, and so does
// the first stage.

import type { Evolution } from "../host/evolution.ts";
import { WorkerEnded } from "../host/line.ts";
import type {
  InitialPrograms,
  LaterStage,
  RunPhase,
  Seat,
  Settings,
  SettingValue,
  StageName,
} from "../model.ts";
import { isLater, LATER_STAGES, offered, ofLaterStages } from "../runs.ts";
import type { SharedLater } from "../worker/protocol.ts";
import { CatchingUp } from "./catching-up.ts";
import { LATER_KINDS } from "./kinds/index.ts";
import { asking, type LaterParts, LaterRun, type Origin } from "./kinds/later.ts";
import { OpenRun, type RunParts } from "./open-run.ts";
import { ownPrograms } from "./pasted.ts";
import type { Provenance } from "./program-file.ts";
import { reason } from "./reason.ts";
import { complaint, completed, defaults, isFixed } from "./settings.ts";
import { type Shelf, Shelves } from "./shelves.ts";
import type { Store } from "./store.ts";
import { type SuiteFile, suiteFile, type SuiteNames } from "./suites.ts";

/** What a system has of one later stage. */
interface At {
  kind: LaterRun;
  run: OpenRun;
}

/** What it works with. */
export type StagesParts = Omit<LaterParts, "shelves"> &
  RunParts & {
    evolution: Pick<Evolution, "rest">;
    /** A stored run of any place was opened. */
    onOpened(): void;
    /** No run goes on any more. */
    onRest(): void;
  };

/** A run of learning from games that is wholly described: none of the person's choices matter. */
export interface Lesson extends Omit<Origin, "before"> {
  file: SuiteFile;
  /** The usual ones hold for what is not named. */
  settings: Settings;
  before: Seat;
}

export class Stages {
  readonly #parts: StagesParts & LaterParts;
  readonly #store: Store;
  readonly #shelves: Shelves;
  /** By system and stage. */
  readonly #places = new Map<string, At>();
  /** Counts the choices of files by place, so that a slow one notices that it has been overtaken. */
  readonly #choices = new Map<string, number>();
  readonly #following = new CatchingUp(() => this.#follow());
  /** The program of a run that was shown last: another on show is the person's choice. */
  #followed: string | null = null;
  /** Before that there is nothing of the person's to be stored. */
  #areSettingsRestored = false;

  constructor(parts: StagesParts) {
    this.#store = parts.store;
    this.#shelves = new Shelves(parts.store);
    this.#parts = { ...parts, shelves: this.#shelves };
    parts.evolution.rest();
  }

  /** Of the chosen system, unless another is named. */
  #at(stage: LaterStage, system = this.#shelves.system): At {
    const name = `${system} ${stage}`;
    const known = this.#places.get(name);
    if (known) return known;
    const kind = new LaterRun({ system, stage }, LATER_KINDS[stage], this.#parts);
    const listener = {
      onRecords: () => this.#onRecords(kind),
      onOpened: () => this.#parts.onOpened(),
      onStop: () => this.#onStop(),
      onFinished: () => this.#onFinished(kind),
    };
    const at = { kind, run: new OpenRun(kind, this.#parts, listener) };
    this.#places.set(name, at);
    return at;
  }

  /** Of all systems. */
  #all(systems = this.#shelves.systems): At[] {
    return systems.flatMap((system) => this.#laterOf(system).map((stage) => this.#at(stage, system)));
  }

  /** The later stages of a system. */
  #laterOf(system: string): LaterStage[] {
    return system === "" ? [] : this.#store.systemNamed(system).kinds.filter(isLater);
  }

  get #running(): At[] {
    return [...this.#places.values()].filter(({ run }) => run.state.phase === "running");
  }

  // ---- what was stored ------------------------------------------------------------------------

  async restoreSettings(systems: string[]): Promise<void> {
    // Side by side: a question after the other would keep the page waiting.
    await Promise.all(systems.map((system) => this.#restoreSystem(system)));
    this.#areSettingsRestored = true;
  }

  async #restoreSystem(system: string): Promise<void> {
    const { player, storage } = this.#parts;
    const kept = await storage.loadStages(system);
    const restore = async (stage: LaterStage) => {
      const { kind } = this.#at(stage, system);
      const [table, takeBuiltIn] = await Promise.all([
        player.call("settings", { kind: stage, system }),
        kind.reading(null),
      ]);
      kind.change({ table, ...asking(completed(table, kept?.settings[stage] ?? {})) });
      takeBuiltIn();
    };
    await Promise.all(this.#laterOf(system).map(restore));
    this.#shelves.change(system, { stage: this.#offered(kept?.stage ?? "", system) });
    if (kept?.founders) this.#shelves.change(system, { initial_programs: kept.founders });
    if (kept?.own) this.#shelves.change(system, { own: await ownPrograms(player, system, kept.own) });
  }

  /** Opens what was open last time, and lets go on what was running; answers the identity of that run. */
  async restore(systems: string[]): Promise<string | null> {
    const running: At[] = [];
    for (const at of this.#all(systems)) {
      if (await at.run.restore()) running.push(at);
      if (at.run.id === null) await at.kind.restoreFile();
    }
    const { stage } = this.#store.state;
    if (isLater(stage) && this.#parts.showing.fromRun) await this.#offer(this.#at(stage).kind);
    const [at] = running;
    if (!at || at.run.state.phase !== "paused" || at.run.state.of_another_engine) return null;
    const { id } = at.run;
    this.#store.notice("The run goes on where it was.");
    await at.run.goOn({ until: at.run.state.generations, step: false });
    return id;
  }

  /** Opens a stored run and shows it; answers whether that was possible. Else it stays stored. */
  async open({ system, stage }: { system: string; stage: LaterStage }, id: string): Promise<boolean> {
    if (!(await this.#at(stage, system).run.open(id))) return false;
    this.#store.settle({ system });
    this.show(stage);
    return true;
  }

  isOpen(id: string): boolean {
    return [...this.#places.values()].some(({ run }) => run.id === id);
  }

  /** How a run stands that is open; null where it is not. */
  phaseOf(id: string): RunPhase | null {
    return [...this.#places.values()].find(({ run }) => run.id === id)?.run.state.phase ?? null;
  }

  /** The browser has lost what was stored: all that is open is stored again. */
  async keepAgain(): Promise<void> {
    this.#keepSettings();
    for (const { run, kind } of this.#all()) {
      if (kind.file) await this.#parts.storage.saveSuite(kind.at, null, kind.file);
      if (run.id) await kind.saveMaterial(run.id);
      await run.keepAgain();
    }
  }

  /** What a system has of the later stages. */
  of(system: string): Shelf {
    return this.#shelves.of(system);
  }

  knows(system: string): boolean {
    const shelf = this.#shelves.of(system);
    return LATER_STAGES.some((stage) => shelf[stage].table.length > 0);
  }

  /** That of the chosen system. */
  openRun(stage: LaterStage): OpenRun {
    return this.#at(stage).run;
  }

  /** Where a program comes from, if it is the champion of a run of the chosen system. */
  provenance(chromosome: string): Provenance | null {
    const known = this.#laterOf(this.#shelves.system).map((stage) =>
      this.openRun(stage).provenance(chromosome),
    );
    return known.find((one) => one !== null) ?? null;
  }

  #offered(stage: string, system: string): StageName {
    return offered(this.#store.systemNamed(system), stage);
  }

  // ---- settings -------------------------------------------------------------------------------

  /** Of a stage that the chosen system does not have its first is shown. */
  show(stage: StageName): void {
    const { system } = this.#shelves;
    // Before any is known, nothing is known of its stages.
    this.#store.change({ stage: system === "" ? stage : this.#offered(stage, system) });
    this.#keepSettings();
  }

  set(stage: LaterStage, key: string, value: SettingValue): void {
    const { table, settings, phase } = this.#store.state[stage];
    const row = table.find((row) => row.key === key);
    const wrong = row ? complaint(row, value) : `There is no setting "${key}".`;
    if (wrong) return this.#store.trouble(wrong);
    if (row && isFixed(row, phase, "reset")) return;
    const { run, kind } = this.#at(stage);
    const chosen = asking({ ...settings, [key]: value });
    if (phase === "idle") kind.change(chosen);
    else run.endAt(chosen);
    this.#keepSettings();
  }

  resetSettings(stage: LaterStage): void {
    const { table, phase } = this.#store.state[stage];
    if (phase !== "idle") return;
    this.#at(stage).kind.change(asking(defaults(table)));
    this.#keepSettings();
  }

  chooseInitialPrograms(chosen: InitialPrograms): void {
    this.#store.change({ initial_programs: chosen });
    this.#keepSettings();
  }

  /** Taken as it is, and read: what is wrong with it is told beside it. */
  async pasteInitialPrograms(text: string): Promise<void> {
    const { system } = this.#shelves;
    this.#store.change({ own: { ...this.#store.state.own, text } });
    this.#keepSettings();
    const own = await ownPrograms(this.#parts.player, system, text);
    // The person may have gone on writing.
    if (this.#shelves.of(system).own.text === text) this.#shelves.change(system, { own });
  }

  #keepSettings(): void {
    if (!this.#areSettingsRestored) return;
    const { stage, initial_programs, own, ...state } = this.#store.state;
    const settings: Record<LaterStage, Settings> = ofLaterStages((later) => state[later].settings);
    const kept = { stage, founders: initial_programs, own: own.text, settings };
    void this.#parts.storage.saveStages(this.#shelves.system, kept);
  }

  /** Takes what a file has, or what is built in. A file of no use is refused and changes nothing. */
  async useSuite(stage: LaterStage, chosen: File | null): Promise<void> {
    const { kind } = this.#at(stage);
    const names = kind.suite;
    if (!names || this.#refusesSuite(kind, names)) return;
    const choice = (this.#choices.get(kind.place) ?? 0) + 1;
    this.#choices.set(kind.place, choice);
    const overtaken = () => choice !== this.#choices.get(kind.place);
    try {
      const file = chosen && (await suiteFile(chosen));
      const take = await kind.reading(file);
      // A run may have been begun meanwhile.
      if (overtaken() || this.#refusesSuite(kind, names)) return;
      take();
      await this.#parts.storage.saveSuite(kind.at, null, file);
    } catch (error) {
      // What is built in has no fault, and of a worker that ended the file knows nothing.
      if (!chosen || error instanceof WorkerEnded) throw error;
      if (!overtaken()) this.#store.trouble(`${chosen.name} ${names.refused}: ${reason(error)}.`);
    }
  }

  /** An open run does, and says so. */
  #refusesSuite(kind: LaterRun, { own }: SuiteNames): boolean {
    if (kind.run().phase === "idle") return false;
    this.#store.notice(`The open run keeps ${own}. Reset to begin with another file.`);
    return true;
  }

  // ---- the run --------------------------------------------------------------------------------

  /** Begins it, or goes on with it. That of another system makes way. */
  run(stage: LaterStage): Promise<void> {
    return this.#run(this.#at(stage));
  }

  /** That of the chosen system with this identity goes on, whatever stage is on show. */
  async goOn(id: string): Promise<void> {
    const at = this.#all([this.#shelves.system]).find(({ run }) => run.id === id);
    if (at) await this.#run(at);
  }

  async #run({ run, kind }: At): Promise<void> {
    if (this.#running.some(({ kind: { at } }) => at.system === kind.at.system)) return;
    const { phase, of_another_engine, generations } = run.state;
    if (of_another_engine) return;
    if (phase === "finished")
      return this.#store.notice("This run is finished. Raise Generations to go on, or Reset to begin again.");
    const goal = { until: generations, step: false };
    this.#followed = null;
    if (phase === "idle") await run.begin(() => kind.beginning(), goal);
    else await run.goOn(goal);
  }

  /** The file that a stage of the chosen system works on; null: what is built in. */
  fileOf(stage: LaterStage): SuiteFile | null {
    return this.#at(stage).kind.file;
  }

  /** Begins a run of learning from games. One that is open stays stored. */
  async learn({ file, settings, programs, ...part }: Lesson): Promise<void> {
    const { run, kind } = this.#at("supervised");
    const { at, file: own } = kind;
    const chosen = asking(completed(kind.run().table, settings));
    this.#followed = null;
    const begun = await run.begin(
      async () => {
        (await kind.reading(file))();
        const origin = {
          kind: "new",
          run: at.stage,
          settings: chosen.settings,
          programs,
          system: at.system,
        } as const;
        return { origin, part: { ...chosen, ...part } };
      },
      { until: chosen.generations, step: false },
    );
    if (!begun) (await kind.reading(own))();
  }

  /** Runs what a link describes. A run of the person's own stays stored. Answers whether it could be begun. */
  async repeat(experiment: SharedLater, text: string): Promise<boolean> {
    const { run, kind } = this.#at(experiment.kind);
    const own = kind.file;
    const beginning = kind.linked(experiment, text, LATER_KINDS[experiment.kind].linked(experiment));
    const begun = await run.begin(
      async () => {
        if (experiment.built_in && own) (await kind.reading(null))();
        return beginning;
      },
      { until: beginning.part.generations ?? 0, step: false },
    );
    if (!begun && own) (await kind.reading(own))();
    return begun;
  }

  /** Begins a run of another engine again. That one stays stored. */
  async beginAnew(stage: LaterStage): Promise<void> {
    const { run } = this.#at(stage);
    const text = run.checkpoint;
    if (!text || this.#running.some((running) => running.run === run)) return;
    await this.pause();
    const beginning = async () => ({ origin: { kind: "anew", text } as const, part: { before: null } });
    await run.begin(beginning, { until: run.state.generations, step: false });
  }

  async pause(): Promise<void> {
    await Promise.all(this.#running.map(({ run }) => run.pause()));
  }

  /** When all that the runs at rest have come to is stored. */
  async saved(): Promise<void> {
    await Promise.all([...this.#places.values()].map(({ run }) => run.saved()));
  }

  /** Deletes the run, which can be undone; a link's makes way for the person's own. */
  async reset(stage: LaterStage): Promise<void> {
    const { run, kind } = this.#at(stage);
    const { aside, expected } = kind.run();
    const linked = run.id;
    const own = this.#parts.storage.workspace.openAt(kind.place);
    await run.reset();
    this.#onStop();
    // Another may have been begun meanwhile.
    if ((!aside && !expected) || run.state.phase !== "idle") return;
    if (own && own !== linked) await run.open(own);
    else await kind.restoreFile();
  }

  #onStop(): void {
    if (this.#running.length > 0) return;
    this.#parts.evolution.rest();
    this.#parts.onRest();
  }

  #onRecords(kind: LaterRun): void {
    const isWatched = kind.isFollowed && kind.run().phase === "running" && this.#isChosen(kind);
    if (isWatched) void this.#following.run().catch((error: unknown) => this.#notShown(error));
  }

  /** The newest program of the run that goes on is shown, unless the person has turned to another. */
  async #follow(): Promise<void> {
    const { text } = this.#parts.showing;
    const kind = this.#running.find(({ kind }) => kind.isFollowed && this.#isChosen(kind))?.kind;
    if (kind && (this.#followed === null || this.#followed === text)) await this.#offer(kind);
  }

  /** The person may have turned to another system meanwhile. */
  #isChosen({ at }: LaterRun): boolean {
    return at.system === this.#shelves.system;
  }

  #notShown(error: unknown): void {
    this.#store.trouble(`The champion cannot be shown: ${reason(error)}.`);
  }

  #onFinished(kind: LaterRun): void {
    if (!this.#isChosen(kind)) return;
    this.#offer(kind).catch((error: unknown) => this.#notShown(error));
  }

  /** The fittest of a generation, without one of the last; of the chosen system. */
  champion(stage: LaterStage, generation?: number): Seat | null {
    return this.#at(stage).kind.championOf(generation);
  }

  async #offer(kind: LaterRun): Promise<void> {
    const champion = kind.championOf();
    if (!champion) return;
    this.#followed = champion.text;
    await this.#parts.showing.offer(champion.text, champion.title);
  }
}
