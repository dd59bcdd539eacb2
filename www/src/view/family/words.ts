// Where a program came from, in words.

import { translate } from "../../language/language.ts";
import type { Family, FamilyStage, Inherited, Relative } from "../../understanding.ts";
import { counted, grouped } from "../format.ts";
import { inUnit } from "../genes.ts";

/** program 12 */
export function name({ place }: Pick<Relative, "place">): string {
  return `program ${place + 1}`;
}

/** 171 found, or 12.5 points */
export function achieved(fitness: number, stage: FamilyStage): string {
  return stage === "coevolution" ? `${fitness} points` : `${grouped(fitness)} found`;
}

/** program 12 (best of 50, 171 found) */
export function described(
  relative: Relative,
  individuals: number,
  stage: FamilyStage = "imitation",
): string {
  const { rank, fitness } = relative;
  const standing = rank === 1 ? `best of ${individuals}` : `rank ${rank} of ${individuals}`;
  return `${name(relative)} (${standing}, ${achieved(fitness, stage)})`;
}

export function birthInWords(family: Family, stage: FamilyStage): string {
  const { birth, parents, individuals } = family;
  switch (birth) {
    case "random":
      return "It is one of the first generation: all of its bits were drawn at random.";
    case "given":
      return "It is one of the first generation: the run began with it.";
    case "elsewhere":
      return "It came from another run and has no parents here.";
    case "elite":
      return `It is ${parents.map((parent) => described(parent, individuals, stage)).join("")} of the generation before, unchanged: the best pass on.`;
    case "child":
      return `${childOf(family, stage)} ${crossed(family)} ${mutated(family)}`;
  }
}

function childOf({ parents, individuals }: Family, stage: FamilyStage): string {
  const [first, second] = parents;
  if (!first || !second) return "";
  if (first.place === second.place)
    return `Both parents are ${described(first, individuals, stage)}: it was drawn twice.`;
  return `Child of ${described(first, individuals, stage)} and ${described(second, individuals, stage)}.`;
}

export function crossed({ crossover_points, locus_name, parents }: Family): string {
  const [only, ...more] = crossover_points;
  const [first] = parents;
  if (only === undefined)
    return `No crossover: it began as a copy of ${first ? name(first) : "its first parent"}.`;
  if (more.length > 0) return `Crossed at ${more.length + 1} places.`;
  return `Crossed after ${translate(locus_name)} ${only}.`;
}

export function mutated({ mutations, locus_name }: Family): string {
  const places = mutations.map((at) => at + 1);
  if (places.length === 0) return `No ${translate(locus_name)} mutated.`;
  if (places.length > 6) return `${counted(places.length, locus_name)} mutated.`;
  return `${locus_name.charAt(0).toUpperCase()}${locus_name.slice(1)}${places.length === 1 ? "" : "s"} ${places.join(", ")} mutated.`;
}

/** from parent 12; bit 3 mutated, 9.00 → 9.40 */
export function inheritedInWords(gene: Inherited, { parents, locus_name }: Family): string {
  const { of_second, loci, mutated, before, value } = gene;
  const [first = 0, second = 0] = parents.map(({ place }) => place + 1);
  const isOfBoth = of_second > 0 && of_second < loci && first !== second;
  const from = isOfBoth
    ? `from parents ${first} and ${second}`
    : `from parent ${of_second > 0 ? second : first}`;
  if (mutated.length === 0) return from;
  const places = mutated.map((at) => at + 1).join(", ");
  const noun = mutated.length === 1 ? locus_name : `${locus_name}s`;
  return `${from}; ${noun} ${places} mutated, ${inUnit(gene, before)} → ${inUnit(gene, value)}`;
}
