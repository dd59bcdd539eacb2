// Every message between the page and its workers, and between the coordinator and the pool.

import type { Family, Ablation, PastGenes } from "../understanding.ts";
import type {
  Changed,
  Entered,
  GameClock,
  Games,
  HeldOut,
  ImportProgress,
  ImportReport,
  LadderPlan,
  LadderStep,
  LadderTable,
  LaterStage,
  Level,
  Likeness,
  MatchGame,
  MatchPlan,
  MatchStanding,
  NamedPlayer,
  Peer,
  Population,
  Position,
  Program,
  RunRecord,
  SearchTree,
  Setting,
  Settings,
  Snapshot,
  StageName,
  StageProgress,
  Suite,
  System,
  Tag,
  Thought,
} from "../model.ts";

// ---- envelopes --------------------------------------------------------------------------------

/** What a worker can be asked: a name, what goes with it, what comes back. */
export type Calls = { [name: string]: { argument: unknown; answer: unknown } };

/** The first message to every worker: the compiled core, and the lock whose release tells that the worker is gone. */
export interface Start {
  kind: "start";
  module: WebAssembly.Module;
  life: string;
}

export type Request<C extends Calls> = {
  [K in keyof C & string]: { kind: "request"; id: number; call: K; argument: C[K]["argument"] };
}[keyof C & string];

export type Reply =
  | { kind: "answer"; id: number; answer: unknown }
  /** The call was refused; the worker is well. */
  | { kind: "refused"; id: number; reason: string };

/** The core panicked or trapped. It would still answer, wrongly: the worker must be discarded. */
export interface Broken {
  kind: "broken";
  reason: string;
}

/** The worker holds its lock. */
export interface Alive {
  kind: "alive";
}

export type FromWorker<E> = Alive | Broken | Reply | { kind: "event"; event: E };

// ---- coordinator ------------------------------------------------------------------------------

/** What a run begins with, or goes on from. */
export type RunOrigin =
  /** `programs`: those it begins with, or the one to tune; random ones of the system where there are none. */
  | {
      kind: "new";
      run: RunKind;
      settings: Settings;
      /** Those that are to be changed on the way. */
      changes?: Changed[];
      programs: string[];
      system: string;
    }
  | { kind: "kept"; checkpoint: string }
  /** From the first generation on, with this engine: the text of a checkpoint, or of a link to a later stage. */
  | { kind: "anew"; text: string };

export type RunKind = "imitation" | LaterStage;

/** The same with the text of its openings, positions or games; null: those that are built in. */
export type RunOpening = RunOrigin & { suite: string | null };

/** A run as it stands. */
export interface Standing {
  records: RunRecord[];
  progress: StageProgress;
  /** Null of a kind that shows none. */
  population: Population | null;
  /** The run's own settings. */
  settings: Settings;
  /** Those that were changed since. */
  changes: Changed[];
  /** To be stored at once, so that there is something to go on with. */
  checkpoint: string;
  /** Another engine made the run: it can be read, and gives no work. `anew` begins it again. */
  of_another_engine: boolean;
}

export interface RoomOfRuns {
  room: string;
  deme: string;
}

export type CoordinatorCalls = {
  ping: { argument: null; answer: null };
  /** The examples of all runs to come; answers their fingerprint. */
  load: { argument: { examples: Blob }; answer: string };
  /** A run in place of the one that is open, on those examples where it is of the first stage. */
  open: { argument: RunOpening; answer: Standing };
  /**
   * Gives out work until `until` generations are scored, or only until the next one is. `alone`: it exchanges no programs, whatever room there is.
   */
  run: { argument: { until: number; step: boolean; alone: boolean }; answer: null };
  /** Answers the checkpoint of the run as it stands still; null when there is no run. */
  pause: { argument: null; answer: string | null };
  /** That of the run as it is now, also while it goes on; null when there is no run. */
  checkpoint: { argument: null; answer: string | null };
  /** Lets settings of the open run have other values from the next generation on; null when there is no run. */
  change: { argument: { settings: Settings }; answer: { changes: Changed[]; checkpoint: string } | null };
  /** Runs whose programs migrate exchange them with the demes of a room, from now on; null: they do not. */
  join: { argument: RoomOfRuns | null; answer: null };
  /** An offer that came in the room; answers who is there, or null where it is none for the open run. */
  hear: { argument: { offer: string }; answer: Peer[] | null };
  /** A pool worker joins (its port travels with the request) or leaves. */
  hire: { argument: { worker: number; port: MessagePort }; answer: null };
  /** It was sent away or ended by itself; what it had in hand goes to the others. */
  dismiss: { argument: { worker: number }; answer: null };
};

