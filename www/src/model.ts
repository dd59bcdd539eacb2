// The vocabulary of the page: plain data that workers send, the laboratory keeps and the views draw.
// Field names that cross from Rust are snake_case, as serde writes them.

import type { ExperimentCommands, Experiments } from "./experiments.ts";
import type { GeneHistory, Positions, UnderstandingCommands } from "./understanding.ts";
import type { Variations } from "./variations.ts";

// ---- settings (a table for each kind of run, in Rust: crate/evolve/src/run/settings) -----------

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
}

export type Settings = Record<string, SettingValue>;

// ---- systems (the registry in Rust: crate/evolve/src/system) ------------------------------------

/** A system of the registry. */
export interface System {
  /** What chromosomes and settings call it. */
  id: string;
  /** What people call it, without and with the year. */
  name: string;
  title: string;
  /** The version of its gene table, which its chromosomes name. */
  version: number;
  /** The paper. */
  source: string;
  /** The kinds of run that its programs come from, in their order: the stages that it has. */
  kinds: StageName[];
  texts: SystemTexts;
}

/** What people read about a system. */
export interface SystemTexts {
  /** One or two sentences below the choice; the idea of the paper, and where that is found. */
  about: string;
  help: string;
  citation: string;
  /** A paragraph on who described it and what it is, and what its figures do not show. */
  history: string;
  caution: string;
  /** How long a generation took its authors, and how that is known. */
  then: string;
  then_help: string;
  /** What the count of a generation means. */
  count_help: string;
  /** Which of the paper's own values its genes stand beside; null where it prints none. */
  published_help: string | null;
  /** How its imitation goes on, and its coevolution. */
  introduction: Step[];
  coevolution: Step[];
  /** What the champion of a coevolution is called, and the best program before it; who meets when they play. */
  coevolved: string;
  before: string;
  before_help: string;
  /** Where each of its stages comes from, in their order. */
  stage_sources: string[];
  /** Whether the paper made ten runs of an experiment, so that the page offers to. */
  ten_runs: boolean;
}

export interface Step {
  heading: string;
  text: string;
}

// ---- genes ------------------------------------------------------------------------------------

/** One gene of a chromosome, decoded. */
export interface Gene {
  name: string;
  group: string;
  /** Its width in bits, where the chromosome is a string of bits. */
  bits: number | null;
  /** How many loci of the chromosome it has, none where it is fixed, and the first of them. */
  loci: number;
  offset: number;
  /** The lowest and the highest value. */
  base: number;
  highest: number;
  /** The decoded value (may be fractional). */
  value: number;
  /** What the values are in, and how many of that a pawn is. */
  unit: string;
  unit_per_pawn: number;
  /** What the weight multiplies. */
  meaning: string;
  source: string;
  /** The established point value in pawns, where there is one (knight 3, queen 9). */
  established: number | null;
  /** The value that the paper's own programs evolved to, in the unit, where it prints one. */
  published: number | null;
  /** The text of a gene that is a program. */
  body?: string;
}

/** Everything the page shows of one program. */
export interface Program {
  /** Chromosome text: `<system>.<version>.<payload>`. */
  text: string;
  system: string;
  version: number;
  genes: Gene[];
  /** What pawn, knight, bishop, rook and queen are worth, in millipawns; null where the genes say it. */
  piece_values: number[] | null;
  /** The genes of its search; empty where that was not bred. */
  search: Gene[];
  /** The program that decides how deep it searches; null where it has none. */
  depth: DepthStep[] | null;
}

/** A step of a depth program. */
export interface DepthStep {
  number: number;
  /** The instruction, or what a decision compares. */
  text: string;
  /** Whether a change of the depth can follow from it. */
  effective: boolean;
  /** What a decision does where it is so, and otherwise; null for straight instructions. */
  branches: [DepthStep[], DepthStep[]] | null;
}

