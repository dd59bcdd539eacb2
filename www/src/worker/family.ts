// Where a program came from: its generation is bred once more from the one before.

import type { Family } from "../understanding.ts";
import { core } from "./core.ts";
import type { FamilyQuestion, PlayerCalls } from "./protocol.ts";

export function familyOf({ checkpoint, generation, individual, before, now }: FamilyQuestion): Family | null {
  const [parents, children] = [before, now].map(
    ({ programs, fitness }) => new core.Generation(programs, fitness),
  ) as [core.Generation, core.Generation];
  try {
    const family = core.family(checkpoint, generation, individual, parents, children);
    return (family as Family | undefined) ?? null;
  } finally {
    parents.free();
    children.free();
  }
}

/** Of a later stage, whose checkpoint has all results: with them all generations are known at once. */
export function familyOfStage({
  checkpoint,
  suite,
  generation,
  individual,
}: PlayerCalls["family_of_stage"]["argument"]): Family | null {
  const none = core.Examples.none();
  try {
    const run = core.Run.resume(checkpoint, none, suite ?? undefined);
    try {
      return (run.family(generation, individual) as Family | undefined) ?? null;
    } finally {
      run.free();
    }
  } finally {
    none.free();
  }
}
