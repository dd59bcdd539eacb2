// A person's results: taken in, taken out, counted. For the laboratory, which keeps them, and the views, which show them.

import { locale } from "./language/language.ts";
import { isFixedDepth } from "./fixed-depth.ts";
import { csvOf } from "./history-table.ts";
import type { GameNote, PlayedGame, PlayedProgram, Strength, System } from "./model.ts";

/** Boards stored by earlier versions carry no note. */
export const UNKNOWN_GAME: GameNote = {
  id: "",
  helped: false,
  changed: true,
  against: null,
  recorded: false,
};

export function noteOfNew({ start, moves }: { start: string | null; moves: string[] }): GameNote {
  return { ...UNKNOWN_GAME, id: crypto.randomUUID(), changed: start !== null || moves.length > 0 };
}

/** With this game, in place of the one with its identity. The title last known is the one shown. */
export function withGame(
  programs: PlayedProgram[],
  { text, title, system }: Omit<PlayedProgram, "games">,
  game: PlayedGame,
): PlayedProgram[] {
  const others = withoutGames(programs, [game.id]);
  const known = others.find((one) => one.text === text);
  if (!known) return [...others, { text, title, system, games: [game] }];
  return others.map((one) => (one === known ? { text, title, system, games: [...known.games, game] } : one));
}

export function withoutGames(programs: PlayedProgram[], ids: string[]): PlayedProgram[] {
  return programs
    .map((one) => ({ ...one, games: one.games.filter(({ id }) => !ids.includes(id)) }))
    .filter(({ games }) => games.length > 0);
}

export function withAll(programs: PlayedProgram[], more: PlayedProgram[]): PlayedProgram[] {
  return more.reduce(
    (all, { games, ...program }) => games.reduce((now, game) => withGame(now, program, game), all),
    programs,
  );
}

/** Whether it tells how well the person plays. */
export function isOwnWork({ helped, changed, clocked }: PlayedGame): boolean {
  return !helped && !changed && !clocked;
}

export interface Tally {
  won: number;
  drawn: number;
  lost: number;
  helped: number;
  last: number;
}

/** All games with a program at one strength. */
export interface ResultRow extends Tally {
  program: PlayedProgram;
  /** How much the program thought, in words. */
  thought: string;
  ids: string[];
}

export function tallyOf(games: PlayedGame[]): Tally {
  const count = (points: number) => games.filter((game) => game.points === points).length;
  return {
    won: count(1),
    drawn: count(0.5),
    lost: count(0),
    helped: games.filter(({ helped }) => helped).length,
    last: Math.max(...games.map(({ when }) => when)),
  };
}

/** The one played last comes first. */
export function rowsOf(programs: PlayedProgram[]): ResultRow[] {
  const rows = programs.flatMap((program) => {
    const strengths = new Map<string, PlayedGame[]>();
    for (const game of program.games) {
      const key = thoughtIn(program, game);
      strengths.set(key, [...(strengths.get(key) ?? []), game]);
    }
    return [...strengths].map(([thought, games]) => ({
      program,
      thought,
      ids: games.map(({ id }) => id),
      ...tallyOf(games),
    }));
  });
  return rows.sort((one, other) => other.last - one.last);
}

function thoughtIn({ text }: PlayedProgram, { clocked, strength }: PlayedGame): string {
  if (clocked) return "by its clock";
  return isFixedDepth(text) ? "fixed" : strengthInWords(strength);
}

export function strengthInWords({ kind, amount }: Strength): string {
  const number = amount.toLocaleString(locale);
  if (kind === "nodes") return amount === 1 ? "1 node a move" : `${number} nodes a move`;
  return kind === "depth" ? `depth ${number}` : `${number} s a move`;
}

/** A line a game, the earliest first. */
export function resultsCsv(programs: PlayedProgram[], systems: System[]): string {
  const titleOf = (id: string) => systems.find((system) => system.id === id)?.title ?? id;
  const lines = programs.flatMap((program) =>
    program.games.map((game) => ({
      date: new Date(game.when).toISOString(),
      program: program.title,
      system: titleOf(program.system),
      strength: thoughtIn(program, game),
      colour: game.side,
      points: game.points,
      result: game.result,
      half_moves: game.plies,
      with_help: game.helped,
      for_level: isOwnWork(game),
      chromosome: program.text,
    })),
  );
  return csvOf(lines.sort((one, other) => one.date.localeCompare(other.date)));
}

// ---- what is whole ------------------------------------------------------------------------------

type Unknown = { [key: string]: unknown };

export function arePlayed(value: unknown): value is PlayedProgram[] {
  return Array.isArray(value) && value.every(isProgram);
}

function isProgram(value: unknown): boolean {
  if (!isObject(value)) return false;
  const { text, title, system, games } = value;
  return [text, title, system].every(isText) && Array.isArray(games) && games.every(isGame);
}

function isGame(value: unknown): boolean {
  if (!isObject(value)) return false;
  const { id, strength, clocked, side, points, result, plies, when, helped, changed } = value;
  return (
    isText(id) &&
    isText(result) &&
    isObject(strength) &&
    typeof strength.amount === "number" &&
    ["nodes", "seconds", "depth"].includes(String(strength.kind)) &&
    (side === "white" || side === "black") &&
    [0, 0.5, 1].includes(points as number) &&
    typeof plies === "number" &&
    typeof when === "number" &&
    [clocked, helped, changed].every((one) => typeof one === "boolean")
  );
}

export function isNote(value: unknown): value is GameNote {
  if (!isObject(value)) return false;
  const { id, helped, changed, against, recorded } = value;
  return (
    isText(id) &&
    [helped, changed, recorded].every((one) => typeof one === "boolean") &&
    (against === null || isText(against))
  );
}

function isObject(value: unknown): value is Unknown {
  return typeof value === "object" && value !== null;
}

function isText(value: unknown): value is string {
  return typeof value === "string";
}