/** The way of a position through a depth program. */
export interface DepthPath {
  /** The steps that run, in their order, and for decisions whether it is so. */
  visited: { number: number; then: boolean | null }[];
  /** By how many plies deeper is searched. */
  change: number;
  /** The decisions and what follows from them, a sentence each. */
  words: string[];
}

// ---- games in ---------------------------------------------------------------------------------

export interface SkipCount {
  reason: string;
  games: number;
}

export interface Skip {
  file: string;
  /** Line in the (decompressed) file where the game starts or the trouble is, from 1. */
  line: number;
  reason: string;
  /** "White - Black", as far as known. */
  game: string;
}

export interface ImportReport {
  files: string[];
  games_read: number;
  games_used: number;
  positions_read: number;
  positions_kept: number;
  skipped: SkipCount[];
  skips: Skip[];
  /** Skips not listed one by one because there are too many. */
  skips_omitted: number;
  /** The whole report as text, to download. */
  text: string;
}

/** The games in use. */
export interface Games {
  /** "Sample games" or the file names. */
  title: string;
  report: ImportReport;
  examples: number;
  training: number;
  held_out: number;
  /** 16 hexadecimal digits. */
  fingerprint: string;
}

/** The games a run learns from, with their examples. */
export interface Lessons {
  games: Games;
  examples: Blob;
  /** What they were read with; nothing is known of games stored by an earlier version. */
  settings: Settings;
}

export interface ImportProgress {
  file: string;
  bytes_read: number;
  bytes_total: number;
  bytes_per_second: number;
  seconds_left: number | null;
  games: number;
  positions: number;
}

// ---- the run ----------------------------------------------------------------------------------

export interface HeldOut {
  generation: number;
  examples: number;
  matched: number;
  rate: number;
  /** Wilson interval, 95 %. */
  low: number;
  high: number;
}

/** What the champions of an imitation find of one sample of positions, the same for every generation. */
export interface FixedSample {
  positions: number;
  /** They are from games kept out of training; else from those learned from. */
  is_held_out: boolean;
  /** What the random programs that the run began with find, on average: moves. */
  random: number;
  /** By chromosome text, as far as they were counted. */
  found: ReadonlyMap<string, HeldOut>;
}

/** What the page shows of evolution before anyone has touched it. */
export interface Demonstration {
  phase: "running" | "over";
  run: Run;
  /** Of its programs, none before they are known. */
  genes: Gene[];
  sample: FixedSample | null;
  /** A random program, of those that the run began with. */
  ancestor: string | null;
  /** Between that and the champion. */
  game: MatchGame | null;
}

/** One record a generation. */
export interface GenerationRecord {
  generation: number;
  /** Grandmaster moves found, raw counts out of `positions`. */
  best: number;
  mean: number;
  worst: number;
  positions: number;
  /** Chromosome text of the generation's best (the earlier index on ties). */
  champion: string;
  held_out: HeldOut | null;
  /** Mean distance over all pairs: 0 for clones, near 0.5 for random bit strings. */
  diversity: number;
  elapsed_ms: number;
}

/** The generation scored last. */
export interface Population {
  individuals: number;
  /** The length of a genome, and what people call one locus of it. */
  loci: number;
  locus_name: string;
  /** A row an individual, a cell a locus: how much of it there is, from 0 to 255. */
  cells: Uint8Array;
  /** Chromosome texts. */
  programs: string[];
  /** The moves that each of them found. */
  fitness: Uint32Array;
}

export type RunPhase = "idle" | "running" | "paused" | "finished";

/** A scored generation, of a run of any kind. */
export type RunRecord = GenerationRecord | StageRecord;

/** A run of any kind, as it stands. */
export interface Run<R extends RunRecord = GenerationRecord> {
  phase: RunPhase;
  /** What it began with; null when none is open. */
  settings: Settings | null;
  /** Generations asked for. */
  generations: number;
  records: R[];
  /** How far the generation under way is; null of a kind that shows nothing of it. */
  progress: StageProgress | null;
  /** Null of a kind that shows none. */
  population: Population | null;
  /** For a run opened from an `#x=` link: the program it must arrive at, and whether it did. */
  expected: { chromosome: string; reached: boolean | null } | null;
  /** Another version of the engine made it: it can be looked at, and begun anew. */
  of_another_engine: boolean;
}

