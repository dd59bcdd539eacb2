// What weights that learn begin with: random ones, or those of one program.

import type { SharedLearning, SharedSupervised } from "../../worker/protocol.ts";
import { ownPrograms } from "../pasted.ts";
import { systemOf } from "../program-file.ts";
import type { LaterKind, LaterParts, Origin } from "./later.ts";

const RANDOM = "Random weights";

/** As the person has chosen. Rejects where there is no such program. */
export async function initialWeights({ store, player }: LaterParts, system: string): Promise<Origin> {
  const { initial_programs, own } = store.state;
  if (initial_programs !== "own") return { programs: [], origin: RANDOM, before: null };
  const { programs, wrong } = await ownPrograms(player, system, own.text);
  const [text, another] = programs;
  if (!text || another) throw new Error(wrong ?? "it begins with one program");
  const before = { text, title: "Before: pasted program" };
  return { programs: [text], origin: "A program of your own", before };
}

/** The same of the experiment of a link. */
export const linkedWeights: Pick<LaterKind<SharedLearning | SharedSupervised>, "linked" | "offered"> = {
  linked({ programs: [text] }) {
    if (!text) return { origin: RANDOM, before: null };
    return { origin: "The program of a link", before: { text, title: "Before: program of a link" } };
  },
  offered: ({ chromosome, initial }) => ({ system: systemOf(chromosome), initial, population: null }),
};
