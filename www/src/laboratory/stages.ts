// The later stages: programs that play each other, and a search that is bred on a suite. Every system has its own. One of them
// runs at a time; the others wait at their last checkpoints, and so does the first stage.

import { candidates, foundersIn } from "../founders.ts";
import type { BoardsEvent, Evolution, StageEvent } from "../host/evolution.ts";
import { WorkerEnded } from "../host/line.ts";
import type { Player } from "../host/player.ts";
import type {
  Founders,
  LaterStage,
  RunPhase,
  Seat,
  SeriesRun,
  Settings,
  SettingValue,
  StageName,
  StageRecord,
  StageRun,
  Suite,
} from "../model.ts";
import type { KeptStage, Storage } from "../storage.ts";
import type { StageOpening, StageOrigin, StageStanding } from "../worker/protocol.ts";
import { mayRest, stayAwake } from "./awake.ts";
import { ownPrograms } from "./pasted.ts";
import { reason } from "./reason.ts";
import { complaint, completed, defaults } from "./settings.ts";
import { type Place, Shelves } from "./shelves.ts";
import type { Showing } from "./showing.ts";
import type { Store } from "./store.ts";
import { readSuite, SUITES, type SuiteFile, suiteFile } from "./suites.ts";

const STAGES = ["coevolution", "tuning"] as const;
/** What the champion of a coevolution is called, and who was there before. Falcon's paper has names for them. */
const NAMES: Record<string, { after: string; before: string }> = {
  falcon: { after: "EVOL*", before: "EVOL0" },
};
const USUAL_NAMES = { after: "Coevolved", before: "Before" };
/** In the middle of a generation a checkpoint is stored no more often. */
const KEEP_MS = 1_000;

export class Stages {
  readonly #store: Store;
  readonly #storage: Storage;
  readonly #evolution: Evolution;
  readonly #player: Player;
  readonly #showing: Showing;
  readonly #shelves: Shelves;
  /** By system and stage. */
  readonly #checkpoints = new Map<string, string>();
  /** By system and stage; null: the one that is built in. */
  readonly #suites = new Map<string, SuiteFile | null>();
  /** Which the coordinator has open. */
  #open: Place | null = null;
  #running: Place | null = null;
  /** Counts the person's commands by what they are about, so that a slow one notices that it has been overtaken. */
  readonly #commands = new Map<string, number>();
  #nextSave = 0;
  /** Before that there is nothing of the person's to be stored. */
  #areSettingsRestored = false;

  constructor(store: Store, storage: Storage, evolution: Evolution, player: Player, showing: Showing) {
    this.#store = store;
    this.#storage = storage;
    this.#evolution = evolution;
    this.#player = player;
    this.#showing = showing;
    this.#shelves = new Shelves(store);
    evolution.rest();
  }

  // ---- what was stored ------------------------------------------------------------------------

  async restoreSettings(systems: string[]): Promise<void> {
    for (const system of systems) {
      const kept = await this.#storage.loadStages(system);
      for (const stage of STAGES) {
        const table = await this.#player.call("stage_table", { stage, system });
        const settings = completed(table, kept?.settings[stage] ?? {});
        const suite = await readSuite(this.#player, stage, null);
        this.#shelves.changeRun({ system, stage }, { table, settings, suite });
      }
      if (kept && isStage(kept.stage)) this.#shelves.change(system, { stage: kept.stage });
      if (kept?.founders) this.#shelves.change(system, { founders: kept.founders });
      if (kept?.own) this.#shelves.change(system, { own: await ownPrograms(this.#player, system, kept.own) });
    }
    this.#areSettingsRestored = true;
  }

  /** Opens what was stored, paused where it was. */
  async restore(systems: string[]): Promise<void> {
    for (const system of systems) {
      for (const stage of STAGES) {
        const kept = await this.#storage.loadStage({ system, stage });
        await this.#restoreSuite({ system, stage }, kept);
        if (kept) await this.#restoreRun({ system, stage }, kept);
      }
    }
    const { system } = this.#shelves;
    const { stage } = this.#shelves.of(system);
    if (stage !== "imitation" && this.#showing.fromRun) await this.#offer({ system, stage });
  }

  async #restoreSuite(place: Place, kept: KeptStage | null): Promise<void> {
    const own = await this.#storage.loadSuite(place);
    const file = own ?? kept?.suite;
    if (!file) return;
    try {
      this.#takeSuite(place, file, await readSuite(this.#player, place.stage, file));
      // The run will no longer carry it.
      if (!own) await this.#storage.saveSuite(place, file);
    } catch (error) {
      this.#store.trouble(
        `The stored ${file.title} could not be read (${reason(error)}) and has been dropped.`,
      );
      await this.#storage.saveSuite(place, null);
    }
  }