/** A finished run of a series. */
export interface SeriesRun {
  seed: number;
  /** Moves found by the best of each generation, out of `positions`. */
  best: number[];
  positions: number;
  /** Chromosome text of the last generation's best. */
  champion: string;
  held_out: HeldOut | null;
}

/** The same experiment with one seed after the other. */
export interface Series {
  phase: "running" | "paused" | "finished";
  /** How many runs there are to be. */
  planned: number;
  /** Of the first run; each later one has the next seed. */
  settings: Settings;
  /** Of the examples. */
  fingerprint: string;
  /** Those that are finished, in the order of their seeds. */
  runs: SeriesRun[];
}

// ---- the later stages -------------------------------------------------------------------------

/**
 * The evaluation of programs is bred on games or by playing each other, or learns from its own searches or from games; a search is
 * bred, or the order in which it tries moves; whole programs are bred by games against fixed-depth opponents. A system has some of these.
 */
export type StageName =
  "imitation" | "classes" | "coevolution" | "learning" | "ordering" | "supervised" | "tuning";
export type LaterStage = Exclude<StageName, "imitation">;

/**
 * The initial programs of a coevolution: champions of several runs, the best of the open run, random programs, a person's own. Learning
 * begins with one of the last three: that of the open run has learned from games.
 */
export type InitialPrograms = "champions" | "population" | "random" | "own";

/** Programs of the chosen system that a person wants to coevolve, or the one that is to learn. */
export interface OwnPrograms {
  /** As it was pasted: chromosomes or links, one a line. */
  text: string;
  /** Chromosome texts, in their order; none unless all can be used. One alone has nobody to play. */
  programs: string[];
  /** What is wrong, and in which line; null where nothing is, or nothing was pasted. */
  wrong: string | null;
}

/** A generation whose programs played each other. */
export interface CoevolutionRecord {
  generation: number;
  /** Half-points of each program. */
  half_points: number[];
  /** Games of each program. */
  games: number;
  best: number;
  worst: number;
  champion: string;
  /** Every gene over the population. */
  genes: { name: string; mean: number; spread: number }[];
  diversity: number;
}

/** A generation of searches. */
export interface TuningRecord {
  generation: number;
  /** Nodes on the whole suite: the fewer the fitter. */
  best: number;
  mean: number;
  worst: number;
  /** Positions that the fittest solved, of how many. */
  solved: number;
  positions: number;
  /** A whole program: its evaluation and its search. */
  champion: string;
  diversity: number;
}

/** A round of games in which a program learned. */
export interface LearningRecord {
  /** The number of the round; 0 is before the first game. */
  generation: number;
  /** Since the beginning. */
  games: number;
  /** Learned from in this round. */
  positions: number;
  /** Those whose evaluation should change: by an exact score, a lower and an upper bound. */
  changed: [number, number, number];
  /** How far evaluations are from what searches found, and how large they are: root mean squares, in millipawns. */
  error: number;
  size: number;
  /** Of White, or of the learning player where it has an opponent. */
  half_points: number;
  /** Moves searched, and nodes for them. */
  plies: number;
  nodes: number;
  /** What pawn, knight, bishop, rook and queen are worth, in millipawns. */
  values: [number, number, number, number, number];
  /** Why learning ended here by itself, in words. */
  diverged: string | null;
  /** Null where the program of this round was not kept. That of the last always is. */
  champion: string | null;
}

