// The later stages: programs that play each other, and a search that is bred on a suite. Every system has its own. One of them
// runs at a time; the others wait at their last checkpoints, and so does the first stage.

import { bestInWords, candidates, foundersIn } from "../founders.ts";
import type { BoardsEvent, Evolution, NewsEvent } from "../host/evolution.ts";
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
  StageProgress,
  StageRecord,
  StageRun,
  Suite,
  SystemTexts,
} from "../model.ts";
import { placeOf } from "../storage/schema.ts";
import type { Storage } from "../storage/storage.ts";
import type { RunOpening, RunOrigin, SharedCoevolution, SharedTuning, Standing } from "../worker/protocol.ts";
import { mayRest, stayAwake } from "./awake.ts";
import { ownPrograms } from "./pasted.ts";
import { reason } from "./reason.ts";
import { unopened } from "./running.ts";
import { complaint, completed, defaults } from "./settings.ts";
import { type Place, type Shelf, Shelves } from "./shelves.ts";
import type { Showing } from "./showing.ts";
import type { Store } from "./store.ts";
import { readSuite, SUITES, type SuiteFile, suiteFile } from "./suites.ts";
import type { Undoing } from "./undoing.ts";

/** What messages are about. */
const STAGE = "stage";
const STAGES = ["coevolution", "tuning"] as const;
/** In the middle of a generation a checkpoint is stored no more often. */
const KEEP_MS = 1_000;

export class Stages {
  readonly #store: Store;
  readonly #storage: Storage;
  readonly #evolution: Evolution;
  readonly #player: Player;
  readonly #showing: Showing;
  readonly #undoing: Undoing;
  readonly #shelves: Shelves;
  /** Identities of the stored runs, by system and stage. */
  readonly #ids = new Map<string, string>();
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
  /** Where the run was when it went on last. */
  #since = { games: 0, at: 0 };
  /** Before that there is nothing of the person's to be stored. */
  #areSettingsRestored = false;

  constructor(
    store: Store,
    storage: Storage,
    evolution: Evolution,
    player: Player,
    showing: Showing,
    undoing: Undoing,
  ) {
    this.#store = store;
    this.#storage = storage;
    this.#evolution = evolution;
    this.#player = player;
    this.#showing = showing;
    this.#undoing = undoing;
    this.#shelves = new Shelves(store);
    evolution.rest();
  }

  // ---- what was stored ------------------------------------------------------------------------

