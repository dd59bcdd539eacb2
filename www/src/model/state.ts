// The whole state of the page, and its commands.

import type { ExperimentCommands, Experiments } from "../experiments.ts";
import type {
  FamilyShown,
  GeneHistory,
  Ablation,
  Positions,
  StepsShown,
  UnderstandingCommands,
} from "../understanding.ts";
import type { Arena, MatchPlan, MatchSide } from "./arena.ts";
import type { ClockChoice } from "./clock.ts";
import type { Exchange, Room } from "./exchange.ts";
import type { Games, ImportProgress } from "./games.ts";
import type { Program } from "./genes.ts";
import type { Offer, Shared } from "./links.ts";
import type { ShownSearch } from "./one-search.ts";
import type { Contestant, Looks, Mode, Opponent, Play, Strength } from "./play.ts";
import type { Difference, Likeness, PlaysLikeMe, Wish } from "./plays-like-me.ts";
import type {
  ClassesRecord,
  CoevolutionRecord,
  LearningRecord,
  OrderingRecord,
  SupervisedRecord,
  TuningRecord,
} from "./records.ts";
import type { Results } from "./results.ts";
import type { Demonstration, FixedSample, Run, Series, SeriesRun } from "./run.ts";
import type { Setting, SettingValue, Settings } from "./settings.ts";
import type { InitialPrograms, LaterStage, OwnPrograms, StageName, StageRun } from "./stages.ts";
import type { Ladder, LadderPlan, MeasuredKind } from "./strength.ts";
import type { System } from "./systems.ts";

/** A stored experiment, as a list shows it. */
export interface StoredRun {
  /** What a person calls it; empty without. */
  title: string;
  id: string;
  kind: StageName | "series";
  /** Empty where an earlier version did not say. */
  system: string;
  name: string;
  seed: number | null;
  /** Scored last, or runs of a series. */
  generation: number | null;
  /** Milliseconds since 1970. */
  changed: number;
  isOpen: boolean;
}

export interface Trouble {
  id: number;
  text: string;
  /** How often it was told. */
  count: number;
  /** What it is about: the next attempt at that takes it back. */
  about: string | null;
}

export interface State {
  /** Programs play alike wherever it is the same; null until the core has started. */
  engine_signature: number | null;
  /** Those of the registry, in its order; none until the core has started. */
  systems: System[];
  /** The rows with the defaults of the chosen system. */
  settings_table: Setting[];
  settings: Settings;
  workers: number;
  games: Games | null;
  /** What the games were read with; null when that is not known. */
  read_with: Settings | null;
  /** Whether the page can read them again by itself: the files of a person only until the page is left. */
  readable: boolean;
  importing: ImportProgress | null;
  /** The games that those in use took the place of, as long as they can be brought back. */
  replaced: string | null;
  run: Run;
  /** Whether a run or games of the person's own are stored while the page is about those of a link, which are not. */
  aside: boolean;
  /** What a link would run; null when none is open. */
  offer: Offer | null;
  /** The latest series of runs; null before the first. */
  series: Series | null;
  /** Which stage of the chosen system is looked at; what follows are that system's too. */
  stage: StageName;
  /** The initial programs that a person chose; null: none in particular. */
  initial_programs: InitialPrograms | null;
  own: OwnPrograms;
  classes: StageRun<ClassesRecord>;
  coevolution: StageRun<CoevolutionRecord>;
  learning: StageRun<LearningRecord>;
  ordering: StageRun<OrderingRecord>;
  supervised: StageRun<SupervisedRecord>;
  tuning: StageRun<TuningRecord>;
  /** How the champions of the imitation compare; null before that is known, and without a run. */
  fixed_sample: FixedSample | null;
  /** Null where there is none. */
  demonstration: Demonstration | null;
  /** Whether there will be one, as far as can be told before anything is loaded: its place is kept, so that nothing moves away. */
  is_demonstration_due: boolean;
  /** Until what was stored is back: a setting that is changed before would be overwritten. */
  is_starting: boolean;
  plays_like_me: PlaysLikeMe;
  /** Of the program of the open run of learning from games, where it learned from one player; null elsewhere and while it runs. */
  likeness: { program: string; measured: Likeness | null; wrong: string | null } | null;
  /** The generation chosen on the slider; null: the newest. */
  chosen_generation: number | null;
  /** The program whose genes are shown: the chosen generation's, or the one from a link; and what it is called. */
  program: Program | null;
  program_title: string;
  /** What people call it; empty: nothing. */
  program_name: string;
  /** The text of the program that a link has brought; null without one. */
  linked: string | null;
  play: Play;
  /** Of the person's games with programs. */
  results: Results;
  arena: Arena;
  ladders: Record<MeasuredKind, Ladder>;
  exchange: Exchange;
  /** The search that was drawn last. */
  search_tree: ShownSearch | null;
  /** Shown in role=alert, newest last, until dismissed. */
  troubles: Trouble[];
  /** A passing confirmation ("Link copied"), shown and said; a new object each time it is given. */
  notice: { text: string } | null;
  /** Whether a newer build of the page is here, and waits to be taken. */
  is_newer_here: boolean;
  /** What was destroyed last on purpose, as long as it can be brought back. */
  undo: string | null;
  /** What is stored, the latest first, as far as it was looked at. */
  stored: StoredRun[];
  experiments: Experiments;
  /** Null before they were asked for. */
  positions: Positions | null;
  gene_history: GeneHistory | null;
  /** What a program loses without each of its genes; null before anybody asked. */
  ablation: Ablation | null;
  /** The program whose parents are looked at; null before anybody asked. */
  family: FamilyShown | null;
  /** How the generation was made that Step has made; null while nobody looks. */
  steps: StepsShown | null;
  /** Whether another tab has what was open last time, and this one its own. */
  isBeside: boolean;
  /** The link last copied, shown as text. */
  link: string | null;
  /** While somebody looks at the ways to pass the program on; else null. */
  shared: Shared | null;
}