/** A step of learning from games. */
export interface SupervisedRecord {
  /** The number of the step; 0 is before the first. */
  generation: number;
  /** Learned from at this step, and those whose move the program found before. */
  positions: number;
  found: number;
  /** How unlikely it took their moves to be: the mean of -ln P. */
  loss: number;
  /** What pawn, knight, bishop, rook and queen are worth, in millipawns. */
  values: [number, number, number, number, number];
  /** Null where it was not due. */
  held_out: HeldOut | null;
  /** Why learning ended here by itself, in words. */
  diverged: string | null;
  /** Null where the program of this step was not kept. That of the last always is. */
  champion: string | null;
}

/** Which games a person wants of a site. */
export interface Wish {
  site: "lichess" | "chess.com";
  /** Of the user. */
  name: string;
  speed: "any" | "bullet" | "blitz" | "rapid" | "classical" | "correspondence";
  rated: "any" | "rated" | "casual";
  colour: "both" | "white" | "black";
  /** So many at most, the newest first. */
  count: number;
}

/** Games that a program is to play like, before it learns from them. */
export interface PlaysLikeMe {
  /** Whether the person is asked for them. */
  is_open: boolean;
  /** How many have come of those under way; null while none are. */
  came: number | null;
  /** Of what came, in a sentence; null where there is nothing to say. */
  said: string | null;
  /** Why nothing came, and where the games can be downloaded instead. */
  wrong: { text: string; address: string | null } | null;
  games: { title: string; players: NamedPlayer[] } | null;
  /** Whose moves are to be learned. */
  name: string;
}

/** A player named in games. */
export interface NamedPlayer {
  name: string;
  games: number;
}

/** How many held-out moves of its player a program finds, beside another program, as the core says it. */
export interface Likeness {
  positions: number;
  games: number;
  found: number;
  found_by_other: number;
  /** How many more than the other, a move: the ends of the 95 % interval. Null where games are too few. */
  more: [number, number] | null;
  /** Some of the positions where it would play otherwise. */
  differences: Difference[];
}

export interface Difference {
  fen: string;
  /** Of the move. */
  number: number;
  is_white: boolean;
  /** In SAN and in UCI. */
  played: [string, string];
  chosen: [string, string];
  is_found_by_other: boolean;
}

/** What a box plot shows of some numbers. */
export interface FiveNumbers {
  least: number;
  lower: number;
  median: number;
  upper: number;
  greatest: number;
}

/** Positions that come from some plies of their games. */
export interface PlyGroup {
  /** The first ply; that of a game is 1. */
  from: number;
  /** The last; null where all later ones belong to it. */
  to: number | null;
  positions: number;
  /** Nodes a position. */
  nodes: FiveNumbers;
}

/** A generation of move orderings. */
export interface OrderingRecord {
  generation: number;
  /** Of each program, deme by deme. */
  nodes: number[];
  /** The places of programs that came from the deme before. */
  migrants: number[];
  /** Nodes for all positions: the fewer the fitter. */
  best: number;
  mean: number;
  worst: number;
  /** Positions that are searched. */
  positions: number;
  /** Nodes of orders that are made by hand, or not at all, for the same positions. */
  yardsticks: { name: string; nodes: number }[];
  /** The best on positions that were not bred on; null where it was not due. */
  unseen: { positions: number; nodes: number } | null;
  /** Nodes of the best by ply of the game; empty where an earlier version of the page made the record. */
  by_ply: PlyGroup[];
  /** The same of the yardsticks, in their order: in the record of generation 0 only. */
  yardsticks_by_ply: PlyGroup[][];
  champion: string;
  diversity: number;
}

/** Games of a program against one class of opponents. */
export interface ClassScore {
  /** Twice the plies that they look ahead. */
  class: number;
  games: number;
  won: number;
  lost: number;
  /** Of the results, in hundredths of a win; a loss is -100. */
  sum: number;
  /** Whether the class counts for the fitness. */
  tells: boolean;
}

