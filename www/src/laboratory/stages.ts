// The later stages: programs that play each other, and a search that is bred on a suite. One of them runs at a time; the other
// waits at its last checkpoint, and so does the first stage.

import type { Evolution, StageEvent } from "../host/evolution.ts";
import type { Player } from "../host/player.ts";
import type {
  LaterStage,
  RunPhase,
  Seat,
  SeriesRun,
  Settings,
  SettingValue,
  StageName,
  StageRecord,
} from "../model.ts";
import type { Storage } from "../storage.ts";
import type { StageOpening, StageStanding } from "../worker/protocol.ts";
import { mayRest, stayAwake } from "./awake.ts";
import { reason } from "./reason.ts";
import { complaint, completed, defaults } from "./settings.ts";
import type { Showing } from "./showing.ts";
import type { Store } from "./store.ts";

const STAGES = ["coevolution", "tuning"] as const;
/** The system whose stages these are. */
const SYSTEM = "falcon";
/** Fewer programs play nobody. */
const FEWEST_FOUNDERS = 2;
/** Longer files are not read: no suite comes near. */
const LONGEST_SUITE = 16_000_000;
/** In the middle of a generation a checkpoint is stored no more often. */
const KEEP_MS = 1_000;

export const SAMPLE_SUITE = "Sample suite";

interface SuiteFile {
  title: string;
  text: string;
}

export class Stages {
  readonly #store: Store;
  readonly #storage: Storage;
  readonly #evolution: Evolution;
  readonly #player: Player;
  readonly #showing: Showing;
  readonly #checkpoints = new Map<LaterStage, string>();
  /** Which the coordinator has open. */
  #open: LaterStage | null = null;
  /** Null: the sample suite. */
  #suite: SuiteFile | null = null;
  /** Counts the person's commands, so that a slow one notices that it has been overtaken. */
  #command = 0;
  #nextSave = 0;

  constructor(store: Store, storage: Storage, evolution: Evolution, player: Player, showing: Showing) {
    this.#store = store;
    this.#storage = storage;
    this.#evolution = evolution;
    this.#player = player;
    this.#showing = showing;
    evolution.rest();
  }

  // ---- what was stored ------------------------------------------------------------------------

  async restoreSettings(): Promise<void> {
    const kept = await this.#storage.loadStages();
    for (const stage of STAGES) {
      const table = await this.#player.call("stage_table", { stage });
      this.#store.changeStage(stage, { table, settings: completed(table, kept?.settings[stage] ?? {}) });
    }
    if (kept && (kept.stage === "coevolution" || kept.stage === "tuning"))
      this.#store.change({ stage: kept.stage });
    await this.#describeSuite();
  }

  /** Opens what was stored, paused where it was. */
  async restore(): Promise<void> {
    for (const stage of STAGES) {
      const kept = await this.#storage.loadStage(stage);
      if (!kept) continue;
      const { checkpoint, settings, origin, before, suite } = kept;
      try {
        const opening: StageOpening = { kind: "kept", checkpoint, suite: suite?.text ?? null };
        const standing = await this.#evolution.openStage(opening);
        this.#open = stage;
        this.#checkpoints.set(stage, checkpoint);
        const { table } = this.#store.state[stage];
        const whole = completed(table, settings);
        const phase = standing.records.length > Number(whole.Generations) ? "finished" : "paused";
        this.#store.changeStage(stage, { ...standing, settings: whole, origin, before, phase });
        if (stage === "tuning") await this.#describeSuite(suite);
      } catch (error) {
        this.#store.trouble(
          `The stored ${stage} could not be opened (${reason(error)}) and has been dropped.`,
        );
        await this.#storage.forgetStage(stage);
      }
    }
    const { stage } = this.#store.state;
    if (stage !== "imitation" && this.#showing.fromRun) await this.#offer(stage);
  }

  // ---- settings -------------------------------------------------------------------------------

  show(stage: StageName): void {
    this.#store.change({ stage });
    this.#keepSettings();
  }

  set(stage: LaterStage, key: string, value: SettingValue): void {
    const { table, settings, phase } = this.#store.state[stage];
    const row = table.find((row) => row.key === key);
    const wrong = row ? complaint(row, value) : `There is no setting "${key}".`;
    if (wrong) return this.#store.trouble(wrong);
    if (phase !== "idle") return;
    this.#store.changeStage(stage, { settings: { ...settings, [key]: value } });
    this.#keepSettings();
  }

