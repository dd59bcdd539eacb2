// The vocabulary of what explains a run: positions of masters' games, and who chose what there.

import type { Gene } from "./model/genes.ts";
import type { StageName } from "./model.ts";
import type { Difference } from "./model/plays-like-me.ts";

/** A move, in SAN and in UCI. */
export type Written = [san: string, uci: string];

/** The kinds of run whose programs can be asked for the moves of masters. */
export type PositionsStage = Extract<StageName, "imitation" | "coevolution" | "learning" | "supervised">;

/** A position of a master's game in which the first champion of the run or the present one chose otherwise than the master. */
export interface MasterPosition extends Pick<Difference, "fen" | "number" | "is_white"> {
  master: Written;
  ancestor: Written;
  champion: Written;
}

/** A term of the champion's evaluation at the ends of two lines, in pawns, for the side to move. */
export interface TermAtEnds {
  name: string;
  meaning: string;
  master: number;
  other: number;
}

/** How the champion sees one of the positions. */
export interface SeenPosition {
  position: MasterPosition;
  /** All moves by one move and captures, the best first: in pawns for the side to move; null where it mates or is mated. */
  moves: { uci: string; san: string; line: string; pawns: number | null }[];
  /** The move that the master's is held against: the ancestor's, or the champion's where the ancestor found it. Null where both found it. */
  other: Written | null;
  /** What the champion counts where these two lines end, the largest difference first. */
  terms: TermAtEnds[];
}

export interface Positions {
  stage: PositionsStage;
  phase: "counting" | "known";
  /** Chromosome texts, and what they are called: the first champion of an imitation, what another run is compared with. */
  champion: string;
  ancestor: string;
  title: string;
  ancestor_title: string;
  /** Tried, and found by each. */
  tried: number;
  found: number;
  found_by_ancestor: number;
  list: MasterPosition[];
  /** Null while none is looked at, or its scores are on their way. */
  seen: SeenPosition | null;
  wrong: string | null;
}

export interface UnderstandingCommands {
  /** Asks two programs for the moves of masters: of an imitation the first champion and the one on the slider, of other runs the one before and the last. */
  countPositions(stage: PositionsStage): void;
  lookAt(position: MasterPosition): void;
  leavePositions(): void;
  /** What every gene was in the populations of a run: an imitation is run once more for it, the checkpoints of other kinds tell it. */
  traceGenes(stage: BreedingStage): void;
  stopTracing(): void;
  /** Counts what the program on show of a run finds without each of its genes, or of its groups of weights. */
  ablate(stage: AblationStage): void;
  stopAblation(): void;
  /** Where a program of a generation came from; where an imitation does not know it any more, it is run once more. */
  lookAtFamily(stage: BreedingStage, generation: number, individual: number): void;
  leaveFamily(): void;
  /** On through the generation that Step has made. */
  nextStep(): void;
  finishSteps(): void;
}

/** The kinds of run that breed, whose genes can be followed over the generations: in the others one program learns. */
export type BreedingStage = Exclude<StageName, "learning" | "supervised">;

/** A program of the generation before. */
export interface Relative {
  /** From 0. */
  place: number;
  fitness: number;
  /** By fitness, from 1. */
  rank: number;
  /** Of the roulette wheel, 0 to 1. */
  share: number;
  /** Its loci, from 0 to 255. */
  cells: number[];
}

/** A gene, and where it came from. */
export interface Inherited extends Gene {
  /** How many of its loci are of the second parent. */
  of_second: number;
  /** Its loci that mutated, from 0 within the gene; its value before they did, and in each parent. */
  mutated: number[];
  before: number;
  in_parents: number[];
  /** The size of its mutations, before these mutated too: the mean of the parents', and in each. Only of genes that have one. */
  step?: { value: number; before: number; in_parents: number[] };
}