/** A program with its games against classes. */
export interface ScoredProgram {
  program: string;
  /** From 1 to 15. */
  fitness: number;
  /** Instructions of its depth program that have an effect. */
  effective: number;
  classes: ClassScore[];
  /** A move, on average; null without a move. */
  nodes: number | null;
  moves: number;
  /** Moves for which its nodes ran out. */
  ran_out: number;
}

/** A generation of programs that played fixed-depth opponents. */
export interface ClassesRecord {
  generation: number;
  /** Of each program in millionths, deme by deme. */
  fitness: number[];
  /** The places of programs that came from the deme before. */
  migrants: number[];
  best: number;
  mean: number;
  worst: number;
  /** That were played in this generation. */
  games: number;
  /** Programs that lost both their first games and made place for others. */
  replaced: number;
  /** Programs that came from elsewhere. */
  immigrants: number;
  /** Who did best in the games after the run, else the fittest. */
  champion: string;
  fittest: ScoredProgram;
  /** Those who played after the run, the best first. */
  finalists: ScoredProgram[];
  preset: string | null;
  diversity: number;
}

/** A room, in which demes exchange programs. */
export interface Room {
  /** The address of its server, with user and password; empty between the tabs of a browser. */
  server: string;
  room: string;
  /** What others call the deme of this tab. */
  deme: string;
}

/** A deme elsewhere, as it tells of itself. */
export interface Peer {
  deme: string;
  /** That it has scored. */
  generation: number;
  /** The best fitness there. */
  best: number;
}

/** A program that came from another deme. */
export interface Entered {
  deme: string;
  program: string;
  /** The generation that it entered. */
  generation: number;
}

/** The exchange of programs with demes elsewhere. */
export interface Exchange {
  /** Whether this page may reach demes on other computers. */
  can_connect: boolean;
  /** Between the tabs of this browser, over a network, or not at all. */
  way: "none" | "tabs" | "network";
  room: Room;
  connection: "closed" | "connecting" | "open" | "lost";
  /** Why the room could not be joined, or was closed. */
  trouble: string | null;
  /** How many programs were offered. */
  sent: number;
  peers: Peer[];
  /** How many programs came, and the last of them. */
  came: number;
  entered: Entered[];
  /** Why the last that was to enter could not; null where it did. */
  refused: string | null;
}

export type StageRecord =
  ClassesRecord | CoevolutionRecord | TuningRecord | LearningRecord | OrderingRecord | SupervisedRecord;

/** Who scored what against whom in a generation. */
export interface CrossTable {
  generation: number;
  programs: number;
  /** Half-points of the row's program against the column's, row by row, of the games that are over. */
  half_points: Uint32Array<ArrayBuffer>;
}

/** How far the generation under way is. */
export interface StageProgress {
  generation: number;
  done: number;
  pieces: number;
  /** Of the generation under way, once a game of it is over, else of the last; null where nobody has played. */
  cross: CrossTable | null;
  /** Up to two games that are being played, or were played last. */
  games: MatchGame[];
}

/** A run of a later stage, with what is chosen for it before it begins. */
export interface StageRun<R extends StageRecord> extends Run<R> {
  table: Setting[];
  settings: Settings;
  /** What it was bred from, in words. */
  origin: string;
  /** The best before the stage, which its champion is compared with. */
  before: Seat | null;
  /** What it works on. */
  suite: Suite;
  /** The run is a link's and not stored; the person's own is. */
  aside: boolean;
  /** How long its games take; null before any was played here. */
  pace: Pace | null;
}

/** Measured. */
export interface Pace {
  /** The time of one worker for a game. */
  game_ms: number;
  /** That it was searched for a move. */
  nodes: number;
}

/** What a later stage works on: openings to begin games with, positions to be solved, or games to learn from. */
export interface Suite {
  title: string;
  count: number;
  /** What cannot be used. */
  skipped: { place: number; reason: string }[];
  /** What places count: lines, or the games of a PGN file. */
  places: "line" | "game";
}

// ---- links ------------------------------------------------------------------------------------