export type CoordinatorEvent =
  /** The records that are new, if any, and how far the generation under way is. */
  | {
      kind: "news";
      records: RunRecord[];
      progress: StageProgress;
      /** Of the generation scored last; null in the middle of one, and of a kind that shows none. */
      population: Population | null;
      /** How long the last generation took; 0 in the middle of one. */
      elapsed_ms: number;
      /** Null when it went by too fast for one. */
      checkpoint: string | null;
      /** Whether the run goes on by itself. */
      phase: "running" | "paused" | "finished";
    }
  /** A generation of a run that is in a room: what it offers, who is there, and who came. */
  | {
      kind: "room";
      offer: string | null;
      peers: Peer[];
      entered: Entered[];
      refused: string | null;
    }
  /** The games that are being played, or were played last. */
  | { kind: "boards"; games: MatchGame[] }
  /** A pool worker broke, or did not answer for too long. */
  | { kind: "lost"; worker: number; reason: string }
  /** A pool worker is busy with what nobody waits for any more. */
  | { kind: "outdated"; worker: number }
  /** A task broke several workers: the run cannot go on. */
  | { kind: "stuck"; reason: string };

// ---- pool -------------------------------------------------------------------------------------

/** From the page to a scorer: whom to work for. A later one replaces it. */
export interface Serve {
  kind: "serve";
  port: MessagePort;
}

export interface Task {
  id: number;
  bytes: Uint8Array;
}

export type TaskReply =
  | { kind: "done"; id: number; bytes: Uint8Array }
  /** How a game stands that is being played, as the core says it; a few times a second. */
  | { kind: "seen"; id: number; seen: unknown }
  | { kind: "broken"; id: number; reason: string };

// ---- importer ---------------------------------------------------------------------------------

export interface Source {
  name: string;
  data: Blob;
}

export interface Imported {
  examples: Blob;
  games: Games;
}

export type ImporterCalls = {
  ping: { argument: null; answer: null };
  read: {
    argument: {
      title: string;
      /** `sample`: the games that come with the program. */
      sources: Source[] | "sample";
      settings: Settings;
      /** Games already in use, to which these are added. */
      added_to: { examples: Blob; report: ImportReport } | null;
    };
    answer: Imported;
  };
};

export type ImporterEvent = { kind: "progress"; progress: ImportProgress };

// ---- player -----------------------------------------------------------------------------------

/** A game as plain data, so that a new player can take over at any time. */
export interface Game {
  /** FEN; null: the usual start. */
  start: string | null;
  /** UCI. */
  moves: string[];
  resigned: "white" | "black" | null;
  /** Who has run out of time. Earlier versions had no clocks, and a game from a file has none. */
  flagged?: "white" | "black" | null;
  clock?: GameClock | null;
  /** Nobody claims a draw: it goes on after a third repetition and after fifty moves. So do analyses and games from files. */
  unclaimed?: boolean;
  /** Of an analysis: what stood above the moves of the game that it is of. */
  tags?: Tag[];
}

/** A position to start from, and what of its FEN was left out: castling rights, such as "Kq", and the en passant square. */
export interface StartRead {
  fen: string;
  castling: string;
  en_passant: string | null;
}

/** A game read from PGN. */
export interface GameFile {
  game: Game;
  white: string;
  black: string;
  result: string;
  tags: Tag[];
  /** What the tags say of programs that played. */
  chromosomes: { white: string | null; black: string | null };
  /** Half-moves after mate or stalemate, or after a position in which neither side can mate. */
  left_out: number;
  /** How many games the text has; this is the first. */
  games: number;
}

/** What an `#x=` link says. */
export type SharedExperiment = Experiment | SharedLater;

/** Of a later stage. */
export type SharedLater =
  SharedClasses | SharedCoevolution | SharedLearning | SharedOrdering | SharedSupervised | SharedTuning;

/** Of the first stage. */
export interface Experiment {
  kind: "imitation";
  settings: Settings;
  /** Those that were changed on the way. */
  changes: Changed[];
  /** Of the examples. */
  fingerprint: string;
  /** The chromosome the run must arrive at. */
  chromosome: string;
}

export interface SharedStage {
  /** As the stage's table names them, the seed among them. */
  settings: Settings;
  /** Those that were changed on the way. */
  changes: Changed[];
  /** Of the openings, of the suite, or of the games' positions. */
  fingerprint: string;
  /** Whether those are the built-in ones. */
  built_in: boolean;
  /** What the run must arrive at: the text of a player. */
  chromosome: string;
  /** The signature of the engine that made it. */
  engine: number;
  /** This engine is another: the run may arrive elsewhere. */
  of_another_engine: boolean;
  /** Whether the same run can come out again: no clock binds, and the link carries the first generation. */
  repeatable: boolean;
}

