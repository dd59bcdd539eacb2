// A program and its genes.

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