/** What a link to an experiment would run, until the person runs it or gives it up. */
export interface Offer {
  kind: StageName;
  system: string;
  settings: Settings;
  /** The rows of these, with the usual values. */
  table: Setting[];
  /** What the first generation is; `joined`: random, and others came from elsewhere, which no link carries. */
  initial: "random" | "programs" | "left out" | "joined" | "program";
  /**
   * What it is bred on. Games: whether they are here, still looked for, missing, or others have been loaded. Openings and
   * positions: built in, or the sender's own.
   */
  data: "looking" | "here" | "missing" | "other" | "built in" | "own";
  fingerprint: string;
  /** The program it came to. */
  chromosome: string;
  /** Whether that is on the board. */
  playable: boolean;
  /** Whether the same program must come out. */
  exact: boolean;
  /** Another engine played its games or solved its positions. */
  another_engine: boolean;
}

/** The program on show as something to pass on. */
export interface Shared {
  /** Chromosome text, as its link has it. */
  text: string;
  /** Whether that rounds its weights. */
  is_rounded: boolean;
  /** The command that makes it again, and what else that needs; or why there is none. */
  repeat: { command: string; needs: string[] } | { why: string };
}

// ---- one search -------------------------------------------------------------------------------

/** A position that a search looked into at least a ply deep. Scores are White's, in pawns. */
export interface SearchedPosition {
  /** The number of the position that it was reached from; null for the first. */
  parent: number | null;
  /** The move that led here. */
  san: string;
  /** Who is to move. */
  turn: "white" | "black";
  /** Plies searched below it. */
  depth: number;
  /** What the search found; null where that is a mate. */
  pawns: number | null;
  /** Who mates. */
  mate: "white" | "black" | null;
  /** Whether that is exact, or White has at least or at most as much. */
  bound: "exact" | "least" | "most";
  evaluation: number;
  /** By how much the evaluation should rise. */
  taught: number;
}

/** A search and what it teaches; each position stands behind the one that it was reached from. */
export interface SearchTree {
  nodes: number;
  depth: number;
  positions: SearchedPosition[];
}

/** That of a position on the board. */
export interface ShownSearch extends SearchTree {
  /** What the page calls the program. */
  program: string;
}

// ---- play -------------------------------------------------------------------------------------

export interface EvaluationTerm {
  name: string;
  /** Weight times feature, White minus Black, in pawns. */
  pawns: number;
  /** The feature's value, White minus Black. */
  feature: number;
  meaning: string;
}

export interface Line {
  /** First move, UCI, and the line as SAN text. */
  move: string;
  san: string;
  /** From White's point of view, in pawns; null with mate_in. */
  pawns: number | null;
  mate_in: number | null;
}

export interface Position {
  fen: string;
  turn: "white" | "black";
  in_check: boolean;
  /** Legal destinations by origin square: `{e2: ["e3","e4"]}`. */
  destinations: Record<string, string[]>;
  last_move: [string, string] | null;
  /** Game so far as one line of text: `1. e4 e5 2. Nf3`. */
  moves: string;
  /** One SAN a half-move, with the FEN after it. */
  history: { san: string; uci: string; fen: string }[];
  /** "1-0 White mates", "Draw by repetition" ...; null while the game goes on. */
  result: string | null;
  score: "1-0" | "0-1" | "1/2-1/2" | "*";
  /** Empty without a program, and for one whose evaluation is no plain sum. */
  evaluation: EvaluationTerm[];
  /** The program's evaluation in pawns, White's point of view; null without a program. */
  evaluation_pawns: number | null;
  /** The program whose opinion this is, as text; null without one. */
  judge: string | null;
  /**
   * The moves in the order in which the program tries them, with their values, the plies still searched after them, and by how many
   * its depth module changes that; empty where it has no search of its own.
   */
  tries: { san: string; value: number; plies: number; change: number }[];
  /** What its depth module does here; null where it has none, or nothing is searched. */
  depth_path: DepthPath | null;
}