export interface SharedClasses extends SharedStage {
  kind: "classes";
}

export interface SharedCoevolution extends SharedStage {
  kind: "coevolution";
  system: string;
  /** How all programs search. */
  search: string;
  /** `left out`: more programs than a link can carry. */
  initial: "random" | "programs" | "left out";
  /** The first generation, where it is `programs`. */
  programs: string[];
}

export interface SharedLearning extends SharedStage {
  kind: "learning";
  /** `left out`: a program that has no room in a link. */
  initial: "random" | "programs" | "left out";
  /** The one that it began with, where it is `programs`. */
  programs: string[];
}

export interface SharedOrdering extends SharedStage {
  kind: "ordering";
}

export interface SharedSupervised extends Omit<SharedLearning, "kind"> {
  kind: "supervised";
}

export interface SharedTuning extends SharedStage {
  kind: "tuning";
  /** Whose search: the text of a player. */
  program: string;
}

/** What a link to an experiment is made of: the run as it was kept, and its last champion. */
export interface ToShare {
  checkpoint: string;
  chromosome: string;
}

/** How much to think; infinite where nothing limits it. */
export interface Budget {
  depth: number;
  nodes: number;
  milliseconds: number;
  /** How many best moves to report. */
  lines: number;
  /** Of the program in the game: then it decides itself how long it thinks. */
  clock?: { left_ms: number; increment_ms: number };
}

export interface Question {
  game: Game;
  /** Chromosome text, `staunton`, or one of fixed depth such as `depth:3`. */
  program: string;
  budget: Budget;
  /** Whether the program remembers what it thought before in this game. Else its answer depends on game and budget alone. */
  remember: boolean;
  /** Whether it searches without selective parts, as it is asked for the moves of masters. */
  plain?: boolean;
}

/** A game of a match: all that is needed to play it. The page hands it on as it is. */
export interface GameTask {
  /** From 0. */
  number: number;
  white: string;
  black: string;
  a_is_white: boolean;
}

/** What became of it. */
export interface Outcome {
  last: Snapshot;
  /** A's half-points, as the core calls them. */
  a_half_points: number;
  result: string;
  end: string;
  pgn: string;
}

/** A measurement: what is measured, and how. */
export interface Measurement extends LadderPlan {
  /** Its programs learned from nothing, and so the ladder begins lower. */
  from_nothing: boolean;
  steps: LadderStep[];
  /** The signature of the engine that played, of one that was kept; else that of this build. */
  engine?: number;
}

/** Its games, and for each what makes it the same game as one of another measurement. */
export interface LadderGames {
  tasks: GameTask[];
  keys: string[];
  /** The signature of the engine that plays them, or played them. */
  engine: number;
  /** That is another than this: the results can be shown, and no game can be added. */
  of_another_engine: boolean;
}

export type PlayerEvent =
  | { kind: "snapshot"; snapshot: Snapshot }
  | { kind: "thought"; thought: Thought; milliseconds: number }
  /** The search begins now: the worker is there. */
  | { kind: "begun" }
  /** Still thinking. */
  | { kind: "busy"; nodes: number; milliseconds: number };

/** Programs of an imitation, to be counted on the fixed sample of their run. */
export interface SampleQuestion {
  /** The same for the same examples and settings: then the sample is the one that is here. */
  key: string;
  examples: Blob;
  settings: Settings;
  /** Chromosome texts; none: the random ones that the run began with. */
  programs: string[];
}

/** A program of an imitation whose parents are looked for. */
export interface FamilyQuestion {
  /** Of the run. */
  checkpoint: string;
  generation: number;
  individual: number;
  /** Its generation, and the one before: the programs and what each found. */
  now: Pick<Population, "programs" | "fitness">;
  before: Pick<Population, "programs" | "fitness">;
}

/** A program to be counted without each of its parts, on some positions of a sample. */
export interface AblationQuestion extends Pick<SampleQuestion, "key" | "settings"> {
  /** The examples of an imitation; or the games of a run that learns from games as PGN, null being the sample games. */
  source: { examples: Blob } | { games: string | null };
  program: string;
  /** Places in the sample; what is past its end is not counted. */
  begin: number;
  end: number;
}

/** Moves found by the program as it is, and without each of its parts. */
export interface AblationAnswer extends Omit<SampleAnswer, "found"> {
  counts: number[];
}

