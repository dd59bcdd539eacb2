// What two programs chose in positions of masters' games, from what each of them got wrong.

import type { Likeness } from "../model.ts";
import type { MasterPosition, Written } from "../understanding.ts";

/** The moves of a line in SAN, without their numbers. */
export function movesOf(line: string): string[] {
  return line.split(/\s+/).flatMap((word) => {
    const move = word.replace(/^\d+\.+/, "");
    return move === "" ? [] : [move];
  });
}

/**
 * Positions where one of them or both chose otherwise. Each list has the first of its program only: a position that is in one of them alone
 * is told where the other program found the move.
 */
export function joined(old: Likeness, present: Likeness): MasterPosition[] {
  const nowAt = new Map(present.differences.map((difference) => [difference.fen, difference]));
  const wasWrong = old.differences.flatMap((difference): MasterPosition[] => {
    const champion = difference.is_found_by_other ? difference.played : nowAt.get(difference.fen)?.chosen;
    return champion ? [told(difference, difference.chosen, champion)] : [];
  });
  const wasRight = present.differences
    .filter(({ is_found_by_other }) => is_found_by_other)
    .map((difference) => told(difference, difference.played, difference.chosen));
  return [...wasWrong, ...wasRight];
}

function told(
  { fen, number, is_white, played }: Likeness["differences"][number],
  ancestor: Written,
  champion: Written,
): MasterPosition {
  return { fen, number, is_white, master: played, ancestor, champion };
}