/** A line of a depth program. */
export interface ProgramLine {
  text: string;
  from: "first" | "second" | "random" | "replaced";
  /** What stood there, where it was replaced. */
  before?: string;
}

/** A program, and where it came from: as the core says it. */
export interface Family {
  generation: number;
  /** From 0. */
  individual: number;
  individuals: number;
  program: string;
  fitness: number;
  birth: "random" | "given" | "elite" | "child" | "elsewhere";
  /** The parent that it begins with, and the other; one of the elite has itself alone. */
  parents: Relative[];
  /** The loci from which on it is of its other parent, and those that mutated. */
  crossover_points: number[];
  mutations: number[];
  cells: number[];
  locus_name: string;
  genes: Inherited[];
  /** The depth program of a child; `removed`: how many instructions of its first parent were cut out, whether something took their place or not. */
  body?: {
    operator: "statements" | "branch-free" | "with-random" | "instructions";
    removed: number;
    lines: ProgramLine[];
  };
  /** The fitness of all programs of the generation before. */
  fitness_before: number[];
}

/** The program whose family is looked at. */
export interface FamilyShown {
  stage: BreedingStage;
  phase: "asking" | "known" | "stopped";
  generation: number;
  individual: number;
  /** How many programs a generation has. */
  individuals: number;
  /** Whether the run is run once more for it. */
  is_traced: boolean;
  family: Family | null;
  wrong: string | null;
}

/** Where one is on the way from one generation to the next: the first child in three stops, every other program whole. */
export type Stop = "score" | "rank" | "select" | "cross" | "mutate" | "whole" | "end";

/** How the generation was made that Step has made. */
export interface StepsShown {
  phase: "asking" | "known" | "stopped";
  generation: number;
  stop: Stop;
  /** The program that one is at. */
  family: Family | null;
  wrong: string | null;
}

/** The kinds of run whose programs are counted without their parts. */
export type AblationStage = "imitation" | "learning" | "supervised";

/** What is left out: a gene, or a group of weights. */
export interface Part {
  name: string;
  meaning: string;
  gene?: Gene;
  /** The larger group that a group belongs to, by its name. */
  kind?: string;
  /** How many weights it has. */
  weights: number;
}

/** A program without one of its parts. */
export interface Without {
  part: Part;
  /** Moves found, and how many fewer these are: below zero where it is better off without the part. */
  matched: number;
  lost: number;
}

/** What a program loses without each of its parts, on the positions that are kept to compare programs of its run. */
export interface Ablation {
  stage: AblationStage;
  phase: "counting" | "known" | "stopped";
  /** Chromosome text, and what it is called. */
  program: string;
  title: string;
  /** The run's settings and games that it was counted for. */
  key: string;
  /** Positions counted so far, and all. Whether no program learned from them. */
  done: number;
  positions: number;
  is_held_out: boolean;
  /** Of the positions counted, the greatest loss first; null before the first are. */
  table: { examples: number; matched: number; without: Without[] } | null;
  wrong: string | null;
}

/** What one gene is over a generation. */
export interface GeneSpread {
  least: number;
  mean: number;
  most: number;
  /** Of the best program. */
  champion: number;
}

/** Every gene over the generations of a run, as the core tells it of a later stage. */
export interface PastGenes {
  genes: Gene[];
  /** The spreads in the order of the genes. */
  generations: { generation: number; spreads: GeneSpread[] }[];
}

/** Every gene over the generations of a run. */
export interface GeneHistory {
  stage: BreedingStage;
  phase: "running" | "known" | "stopped";
  /** The champion that the run had come to. */
  of: string;
  /** Rising; at most some tens of those of the run. */
  generations: number[];
  /** The generation that is worked towards, and the last. */
  towards: number;
  last: number;
  /** Of the champion, for what they are. */
  genes: Gene[];
  /** In the order of the genes, whose names may occur twice; of each a spread a generation. */
  spreads: GeneSpread[][];
  wrong: string | null;
}
