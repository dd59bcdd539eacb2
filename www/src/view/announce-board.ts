// What is said of the board: the programs' moves, results and hints; and whatever a person does there that only the eye would see.

import { translate } from "../language/language.ts";
import { spokenMove } from "../language/spoken-move.ts";
import type { Line, Mode, Play, Position } from "../model.ts";
import { firstMove } from "./moves.ts";
import { score } from "./thinking.ts";

/** An analysis says what it thinks when it has come so deep (our choice), and when it ends. */
const WORTH_SAYING = 8;

const MODES: Record<Mode, string> = {
  play: "Play",
  analyse: "Analysis",
  watch: "Watch a game",
  arena: "Arena",
};

/** Answers what is new since it was asked last. */
export function boardNews(): (play: Play) => string[] {
  let before: Play | null = null;
  return (play) => {
    const news = before ? differences(before, play) : [];
    before = play;
    return news;
  };
}

function differences(before: Play, now: Play): string[] {
  if (before === now) return [];
  const news: string[] = [];
  if (before.mode !== now.mode) news.push(`${MODES[now.mode]}.`);
  if (before.flipped !== now.flipped) news.push(`${below(now)} is below.`);
  news.push(...ofGame(before, now));
  if (now.clock?.was_low && before.clock && !before.clock.was_low) news.push(lowOnTime(now));
  if (now.hint && now.hint !== before.hint) news.push(`Hint: ${spokenMove(firstMove(now.hint.san))}.`);
  if (now.premove && now.premove !== before.premove) news.push(`Premove: ${spokenMove(now.premove)}.`);
  if (before.premove && !now.premove && now.search === "move") news.push("Premove cancelled.");
  news.push(...ofAnalysis(before, now));
  return news;
}

/** Once in a game. */
function lowOnTime({ clock, side }: Play): string {
  return `Your time is low: less than ${Math.round((clock?.[side]?.low_ms ?? 0) / 1000)} seconds.`;
}

/** How the game, or the look at it, moved on. */
function ofGame(before: Play, now: Play): string[] {
  const { position, shown, ply } = now;
  if (!position || !shown || (position === before.position && ply === before.ply)) return [];
  if (!before.position || before.mode !== now.mode) return before.position ? [standing(now)] : [];
  const result =
    position.result && position.result !== before.position.result ? [`${translate(position.result)}.`] : [];
  const goneOn = isContinued(before.position, position);
  if (goneOn && position.history.length > before.position.history.length && ply === position.history.length)
    return [...moved(now), ...result];
  if (position === before.position || isSame(before.position, position))
    return ply === before.ply ? result : [...result, standing(now)];
  if (isContinued(position, before.position) && !isNew(before, now)) return [`Taken back. ${standing(now)}`];
  return [position.history.length === 0 ? `New game. ${standing(now)}` : standing(now)];
}

/** A game was put aside for this one, or was over. */
function isNew(before: Play, now: Play): boolean {
  const hasEnded = before.position?.result !== null && !before.position?.result?.endsWith("resigns");
  return now.position?.history.length === 0 && (hasEnded || now.aside !== before.aside);
}

function isSame(a: Position, b: Position): boolean {
  return a.fen === b.fen && a.history.length === b.history.length;
}

/** Whether one game is the other and more. */
function isContinued(shorter: Position, longer: Position): boolean {
  const { length } = shorter.history;
  if (length === 0) return longer.history.length > 0 && startOf(shorter) === startOf(longer);
  return longer.history[length - 1]?.fen === shorter.fen;
}

/** Where the game began, as far as it is told: its number and who moves first. */
function startOf({ fen, moves }: Position): string {
  const [, turn, , , , number] = fen.split(" ");
  return moves ? (moves.split(" ")[0] ?? "") : `${number}${turn === "w" ? "." : "..."}`;
}

/** The position on the board in a few words. */
function standing({ position, shown, ply }: Play): string {
  const last = position?.history[ply - 1]?.san;
  const turn = shown?.turn === "black" ? "Black" : "White";
  const after = last ? `After ${numbered(position, ply)}${spokenMove(last)}: ` : "";
  return `${after}${turn} to move${shown?.in_check ? ", in check" : ""}.`;
}

function numbered(position: Position | null, ply: number): string {
  const fen = position?.history[ply - 1]?.fen.split(" ") ?? [];
  const [turn, number] = [fen[1], Number(fen[5])];
  return turn === "b" ? `${number}. ` : `${number - 1}... `;
}

/** Who played what, unless it was the person. */
function moved({ mode, position, side }: Play): string[] {
  const san = position?.history.at(-1)?.san;
  if (!position || !san) return [];
  if (mode === "analyse") return [`${spokenMove(san)}.`];
  if (mode === "play") return position.turn === side ? [`The program plays ${spokenMove(san)}.`] : [];
  return [`${position.turn === "white" ? "Black" : "White"} plays ${spokenMove(san)}.`];
}

/** Once when it has come some way, and what it ends with. */
function ofAnalysis(before: Play, now: Play): string[] {
  const { mode, thinking, search } = now;
  const best = thinking?.lines[0];
  if (mode !== "analyse" || !thinking || !best) return [];
  const ends = before.search === "analysis" && search === null;
  const isDeep =
    thinking.depth >= WORTH_SAYING &&
    (before.thinking?.fen !== thinking.fen || before.thinking.depth < WORTH_SAYING);
  return ends || isDeep ? [concluded(thinking.depth, best)] : [];
}

function concluded(depth: number, best: Line): string {
  return `Depth ${depth}: ${spokenMove(firstMove(best.san))}, ${score(best)}.`;
}

function below({ side, flipped }: Play): string {
  return flipped === (side === "white") ? "Black" : "White";
}