/** What the third room is used for. */
export type Mode = "play" | "analyse" | "watch" | "arena";

/** EvoChess's opponents, which look so many plies ahead and no further, under the names that the core knows them by. */
export type FixedDepth = `depth:${1 | 2 | 3 | 4 | 5 | 6 | 7}`;

/** Who sits at the other side: the program on show, the hand-set one, generation 0 of the run, a pasted one, one of fixed depth. */
export type Opponent = "shown" | "staunton" | "ancestor" | "pasted" | FixedDepth;

/** Who may play a match: also the random mover. */
export type Contestant = Opponent | "random";

/** A program as the player knows it. */
export interface Seat {
  /** Chromosome text, or a name such as `staunton`. */
  text: string;
  title: string;
}

/** How much a program thinks before a move. */
export interface Strength {
  kind: "nodes" | "seconds" | "depth";
  amount: number;
}

/** What a search has found so far. */
export interface Thought {
  /** The depth completed, in plies before quiescence, and the longest line looked at. */
  depth: number;
  selective_depth: number;
  nodes: number;
  /** Best first. */
  lines: Line[];
}

/** A thought, and whose about what. */
export interface Thinking extends Thought {
  by: string;
  /** The position thought about. */
  fen: string;
  milliseconds: number;
}

/** A game scored move by move. */
export interface Review {
  start: string | null;
  /** In UCI, and as "12... Nf6". */
  moves: string[];
  names: string[];
  /** Who scores. */
  by: string;
  /** Of each position from the first on, as far as it has come; of one that ends the game there is none. */
  scores: Pick<Line, "pawns" | "mate_in">[];
  /** How the game ended. */
  end: Position["score"];
  going: boolean;
}

/** A game of a file, as its tags call it. */
export interface ListedGame {
  white: string;
  black: string;
  result: string;
}

export interface Play {
  mode: Mode;
  /** The game's last position; in an analysis that of the line that is followed. */
  position: Position | null;
  /** The position on the board: the last, or an earlier one that is looked at. */
  shown: Position | null;
  /** Half-moves played before the position on the board. */
  ply: number;
  /** The FEN that the game began with; null for the usual position. */
  start: string | null;
  /** The program that takes the seat "shown", and where it comes from. A game under way keeps the one it began with. */
  program: Pick<Program, "text"> | null;
  /** "Generation 60 of this run", "Program from a link", ... */
  program_title: string;
  opponent: Opponent;
  /** The program that was pasted in. */
  pasted: Seat | null;
  /** The random ancestor that was chosen; the run may be another by now. */
  ancestor: Seat | null;
  /** What the program is called that a person wants to meet, while a game under way goes on with another. */
  invited: string | null;
  /** What took the game from the board that was there, as long as it can be brought back, and how that is called. */
  aside: { why: string; undo: string } | null;
  /** The person's colour; between two programs that of the program on show. */
  side: "white" | "black";
  /** The one that the person wants to have in the next game. */
  next_side: "white" | "black";
  /** Whether Black is below while the person has White, or the other way round. */
  flipped: boolean;
  strength: Strength;
  /** What was tried in the analysis, the line that is followed among it; nothing elsewhere. */
  variations: Variations;
  /** The line that was scored last. */
  review: Review | null;
  /** The file of several games that was opened last, and which of them is analysed; `at` is null once another game is. */
  file: { name: string; games: ListedGame[]; at: number | null } | null;
  /** How many lines an analysis reports. */
  lines: number;
  /** What a program is thinking for. */
  search: "move" | "hint" | "analysis" | null;
  /** What it thinks, or thought last. */
  thinking: Thinking | null;
  /** The move a program would play in the person's place. */
  hint: Line | null;
  /** The person's move, as it was written, that is played as soon as the program has moved. */
  premove: string | null;
  /** Whether moves are heard. */
  sounds: boolean;
  /** The least time of a move between two programs, in milliseconds. */
  pace_ms: number;
  /** A game between two programs. */
  watched: "waiting" | "on" | "held" | "stopped";
}

