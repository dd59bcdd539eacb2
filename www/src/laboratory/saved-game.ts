// The game on the board as a PGN.

import { clockTags } from "../clock.ts";
import type { Player } from "../host/player.ts";
import type { Play, Position, Seat, Strength, System, Tag } from "../model.ts";
import { hasBranches, hasNotes, mainLine, type Variations } from "../variations.ts";
import type { Game } from "../worker/protocol.ts";
import { type GameTags, gameTags, NOBODY } from "./game-file.ts";
import { withClocks, withVariations } from "./pgn-tree.ts";

type Side = Play["side"];

export interface ToSave {
  game: Game;
  variations: Variations;
  /** Who played; null where a person did, or for both in an analysis. */
  seats: Record<Side, Seat | null> | null;
  /** The person's. */
  side: Side;
  strength: Strength;
}

/** With its variations and comments, or with what its clocks showed. */
export async function pgnOf(player: Player, saved: ToSave, systems: System[]): Promise<string> {
  const { game, variations } = saved;
  const { clock = null } = game;
  const isTree = hasBranches(variations) || hasNotes(variations);
  const written = isTree ? { ...game, moves: mainLine(variations) } : game;
  const { tags, ...heads } = saved.seats ? headsOf(saved, saved.seats, systems) : kept(written);
  const plain = await player.call("pgn", { game: written, ...heads, tags });
  if (isTree) return withVariations(plain, variations);
  return clock ? withClocks(plain, clock) : plain;
}

/** What an analysis keeps of a game that was played here. */
export function tagsOfPlayed(saved: ToSave, score: Position["score"], systems: System[]): Tag[] {
  if (!saved.seats) return saved.game.tags ?? [];
  const { white, black, date, tags } = headsOf(saved, saved.seats, systems);
  const late: Tag[] = saved.game.flagged ? [["Termination", "time forfeit"]] : [];
  const first: Tag[] = [
    ["Event", "Millipawn"],
    ["White", white],
    ["Black", black],
    ["Date", date],
    ["Result", score],
  ];
  return [...first, ...late, ...paired(tags)];
}

function headsOf(
  { game: { clock = null }, side, strength }: ToSave,
  seats: Record<Side, Seat | null>,
  systems: System[],
): GameTags {
  const isOnClock = clock !== null && clock[side === "white" ? "black" : "white"] !== null;
  const heads = gameTags(seats, isOnClock ? null : strength, systems);
  return clock ? { ...heads, tags: [...heads.tags, ...clockTags(clock, side)] } : heads;
}

/** As it came; what counts the moves counts those that are written. */
function kept({ tags, moves }: Game): GameTags {
  if (!tags) return NOBODY;
  const event = tags.some(([name]) => name === "Event") ? [] : ["Event", "?"];
  const all = tags.flatMap(([name, value]) => [name, name === "PlyCount" ? `${moves.length}` : value]);
  return { ...NOBODY, tags: [...event, ...all] };
}

function paired(tags: string[]): Tag[] {
  return tags.flatMap((name, at): Tag[] => (at % 2 === 0 ? [[name, tags[at + 1] ?? ""]] : []));
}
