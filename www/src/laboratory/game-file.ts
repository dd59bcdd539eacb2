// A game at the board as PGN: who played it, and which program that was.

import { say } from "../language/language.ts";
import { isFixedDepth } from "../fixed-depth.ts";
import type { Player } from "../host/player.ts";
import type { Play, Seat, Strength, System, Tag } from "../model.ts";
import type { GameFile } from "../worker/protocol.ts";
import { areMoves } from "../move-form.ts";
import { chromosomeIn } from "./pasted.ts";

type Side = Play["side"];

export interface GameTags {
  white: string;
  black: string;
  date: string;
  /** Further tags: name, value, name, value. */
  tags: string[];
}

/** Of an analysis of no game. */
export const NOBODY: GameTags = { white: "?", black: "?", date: "????.??.??", tags: [] };

/** Who played; null where a person did. `strength`: of the programs, null where their clock bound them. */
export function gameTags(
  seats: Record<Side, Seat | null>,
  strength: Strength | null,
  systems: System[],
): GameTags {
  const date = new Date().toISOString().slice(0, 10).replaceAll("-", ".");
  const tags = (["white", "black"] as const).flatMap((side) => {
    const colour = side === "white" ? "White" : "Black";
    const seat = seats[side];
    if (!seat) return [`${colour}Type`, "human"];
    return [`${colour}Type`, "program", `${colour}Chromosome`, seat.text];
  });
  // One of fixed depth says in its name how far it looks.
  const isLimited = [seats.white, seats.black].some((seat) => seat && !isFixedDepth(seat.text));
  const limit = strength && isLimited ? ["Limit", limitOf(strength)] : [];
  return {
    white: nameOf(seats.white, systems),
    black: nameOf(seats.black, systems),
    date,
    tags: [...tags, ...limit],
  };
}

/** "Millipawn ACPP generation 60 (x7Gk2a)": its system, where it comes from, and the end of its chromosome. */
export function nameOf(seat: Seat | null, systems: System[]): string {
  if (!seat) return "Person";
  const { text, title } = seat;
  if (!text.includes(".")) return `Millipawn ${title}`;
  const [chromosome = ""] = text.split("?");
  const id = chromosome.split(".")[0] ?? "";
  const generation = /^Generation \d+/.exec(title)?.[0].toLowerCase();
  const name = systems.find((system) => system.id === id)?.name ?? id;
  return ["Millipawn", name, generation, `(${chromosome.slice(-6)})`].filter(Boolean).join(" ");
}

function limitOf({ kind, amount }: Strength): string {
  return { nodes: `${amount} nodes a move`, seconds: `${amount} s a move`, depth: `depth ${amount}` }[kind];
}

/** Whether a text is a game rather than a position. */
export function looksLikeGame(text: string): boolean {
  return /^\s*(\[\s*\w+\s+"|\d+\s*\.)/.test(text) || areMoves(text);
}

/** What a file says of its game, with the result that its moves end with. */
export function tagsOf({ tags, result }: Pick<GameFile, "tags" | "result">): Tag[] {
  const known = ["1-0", "0-1", "1/2-1/2"].includes(result) ? result : "*";
  return [...tags.filter(([name]) => name !== "Result"), ["Result", known]];
}

/** Who played, and what of the file is not on the board, so many variations among it. */
export function summaryOf(
  { white, black, result, games, left_out }: GameFile,
  variations_left_out: number,
  has_notes: boolean,
): string {
  const first = games > 1 ? say`: the first of ${games} games` : "";
  const over = left_out > 0 ? say`. It was over before its last ${left_out} half-moves` : "";
  const illegal =
    variations_left_out > 0
      ? say`. Variations with a move that cannot be played were left out: ${variations_left_out}`
      : "";
  const notes = has_notes ? say`. Its comments are not shown; they are saved with the game` : "";
  return `${white} \u2013 ${black}, ${result}${first}${over}${illegal}${notes}`;
}

/** The program that played, as its file names it, and the side of whoever met it; null where there is none that is known. */
export async function programIn(
  player: Player,
  { chromosomes, white, black }: GameFile,
): Promise<(Pick<Play, "side" | "opponent"> & Partial<Pick<Play, "pasted">>) | null> {
  const side: Side = chromosomes.black ? "white" : "black";
  const text = chromosomes.black ?? chromosomes.white;
  if (!text) return null;
  if (isFixedDepth(text)) return { opponent: text, side };
  try {
    const program = await player.call("program", { text: chromosomeIn(text) });
    const pasted = { text: program.text, title: side === "white" ? black : white };
    return { opponent: "pasted", pasted, side };
  } catch {
    // The game is what was asked for; a program that this page cannot play only leaves its seat empty.
    return null;
  }
}
