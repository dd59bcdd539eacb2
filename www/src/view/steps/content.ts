// One generation being made, from stop to stop: scores, ranks, the parents of a child, crossover, mutation, the other children.

import { html, nothing, svg, type TemplateResult } from "lit-html";
import type { State } from "../../model.ts";
import type { Family, StepsShown, Stop } from "../../understanding.ts";
import { command } from "../command.ts";
import type { Context, View } from "../context.ts";
import { counted, grouped, percent } from "../format.ts";
import { familyFigure, type Part } from "../family/figure.ts";
import { birthInWords, crossed, described, mutated, name } from "../family/words.ts";
import "../../style/steps.css";

const PARTS: Partial<Record<Stop, Part>> = {
  select: "parents",
  cross: "crossed",
  mutate: "mutated",
  whole: "mutated",
};

export function stepsContent({ page }: Context): View {
  const { nextStep, finishSteps } = page.understanding;
  return ({ steps }: State) => {
    if (!steps) return nothing;
    const { phase, family, stop, wrong } = steps;
    const part = PARTS[stop];
    return html`
      ${wrong ? html`<p class="wrong" role="alert">This could not be shown: ${wrong}.</p>` : nothing}
      ${family && family.fitness_before.length > 0 ? bars(family, stop) : nothing}
      ${family && part ? familyFigure(family, part) : nothing}
      <p class="steps-words" aria-live="polite">${family ? inWords(steps, family) : nothing}</p>
      <div class="buttons">
        <button ${command(() => nextStep(), phase !== "known" || isLast(steps))}>Next</button>
        <button class="plain" @click=${() => finishSteps()}>Finish</button>
      </div>
    `;
  };
}

/** There is nothing before the first generation. */
function isLast({ stop, family }: StepsShown): boolean {
  return stop === "end" || family?.birth === "random";
}

function inWords({ stop, generation }: StepsShown, family: Family): string {
  const { parents, individual, individuals, fitness_before } = family;
  const [first, second] = parents;
  if (family.birth === "random")
    return `These ${grouped(individuals)} programs are random. Press Step again to see how the next generation is bred from them.`;
  const child = `Child ${individual + 1} of ${individuals}`;
  switch (stop) {
    case "score":
      return `Score: each of the ${grouped(individuals)} programs of generation ${generation - 1} was asked for its moves. The best found ${grouped(Math.max(...fitness_before))}, the worst ${grouped(Math.min(...fitness_before))}.`;
    case "rank":
      return "Rank: the better a program scored, the larger its share when parents are drawn.";
    case "select":
      if (!first || !second) return child;
      return `${child}, its parents: drawn are ${described(first, individuals)}, with a share of ${percent(first.share)}, and ${described(second, individuals)}, with ${percent(second.share)}.`;
    case "cross":
      return `${child}, crossover. ${crossed(family)}${parted(family)}`;
    case "mutate":
      return `${child}, mutation. ${mutated(family)} The child is done.`;
    case "whole":
      return `${family.birth === "child" ? child : `Program ${individual + 1} of ${individuals}`}. ${birthInWords(family, "imitation")}`;
    case "end":
      return `${counted(individuals, "program")}: generation ${generation} is complete. It was scored as the one before, and its best is the champion on show.`;
  }
}

/** The scores of the generation before, a bar a program: in its order, then by rank, with the parents marked. */
function bars({ fitness_before, parents }: Family, stop: Stop): TemplateResult {
  const places = fitness_before.map((_, place) => place);
  if (stop !== "score") places.sort((a, b) => (fitness_before[b] ?? 0) - (fitness_before[a] ?? 0));
  const isChild = PARTS[stop] !== undefined;
  const roleOf = (place: number) => (isChild ? parents.findIndex((parent) => parent.place === place) : -1);
  const most = Math.max(1, ...fitness_before);
  const bar = (place: number, at: number) => {
    const height = (100 * (fitness_before[place] ?? 0)) / most;
    const role = roleOf(place);
    return svg`<rect class=${role < 0 ? "" : `parent of-${role}`} x=${at + 0.1} y=${100 - height} width="0.8" height=${height} />`;
  };
  return html`<svg
    class="steps-bars" viewBox="0 0 ${places.length} 100" preserveAspectRatio="none" role="img"
    aria-label=${stop === "score" ? "Scores of the generation before" : "Scores of the generation before, the best first"}>
    ${places.map(bar)}
  </svg>`;
}

/** Which parent has which part. */
function parted({ parents: [first, second], crossover_points }: Family): string {
  if (!first || !second || crossover_points.length === 0) return "";
  if (first.place === second.place) return " Both parents are one program, so it changes nothing.";
  return ` What is not of ${name(first)} is of ${name(second)}.`;
}