/** What each of them finds. */
export interface SampleAnswer {
  positions: number;
  is_held_out: boolean;
  found: HeldOut[];
}

export type PlayerCalls = {
  ping: { argument: null; answer: null };
  /** Programs play alike wherever it is the same. */
  engine_signature: { argument: null; answer: number };
  /** All of the registry, in its order. */
  systems: { argument: null; answer: System[] };
  /** The rows of the settings of a kind of run, with the defaults of a system. */
  settings: { argument: { kind: StageName; system: string }; answer: Setting[] };
  /** What the text of a suite holds; without one what is built in. */
  suite: { argument: { stage: LaterStage; text: string | null }; answer: Omit<Suite, "title"> };
  program: { argument: { text: string }; answer: Program };
  /** Those of lines of text that can coevolve; refused where one cannot. */
  initial_programs: { argument: { lines: string; system: string }; answer: string[] };
  position: { argument: { game: Game; program: string | null }; answer: Position };
  /** A FEN as the board takes it; castling rights and en passant square that its pieces contradict are left out. */
  read_start: { argument: { fen: string }; answer: StartRead };
  /** The move in UCI, for SAN or UCI as a person writes it. */
  read_move: { argument: { game: Game; text: string }; answer: string };
  think: { argument: Question; answer: Thought };
  /** Another game: what was thought of the last one is of no use. */
  forget: { argument: null; answer: null };
  /** `tags`: name, value, name, value; they take the place of those that would stand there. */
  pgn: {
    argument: { game: Game; white: string; black: string; date: string; tags: string[] };
    answer: string;
  };
  /** The first game of a PGN. */
  read_game: { argument: { text: string }; answer: GameFile };
  read_experiment: { argument: { text: string }; answer: SharedExperiment };
  /** From number `first` to the one before `until`. */
  match_games: {
    argument: { a: string; b: string; plan: MatchPlan; first: number; until: number };
    answer: GameTask[];
  };
  play_game: { argument: { task: GameTask; date: string }; answer: Outcome };
  /** Of A's half-points, in the order of the games. */
  standing: { argument: { half_points: number[] }; answer: MatchStanding };
  /** How well who met opponents of these ratings plays, a game each; null where every point was won or lost. */
  level: { argument: { opponents: number[]; half_points: number[] }; answer: Omit<Level, "games"> | null };
  /** Which generations to measure: numbers, rising, and whether each has a rate. */
  ladder_generations: { argument: { generations: number[]; rated: boolean[] }; answer: number[] };
  ladder_games: { argument: { measurement: Measurement }; answer: LadderGames };
  /** Of A's half-points, in the order of the games, as many as were played. */
  ladder_table: { argument: { measurement: Measurement; half_points: number[] }; answer: LadderTable };
  sample_found: { argument: SampleQuestion; answer: SampleAnswer };
  /** Where a program came from; null where `before` is not the generation that it was bred from. */
  family: { argument: FamilyQuestion; answer: Family | null };
  /** The same of a program of a later stage; null where the run does not know that generation. */
  family_of_stage: {
    argument: { checkpoint: string; suite: string | null; generation: number; individual: number };
    answer: Family | null;
  };
  /** What every gene was in these generations of a later stage, which are scored. */
  gene_history: {
    argument: { checkpoint: string; suite: string | null; generations: number[] };
    answer: PastGenes;
  };
  count_ablation: { argument: AblationQuestion; answer: AblationAnswer };
  /** The table of such counts, summed over so many positions. */
  ablation: {
    argument: { program: string; positions: number; counts: number[] };
    answer: NonNullable<Ablation["table"]>;
  };
  write_experiment: { argument: ToShare; answer: string };
  /** For a link: it may be rounded. */
  short_program: { argument: { text: string }; answer: string };
  /** In full precision, where the checkpoint is that of the run that has come to it. */
  exact_program: { argument: { champion: string; checkpoint: string }; answer: string };
  /** The genes of a program as comma-separated values, and the chromosome of such a table. */
  program_table: { argument: { text: string }; answer: string };
  read_table: { argument: { text: string }; answer: string };
  /** The program with the depth module of that text. */
  with_depth_module: { argument: { program: string; text: string }; answer: string };
  /** The players named in a PGN, those with the most games first. */
  players_of: { argument: { text: string }; answer: NamedPlayer[] };
  /** How many held-out moves a program finds of those that a run has in its games, beside another. */
  likeness: {
    argument: { text: string | null; settings: Settings; program: string; other: string };
    answer: Likeness;
  };
  /** Of the game's position, by the search that learns. */
  search_tree: { argument: { game: Game; program: string; nodes: number }; answer: SearchTree };
};