// ---- arena ------------------------------------------------------------------------------------

export type MatchSide = "a" | "b";

/** What a match is made of, besides its players. */
export interface MatchPlan {
  games: number;
  /** The most that is searched for a move. */
  nodes: number;
  /** Decides on the order of the openings and on what the random mover draws. */
  seed: number;
}

/** A position of a game under way. */
export interface Snapshot {
  fen: string;
  /** Half-moves played. */
  plies: number;
  last_move: [string, string] | null;
}

/** A game that is played, or was the last played at its table. */
export interface MatchGame extends Snapshot {
  /** From 1. */
  number: number;
  white: string;
  black: string;
  /** Why and how it ended; null while it goes on. */
  end: string | null;
}

/** A's score against B. */
export interface MatchStanding {
  games: number;
  wins: number;
  draws: number;
  losses: number;
  points: number;
  /** Points a game, and their 95 % interval. */
  rate: number;
  low: number;
  high: number;
  /** How probable it is that A is the stronger. */
  superiority: number;
  /** Null while the games are too few for a rating; its ends may be infinite. */
  elo: { difference: number; low: number; high: number } | null;
  fewest_games: number;
}

export interface Arena {
  contestants: Record<MatchSide, Contestant>;
  /** The programs that were pasted in. */
  pasted: Record<MatchSide, Seat | null>;
  plan: MatchPlan;
  phase: "idle" | "playing" | "stopped" | "over";
  /** The names of those who play, or played last, and how many games they were to play. */
  names: Record<MatchSide, string>;
  planned: number;
  /** Up to two of the games under way. */
  tables: (MatchGame | null)[];
  /** Null before the first match. */
  standing: MatchStanding | null;
}

// ---- strength by generation -------------------------------------------------------------------

/** A number of Elo and its 95 % interval. */
export interface Elo {
  elo: number;
  low: number;
  high: number;
}

/** A generation whose champion is measured. */
export interface LadderStep {
  generation: number;
  /** Chromosome text. */
  champion: string;
  held_out: HeldOut | null;
}

/** The kinds of run whose programs can be measured. */
export type MeasuredKind = "imitation" | "learning";

/** How it is measured. */
export interface LadderPlan {
  /** The most that is searched for a move; null: one ply and quiescence, the rule that the fitness is about. */
  nodes: number | null;
  /** Of each champion with each rung, and of every two rungs. */
  games: number;
  seed: number;
}

export interface LadderRow extends LadderStep {
  /** Played so far. */
  games: number;
  /** With each rung. */
  points: number[];
  /** Null while the games are too few for a rating. */
  rating: Elo | null;
}

/** What the results say. */
export interface LadderTable {
  steps: LadderRow[];
  rungs: { name: string; rating: Elo | null }[];
  /** The rung that is nought. */
  anchor: string;
  /** Different champions with both a rate and a rating, and the rank correlation of these. */
  programs: number;
  correlation: number | null;
  /** By how much the last champion is stronger than the first. */
  gain: Elo | null;
}

export interface Ladder {
  plan: LadderPlan;
  phase: "idle" | "measuring" | "stopped" | "over";
  /** Another version of the engine played: the games can be looked at, and none is added. */
  of_another_engine: boolean;
  /** Those of the measurement under way, or of the last one, and how they were measured. */
  steps: LadderStep[];
  measured: LadderPlan;
  /** Games that count, and all. */
  played: number;
  planned: number;
  table: LadderTable | null;
}

// ---- the whole --------------------------------------------------------------------------------

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
  /** What people call the program on show. */
  nameProgram(name: string): void;
  /** `what`: what is said to be copied. Where the browser does not let the page copy, the text is saved. */
  copyText(text: string, what: string): void;
  /** Hands a file to the person. */
  saveFile(name: string, content: Blob): void;
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
