// The page without its drawing: the one state and the commands, each handed to the module it belongs to.

import { Evolution } from "../host/evolution.ts";
import { importGames } from "../host/importer.ts";
import { overNetwork } from "../host/network.ts";
import { Player } from "../host/player.ts";
import { betweenTabs } from "../host/pollinator.ts";
import { linkIn } from "../link.ts";
import type {
  ClockChoice,
  Contestant,
  Difference,
  InitialPrograms,
  LadderPlan,
  LaterStage,
  Lessons,
  Looks,
  MatchPlan,
  MatchSide,
  MeasuredKind,
  Mode,
  Opponent,
  Page,
  Room,
  Run,
  SeriesRun,
  Setting,
  Settings,
  SettingValue,
  StageName,
  State,
  Strength,
  System,
  Wish,
} from "../model.ts";
import { USUAL_LOOKS } from "../looks.ts";
import { USUAL_PACE } from "../ranges.ts";
import { isLater, runsOf } from "../runs.ts";
import { askToKeep } from "../storage/ask-to-keep.ts";
import { isLikelyNew, markNew } from "../storage/marker.ts";
import { Storage } from "../storage/storage.ts";
import { isNextOfSeries } from "../ten-runs.ts";
import { download, downloadFile } from "./download.ts";
import { Demonstration } from "./demonstration.ts";
import { Exchange } from "./exchange.ts";
import { Experiments } from "./experiments/experiments.ts";
import { mayMove, onceVisible, onFirstTouch, savesData } from "./first-touch.ts";
import { FixedScores } from "./fixed-scores.ts";
import { Importing } from "./importing.ts";
import { imitation } from "./kinds/index.ts";
import { Library } from "./library.ts";
import { Linking } from "./linking.ts";
import { Matching } from "./matching.ts";
import { Measuring } from "./measuring.ts";
import { NearMyLevel } from "./near-my-level.ts";
import { OneSearch } from "./one-search.ts";
import { OpenRun } from "./open-run.ts";
import { Playing, type Side } from "./playing.ts";
import { PlayingLikeMe } from "./plays-like-me.ts";
import { isProgramFile } from "./program-file.ts";
import { reason } from "./reason.ts";
import { report } from "./report.ts";
import { RunController } from "./run-controller.ts";
import { ResultsKeeper } from "./results.ts";
import { Reviewing } from "./review.ts";
import { Running } from "./running.ts";
import { SeriesOfRuns } from "./series.ts";
import { complaint, isFixed } from "./settings.ts";
import { Sharing } from "./sharing.ts";
import { Showing } from "./showing.ts";
import { Stages } from "./stages.ts";
import { Store } from "./store.ts";
import { fitLines, fitPace, fitStrength } from "./strength.ts";
import { fitClock, NO_CLOCK } from "./time-control.ts";
import { Families, type OpenStage } from "./families.ts";
import { Steps } from "./steps.ts";
import type { RunToTrace } from "./trace.ts";
import { understanding } from "./understanding.ts";
import { Undoing } from "./undoing.ts";
import { fitWorkers, usualWorkersHere } from "./workers.ts";
import { championOfRun } from "../titles.ts";

/** What is shown before anyone has chosen: smaller than published, so that many generations fit. Measured: docs/demonstration.md. */
const SHOWN = { system: "falcon", population: 50, "positions-per-generation": 500, generations: 100 };
/** Ticks that a count of champions may take: many programs on many positions. */
const PATIENCE = 240;
/** The system that learns from games. */
const LEARNER = "meep";

/** What the page with a network is for. */
const EXCHANGING = { system: "evochess", stage: "classes" } as const;

