// Where a program came from: its generation is bred once more from the one before. The checkpoint of a later stage has all results, and with
// them all generations.

import { spreadOf } from "../gene-spread.ts";
import type { Gene } from "../model.ts";
import type { Family, PastGenes } from "../understanding.ts";
import { core } from "./core.ts";
import type { FamilyQuestion, PlayerCalls } from "./protocol.ts";

/** A program of a generation, as the core tells it. */
interface Individual {
  program: string;
  genes: Gene[];
}

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

export function familyOfStage({
  checkpoint,
  suite,
  generation,
  individual,
}: PlayerCalls["family_of_stage"]["argument"]): Family | null {
  return withRun(
    checkpoint,
    suite,
    (run) => (run.family(generation, individual) as Family | undefined) ?? null,
  );
}

export function geneHistoryOf({
  checkpoint,
  suite,
  generations,
}: PlayerCalls["gene_history"]["argument"]): PastGenes {
  return withRun(checkpoint, suite, (run) => {
    const records = run.records(0) as { champion: string }[];
    const past: PastGenes = { genes: [], generations: [] };
    for (const generation of generations) {
      const champion = records[generation]?.champion ?? "";
      const programs = run.individuals(generation) as Individual[] | undefined;
      // The champion of a tuning is a player, whose search is the program.
      const best = programs?.find(({ program }) => champion.includes(program));
      if (!programs || !best) throw new Error("the run does not know this generation yet");
      past.genes = best.genes;
      const valuesOf = (at: number) => programs.flatMap(({ genes }) => genes[at]?.value ?? []);
      const spreads = best.genes.map(({ value }, at) => spreadOf(valuesOf(at), value));
      past.generations.push({ generation, spreads });
    }
    return past;
  });
}

function withRun<T>(checkpoint: string, suite: string | null, ask: (run: core.Run) => T): T {
  const none = core.Examples.none();
  try {
    const run = core.Run.resume(checkpoint, none, suite ?? undefined);
    try {
      return ask(run);
    } finally {
      run.free();
    }
  } finally {
    none.free();
  }
}
