// A rating for one program: a match with one opponent, the same for all, by search within a budget of nodes, so that programs of all systems
// compare.

import { Tables } from "../../host/tables.ts";
import type { Player } from "../../host/player.ts";
import type { Elo } from "../../model.ts";
import { USUAL_PLAN } from "../plan.ts";

const MOST_AT_ONCE = 4;
/** The hand-set program, which searches as they do: few lose or win every game (our choice). */
const OPPONENT = "staunton";
const PLAN = { ...USUAL_PLAN, nodes: 1_000 };

/** Where the games for a rating are played. */
export function ratingTables(workers: number): Tables {
  return new Tables(Math.min(MOST_AT_ONCE, workers));
}

/** Plays the games. Null where they make no rating, or were stopped. `onGame`: so many are over. */
export async function ratingOf(
  player: Player,
  program: string,
  tables: Tables,
  onGame: (played: number, planned: number) => void,
): Promise<Elo | null> {
  const whole = { first: 0, until: PLAN.games };
  const tasks = await player.call("match_games", { a: program, b: OPPONENT, plan: PLAN, ...whole });
  const half_points: number[] = [];
  let played = 0;
  onGame(played, tasks.length);
  await tables.play(tasks, "", {
    onSnapshot: () => {},
    onEnd: (_, { number }, { a_half_points }) => {
      half_points[number] = a_half_points;
      played += 1;
      onGame(played, tasks.length);
    },
  });
  if (played < tasks.length) return null;
  const { elo } = await player.call("standing", { half_points });
  return elo && { elo: elo.difference, low: elo.low, high: elo.high };
}
