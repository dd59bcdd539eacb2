// What weights that learn begin with: random ones, or those of one program.

import { BEFORE_LINKED, BEFORE_PASTED, LINKED_PROGRAM, OWN_PROGRAM, RANDOM_WEIGHTS } from "../../titles.ts";
import type { SharedLearning, SharedSupervised } from "../../worker/protocol.ts";
import { ownPrograms } from "../pasted.ts";
import { systemOf } from "../program-file.ts";
import type { LaterKind, LaterParts, Origin } from "./later.ts";

/** As the person has chosen. Rejects where there is no such program. */
export async function initialWeights({ store, player }: LaterParts, system: string): Promise<Origin> {
  const { initial_programs, own } = store.state;
  if (initial_programs !== "own") return { programs: [], origin: RANDOM_WEIGHTS, before: null };
  const { programs, wrong } = await ownPrograms(player, system, own.text);
  const [text, another] = programs;
  if (!text || another) throw new Error(wrong ?? "it begins with one program");
  return { programs: [text], origin: OWN_PROGRAM, before: { text, title: BEFORE_PASTED } };
}

/** The same of the experiment of a link. */
export const linkedWeights: Pick<LaterKind<SharedLearning | SharedSupervised>, "linked" | "offered"> = {
  linked({ programs: [text] }) {
    if (!text) return { origin: RANDOM_WEIGHTS, before: null };
    return { origin: LINKED_PROGRAM, before: { text, title: BEFORE_LINKED } };
  },
  offered: ({ chromosome, initial }) => ({ system: systemOf(chromosome), initial, population: null }),
};