/** What the views may ask for. Every command is safe in every state: one that makes no sense then does nothing or says why. */
export interface Commands {
  importFiles(files: File[], how: "replace" | "add"): void;
  useSampleGames(): void;
  cancelImport(): void;
  /** Brings the games back that were in use before, and the run on them. */
  bringBackGames(): void;
  forgetGames(): void;
  downloadReport(): void;
  /** The filters become those that the games in use were read with. */
  keepFilters(): void;

  /** Asks whose games a program is to play like. */
  openPlaysLikeMe(): void;
  closePlaysLikeMe(): void;
  /** Asks a site for the games of a user. */
  fetchOwnGames(wish: Wish): void;
  stopOwnGames(): void;
  /** Takes them from files. */
  takeOwnGames(files: File[]): void;
  /** Whose moves are to be learned. */
  setOwnName(name: string): void;
  /** Learns from the games that came. */
  learnToPlayLikeMe(): void;

  /** Another experiment, with its own settings. */
  setSystem(system: string): void;
  /** A system, and which of its stages is looked at. */
  usePreset(preset: { system: string; stage: StageName }): void;
  set(key: string, value: SettingValue): void;
  resetSettings(): void;
  setWorkers(count: number): void;

  evolve(): void;
  pause(): void;
  step(): void;
  reset(): void;
  /** Back to the stored games and run, which those of a link stand in front of. */
  returnToOwn(): void;
  /** What a link brought is stored in place of the games and the run that are. */
  keepInstead(): void;

  /** Ten runs with successive seeds, or on with those that were begun. */
  evolveSeries(): void;
  /** Shows the champion of a finished run of the series. */
  chooseRun(run: SeriesRun): void;
  forgetSeries(): void;

  showStage(stage: StageName): void;
  setInStage(stage: LaterStage, key: string, value: SettingValue): void;
  resetStageSettings(stage: LaterStage): void;
  /** Sends the best programs of games to demes elsewhere, and takes theirs in, or ends that. */
  exchangePrograms(on: boolean): void;
  /** The same with demes on other computers. */
  joinRoom(room: Room): void;
  leaveRoom(): void;
  chooseInitialPrograms(chosen: InitialPrograms): void;
  /** Chromosomes or links, one a line, to begin with. */
  pasteInitialPrograms(text: string): void;
  /** Begins the stage, or goes on with it. */
  runStage(stage: LaterStage): void;
  pauseStage(): void;
  /** Other values for settings of the run of a kind that is open, from its next generation on. Answers whether it took them. */
  changeRun(kind: StageName, settings: Settings): Promise<boolean>;
  resetStage(stage: LaterStage): void;
  /** Begins a run of another engine again, with this one. */
  beginAnew(stage: LaterStage): void;
  /** Openings, positions or games from a file; null: those that are built in. */
  useSuite(stage: LaterStage, file: File | null): void;
  /** That of a generation; of the last without one. */
  showChampion(stage: LaterStage, generation?: number): void;
  /** The arena with the champion of the stage against the best before it. */
  beforeAndAfter(stage: LaterStage): void;

  chooseGeneration(generation: number | null): void;
  copyLink(): void;
  copyExperimentLink(): void;
  /** Looks at more ways to pass the program on show on. */
  openSharing(): void;
  closeSharing(): void;
  /** What people call the program that is looked at. */
  nameProgram(name: string): void;
  /** Hands the program that is looked at to another program of this device. */
  sendProgram(): void;
  /** `what`: what is said to be copied. Where the browser does not let the page copy, the text is saved. */
  copyText(text: string, what: string): void;
  /** Hands a file to the person. */
  saveFile(name: string, content: Blob | Promise<Blob>): void;
  /** Runs what a link describes, or gives that up. */
  runOffer(): void;
  giveUpOffer(): void;
  exportProgram(): void;
  /** As a table. */
  exportGenes(): void;
  /** A saved program, or a table of genes. */
  importProgram(file: File): void;