  async #restoreRun(place: Place, { checkpoint, settings, origin, before }: KeptStage): Promise<void> {
    try {
      const opening: StageOpening = { kind: "kept", checkpoint, suite: this.#suiteOf(place) };
      const standing = await this.#evolution.openStage(opening);
      this.#open = place;
      this.#checkpoints.set(nameOf(place), checkpoint);
      const { table } = this.#shelves.run(place);
      const whole = completed(table, settings);
      const phase = phaseAtRest({ records: standing.records, settings: whole });
      this.#shelves.changeRun(place, { ...standing, settings: whole, origin, before, phase });
    } catch (error) {
      this.#store.trouble(
        `The stored ${place.stage} could not be opened (${reason(error)}) and has been dropped.`,
      );
      await this.#storage.forgetStage(place);
    }
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
    if (phase !== "idle" && (phase === "running" || key !== "Generations")) return;
    const place = this.#place(stage);
    this.#shelves.changeRun(place, { settings: { ...settings, [key]: value } });
    if (phase !== "idle") this.#extend(place);
    this.#keepSettings();
  }

  /** An open run that is to end elsewhere: how many generations there will be changes none of them. */
  #extend(place: Place): void {
    this.#shelves.changeRun(place, { phase: phaseAtRest(this.#shelves.run(place)) });
    void this.#save(place);
  }

  resetSettings(stage: LaterStage): void {
    const { table, phase } = this.#store.state[stage];
    if (phase !== "idle") return;
    this.#shelves.changeRun(this.#place(stage), { settings: defaults(table) });
    this.#keepSettings();
  }

  chooseFounders(founders: Founders): void {
    this.#store.change({ founders });
    this.#keepSettings();
  }

  /** Taken as it is, and read: what is wrong with it is told beside it. */
  async pasteFounders(text: string): Promise<void> {
    const { system } = this.#shelves;
    this.#store.change({ own: { ...this.#store.state.own, text } });
    this.#keepSettings();
    const own = await ownPrograms(this.#player, system, text);
    // The person may have gone on writing.
    if (this.#shelves.of(system).own.text === text) this.#shelves.change(system, { own });
  }

  #place(stage: LaterStage): Place {
    return { system: this.#shelves.system, stage };
  }

  #keepSettings(): void {
    if (!this.#areSettingsRestored) return;
    const { stage, founders, own, coevolution, tuning } = this.#store.state;
    const settings: Record<LaterStage, Settings> = {
      coevolution: coevolution.settings,
      tuning: tuning.settings,
    };
    void this.#storage.saveStages(this.#shelves.system, { stage, founders, own: own.text, settings });
  }

  /** Takes what a file has, or what is built in. A file of no use is refused and changes nothing. */
  async useSuite(stage: LaterStage, chosen: File | null): Promise<void> {
    const place = this.#place(stage);
    if (this.#refusesSuite(place)) return;
    const overtaken = this.#take(`suite of ${nameOf(place)}`);
    try {
      const file = chosen && (await suiteFile(chosen));
      const suite = await readSuite(this.#player, stage, file);
      // A run may have been begun meanwhile.
      if (overtaken() || this.#refusesSuite(place)) return;
      this.#takeSuite(place, file, suite);
      await this.#storage.saveSuite(place, file);
    } catch (error) {
      // What is built in has no fault, and of a worker that ended the file knows nothing.
      if (!chosen || error instanceof WorkerEnded) throw error;
      if (!overtaken()) this.#store.trouble(`${chosen.name} ${SUITES[stage].refused}: ${reason(error)}.`);
    }
  }

  /** An open run does, and says so. */
  #refusesSuite(place: Place): boolean {
    if (this.#shelves.run(place).phase === "idle") return false;
    const { own } = SUITES[place.stage];
    this.#store.notice(`The open run keeps ${own}. Reset to begin with another file.`);
    return true;
  }

  #takeSuite(place: Place, file: SuiteFile | null, suite: Suite): void {
    this.#suites.set(nameOf(place), file);
    this.#shelves.changeRun(place, { suite });
  }

  // ---- the run --------------------------------------------------------------------------------

  /** Begins it, or goes on with it. */
  async run(stage: LaterStage): Promise<void> {
    const place = this.#place(stage);
    if (this.#running?.system === place.system) return;
    // That of another system is being paused.
    await this.pause();
    if (this.#running) return;
    const { phase, settings } = this.#shelves.run(place);
    if (phase === "finished")
      return this.#store.notice("This run is finished. Raise Generations to go on, or Reset to begin again.");
    const overtaken = this.#take();
    this.#running = place;
    this.#shelves.changeRun(place, { phase: "running" });
    try {
      if (phase === "idle") await this.#begin(place, overtaken);
      else await this.#reopen(place);
      if (overtaken()) return;
      stayAwake(nameOf(place));
      await this.#evolution.run({ until: Number(settings.Generations), step: false });
    } catch (error) {
      if (overtaken()) return;
      this.#stopped(place, phase);
      this.#store.trouble(`The ${stage} cannot ${phase === "idle" ? "begin" : "go on"}: ${reason(error)}.`);
    }
  }

  async pause(): Promise<void> {
    const place = this.#running;
    if (!place) return;
    const overtaken = this.#take();
    try {
      const checkpoint = await this.#evolution.pause();
      if (overtaken()) return;
      if (checkpoint && isSame(this.#open, place)) {
        this.#checkpoints.set(nameOf(place), checkpoint);
        await this.#save(place);
      }
    } finally {
      if (!overtaken() && this.#shelves.run(place).phase === "running")
        this.#stopped(place, this.#checkpoints.has(nameOf(place)) ? "paused" : "idle");
    }
  }

  async reset(stage: LaterStage): Promise<void> {
    const place = this.#place(stage);
    const running = isSame(this.#running, place);
    this.#take();
    if (running) await this.#evolution.pause();
    if (isSame(this.#open, place)) this.#open = null;
    this.#checkpoints.delete(nameOf(place));
    if (running) this.#stopped(place, "idle");
    this.#shelves.changeRun(place, { phase: "idle", records: [], progress: null, origin: "", before: null });
    await this.#storage.forgetStage(place);
  }

  onStage({ records, progress, checkpoint, phase }: StageEvent): void {
    const place = this.#open;
    if (!place) return;
    const first = records[0]?.generation ?? Number.POSITIVE_INFINITY;
    const known = this.#shelves.run(place).records;
    const earlier = known.filter(({ generation }) => generation < first);
    const part = { records: records.length > 0 ? [...earlier, ...records] : known, progress };
    this.#shelves.changeRun(place, part);
    this.#compare(place);
    if (checkpoint) this.#keep(place, checkpoint, records.length > 0);
    if (phase !== "finished") return;
    this.#stopped(place, "finished");
    // The person may have turned to another system meanwhile.
    if (!isSame(place, this.#place(place.stage))) return;
    this.#offer(place).catch((error: unknown) =>
      this.#store.trouble(`The champion cannot be shown: ${reason(error)}.`),
    );
  }

  onBoards({ games }: BoardsEvent): void {
    const place = this.#open;
    const progress = place && this.#shelves.run(place).progress;
    if (progress) this.#shelves.changeRun(place, { progress: { ...progress, games } });
  }

  onStuck(why: string): void {
    const place = this.#running;
    if (!place) return;
    this.#stopped(place, this.#checkpoints.has(nameOf(place)) ? "paused" : "idle");
    // The coordinator is gone; the next one begins at the checkpoint.
    this.#open = null;
    this.#store.trouble(`The run has stopped: its workers keep ending (${why}). Go on tries again.`);
  }

  /** The fittest of the generation scored last, of the chosen system. */
  champion(stage: LaterStage): Seat | null {
    return this.#champion(this.#place(stage));
  }

  #champion(place: Place): Seat | null {
    const last = this.#shelves.run(place).records.at(-1);
    if (!last) return null;
    const name = place.stage === "coevolution" ? namesIn(place.system).after : "Evolved search";
    return { text: last.champion, title: `${name}, generation ${last.generation}` };
  }

  async #offer(place: Place): Promise<void> {
    const champion = this.#champion(place);
    if (champion) await this.#showing.offer(champion.text, champion.title);
  }

  async #begin(place: Place, overtaken: () => boolean): Promise<void> {
    const coevolves = place.stage === "coevolution";
    const { opening, ...from } = coevolves
      ? await this.#coevolution(place.system)
      : this.#tuning(place.system);
    if (overtaken()) return;
    const suite = this.#suiteOf(place);
    const standing: StageStanding = await this.#evolution.openStage({ ...opening, suite });
    this.#open = place;
    if (!overtaken()) this.#shelves.changeRun(place, { ...standing, ...from });
  }

  async #reopen(place: Place): Promise<void> {
    const checkpoint = this.#checkpoints.get(nameOf(place));
    if (isSame(this.#open, place) || !checkpoint) return;
    await this.#evolution.openStage({ kind: "kept", checkpoint, suite: this.#suiteOf(place) });
    this.#open = place;
  }

  #suiteOf(place: Place): string | null {
    return this.#suites.get(nameOf(place))?.text ?? null;
  }

  async #coevolution(system: string): Promise<Beginning> {
    const { settings } = this.#shelves.of(system).coevolution;
    const { founders, origin, before } = await this.#founders(system);
    return { opening: { kind: "coevolution", settings, founders, system }, origin, before };
  }

  /** Whom it begins with, what they are, and the best of them where that is known. */
  async #founders(system: string): Promise<{ founders: string[]; origin: string; before: Seat | null }> {
    const { state } = this.#store;
    const { champions, population } = candidates(state);
    const name = namesIn(system).before;
    const from = foundersIn(state);
    if (from === "population" && population) {
      const founders = await this.#player.call("chromosomes", { system, population });
      const last = state.run.records.at(-1);
      const title = `${name}, generation ${last?.generation} of this run`;
      const origin = `The ${founders.length} programs of generation ${last?.generation} of this run`;
      return { founders, origin, before: last ? { text: last.champion, title } : null };
    }
    if (from === "own") {
      const { programs, wrong } = await ownPrograms(this.#player, system, state.own.text);
      if (programs.length === 0) throw new Error(wrong ?? "no program was pasted");
      const origin = `${programs.length.toLocaleString("en-US")} programs of your own`;
      return { founders: programs, origin, before: null };
    }
    if (from !== "champions") return { founders: [], origin: "Random programs", before: null };
    const best = champions.reduce((one, other) => (merit(other) > merit(one) ? other : one));
    const number = (state.series?.runs.indexOf(best) ?? 0) + 1;
    return {
      founders: champions.map(({ champion }) => champion),
      origin: `The champions of ${champions.length} runs`,
      before: { text: best.champion, title: `${name}, champion of run ${number}` },
    };
  }

  /** Of the program on show. */
  #tuning(system: string): Beginning {
    const program = this.#showing.text;
    if (!program) throw new Error("there is no program yet");
    const { settings } = this.#shelves.of(system).tuning;
    const { title } = this.#showing;
    return {
      opening: { kind: "tuning", settings, program },
      origin: title,
      before: { text: program, title: `Before: ${title}` },
    };
  }

  /** Where nobody is known to be the best of the first: the one that turns out to be is what the champion is compared with. */
  #compare(place: Place): void {
    const { before, records } = this.#shelves.run(place);
    const first = records[0];
    if (before || !first) return;
    const title = `${namesIn(place.system).before}, best of the first`;
    this.#shelves.changeRun(place, { before: { text: first.champion, title } });
  }

  #stopped(place: Place, phase: RunPhase): void {
    mayRest(nameOf(place));
    this.#running = null;
    this.#evolution.rest();
    this.#shelves.changeRun(place, { phase });
  }

  #keep(place: Place, checkpoint: string, atOnce: boolean): void {
    this.#checkpoints.set(nameOf(place), checkpoint);
    const now = performance.now();
    if (!atOnce && now < this.#nextSave) return;
    this.#nextSave = now + KEEP_MS;
    void this.#save(place);
  }

  async #save(place: Place): Promise<void> {
    const checkpoint = this.#checkpoints.get(nameOf(place));
    if (!checkpoint) return;
    const { settings, origin, before } = this.#shelves.run(place);
    await this.#storage.saveStage(place, { checkpoint, settings, origin, before });
  }

  /** A command takes over; the answer tells it whether a later one has overtaken it. */
  #take(what = "run"): () => boolean {
    const command = (this.#commands.get(what) ?? 0) + 1;
    this.#commands.set(what, command);
    return () => command !== this.#commands.get(what);
  }
}

/** What a run begins with. */
interface Beginning {
  opening: StageOrigin;
  origin: string;
  before: Seat | null;
}

function nameOf({ system, stage }: Place): string {
  return `${system} ${stage}`;
}

function isSame(one: Place | null, other: Place): boolean {
  return one?.system === other.system && one.stage === other.stage;
}

function phaseAtRest({ records, settings }: Pick<StageRun<StageRecord>, "records" | "settings">): RunPhase {
  return records.length > Number(settings.Generations) ? "finished" : "paused";
}

function isStage(stage: string): stage is StageName {
  return stage === "imitation" || STAGES.some((later) => later === stage);
}

function namesIn(system: string) {
  return NAMES[system] ?? USUAL_NAMES;
}

/** In games never seen where that was measured, else in those it learned from. */
function merit({ held_out, best, positions }: SeriesRun): number {
  return held_out?.rate ?? (best.at(-1) ?? 0) / Math.max(1, positions);
}
