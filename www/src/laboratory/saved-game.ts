// The game on the board as a PGN.

import { clockTags } from "../clock.ts";
import type { Player } from "../host/player.ts";
import type { Play, Seat, Strength, System } from "../model.ts";
import { hasBranches, mainLine, type Variations } from "../variations.ts";
import type { Game } from "../worker/protocol.ts";
import { gameTags } from "./game-file.ts";
import { withClocks, withVariations } from "./pgn-tree.ts";

type Side = Play["side"];

export interface ToSave {
  game: Game;
  variations: Variations;
  /** Who played; null where a person did, or for both where nobody knows. */
  seats: Record<Side, Seat | null> | null;
  /** The person's. */
  side: Side;
  strength: Strength;
}

/** With its variations, or with what its clocks showed. */
export async function pgnOf(player: Player, saved: ToSave, systems: System[]): Promise<string> {
  const { game, variations, seats, side, strength } = saved;
  const { clock = null } = game;
  const isOnClock = clock !== null && clock[side === "white" ? "black" : "white"] !== null;
  const { tags, ...heads } = gameTags(seats, isOnClock ? null : strength, systems);
  const timed = clock ? [...tags, ...clockTags(clock, side)] : tags;
  const isTree = hasBranches(variations);
  const written = isTree ? { ...game, moves: mainLine(variations) } : game;
  const plain = await player.call("pgn", { game: written, ...heads, tags: timed });
  if (isTree) return withVariations(plain, variations);
  return clock ? withClocks(plain, clock) : plain;
}
