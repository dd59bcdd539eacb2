// Where a program came from, in words.

import { translate } from "../../language/language.ts";
import type { Family, BreedingStage, Inherited, ProgramLine, Relative } from "../../understanding.ts";
import { counted, decimal, fixed, grouped } from "../format.ts";
import { inUnit } from "../genes.ts";

/** program 12 */
export function name({ place }: Pick<Relative, "place">): string {
  return `program ${place + 1}`;
}

/** 171 found, 12.5 points, 1,234 nodes, or fitness 3.42 */
export function achieved(fitness: number, stage: BreedingStage): string {
  switch (stage) {
    case "imitation":
      return `${grouped(fitness)} found`;
    case "coevolution":
      return `${decimal(fitness, Number.isInteger(fitness) ? 0 : 1)} points`;
    case "classes":
      return `fitness ${fixed(fitness, 2)}`;
    case "ordering":
    case "tuning":
      return `${grouped(fitness)} nodes`;
  }
}

/** program 12 (best of 50, 171 found) */
export function described(
  relative: Relative,
  individuals: number,
  stage: BreedingStage = "imitation",
): string {
  const { rank, fitness } = relative;
  const standing = rank === 1 ? `best of ${individuals}` : `rank ${rank} of ${individuals}`;
  return `${name(relative)} (${standing}, ${achieved(fitness, stage)})`;
}

export function birthInWords(family: Family, stage: BreedingStage): string {
  const { birth, parents, individuals } = family;
  switch (birth) {
    case "random":
      return "It is one of the first generation, drawn at random.";
    case "given":
      return "It is one of the first generation: the run began with it.";
    case "elsewhere":
      return "It came from another run and has no parents here.";
    case "elite":
      return `It is ${parents.map((parent) => described(parent, individuals, stage)).join("")} of the generation before, unchanged: the best pass on.`;
    case "child":
      return hasSteps(family)
        ? `${childOf(family, stage)} ${recombined(family)}`
        : `${childOf(family, stage)} ${crossed(family)} ${mutated(family)}`;
  }
}

/** Whether the genes are numbers, each with the size of its own mutations. */
export function hasSteps({ genes }: Family): boolean {
  return genes.some(({ step }) => step);
}

/** Of an evolution strategy. */
function recombined({ genes, parents }: Family): string {
  const [first, second] = parents;
  const ofSecond = genes.filter(({ of_second }) => of_second > 0).length;
  if (!first || !second || first.place === second.place) return EVERY;
  return `Of ${genes.length} weights ${genes.length - ofSecond} came from ${name(first)}, ${ofSecond} from ${name(second)}. ${EVERY}`;
}

const EVERY = "Every weight mutated. Each has its own mutation size, which mutates first.";

/** What became of the depth program. */
export function programInWords(
  { operator, removed, lines }: NonNullable<Family["body"]>,
  { parents }: Family,
): string {
  const [first, second] = parents;
  if (!first || !second) return "";
  if (lines.every(({ from }) => from === "first"))
    return removed === 0
      ? `Nothing of ${name(second)} is in it: it is that of ${name(first)}, unchanged.`
      : `Nothing of ${name(second)} is in it: it is that of ${name(first)}, with ${counted(removed, "instruction")} cut out.`;
  switch (operator) {
    case "statements":
      return `It is that of ${name(first)}, with a part of that of ${name(second)} in the place of one of its own.`;
    case "branch-free":
      return `It is that of ${name(first)}, with a part without ifs of that of ${name(second)} in the place of one of its own.`;
    case "with-random":
      return `It is that of ${name(first)}, with a part of a random program in the place of one of its own.`;
    case "instructions":
      return `It is that of ${name(first)}, in which instructions mutated.`;
  }
}

/** from parent 12 */
export function lineInWords({ from, before }: ProgramLine, { parents }: Family): string {
  const [first = 0, second = 0] = parents.map(({ place }) => place + 1);
  switch (from) {
    case "first":
      return `from parent ${first}`;
    case "second":
      return `from parent ${second}`;
    case "random":
      return "from a random program";
    case "replaced":
      return `mutated, was ${before ?? ""}`;
  }
}

function childOf({ parents, individuals }: Family, stage: BreedingStage): string {
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
  if (gene.step)
    return `${from}, ${inUnit(gene, before)} → ${inUnit(gene, value)}; step ${decimal(gene.step.before, 2)} → ${decimal(gene.step.value, 2)}`;
  if (mutated.length === 0) return from;
  const places = mutated.map((at) => at + 1).join(", ");
  const noun = mutated.length === 1 ? locus_name : `${locus_name}s`;
  return `${from}; ${noun} ${places} mutated, ${inUnit(gene, before)} → ${inUnit(gene, value)}`;
}