  async restoreSettings(systems: string[]): Promise<void> {
    for (const system of systems) {
      const kept = await this.#storage.loadStages(system);
      for (const stage of STAGES) {
        const table = await this.#player.call("settings", { kind: stage, system });
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

  /** Opens what was open last time, and lets go on what was running. */
  async restore(systems: string[]): Promise<void> {
    const running: Place[] = [];
    for (const system of systems) {
      for (const stage of STAGES) {
        const place = { system, stage };
        const id = this.#storage.workspace.openAt(placeOf(place));
        const opened = id !== null && (await this.#openStored(place, id));
        if (!opened) await this.#restoreSuite(place, null);
        else if (this.#storage.workspace.wasRunning(placeOf(place))) running.push(place);
      }
    }
    const { system } = this.#shelves;
    const { stage } = this.#shelves.of(system);
    if (stage !== "imitation" && this.#showing.fromRun) await this.#offer({ system, stage });
    const [place] = running;
    if (!place) return;
    const { phase, of_another_engine } = this.#shelves.run(place);
    if (phase !== "paused" || of_another_engine) return;
    this.#store.notice("The run goes on where it was.");
    await this.#launch(place, () => this.#reopen(place), "go on");
  }

  /** Opens a stored run and shows it; answers whether that was possible. Else it stays stored. */
  async open(place: Place, id: string): Promise<boolean> {
    if (!(await this.#openStored(place, id))) return false;
    this.#store.settle({ system: place.system });
    this.show(place.stage);
    return true;
  }

  isOpen(id: string): boolean {
    return [...this.#ids.values()].includes(id);
  }

  /** The browser has lost what was stored: all that is open is stored again. */
  async keepAgain(): Promise<void> {
    this.#keepSettings();
    for (const system of this.#shelves.systems) {
      for (const stage of STAGES) {
        const place = { system, stage };
        const id = this.#ids.get(nameOf(place)) ?? null;
        const file = this.#suites.get(nameOf(place));
        if (file) await this.#storage.saveSuite(place, null, file);
        if (file && id) await this.#storage.saveSuite(place, id, file);
        await this.#save(place);
      }
    }
  }

  async #openStored(place: Place, id: string): Promise<boolean> {
    const kept = (await this.#storage.workspace.claim(id)) && (await this.#storage.loadStage(id));
    if (!kept) return false;
    try {
      await this.#restoreSuite(place, id);
      const { checkpoint, settings, origin, before } = kept;
      const opening: RunOpening = { kind: "kept", checkpoint, suite: this.#suiteOf(place) };
      const standing = await this.#evolution.open(opening);
      this.#open = place;
      this.#ids.set(nameOf(place), id);
      this.#storage.workspace.setOpen(placeOf(place), id);
      this.#checkpoints.set(nameOf(place), checkpoint);
      const { table } = this.#shelves.run(place);
      const whole = completed(table, settings);
      const phase = phaseAtRest({ records: asStage(standing).records, settings: whole });
      this.#shelves.changeRun(place, {
        ...NO_RUN,
        ...asStage(standing),
        settings: whole,
        origin,
        before,
        phase,
      });
      return true;
    } catch (error) {
      this.#store.trouble(unopened(place.stage, error));
      return false;
    }
  }

  /** The file of a stored run, or the one chosen for those to come. */
  async #restoreSuite(place: Place, id: string | null): Promise<void> {
    const file = await this.#storage.loadSuite(place, id);
    if (!file && !this.#suites.get(nameOf(place))) return;
    try {
      this.#takeSuite(place, file, await readSuite(this.#player, place.stage, file));
    } catch (error) {
      this.#store.trouble(unopened(`file ${file?.title ?? ""}`, error));
      if (id) throw error;
    }
  }

  /** What a system has of the later stages. */
  of(system: string): Shelf {
    return this.#shelves.of(system);
  }

  knows(system: string): boolean {
    return this.#shelves.of(system).coevolution.table.length > 0;
  }

  /** Of the run of the chosen system, to be linked to; null before it is begun. */
  checkpoint(stage: LaterStage): string | null {
    return this.#checkpoints.get(nameOf(this.#place(stage))) ?? null;
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
    if (phase !== "idle" && (phase === "running" || key !== "generations")) return;
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
      await this.#storage.saveSuite(place, null, file);
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
    const { phase, of_another_engine } = this.#shelves.run(place);
    if (of_another_engine) return;
    if (phase === "finished")
      return this.#store.notice("This run is finished. Raise Generations to go on, or Reset to begin again.");
    const open = (overtaken: Overtaken) =>
      phase === "idle" ? this.#begin(place, overtaken) : this.#reopen(place);
    await this.#launch(place, open, phase === "idle" ? "begin" : "go on");
  }

  /** Runs what a link describes. A run of the person's own stays stored. Answers whether it could be begun. */
  async repeat(experiment: SharedCoevolution | SharedTuning, text: string): Promise<boolean> {
    const place = this.#place(experiment.kind);
    await this.pause();
    if (this.#running) return false;
    const { table, aside } = this.#shelves.run(place);
    const exact = experiment.repeatable && !experiment.of_another_engine;
    const part = {
      settings: completed(table, experiment.settings),
      origin: originOf(experiment),
      before:
        experiment.kind === "tuning"
          ? { text: experiment.program, title: "Before: program of a link" }
          : null,
      expected: exact ? { chromosome: experiment.chromosome, reached: null } : null,
      aside: aside || this.#checkpoints.has(nameOf(place)),
    };
    const own = this.#suites.get(nameOf(place)) ?? null;
    const begun = await this.#launch(
      place,
      async () => {
        if (experiment.built_in && own)
          this.#takeSuite(place, null, await readSuite(this.#player, place.stage, null));
        await this.#openAnew(place, text, part);
      },
      "begin",
    );
    if (!begun && own) this.#takeSuite(place, own, await readSuite(this.#player, place.stage, own));
    return begun;
  }

  /** Begins a run of another engine again. That one stays stored. */
  async beginAnew(stage: LaterStage): Promise<void> {
    const place = this.#place(stage);
    const checkpoint = this.#checkpoints.get(nameOf(place));
    if (this.#running || !checkpoint) return;
    await this.#launch(place, () => this.#openAnew(place, checkpoint, { before: null }), "begin");
  }

  async #launch(
    place: Place,
    open: (overtaken: Overtaken) => Promise<void>,
    what: "begin" | "go on",
  ): Promise<boolean> {
    const overtaken = this.#take();
    const before = this.#shelves.run(place);
    this.#running = place;
    this.#store.mended(STAGE);
    this.#shelves.changeRun(place, { phase: "running" });
    try {
      await open(overtaken);
      if (overtaken()) return true;
      stayAwake(nameOf(place));
      if (!this.#shelves.run(place).aside) this.#storage.workspace.setRunning(placeOf(place), true);
      const { settings, progress } = this.#shelves.run(place);
      this.#since = { games: gamesPlayed(progress), at: performance.now() };
      await this.#evolution.run({ until: Number(settings.generations), step: false });
      return true;
    } catch (error) {
      if (overtaken()) return false;
      this.#stopped(place, before.phase);
      this.#store.trouble(`The ${place.stage} cannot ${what}: ${reason(error)}.`, STAGE);
      return false;
    }
  }

  /** In place of what was open there. */
  async #openAnew(place: Place, text: string, part: Partial<StageRun<StageRecord>>): Promise<void> {
    const standing = await this.#evolution.open({ kind: "anew", text, suite: this.#suiteOf(place) });
    this.#open = place;
    this.#checkpoints.delete(nameOf(place));
    if (!isSame(this.#running, place)) return;
    this.#shelves.changeRun(place, { ...asStage(standing), ...part });
    if (!this.#shelves.run(place).aside) this.#identify(place);
  }

  /** A run that begins is stored as a new one. */
  #identify(place: Place): void {
    const id = this.#storage.workspace.begin(placeOf(place));
    this.#ids.set(nameOf(place), id);
    const file = this.#suites.get(nameOf(place));
    if (file) void this.#storage.saveSuite(place, id, file);
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

  /** Deletes the run, which can be undone; a link's makes way for the person's own. */
  async reset(stage: LaterStage): Promise<void> {
    const place = this.#place(stage);
    if (isSame(this.#running, place)) await this.pause();
    const { aside, expected } = this.#shelves.run(place);
    this.#take();
    if (isSame(this.#open, place)) this.#open = null;
    this.#checkpoints.delete(nameOf(place));
    this.#shelves.changeRun(place, NO_RUN);
    if (!aside) await this.#remove(place);
    if (!aside && !expected) return;
    const own = this.#storage.workspace.openAt(placeOf(place));
    if (own) await this.#openStored(place, own);
    else await this.#restoreSuite(place, null);
  }

  async #remove(place: Place): Promise<void> {
    const id = this.#ids.get(nameOf(place));
    if (!id) return;
    this.#ids.delete(nameOf(place));
    const removed = await this.#storage.remove(id);
    this.#undoing.offer(`The ${place.stage === "tuning" ? "search" : place.stage} was deleted.`, async () => {
      await this.#storage.putBack(removed);
      if (this.#shelves.run(place).phase === "idle") await this.#openStored(place, id);
      else this.#store.notice("It is stored again. Another run is open in its place.");
    });
  }

  onNews({ records, progress, checkpoint, phase }: NewsEvent): void {
    const place = this.#open;
    if (!place) return;
    const first = records[0]?.generation ?? Number.POSITIVE_INFINITY;
    const known = this.#shelves.run(place).records;
    const earlier = known.filter(({ generation }) => generation < first);
    const more = records as StageRecord[];
    const part = { records: more.length > 0 ? [...earlier, ...more] : known, progress };
    this.#shelves.changeRun(place, part);
    this.#time(place, progress);
    this.#compare(place);
    if (checkpoint) this.#keep(place, checkpoint, records.length > 0);
    if (phase !== "finished") return;
    this.#judge(place);
    this.#stopped(place, "finished");
    // The person may have turned to another system meanwhile.
    if (!isSame(place, this.#place(place.stage))) return;
    this.#offer(place).catch((error: unknown) =>
      this.#store.trouble(`The champion cannot be shown: ${reason(error)}.`),
    );
  }

  /** How fast games are played. */
  #time(place: Place, progress: StageProgress): void {
    const games = gamesPlayed(progress) - this.#since.games;
    const { workers } = this.#store.state;
    if (place.stage !== "coevolution" || games < 2 * workers) return;
    const game_ms = ((performance.now() - this.#since.at) * workers) / games;
    const { settings } = this.#shelves.run(place);
    this.#shelves.changeRun(place, { pace: { game_ms, nodes: Number(settings["nodes-a-move"]) } });
  }

  /** Whether the run has come to the program its link promised. */
  #judge(place: Place): void {
    const { expected, records } = this.#shelves.run(place);
    const reached = records.at(-1)?.champion === expected?.chromosome;
    if (expected) this.#shelves.changeRun(place, { expected: { ...expected, reached } });
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
    this.#store.trouble(
      `The run has stopped: background threads keep crashing (${why}). Resume tries again.`,
      STAGE,
    );
  }

  /** The fittest of the generation scored last, of the chosen system. */
  champion(stage: LaterStage): Seat | null {
    return this.#champion(this.#place(stage));
  }

  #champion(place: Place): Seat | null {
    const last = this.#shelves.run(place).records.at(-1);
    if (!last) return null;
    const name = place.stage === "coevolution" ? this.#texts(place.system).coevolved : "Evolved search";
    return { text: last.champion, title: `${name}, generation ${last.generation}` };
  }

  async #offer(place: Place): Promise<void> {
    const champion = this.#champion(place);
    if (champion) await this.#showing.offer(champion.text, champion.title);
  }

  async #begin(place: Place, overtaken: Overtaken): Promise<void> {
    const coevolves = place.stage === "coevolution";
    const { opening, ...from } = coevolves
      ? await this.#coevolution(place.system)
      : this.#tuning(place.system);
    if (overtaken()) return;
    const suite = this.#suiteOf(place);
    const standing = await this.#evolution.open({ ...opening, suite });
    this.#open = place;
    this.#identify(place);
    // Also when it is being paused already.
    if (isSame(this.#running, place)) this.#shelves.changeRun(place, { ...asStage(standing), ...from });
  }

  async #reopen(place: Place): Promise<void> {
    const checkpoint = this.#checkpoints.get(nameOf(place));
    if (isSame(this.#open, place) || !checkpoint) return;
    await this.#evolution.open({ kind: "kept", checkpoint, suite: this.#suiteOf(place) });
    this.#open = place;
  }

  #suiteOf(place: Place): string | null {
    return this.#suites.get(nameOf(place))?.text ?? null;
  }

  async #coevolution(system: string): Promise<Beginning> {
    const { settings } = this.#shelves.of(system).coevolution;
    const { founders, origin, before } = await this.#founders(system);
    return {
      opening: { kind: "new", run: "coevolution", settings, programs: founders, system },
      origin,
      before,
    };
  }

  /** Whom it begins with, what they are, and the best of them where that is known. */
  async #founders(system: string): Promise<{ founders: string[]; origin: string; before: Seat | null }> {
    const { state } = this.#store;
    const { champions, best: fittest } = candidates(state);
    const name = this.#texts(system).before;
    const from = foundersIn(state);
    if (from === "population" && fittest) {
      const last = state.run.records.at(-1);
      const title = `${name}, generation ${last?.generation} of this run`;
      const origin = bestInWords(state);
      return { founders: fittest, origin, before: last ? { text: last.champion, title } : null };
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

  #texts(system: string): SystemTexts {
    const known = this.#store.state.systems.find(({ id }) => id === system);
    if (!known) throw new Error(`the system "${system}" is not known`);
    return known.texts;
  }

  /** Of the program on show. */
  #tuning(system: string): Beginning {
    const program = this.#showing.text;
    if (!program) throw new Error("there is no program yet");
    const { settings } = this.#shelves.of(system).tuning;
    const { title } = this.#showing;
    return {
      opening: { kind: "new", run: "tuning", settings, programs: [program], system },
      origin: title,
      before: { text: program, title: `Before: ${title}` },
    };
  }

  /** Where nobody is known to be the best of the first: the one that turns out to be is what the champion is compared with. */
  #compare(place: Place): void {
    const { before, records } = this.#shelves.run(place);
    const first = records[0];
    if (before || !first) return;
    const title = `${this.#texts(place.system).before}, best of the first`;
    this.#shelves.changeRun(place, { before: { text: first.champion, title } });
  }

  #stopped(place: Place, phase: RunPhase): void {
    mayRest(nameOf(place));
    if (!this.#shelves.run(place).aside) this.#storage.workspace.setRunning(placeOf(place), false);
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
    const id = this.#ids.get(nameOf(place));
    const { settings, origin, before, aside, records } = this.#shelves.run(place);
    if (!checkpoint || !id || aside) return;
    const generation = records.at(-1)?.generation ?? -1;
    const about = { id, system: place.system, name: origin, settings, games: null, generation };
    await this.#storage.saveStage(place.stage, about, { checkpoint, settings, origin, before });
  }

  /** A command takes over; the answer tells it whether a later one has overtaken it. */
  #take(what = "run"): () => boolean {
    const command = (this.#commands.get(what) ?? 0) + 1;
    this.#commands.set(what, command);
    return () => command !== this.#commands.get(what);
  }
}

type Overtaken = () => boolean;

const NO_RUN: Partial<StageRun<StageRecord>> = {
  phase: "idle",
  records: [],
  progress: null,
  origin: "",
  before: null,
  expected: null,
  aside: false,
  of_another_engine: false,
};

/** What a later stage shows of a run. */
function asStage({ records, progress, of_another_engine }: Standing) {
  return { records: records as StageRecord[], progress, of_another_engine };
}

/** What a run begins with. */
interface Beginning {
  opening: RunOrigin;
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
  return records.length > Number(settings.generations) ? "finished" : "paused";
}

function gamesPlayed(progress: StageProgress | null): number {
  return progress ? progress.generation * progress.pieces + progress.done : 0;
}

function isStage(stage: string): stage is StageName {
  return stage === "imitation" || STAGES.some((later) => later === stage);
}

function originOf(experiment: SharedCoevolution | SharedTuning): string {
  if (experiment.kind === "tuning") return "The program of a link";
  const { initial, programs } = experiment;
  return initial === "random" ? "Random programs" : `${programs.length} programs of a link`;
}

/** In games never seen where that was measured, else in those it learned from. */
function merit({ held_out, best, positions }: SeriesRun): number {
  return held_out?.rate ?? (best.at(-1) ?? 0) / Math.max(1, positions);
}
