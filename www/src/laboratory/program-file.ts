// A program as a file: its chromosome and where it comes from.

import type { Changed, LaterStage, Settings } from "../model.ts";

const FORMAT = "millipawn program";
const VERSION = 1;

export interface ProgramFile {
  format: typeof FORMAT;
  version: number;
  /** Of the page that wrote it. */
  program_version: string;
  system: string;
  chromosome: string;
  /** Where it comes from, as far as known. */
  provenance: Provenance | null;
}

/** The seed of a run with these settings. */
export function seedOf({ seed }: Settings): number | null {
  return typeof seed === "number" ? seed : null;
}

/** Those that were changed up to a generation, if any. */
export function changedUntil(all: Changed[], last: number): { changes?: Changed[] } {
  const changes = all.filter(({ generation }) => generation <= last);
  return changes.length > 0 ? { changes } : {};
}

/** The programs that a run with this checkpoint took in up to a generation, if any. */
export function takenInUntil(checkpoint: string, last: number): { from_elsewhere?: TakenIn[] } {
  const lines = checkpoint.matchAll(/^immigrant (\d+) (\S+)$/gm);
  const all = [...lines].map(([, generation, program = ""]) => ({ generation: Number(generation), program }));
  const taken = all.filter(({ generation }) => generation <= last);
  return taken.length > 0 ? { from_elsewhere: taken } : {};
}

/** Longer texts are not looked at: no program or experiment comes near. */
export const LONGEST = 100_000;

export type Provenance = FromGames | FromStage;

/** A program that came from another run, and the generation that it entered. */
interface TakenIn {
  generation: number;
  program: string;
}

interface Bred {
  generation: number;
  /** Moves found, half-points, or nodes; null of a program that was not bred. */
  best: number | null;
  seed: number | null;
  settings: Settings;
  /** Those that were changed on the way. */
  changes?: Changed[];
  /** Programs of other runs that it took in on the way. */
  from_elsewhere?: TakenIn[];
}

interface FromGames extends Bred {
  stage: "imitation";
  positions: number;
  games: string;
  examples: number;
  fingerprint: string;
}

interface FromStage extends Bred {
  stage: LaterStage;
  /** What it was bred from, in words. */
  from: string;
  /** The openings, or the positions. */
  suite: string;
}

/** The id of a program's system. */
export function systemOf(chromosome: string): string {
  return chromosome.split(".")[0] ?? "";
}

/** What saved programs and tables of genes are called. */
export function isProgramFile({ name }: { name: string }): boolean {
  return /\.(json|csv)(\.txt)?$/i.test(name);
}

/** Whether it is a table of genes. */
export function isTable({ name }: { name: string }): boolean {
  return /\.csv(\.txt)?$/i.test(name);
}

export function writeProgramFile(file: Omit<ProgramFile, "format" | "version">): string {
  return `${JSON.stringify({ format: FORMAT, version: VERSION, ...file }, null, 2)}\n`;
}

/** The chromosome in the file; throws an error that names what is wrong with it. */
export function readProgramFile(text: string): string {
  const file = parse(text);
  if (file.format !== FORMAT) throw new Error(`"format" is not "${FORMAT}"`);
  if (file.version !== VERSION)
    throw new Error(`"version" is ${shown(file.version)}; this page knows ${VERSION}`);
  if (typeof file.chromosome !== "string")
    throw new Error(`"chromosome" is ${shown(file.chromosome)}, not a text`);
  const system = systemOf(file.chromosome);
  if (file.system !== system) {
    throw new Error(`"system" is ${shown(file.system)} but the chromosome is of "${system}"`);
  }
  return file.chromosome;
}

function parse(text: string): { [key: string]: unknown } {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    throw new Error(`it is not JSON: ${error instanceof Error ? error.message : error}`);
  }
  if (typeof value !== "object" || value === null || Array.isArray(value))
    throw new Error("it is not a JSON object");
  return value as { [key: string]: unknown };
}

function shown(value: unknown): string {
  return value === undefined ? "missing" : JSON.stringify(value).slice(0, 40);
}