  resetSettings(stage: LaterStage): void {
    const { table, phase } = this.#store.state[stage];
    if (phase !== "idle") return;
    this.#store.changeStage(stage, { settings: defaults(table) });
    this.#keepSettings();
  }

  #keepSettings(): void {
    const { stage, coevolution, tuning } = this.#store.state;
    const settings: Record<LaterStage, Settings> = {
      coevolution: coevolution.settings,
      tuning: tuning.settings,
    };
    void this.#storage.saveStages({ stage, settings });
  }

  /** Takes the positions of an EPD file, or those of the sample suite. A file without any is refused and changes nothing. */
  async useSuite(file: File | null): Promise<void> {
    if (this.#store.state.tuning.phase !== "idle")
      return this.#store.notice("The open run keeps its suite. Reset to begin with another.");
    if (!file) return this.#describeSuite();
    if (file.size > LONGEST_SUITE)
      return this.#store.trouble(`${file.name} is too long for a suite: ${file.size} bytes.`);
    try {
      await this.#describeSuite({ title: file.name, text: await file.text() });
    } catch (error) {
      this.#store.trouble(`${file.name} is no suite: ${reason(error)}.`);
    }
  }

  async #describeSuite(suite: SuiteFile | null = null): Promise<void> {
    const report = await this.#player.call("suite", { text: suite?.text ?? null });
    if (report.positions === 0) {
      const [first] = report.skipped;
      throw new Error(
        first ? `line ${first.line}: ${first.reason}` : "it has no position with a move to find",
      );
    }
    this.#suite = suite;
    this.#store.change({ suite: { title: suite?.title ?? SAMPLE_SUITE, ...report } });
  }

  // ---- the run --------------------------------------------------------------------------------

  /** Begins it, or goes on with it. */
  async run(stage: LaterStage): Promise<void> {
    if (this.#running) return;
    const { phase, settings } = this.#store.state[stage];
    if (phase === "finished") return this.#store.notice("This run is finished. Reset to begin again.");
    const overtaken = this.#take();
    this.#store.changeStage(stage, { phase: "running" });
    try {
      if (phase === "idle") await this.#begin(stage, overtaken);
      else await this.#reopen(stage);
      if (overtaken()) return;
      stayAwake(stage);
      await this.#evolution.run({ until: Number(settings.Generations), step: false });
    } catch (error) {
      if (overtaken()) return;
      this.#stopped(stage, phase);
      this.#store.trouble(`The ${stage} cannot ${phase === "idle" ? "begin" : "go on"}: ${reason(error)}.`);
    }
  }

  async pause(): Promise<void> {
    const stage = this.#running;
    if (!stage) return;
    const overtaken = this.#take();
    try {
      const checkpoint = await this.#evolution.pause();
      if (overtaken()) return;
      if (checkpoint && this.#open === stage) {
        this.#checkpoints.set(stage, checkpoint);
        await this.#save(stage);
      }
    } finally {
      if (!overtaken() && this.#store.state[stage].phase === "running")
        this.#stopped(stage, this.#checkpoints.has(stage) ? "paused" : "idle");
    }
  }

  async reset(stage: LaterStage): Promise<void> {
    const running = this.#running === stage;
    this.#take();
    if (running) await this.#evolution.pause();
    if (this.#open === stage) this.#open = null;
    this.#checkpoints.delete(stage);
    if (running) this.#stopped(stage, "idle");
    this.#store.changeStage(stage, { phase: "idle", records: [], progress: null, origin: "", before: null });
    await this.#storage.forgetStage(stage);
  }

  onStage({ records, progress, checkpoint, phase }: StageEvent): void {
    const stage = this.#open;
    if (!stage) return;
    const first = records[0]?.generation ?? Number.POSITIVE_INFINITY;
    const known = this.#store.state[stage].records as StageRecord[];
    const earlier = known.filter(({ generation }) => generation < first);
    this.#store.changeStage(stage, { records: [...earlier, ...records], progress });
    this.#compare(stage);
    if (checkpoint) this.#keep(stage, checkpoint, records.length > 0);
    if (phase !== "finished") return;
    this.#stopped(stage, "finished");
    this.#offer(stage).catch((error: unknown) =>
      this.#store.trouble(`The champion cannot be shown: ${reason(error)}.`),
    );
  }

  onStuck(why: string): void {
    const stage = this.#running;
    if (!stage) return;
    this.#stopped(stage, this.#checkpoints.has(stage) ? "paused" : "idle");
    // The coordinator is gone; the next one begins at the checkpoint.
    this.#open = null;
    this.#store.trouble(`The run has stopped: its workers keep ending (${why}). Go on tries again.`);
  }

  /** The fittest of the generation scored last. */
  champion(stage: LaterStage): Seat | null {
    const last = this.#store.state[stage].records.at(-1);
    if (!last) return null;
    const name = stage === "coevolution" ? "EVOL*" : "Evolved search";
    return { text: last.champion, title: `${name}, generation ${last.generation}` };
  }

  async #offer(stage: LaterStage): Promise<void> {
    const champion = this.champion(stage);
    if (champion) await this.#showing.offer(champion.text, champion.title);
  }

  get #running(): LaterStage | null {
    return STAGES.find((stage) => this.#store.state[stage].phase === "running") ?? null;
  }

  async #begin(stage: LaterStage, overtaken: () => boolean): Promise<void> {
    const { opening, ...from } = stage === "coevolution" ? this.#coevolution() : this.#tuning();
    const standing: StageStanding = await this.#evolution.openStage(opening);
    this.#open = stage;
    if (!overtaken()) this.#store.changeStage(stage, { ...standing, ...from });
  }

  async #reopen(stage: LaterStage): Promise<void> {
    const checkpoint = this.#checkpoints.get(stage);
    if (this.#open === stage || !checkpoint) return;
    const suite = stage === "tuning" ? (this.#suite?.text ?? null) : null;
    await this.#evolution.openStage({ kind: "kept", checkpoint, suite });
    this.#open = stage;
  }

  /** From the champions that were kept; without two of them from random programs. */
  #coevolution() {
    const { series, coevolution } = this.#store.state;
    const champions = foundersOf(series?.runs ?? []);
    const opening: StageOpening = {
      kind: "coevolution",
      settings: coevolution.settings,
      founders: champions.map(({ champion }) => champion),
      system: SYSTEM,
    };
    if (champions.length === 0) return { opening, origin: "Random programs", before: null };
    const best = champions.reduce((one, other) => (merit(other) > merit(one) ? other : one));
    const number = (series?.runs.indexOf(best) ?? 0) + 1;
    const before = { text: best.champion, title: `EVOL0, champion of run ${number}` };
    return { opening, origin: `The champions of ${champions.length} runs`, before };
  }

  /** Of the program on show. */
  #tuning() {
    const program = this.#showing.text;
    if (!program) throw new Error("there is no program yet");
    const { settings } = this.#store.state.tuning;
    const opening: StageOpening = {
      kind: "tuning",
      settings,
      program,
      suite: this.#suite?.text ?? null,
    };
    const { title } = this.#showing;
    return { opening, origin: title, before: { text: program, title: `Before: ${title}` } };
  }

  /** Random programs: the best of them is what the champion is compared with. */
  #compare(stage: LaterStage): void {
    const { before, records } = this.#store.state[stage];
    const first = records[0];
    if (!before && first)
      this.#store.changeStage(stage, { before: { text: first.champion, title: "EVOL0, best of the first" } });
  }

  #stopped(stage: LaterStage, phase: RunPhase): void {
    mayRest(stage);
    this.#evolution.rest();
    this.#store.changeStage(stage, { phase });
  }

  #keep(stage: LaterStage, checkpoint: string, atOnce: boolean): void {
    this.#checkpoints.set(stage, checkpoint);
    const now = performance.now();
    if (!atOnce && now < this.#nextSave) return;
    this.#nextSave = now + KEEP_MS;
    void this.#save(stage);
  }

  async #save(stage: LaterStage): Promise<void> {
    const checkpoint = this.#checkpoints.get(stage);
    if (!checkpoint) return;
    const { settings, origin, before } = this.#store.state[stage];
    const suite = stage === "tuning" ? this.#suite : null;
    await this.#storage.saveStage(stage, { checkpoint, settings, origin, before, suite });
  }

  /** A command takes over; the answer tells it whether a later one has overtaken it. */
  #take(): () => boolean {
    this.#command += 1;
    const command = this.#command;
    return () => command !== this.#command;
  }
}

/** Those of the series that can found a coevolution: none where they are too few. */
export function foundersOf(runs: SeriesRun[]): SeriesRun[] {
  const own = runs.filter(({ champion }) => champion.startsWith(`${SYSTEM}.`));
  return own.length >= FEWEST_FOUNDERS ? own : [];
}

/** In games never seen where that was measured, else in those it learned from. */
function merit({ held_out, best, positions }: SeriesRun): number {
  return held_out?.rate ?? (best.at(-1) ?? 0) / Math.max(1, positions);
}
