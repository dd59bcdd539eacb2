// What a generation comes to: a record, of every kind of run.

export interface HeldOut {
  generation: number;
  examples: number;
  matched: number;
  rate: number;
  /** Wilson interval, 95 %. */
  low: number;
  high: number;
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

/** A scored generation, of a run of any kind. */
export type RunRecord = GenerationRecord | StageRecord;

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
  /** Of each search, on the whole suite. */
  scores: { nodes: number; solved: number }[];
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

export type StageRecord =
  ClassesRecord | CoevolutionRecord | TuningRecord | LearningRecord | OrderingRecord | SupervisedRecord;