  setMode(mode: Mode): void;
  setOpponent(opponent: Opponent): void;
  /** Chromosome text or a link; answers the message of what is wrong, or null. */
  pasteOpponent(text: string): Promise<string | null>;
  setStrength(strength: Strength): void;
  /** For the game on the board where the person has not moved yet, else for the next. */
  setClock(choice: ClockChoice): void;
  newGame(side: "white" | "black"): void;
  /** For the game on the board where the person has not moved yet, else for the next. */
  setSide(side: "white" | "black"): void;
  flip(): void;
  /** Brings the game back that the one on the board took the place of. */
  bringBack(): void;
  /** A position as FEN, or a game as PGN. */
  setUp(text: string): void;
  /** Puts its position on the board, to be analysed. */
  showDifference(difference: Difference): void;
  /** A file with a game, to look at and to go on with. */
  openGame(file: File): void;
  /** Why a position cannot be set up; null where it can. */
  objectionTo(fen: string): Promise<string | null>;
  /** SAN or UCI; answers the message of what is wrong, or null. While the program thinks it is a premove. */
  move(text: string): Promise<string | null>;
  /** There is no move any more to be played after the program's. */
  forgetPremove(): void;
  takeBack(): void;
  resign(): void;
  setSounds(on: boolean): void;
  setLooks(looks: Partial<Looks>): void;
  /** Another tab may have added some. */
  lookAtResults(): void;
  /** Games by their identities. */
  deleteResults(ids: string[]): void;
  bringBackResults(): void;
  /** A new game against an opponent near the level that the results tell. */
  findOpponent(): void;
  /** Ends the thinking: the best move so far is played. */
  moveNow(): void;
  hint(): void;
  /** Shows the position after so many half-moves. */
  look(ply: number): void;
  /** Shows the position after these moves of the analysis, in UCI. */
  follow(moves: string[]): void;
  /** A game of the opened file comes onto the board, counted from 0. */
  openGameOfFile(at: number): void;
  closeFile(): void;
  /** Scores each position of the line on the board. */
  scoreGame(): void;
  stopScoring(): void;
  /** The moves up to the position on the board become the main line of the analysis. */
  makeMain(): void;
  /** Of the moves between two programs. */
  setPace(milliseconds: number): void;
  /** Starts or stops the analysis of the position on the board. */
  analyse(on: boolean): void;
  setLines(lines: number): void;
  /** A game against the opponent that goes on from the analysed position. */
  playFromHere(): void;
  /** Lets two programs play on, holds their game, or ends it. */
  watch(how: "on" | "held" | "stopped"): void;
  /** The game on the board; in the arena the games of the match. */
  downloadPgn(): void;

  setContestant(side: MatchSide, contestant: Contestant): void;
  /** Chromosome text or a link; answers the message of what is wrong, or null. */
  pasteContestant(side: MatchSide, text: string): Promise<string | null>;
  /** What does not fit is made to fit. */
  setPlan(plan: Partial<MatchPlan>): void;
  startMatch(): void;
  stopMatch(): void;

  /** Searches the position on the board as the program on show does while it learns. */
  drawSearch(): void;

  /** Plays programs of the run against the ladder, or goes on with it. */
  measureStrength(of: MeasuredKind): void;
  stopMeasuring(of: MeasuredKind): void;
  /** What does not fit is made to fit. */
  setLadderPlan(of: MeasuredKind, plan: Partial<LadderPlan>): void;

  dismiss(trouble: number): void;
  /** Copies what to send to whoever is asked for help. */
  copyReport(): void;
  /** Shows the program on show with the depth module of this text. */
  useDepthModule(text: string): void;
  /** Copies the text of a gene that is a program. */
  copyProgramText(text: string): void;

  /** Looks at what is stored. */
  listStored(): void;
  openStored(id: string): void;
  deleteStored(id: string): void;
  /** Everything stored, as one file. */
  saveEverything(): void;
  undo(): void;
  hideUndo(): void;

  /** Loads the newer build of the page; what goes on goes on there. */
  takeNewer(): void;
  /** Not now. */
  hideNewer(): void;
}

/** What the views are given: the one state value, its changes, and the commands. */
export interface Page extends Commands {
  readonly state: State;
  readonly experiments: ExperimentCommands;
  readonly understanding: UnderstandingCommands;
  /** Calls the listener after every change (drawing at most once a frame is the views' part); answers how to stop. */
  subscribe(listener: (state: State) => void): () => void;
}
