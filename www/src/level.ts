// An opponent near a person's level: who there is, who is nearest, and why that one, in a sentence.

import { translate } from "./language/language.ts";
import type { HallEntry } from "./experiments.ts";
import { FIXED_DEPTHS, isFixedDepth } from "./fixed-depth.ts";
import type { Level, PlayedProgram, Seat, State, Strength } from "./model.ts";
import { isOwnWork, strengthInWords } from "./results.ts";
import { type Measured, type Rated, ratingOf, rowsOn, strengthOn } from "./scale.ts";
import { seatOf } from "./seats.ts";
import { afterRounds, generationOfRun } from "./titles.ts";

/** Where who has no results begins: the opponent of two plies, an easy one. It counts as one drawn game, so that every level is finite. */
const BEGINNING = { text: "depth:2", title: "", half_points: 1 } as const;
/** What is offered. */
const NODES = [1, 100, 300, 1_000, 3_000, 10_000, 30_000];
/** The deeper think for minutes. */
const DEEPEST = 5;
/** By how many points one that was bred here may lie further away than another. */
const FAVOUR = 60;
const ANY: Strength = { kind: "nodes", amount: 1 };

export interface Candidate extends Rated {
  text: string;
  title: string;
  strength: Strength;
  /** Of the open run; null: of another kind. */
  generation: number | null;
}

export interface Met {
  opponents: number[];
  half_points: number[];
}

export function measuredIn({ ladders }: State, hall: readonly HallEntry[]): Measured {
  return { hall, ladders: Object.values(ladders) };
}

/** The person's own games with opponents whose strength is known, with the one that all begin with. */
export function metBy(programs: readonly PlayedProgram[], measured: Measured): Met {
  const met: Met = { opponents: [beginning()], half_points: [BEGINNING.half_points] };
  for (const program of programs)
    for (const game of program.games) {
      const known = isOwnWork(game) ? ratingOf(program, game.strength, measured) : null;
      if (!known) continue;
      met.opponents.push(known.rating);
      met.half_points.push(2 * game.points);
    }
  return met;
}

function beginning(): number {
  return ratingOf(BEGINNING, ANY, { hall: [], ladders: [] })?.rating ?? 0;
}

/** All that can sit at the board and whose strength is known. */
export function candidates(state: State, measured: Measured): Candidate[] {
  const { run, play, ladders } = state;
  const found: Candidate[] = [];
  const add = (seat: Seat, strength: Strength, generation: number | null = null) => {
    const rated = ratingOf(seat, strength, measured);
    if (rated) found.push({ text: seat.text, title: seat.title, strength, generation, ...rated });
  };
  const addByNodes = (seat: Seat, generation: number | null = null) => {
    for (const amount of NODES) add(seat, { kind: "nodes", amount }, generation);
  };
  const newest = run.records.at(-1);
  if (newest)
    addByNodes({ text: newest.champion, title: generationOfRun(newest.generation) }, newest.generation);
  for (const row of rowsOn(ladders.imitation))
    if (run.records.some(({ champion }) => champion === row.champion))
      add(
        { text: row.champion, title: generationOfRun(row.generation) },
        strengthOn(ladders.imitation),
        row.generation,
      );
  for (const row of rowsOn(ladders.learning))
    add({ text: row.champion, title: afterRounds(row.generation) }, strengthOn(ladders.learning));
  if (play.program) addByNodes({ text: play.program.text, title: play.program_title });
  for (const { text, title } of measured.hall) addByNodes({ text, title });
  const staunton = seatOf(state, "staunton");
  if (staunton) addByNodes(staunton);
  for (const fixed of FIXED_DEPTHS.slice(0, DEEPEST)) {
    const seat = seatOf(state, fixed);
    if (seat) add(seat, ANY);
  }
  return found;
}

/** Those that were bred are favoured a little: they are what the page is for. The earlier of equals. */
export function nearest(all: readonly Candidate[], level: number): Candidate | null {
  const distance = ({ text, rating }: Candidate) =>
    Math.abs(rating - level) + (text === "staunton" || isFixedDepth(text) ? FAVOUR : 0);
  return all.reduce<Candidate | null>(
    (best, one) => (best && distance(best) <= distance(one) ? best : one),
    null,
  );
}

export function reasonFor(candidate: Candidate, { rating, error, games }: Level): string {
  const { title, text, strength, source } = candidate;
  const program = translate(title);
  const who = isFixedDepth(text) ? program : `${program} with ${strengthInWords(strength)}`;
  const at = `${elo(candidate.rating)} (${source === "here" ? "measured here" : "by our table"})`;
  if (games === 0)
    return `You have no results that count yet, so you begin with an easy opponent: ${who}, at ${at}.`;
  const count = games === 1 ? "one game" : `${games} games`;
  return `After ${count} your level is about ${elo(rating)} (give or take ${Math.round(error)}), and nearest to it is ${who}, at ${at}.`;
}

/** With a true minus. */
function elo(rating: number): string {
  const whole = Math.round(rating);
  if (whole === 0) return "0";
  return whole < 0 ? `\u2212${-whole}` : `+${whole}`;
}