export class Laboratory implements Page {
  readonly #store = new Store(usualWorkersHere());
  #resolveRestored = () => {};
  #takeNewer = () => {};
  /** Resolved when what was stored is back: commands about games and runs wait for it. */
  readonly #restored = new Promise<void>((resolve) => {
    this.#resolveRestored = resolve;
  });
  #systems: string[] = [];
  #areSettingsStored = false;
  readonly #player = new Player();
  readonly #undoing = new Undoing(this.#store);
  readonly #storage = new Storage({
    trouble: (text) => this.#store.trouble(text),
    withdraw: (text) => this.#store.withdraw(text),
    onLost: () => this.#do(this.#keepAgain()),
  });
  readonly #evolution = new Evolution({
    onNews: (event) => this.#imitationController.onNews(event),
    onRoom: (event) => this.#exchange.onRoom(event),
    onStuck: (why) => this.#imitationController.onStuck(why),
  });
  readonly #imitationController = new RunController(this.#evolution);
  readonly #playing = new Playing(
    this.#store,
    this.#player,
    () => this.#keepHabits(),
    (board) => void this.#storage.saveBoard(board),
  );
  readonly #results = new ResultsKeeper(this.#store, this.#storage, () => this.#playing.keepAgain());
  readonly #reviewing = new Reviewing(this.#store);
  readonly #showing = new Showing(this.#store, this.#player, this.#playing);
  readonly #nearMyLevel = new NearMyLevel({
    store: this.#store,
    storage: this.#storage,
    player: this.#player,
    playing: this.#playing,
    showing: this.#showing,
  });
  readonly #matching = new Matching(this.#store, this.#player);
  readonly #oneSearch = new OneSearch(this.#store, this.#player, this.#showing, this.#playing);
  readonly #importing = new Importing(this.#store, this.#storage, importGames, () => this.#onLessons());
  readonly #imitationKind = imitation({
    store: this.#store,
    storage: this.#storage,
    importing: this.#importing,
    load: (examples) => this.#evolution.load(examples),
  });
  readonly #imitation = new OpenRun(
    this.#imitationKind,
    {
      store: this.#store,
      storage: this.#storage,
      undoing: this.#undoing,
      controller: this.#imitationController,
    },
    {
      onRecords: () => void this.#showing.refresh(),
      onStart: () => this.#do(this.#stages.pause()),
      onOpened: () => this.#do(this.#restoreMeasurements()),
      onStop: () => {
        this.#do(this.#series.onStop().then(() => this.#onRest()));
      },
      isCompared: () => isNextOfSeries(this.state),
    },
  );
  readonly #running = new Running(this.#store, this.#storage, this.#importing, this.#imitation);
  /** Counts the champions of the imitation, in a worker of its own: the board waits for nobody. */
  readonly #counter = new Player();
  readonly #fixedScores = new FixedScores({
    count: (question) => this.#counter.call("sample_found", question, { patience: PATIENCE }),
    now: () => performance.now(),
    show: (fixed_sample) => this.#store.change({ fixed_sample }),
    failed: (error) => this.#store.trouble(`The generations cannot be compared: ${reason(error)}.`),
  });
  readonly #demonstration = new Demonstration({
    settings: () => ({ ...this.#store.usualOf(SHOWN.system), ...SHOWN }),
    readSample: (settings) => this.#importing.readSample(settings),
    shown: () => this.state.demonstration,
    show: (demonstration) => this.#store.change({ demonstration }),
  });
  readonly #series = new SeriesOfRuns(
    this.#store,
    this.#storage,
    this.#running,
    this.#importing,
    this.#undoing,
  );
  /** The later stages have a coordinator of their own, so that each keeps what it has open. */
  readonly #bred = new Evolution({
    onNews: (event) => this.#laterController.onNews(event),
    onBoards: (event) => this.#laterController.onBoards(event),
    onRoom: (event) => this.#exchange.onRoom(event),
    onStuck: (why) => this.#laterController.onStuck(why),
  });
  readonly #laterController = new RunController(this.#bred);
  readonly #exchange = new Exchange(this.#store, [this.#evolution, this.#bred], {
    tabs: betweenTabs,
    network: overNetwork,
  });
  readonly #stages = new Stages({
    store: this.#store,
    storage: this.#storage,
    evolution: this.#bred,
    controller: this.#laterController,
    player: this.#player,
    showing: this.#showing,
    undoing: this.#undoing,
    onOpened: () => this.#do(this.#restoreMeasurements()),
    onRest: () => {
      this.#do(this.#library.list().then(() => this.experiments.onRest()));
      this.#do(this.#likeMe.measure());
    },
  });
  readonly #likeMe = new PlayingLikeMe(this.#store, this.#player, this.#stages);
  readonly #measuring: Record<MeasuredKind, Measuring> = {
    imitation: this.#measure("imitation", () => this.#imitation.id),
    // A system that does not learn has no such run.
    learning: this.#measure("learning", () =>
      this.state.learning.records.length > 0 ? this.#stages.openRun("learning").id : null,
    ),
  };
  readonly #library = new Library(
    this.#store,
    this.#storage,
    this.#running,
    this.#series,
    this.#stages,
    this.#undoing,
  );
  readonly experiments = new Experiments({
    store: this.#store,
    storage: this.#storage,
    player: this.#player,
    importing: this.#importing,
    showing: this.#showing,
    library: this.#library,
    results: { kept: () => this.#storage.loadResults(), add: (programs) => this.#results.add(programs) },
    undoing: this.#undoing,
    phaseOf: (id) => (this.#imitation.id === id ? this.state.run.phase : this.#stages.phaseOf(id)),
    goOn: (id) => this.#goOnWith(id),
    match: (a, b) => {
      this.#matching.stop();
      this.#matching.seat(a, b);
      this.setMode("arena");
      this.startMatch();
    },
    restored: this.#restored,
  });
  readonly #runToTrace: RunToTrace = {
    lessons: () => this.#importing.lessons,
    checkpoint: () => this.#imitation.checkpoint,
  };
  readonly #openStage = async (stage: LaterStage): Promise<OpenStage> => ({
    checkpoint: await this.#stages.openRun(stage).freshCheckpoint(),
    suite: this.#stages.fileOf(stage)?.text ?? null,
  });
  readonly #families = new Families(this.#store, this.#player, this.#runToTrace, this.#openStage);
  readonly #steps = new Steps(this.#store, (individual) => this.#families.ofLast(individual));
  readonly understanding = understanding(
    this.#store,
    this.#runToTrace,
    this.#openStage,
    this.#families,
    this.#steps,
    (stage) => this.#stages.fileOf(stage)?.text ?? null,
  );
  readonly #sharing = new Sharing(this.#store, this.#player, this.#imitation, this.#stages, this.#showing);
  readonly #linking = new Linking(
    this.#store,
    this.#player,
    { importing: this.#importing, running: this.#running, stages: this.#stages, showing: this.#showing },
    () => history.replaceState(null, "", location.pathname + location.search),
  );

  constructor() {
    this.#store.subscribe(({ run }) => this.#compare(run));
    onFirstTouch(() => this.#demonstration.end());
    this.#store.change({
      is_demonstration_due: mayMove() && isLikelyNew() && linkIn(location.hash) === null,
    });
  }

  #compare({ settings, records, phase }: Run): void {
    // A person's own run takes the place of what was shown.
    if (settings && (this.state.demonstration || this.state.is_demonstration_due)) {
      this.#demonstration.end();
      this.#store.change({ demonstration: null, is_demonstration_due: false });
      markNew(false);
    }
    const { lessons } = this.#importing;
    this.#fixedScores.look(settings && lessons ? { settings, lessons, records, phase } : null);
  }

  get state(): State {
    return this.#store.state;
  }

  subscribe(listener: (state: State) => void): () => void {
    return this.#store.subscribe(listener);
  }

  /** Brings back what was stored, opens the link in the address, and has games ready. */
  async start(): Promise<void> {
    const isLinked = linkIn(location.hash) !== null;
    try {
      await this.#restore();
    } catch (error) {
      this.#store.change({ is_demonstration_due: false });
      return this.#store.trouble(`The page could not start: ${reason(error)}. Reload it to try again.`);
    } finally {
      this.#endRestoring();
    }
    if (!this.#importing.lessons) await this.#importing.ready();
    // Where the browser keeps nothing, or nothing can be fetched, the page works as it does.
    this.#keepOffline().catch(() => {});
    if (!isLinked && this.state.exchange.can_connect) {
      this.#store.change({ is_demonstration_due: false });
      return this.#isNew ? this.#do(this.#showExchange()) : undefined;
    }
    markNew(this.#isNew);
    if (isLinked || !this.#isNew || !mayMove()) return this.#store.change({ is_demonstration_due: false });
    // Who was quicker sees none.
    onceVisible(
      () => void this.#demonstration.begin().then(() => this.#store.change({ is_demonstration_due: false })),
    );
  }

  /** To whom has nothing here yet, what exchanged programs first (EvoChess) is shown. The settings that are stored stay those of the other page. */
  async #showExchange(): Promise<void> {
    await this.#turnTo(EXCHANGING.system, false);
    this.#store.change({ stage: EXCHANGING.stage });
  }

  /** Once all that the page is for is there. The build that a person works with is never exchanged unasked. */
  async #keepOffline(): Promise<void> {
    if (!import.meta.env.PROD || !("serviceWorker" in navigator) || savesData()) return;
    const { keepOffline } = await import("../offline/register.ts");
    this.#takeNewer = await keepOffline(() => this.#store.change({ is_newer_here: true }));
  }

  takeNewer(): void {
    this.#takeNewer();
  }

  hideNewer(): void {
    this.#store.change({ is_newer_here: false });
  }

  /** The board alone, with the program of the link in the address: nothing is bred, read or stored. */
  async startAtBoard(): Promise<void> {
    try {
      await this.#know();
      await this.#playing.restore(null);
    } catch (error) {
      return this.#store.trouble(
        `The board could not start: ${reason(error)}. Reload the page to try again.`,
      );
    } finally {
      this.#endRestoring();
    }
    window.addEventListener("hashchange", () => void this.#openLink());
    await this.#openLink();
  }

  /** Nothing was bred here, and nothing brought. */
  get #isNew(): boolean {
    const { stored, program, play } = this.state;
    const isIdle = runsOf(this.state).every(({ phase }) => phase === "idle");
    return isIdle && stored.length === 0 && program === null && (play.position?.history.length ?? 0) === 0;
  }

  #endRestoring(): void {
    this.#store.change({ is_starting: false });
    this.#resolveRestored();
  }

  async #restore(): Promise<void> {
    await this.#storage.start();
    this.#store.change({ isBeside: !this.#storage.isFirst });
    await this.#restoreSettings();
    window.addEventListener("hashchange", () => void this.#openLink());
    const link = linkIn(location.hash);
    await this.#playing.restore(await this.#storage.loadBoard());
    await this.#results.restore();
    if (link?.kind === "program") await this.#linking.open(link);
    await this.#importing.restore((lessons) => this.#imitationKind.prepare(lessons), this.#areSettingsStored);
    await this.#series.restore();
    const wasRunning = await this.#imitation.restore();
    const later = await this.#stages.restore(this.#systems);
    const resumed = wasRunning ? this.#imitation.id : later;
    await this.#library.list();
    if (link?.kind === "experiment") await this.#linking.open(link);
    if ((await this.#series.goOn()) || wasRunning) await this.#goOn();
    await this.experiments.restore(resumed);
    this.experiments.onRest();
  }

  /** What was running when the page was left. */
  async #goOn(): Promise<void> {
    this.#store.notice("The run goes on where it was.");
    await this.#running.goOn();
  }

  /** A run stands still. One that is finished needs no workers, nor its games in their memory. */
  async #onRest(): Promise<void> {
    if (this.state.run.phase === "running") return;
    if (this.state.run.phase === "finished") this.#evolution.releaseSoon();
    if (this.#imitation.id) void askToKeep();
    await this.#library.list();
    this.experiments.onRest();
  }

  /** A run of the queue, which is open. */
  async #goOnWith(id: string): Promise<void> {
    if (this.#imitation.id === id) return this.#running.goOn();
    await this.#makeWay();
    await this.#stages.goOn(id);
  }

  async #restoreMeasurements(): Promise<void> {
    for (const measuring of Object.values(this.#measuring)) await measuring.restore();
  }

  /** What the browser has lost is stored again, as far as this tab has it. */
  async #keepAgain(): Promise<void> {
    this.#keepSettings();
    this.#keepHabits();
    void this.#storage.saveExchange(this.state.exchange.way === "tabs");
    this.#playing.keepAgain();
    await this.#importing.keepAgain();
    await Promise.all([this.#imitation.keepAgain(), this.#series.keep(), this.#stages.keepAgain()]);
    await Promise.all(Object.values(this.#measuring).map((measuring) => measuring.keepAgain()));
  }

  #onLessons(): void {
    this.#series.hold();
    this.#running.onLessons();
    this.#linking.onLessons();
  }

  async #openLink(): Promise<void> {
    await this.#restored;
    const link = linkIn(location.hash);
    if (link) this.#demonstration.end();
    if (link) await this.#linking.open(link);
  }

  /** What the core says of itself. */
  async #know(): Promise<System[]> {
    this.#store.change({ engine_signature: await this.#player.call("engine_signature", null) });
    const systems = await this.#player.call("systems", null);
    this.#store.know(systems, await this.#tables(systems));
    return systems;
  }

  async #restoreSettings(): Promise<void> {
    const systems = await this.#know();
    this.#systems = systems.map(({ id }) => id);
    await this.#stages.restoreSettings(this.#systems);
    const kept = await this.#storage.loadSettings();
    this.#areSettingsStored = kept !== null;
    if (kept) {
      this.#store.settle(kept.settings);
      this.#store.change({ workers: fitWorkers(kept.workers) });
    }
    this.#shareWorkers();
    this.#exchange.allow(document.documentElement.hasAttribute("data-connects"));
    // Before a run goes on.
    this.#exchange.set(await this.#storage.loadExchange());
    const habits = await this.#storage.loadHabits();
    if (!habits) return;
    const { strength, lines, sounds = false, pace_ms = USUAL_PACE, clock = NO_CLOCK, looks } = habits;
    this.#store.changePlay({
      strength: fitStrength(strength),
      lines: fitLines(lines),
      sounds,
      pace_ms: fitPace(pace_ms),
      clock_choice: fitClock(clock),
      looks: { ...USUAL_LOOKS, ...looks },
    });
  }

  /** The settings tables of all systems. */
  async #tables(systems: System[]): Promise<Record<string, Setting[]>> {
    const table = async ({ id }: System) =>
      [id, await this.#player.call("settings", { kind: "imitation", system: id })] as const;
    return Object.fromEntries(await Promise.all(systems.map(table)));
  }

  // ---- games ----------------------------------------------------------------------------------

  importFiles(files: File[], how: "replace" | "add"): void {
    const [only, another] = files;
    if (only && !another && isProgramFile(only)) return this.importProgram(only);
    this.#onceRestored(() => this.#importing.importFiles(files, how));
  }

  useSampleGames(): void {
    this.#onceRestored(() => this.#importing.useSampleGames());
  }

  cancelImport(): void {
    this.#importing.cancel();
  }

  bringBackGames(): void {
    this.#onceRestored(async () => {
      if (await this.#importing.bringBack()) await this.#running.reopen();
    });
  }

  forgetGames(): void {
    // Those of a link are not stored: what is stored is the person's own, and comes back.
    if (this.state.aside) return this.returnToOwn();
    this.#onceRestored(() => this.#importing.forget());
  }

  downloadReport(): void {
    this.#importing.downloadReport();
  }

  keepFilters(): void {
    this.#importing.keepFilters();
    this.#keepSettings();
  }

  // ---- a program that plays like a person -----------------------------------------------------

  openPlaysLikeMe(): void {
    this.#likeMe.open();
  }

  closePlaysLikeMe(): void {
    this.#likeMe.close();
  }

  fetchOwnGames(wish: Wish): void {
    this.#do(this.#likeMe.fetch(wish));
  }

  stopOwnGames(): void {
    this.#likeMe.stop();
  }

  takeOwnGames(files: File[]): void {
    this.#do(this.#likeMe.takeFiles(files));
  }

  setOwnName(name: string): void {
    this.#likeMe.setName(name);
  }

  learnToPlayLikeMe(): void {
    const lesson = this.#likeMe.lesson();
    if (!lesson) return;
    this.#likeMe.close();
    this.#onceRestored(async () => {
      await this.#turnTo(LEARNER);
      this.#stages.show("supervised");
      await this.#makeWay();
      await this.#stages.pause();
      await this.#stages.learn(lesson);
    });
  }

  /** For a run of a later stage. */
  async #makeWay(): Promise<void> {
    this.#series.hold();
    await this.#imitation.pause();
    this.#evolution.release();
  }

  // ---- settings -------------------------------------------------------------------------------

  setSystem(system: string): void {
    this.#onceRestored(() => this.#turnTo(system));
  }

  usePreset({ system, stage }: { system: string; stage: StageName }): void {
    this.#onceRestored(async () => {
      await this.#turnTo(system);
      this.#stages.show(stage);
    });
  }

  async #turnTo(system: string, isKept = true): Promise<void> {
    if (system === this.#store.system) return;
    this.#store.settle({ system });
    if (isKept) this.#keepSettings();
    await Promise.all([this.#stages.pause(), this.#running.onSystem()]);
    await this.#restoreMeasurements();
    await this.#likeMe.measure();
  }

  set(key: string, value: SettingValue): void {
    const setting = this.state.settings_table.find((row) => row.key === key);
    const wrong = setting ? complaint(setting, value) : `There is no setting "${key}".`;
    if (wrong) return this.#store.trouble(wrong);
    if (setting && isFixed(setting, this.state.run.phase, "finished")) return;
    this.#store.change({ settings: { ...this.state.settings, [key]: value } });
    this.#keepSettings();
  }

  resetSettings(): void {
    this.#store.settle({ system: this.#store.system });
    this.#keepSettings();
  }

  setWorkers(count: number): void {
    this.#store.change({ workers: fitWorkers(count) });
    this.#shareWorkers();
    this.#keepSettings();
  }

  #shareWorkers(): void {
    this.#evolution.setWorkers(this.state.workers);
    this.#bred.setWorkers(this.state.workers);
  }

  /** What is changed about a link's run is not the person's own. */
  #keepSettings(): void {
    if (this.state.aside) return;
    void this.#storage.saveSettings(this.state.settings, this.state.workers);
  }

  #keepHabits(): void {
    const { strength, lines, sounds, pace_ms, clock_choice: clock, looks } = this.state.play;
    void this.#storage.saveHabits({ strength, lines, sounds, pace_ms, clock, looks });
  }

  // ---- the run --------------------------------------------------------------------------------

  evolve(): void {
    this.#steps.finish();
    this.#evolve(false);
  }

  step(): void {
    this.#steps.expect();
    this.#evolve(true);
  }

  #evolve(step: boolean): void {
    // A person's own run takes the place of what was shown.
    this.#demonstration.end();
    if (this.state.demonstration) this.#store.change({ demonstration: null });
    this.#onceRestored(() => {
      this.#showing.turnToRun();
      return this.#running.evolve(step);
    });
  }

  /** Pauses the queue too, whether the run is in it or not. */
  pause(): void {
    this.#series.hold();
    this.experiments.holdQueue();
    this.#do(this.#imitation.pause());
  }

  evolveSeries(): void {
    this.#onceRestored(() => {
      this.#showing.turnToRun();
      return this.#series.evolve();
    });
  }

  chooseRun(run: SeriesRun): void {
    const number = (this.state.series?.runs.indexOf(run) ?? 0) + 1;
    this.#do(this.#showing.welcome(run.champion, championOfRun(number)));
  }

  forgetSeries(): void {
    this.#do(this.#series.forget().then(() => this.#library.list()));
  }

  reset(): void {
    this.#series.hold();
    this.experiments.onReset();
    this.#do(this.#imitation.reset().then(() => this.#library.list()));
  }

  returnToOwn(): void {
    this.#onceRestored(async () => {
      this.#series.hold();
      const kept = await this.#storage.loadSettings();
      if (kept) this.#store.settle(kept.settings);
      const prepare = (lessons: Lessons) => this.#imitationKind.prepare(lessons);
      await this.#importing.restore(prepare, kept !== null);
      this.#showing.turnToRun();
      await this.#imitation.restore();
    });
  }

  keepInstead(): void {
    this.#do(this.#imitation.keepInstead());
    this.#keepSettings();
  }

  // ---- the later stages -----------------------------------------------------------------------

  showStage(stage: StageName): void {
    this.#onceRestored(() => this.#stages.show(stage));
  }

  setInStage(stage: LaterStage, key: string, value: SettingValue): void {
    this.#stages.set(stage, key, value);
  }

  resetStageSettings(stage: LaterStage): void {
    this.#stages.resetSettings(stage);
  }

  exchangePrograms(on: boolean): void {
    this.#onceRestored(() => {
      this.#exchange.set(on);
      return this.#storage.saveExchange(on);
    });
  }

  joinRoom(room: Room): void {
    this.#onceRestored(() => {
      this.#exchange.join(room);
      return this.#storage.saveExchange(false);
    });
  }

  leaveRoom(): void {
    this.#exchange.end();
  }

  chooseInitialPrograms(chosen: InitialPrograms): void {
    this.#stages.chooseInitialPrograms(chosen);
  }

  pasteInitialPrograms(text: string): void {
    this.#do(this.#stages.pasteInitialPrograms(text));
  }

  runStage(stage: LaterStage): void {
    this.#onceRestored(async () => {
      await this.#makeWay();
      await this.#stages.run(stage);
    });
  }

  changeRun(kind: StageName, settings: Settings): Promise<boolean> {
    return (isLater(kind) ? this.#stages.openRun(kind) : this.#running.run).change(settings);
  }

  /** Pauses the queue too, whether the run is in it or not. */
  pauseStage(): void {
    this.experiments.holdQueue();
    this.#do(this.#stages.pause());
  }

  resetStage(stage: LaterStage): void {
    this.experiments.onReset();
    this.#do(this.#stages.reset(stage).then(() => this.#library.list()));
  }

  beginAnew(stage: LaterStage): void {
    this.#onceRestored(async () => {
      await this.#makeWay();
      await this.#stages.beginAnew(stage);
    });
  }

  useSuite(stage: LaterStage, file: File | null): void {
    this.#onceRestored(() => this.#stages.useSuite(stage, file));
  }

  showChampion(stage: LaterStage, generation?: number): void {
    const champion = this.#stages.champion(stage, generation);
    if (champion) this.#do(this.#showing.welcome(champion.text, champion.title));
  }

  beforeAndAfter(stage: LaterStage): void {
    const champion = this.#stages.champion(stage);
    const { before } = this.state[stage];
    if (!champion || !before) return;
    this.#matching.seat(champion, before);
    this.setMode("arena");
  }

  // ---- programs -------------------------------------------------------------------------------

  chooseGeneration(generation: number | null): void {
    this.#do(this.#showing.choose(generation));
  }

  copyLink(): void {
    this.#do(this.#sharing.copyProgram());
  }

  copyExperimentLink(): void {
    this.#do(this.#sharing.copyExperiment());
  }

  openSharing(): void {
    this.#onceRestored(() => this.#sharing.open());
  }

  closeSharing(): void {
    this.#sharing.close();
  }

  nameProgram(name: string): void {
    this.#sharing.rename(name);
  }

  sendProgram(): void {
    this.#do(this.#sharing.send());
  }

  runOffer(): void {
    this.#onceRestored(() => {
      this.#series.hold();
      return this.#linking.run();
    });
  }

  giveUpOffer(): void {
    this.#linking.giveUp();
  }

  exportProgram(): void {
    this.#do(this.#sharing.exportProgram());
  }

  exportGenes(): void {
    this.#do(this.#sharing.exportGenes());
  }

  importProgram(file: File): void {
    this.#onceRestored(() => this.#linking.importProgram(file));
  }

  // ---- play -----------------------------------------------------------------------------------

  setMode(mode: Mode): void {
    this.#onceRestored(async () => {
      if (mode === "analyse") this.#results.onAnalysis();
      await this.#playing.setMode(mode);
      await this.#showing.seat();
    });
  }

  setOpponent(opponent: Opponent): void {
    this.#onceRestored(() => this.#playing.setOpponent(opponent));
  }

  async pasteOpponent(text: string): Promise<string | null> {
    await this.#restored;
    return this.#playing.paste(text);
  }

  setStrength(strength: Strength): void {
    this.#onceRestored(() => this.#playing.setStrength(strength));
  }

  setClock(choice: ClockChoice): void {
    this.#onceRestored(() => this.#playing.setClock(choice));
  }

  /** Against the program the run has come to meanwhile: a game under way kept the one it began with. */
  newGame(side: Side): void {
    this.#onceRestored(async () => this.#playing.newGame(side, await this.#showing.current()));
  }

  setSide(side: Side): void {
    this.#onceRestored(() => this.#playing.setSide(side));
  }

  flip(): void {
    this.#store.changePlay({ flipped: !this.state.play.flipped });
  }

  bringBack(): void {
    this.#do(this.#playing.bringBack());
  }

  setUp(text: string): void {
    this.#onceRestored(() => this.#playing.setUp(text));
  }

  showDifference({ fen, played, chosen }: Difference): void {
    this.#do(this.#playing.setMode("analyse").then(() => this.#playing.setUp(fen)));
    this.#store.notice(`You played ${played[0]}. At first sight it chooses ${chosen[0]}.`);
  }

  objectionTo(fen: string): Promise<string | null> {
    return this.#playing.objectionTo(fen);
  }

  openGame(file: File): void {
    this.#onceRestored(() => this.#playing.openGame(file));
  }

  /** What was stored would take the place of the game of who is quicker. */
  async move(text: string): Promise<string | null> {
    await this.#restored;
    return this.#playing.move(text);
  }

  forgetPremove(): void {
    this.#playing.forgetPremove();
  }

  takeBack(): void {
    this.#do(this.#playing.takeBack());
  }

  resign(): void {
    this.#do(this.#playing.resign());
  }

  setSounds(on: boolean): void {
    this.#onceRestored(() => this.#playing.setSounds(on));
  }

  setLooks(looks: Partial<Looks>): void {
    this.#onceRestored(() => {
      this.#store.changePlay({ looks: { ...this.state.play.looks, ...looks } });
      this.#keepHabits();
    });
  }

  lookAtResults(): void {
    this.#onceRestored(() => this.#results.reload().then(() => this.#nearMyLevel.measure()));
  }

  findOpponent(): void {
    this.#onceRestored(() => this.#results.reload().then(() => this.#nearMyLevel.find()));
  }

  deleteResults(ids: string[]): void {
    this.#onceRestored(() => this.#results.remove(ids).then(() => this.#nearMyLevel.measure()));
  }

  bringBackResults(): void {
    this.#onceRestored(() => this.#results.bringBack().then(() => this.#nearMyLevel.measure()));
  }

  moveNow(): void {
    this.#playing.moveNow();
  }

  hint(): void {
    this.#do(this.#playing.hint());
  }

  look(ply: number): void {
    this.#do(this.#playing.look(ply));
  }

  follow(moves: string[]): void {
    this.#do(this.#playing.follow(moves));
  }

  openGameOfFile(at: number): void {
    this.#do(this.#playing.openGameOfFile(at));
  }

  closeFile(): void {
    this.#playing.closeFile();
  }

  setPace(milliseconds: number): void {
    this.#onceRestored(() => this.#playing.setPace(milliseconds));
  }

  scoreGame(): void {
    this.#do(this.#reviewing.begin());
  }

  stopScoring(): void {
    this.#reviewing.stop();
  }

  makeMain(): void {
    this.#do(this.#playing.makeMain());
  }

  analyse(on: boolean): void {
    this.#do(this.#playing.analyse(on));
  }

  setLines(lines: number): void {
    this.#do(this.#playing.setLines(lines));
  }

  playFromHere(): void {
    this.#do(this.#playing.playFromHere());
  }

  watch(how: "on" | "held" | "stopped"): void {
    this.#do(this.#playing.watch(how));
  }

  downloadPgn(): void {
    if (this.state.play.mode === "arena") this.#matching.downloadPgn();
    else this.#do(this.#playing.downloadPgn());
  }

  // ---- arena ----------------------------------------------------------------------------------

  setContestant(side: MatchSide, contestant: Contestant): void {
    this.#matching.setContestant(side, contestant);
  }

  pasteContestant(side: MatchSide, text: string): Promise<string | null> {
    return this.#matching.paste(side, text);
  }

  setPlan(plan: Partial<MatchPlan>): void {
    this.#matching.setPlan(plan);
  }

  startMatch(): void {
    this.#do(this.#matching.start());
  }

  stopMatch(): void {
    this.#matching.stop();
  }

  // ---- one search -----------------------------------------------------------------------------

  drawSearch(): void {
    this.#onceRestored(() => this.#oneSearch.draw());
  }

  // ---- strength by generation -----------------------------------------------------------------

  measureStrength(of: MeasuredKind): void {
    this.#onceRestored(() => this.#measuring[of].start());
  }

  stopMeasuring(of: MeasuredKind): void {
    void this.#measuring[of].stop();
  }

  setLadderPlan(of: MeasuredKind, plan: Partial<LadderPlan>): void {
    this.#measuring[of].setPlan(plan);
  }

  #measure(of: MeasuredKind, runId: () => string | null): Measuring {
    return new Measuring(of, this.#store, this.#storage, this.#player, runId);
  }

  // ---- messages -------------------------------------------------------------------------------

  dismiss(trouble: number): void {
    this.#store.dismiss(trouble);
  }

  copyReport(): void {
    this.#copy(report(this.state), "Report", "millipawn-report.txt");
  }

  useDepthModule(text: string): void {
    this.#do(this.#linking.useDepthModule(text));
  }

  copyText(text: string, what: string): void {
    this.#copy(text, what, "millipawn.txt");
  }

  saveFile(name: string, content: Blob | Promise<Blob>): void {
    this.#do(Promise.resolve(content).then((blob) => downloadFile(name, blob)));
  }

  copyProgramText(text: string): void {
    this.#copy(text, "Program text", "millipawn-depth-module.txt");
  }

  /** Where the browser does not let the page copy, the text is saved. */
  #copy(text: string, what: string, file: string): void {
    this.#do(
      navigator.clipboard.writeText(text).then(
        () => this.#store.notice(`${what} copied.`),
        () => download(file, text, "text/plain"),
      ),
    );
  }

  // ---- what is stored -------------------------------------------------------------------------

  listStored(): void {
    this.#do(this.#library.list());
  }

  openStored(id: string): void {
    this.#onceRestored(async () => {
      const isOpen = await this.#library.open(id);
      this.#showing.turnToRun();
      if (isOpen && this.#imitation.id === id) this.#chooseAsInRun();
    });
  }

  /** The form says what the open run is, so that Evolve goes on with it. */
  #chooseAsInRun(): void {
    const { settings, generations } = this.state.run;
    if (!settings) return;
    this.#store.settle({ ...settings, generations });
    this.#stages.show("imitation");
    this.#keepSettings();
  }

  deleteStored(id: string): void {
    this.#onceRestored(() => this.#library.remove(id));
  }

  saveEverything(): void {
    this.#do(this.#library.saveEverything());
  }

  undo(): void {
    this.#do(this.#undoing.undo().then(() => this.#library.list()));
  }

  hideUndo(): void {
    this.#undoing.hide();
  }

  /** A press while the page starts takes effect a moment later: the stored games and run would otherwise undo it. */
  #onceRestored(command: () => unknown): void {
    this.#do(this.#restored.then(command));
  }

  /** Commands answer nothing, so what goes wrong in them is said on the page. */
  #do(command: Promise<unknown>): void {
    command.catch((error: unknown) => this.#store.trouble(`That did not work: ${reason(error)}.`));
  }
}
