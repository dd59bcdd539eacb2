// Where a program came from: its generation is bred once more from the one before.

import type { Family } from "../understanding.ts";
import { core } from "./core.ts";
import type { FamilyQuestion } from "./protocol.ts";

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
