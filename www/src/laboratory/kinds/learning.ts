// A program that plays itself and learns from its own searches.

import type { SharedLearning } from "../../worker/protocol.ts";
import { ownPrograms } from "../pasted.ts";
import { systemOf } from "../program-file.ts";
import { coevolution } from "./coevolution.ts";
import type { LaterKind } from "./later.ts";

export const learning: LaterKind<SharedLearning> = {
  noun: "run of learning",
  step: "round",
  // Both play games.
  suite: coevolution.suite,
  names({ store }, system) {
    const { coevolved, before } = store.textsOf(system);
    return { after: coevolved, first: `${before}, round 0` };
  },
  isFollowed: true,
  async origin({ store, player }, system) {
    const { initial_programs, own } = store.state;
    if (initial_programs !== "own") return { programs: [], origin: RANDOM, before: null };
    const { programs, wrong } = await ownPrograms(player, system, own.text);
    const [text, another] = programs;
    if (!text || another) throw new Error(wrong ?? "it begins with one program");
    const before = { text, title: "Before: pasted program" };
    return { programs: [text], origin: "A program of your own", before };
  },
  linked({ programs: [text] }) {
    if (!text) return { origin: RANDOM, before: null };
    return { origin: "The program of a link", before: { text, title: "Before: program of a link" } };
  },
  offered: ({ chromosome, initial }) => ({ system: systemOf(chromosome), initial, population: null }),
};

const RANDOM = "Random weights";
