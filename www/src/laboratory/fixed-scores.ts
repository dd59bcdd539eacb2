// What the champions of an imitation find of one sample of positions, the same for all. Many are counted nearly for the price of one, so
// those of several generations wait for each other while the run goes on. The counts are not stored: they come out the same again.

import type { FixedSample, GenerationRecord, HeldOut, Lessons, RunPhase, Settings } from "../model.ts";
import type { PlayerCalls } from "../worker/protocol.ts";

/** Champions counted at once: as many as the search looks at side by side. */
const AT_ONCE = 64;
/** While a run goes on, counting takes at most one part in so many of the time of a worker. */
const SHARE = 10;
/** A run has its first seconds for itself: many are over by then. */
const START_MS = 3_000;

/** A run and what it learns from. */
export interface Scored {
  settings: Settings;
  lessons: Lessons;
  records: GenerationRecord[];
  phase: RunPhase;
}

export interface FixedScoresParts {
  count(question: PlayerCalls["sample_found"]["argument"]): Promise<PlayerCalls["sample_found"]["answer"]>;
  /** Milliseconds. */
  now(): number;
  /** What is known now; null of a run of which nothing is. */
  show(sample: FixedSample | null): void;
  failed(error: unknown): void;
}

export class FixedScores {
  readonly #parts: FixedScoresParts;
  #scored: Scored | null = null;
  #key = "";
  #sample: FixedSample | null = null;
  #found = new Map<string, HeldOut>();
  #busy = false;
  #hasFailed = false;
  /** Not before, while the run goes on. */
  #next = Number.NEGATIVE_INFINITY;

  constructor(parts: FixedScoresParts) {
    this.#parts = parts;
  }

  /** Counts no more; what was counted stays on show. */
  end(): void {
    this.#scored = null;
  }

  /** The run as it stands now; null: none is open. */
  look(scored: Scored | null): void {
    if (scored && this.#scored && isSame(scored, this.#scored)) return;
    const key = scored ? keyOf(scored) : "";
    this.#scored = scored;
    if (key !== this.#key) this.#turnTo(key);
    if (!this.#busy && !this.#hasFailed) void this.#count();
  }

  #turnTo(key: string): void {
    this.#key = key;
    this.#found = new Map();
    this.#hasFailed = false;
    this.#next = this.#parts.now() + START_MS;
    if (this.#sample) this.#parts.show(null);
    this.#sample = null;
  }

  async #count(): Promise<void> {
    this.#busy = true;
    const key = this.#key;
    try {
      for (let due = this.#due(); due; due = this.#due()) await this.#ask(due.scored, due.programs);
    } catch (error) {
      // Of a run that is on show no more nobody needs to know.
      if (key === this.#key) {
        this.#hasFailed = true;
        this.#parts.failed(error);
      }
    } finally {
      this.#busy = false;
    }
    if (key !== this.#key) void this.#count();
  }

  /** Who is to be counted now, if anyone: first the random programs, as none. */
  #due(): { scored: Scored; programs: string[] } | null {
    const scored = this.#scored;
    if (!scored || scored.records.length === 0) return null;
    const mayWait = scored.phase === "running" && this.#parts.now() < this.#next;
    if (!this.#sample) return mayWait ? null : { scored, programs: [] };
    const programs = new Set<string>();
    for (const { champion } of scored.records) {
      if (programs.size === AT_ONCE) break;
      if (!this.#found.has(champion)) programs.add(champion);
    }
    const waits = mayWait && programs.size < AT_ONCE;
    return programs.size === 0 || waits ? null : { scored, programs: [...programs] };
  }

  async #ask(scored: Scored, programs: string[]): Promise<void> {
    const key = this.#key;
    const { settings, lessons } = scored;
    const begun = this.#parts.now();
    const answer = await this.#parts.count({ key, examples: lessons.examples, settings, programs });
    if (key !== this.#key) return;
    const now = this.#parts.now();
    this.#next = now + (now - begun) * (SHARE - 1);
    const { positions, is_held_out, found } = answer;
    const random = this.#sample?.random ?? mean(found.map(({ matched }) => matched));
    programs.forEach((program, at) => {
      const score = found[at];
      if (score) this.#found.set(program, score);
    });
    this.#sample = { positions, is_held_out, random, found: this.#found };
    this.#parts.show(this.#sample);
  }
}

function isSame(a: Scored, b: Scored): boolean {
  return (
    a.records === b.records && a.phase === b.phase && a.settings === b.settings && a.lessons === b.lessons
  );
}

/** How far a run goes changes nothing of what its champions are compared on. */
export function keyOf({ settings, lessons }: Pick<Scored, "settings" | "lessons">): string {
  return JSON.stringify({ ...settings, generations: 0, games: lessons.games.fingerprint });
}

function mean(numbers: number[]): number {
  return numbers.reduce((sum, number) => sum + number, 0) / Math.max(1, numbers.length);
}
