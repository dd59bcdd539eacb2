// Where a program came from: its parents, the crossover points and the mutations, drawn over the chromosome and gene by gene in words.

import { html, nothing, type TemplateResult } from "lit-html";
import { translate } from "../../language/language.ts";
import type { State } from "../../model.ts";
import type { Family, FamilyShown, BreedingStage } from "../../understanding.ts";
import type { Context, View } from "../context.ts";
import { runOf } from "../../runs.ts";
import { geneHelp, inUnit } from "../genes.ts";
import { helped } from "../help.ts";
import { numberFields } from "../number-field.ts";
import { familyFigure } from "./figure.ts";
import {
  achieved,
  birthInWords,
  hasSteps,
  inheritedInWords,
  lineInWords,
  name,
  programInWords,
} from "./words.ts";

const GENERATION_HELP =
  "Of the generation scored last the parents are known at once. For another one an imitation is run once more, which takes as long as it took.";
const PROGRAM_HELP = "Its place in the generation, from 1.";

export function familyContent({ page, redraw }: Context, stage: BreedingStage): View {
  const fields = numberFields(redraw);
  const field = (
    label: string,
    id: string,
    value: number,
    min: number,
    max: number,
    help: string,
    take: (value: number) => void,
  ) => {
    const { input, wrong } = fields.draw({ id, value, min, max, whole: true, step: 1, help, take });
    return html`<p class="family-choice"><label for=${id}>${label}</label> ${input}</p>${wrong}`;
  };
  /** Another program or generation than the one asked for last, whatever is drawn. */
  const lookAt = (part: Partial<Pick<FamilyShown, "generation" | "individual">>) => {
    const { family } = page.state;
    if (!family) return;
    const { generation, individual } = { ...family, ...part };
    page.understanding.lookAtFamily(stage, generation, individual);
  };
  const choice = ({ generation, individual, individuals }: FamilyShown, last: number) => html`
    ${field("Program", "family-program", individual + 1, 1, individuals, PROGRAM_HELP, (value) =>
      lookAt({ individual: value - 1 }),
    )}
    ${field("Of generation", "family-generation", generation, 0, last, GENERATION_HELP, (value) =>
      lookAt({ generation: value }),
    )}
  `;
  const go = (family: Family, place: number) =>
    page.understanding.lookAtFamily(stage, family.generation - 1, place);
  return (state: State) => {
    const shown = state.family?.stage === stage ? state.family : null;
    const last = runOf(state, stage).records.at(-1);
    if (!shown || !last) return html`<p>Breed a few generations first.</p>`;
    const { phase, family, wrong, is_traced } = shown;
    return html`
      <div class="family">
        <div class="family-choices">${choice(shown, last.generation)}</div>
        ${wrong ? html`<p class="wrong" role="alert">This could not be found out: ${wrong}.</p>` : nothing}
        <p aria-live="polite">
          ${
            family
              ? html`<strong>Program ${family.individual + 1} of generation ${family.generation}</strong>, ${achieved(family.fitness, stage)}.
                  ${birthInWords(family, stage)}`
              : nothing
          }
          ${phase === "asking" ? (is_traced ? "Running the run once more, to this generation." : "Asking the run.") : nothing}
        </p>
        ${family ? whole(family, go) : nothing}
      </div>
    `;
  };
}

function whole(family: Family, go: (family: Family, place: number) => void): TemplateResult {
  const { parents, birth, generation } = family;
  const [first, second] = parents;
  const parent = (place: number, which: number) =>
    html`<span class="family-key of-${which}">${name({ place })}</span>`;
  return html`
    ${
      first && second
        ? html`<p class="quiet family-legend">
            ${
              hasSteps(family)
                ? html`Above ${parent(first.place, 0)}, below ${parent(second.place, 1)}, between them their child: the taller a bar, the
                    larger the weight in its range.`
                : html`Above ${parent(first.place, 0)}, below ${parent(second.place, 1)}, between them their child: filled bits are ones.
                    Marked are the bits that mutated.`
            }
          </p>`
        : nothing
    }
    ${familyFigure(family)}
    ${
      generation > 0 && parents.length > 0
        ? html`<p class="links">
            ${[...new Set(parents.map(({ place }) => place))].map(
              (place) =>
                html`<button class="plain" @click=${() => go(family, place)}>Parents of ${name({ place })}</button>`,
            )}
          </p>`
        : nothing
    }
    ${birth === "child" ? genes(family) : nothing} ${program(family)}
  `;
}

/** The depth program line by line. */
function program(family: Family): TemplateResult | typeof nothing {
  const { body } = family;
  if (!body) return nothing;
  return html`
    <h3>Depth program</h3>
    <p class="family-program">${programInWords(body, family)}</p>
    <div class="wide" tabindex="0" role="group" aria-label="Depth program and where it came from">
      <table aria-label="Inherited depth program">
        <thead>
          <tr>
            <th scope="col">Instruction</th>
            <th scope="col">Where it came from</th>
          </tr>
        </thead>
        <tbody>
          ${body.lines.map(
            (line) => html`<tr class=${line.from === "first" ? "" : "mutated"}>
              <td><code>${line.text}</code></td>
              <td>${lineInWords(line, family)}</td>
            </tr>`,
          )}
        </tbody>
      </table>
    </div>
  `;
}

function genes(family: Family): TemplateResult {
  const row = (
    gene: Family["genes"][number],
  ) => html`<tr class=${gene.mutated.length > 0 && !gene.step ? "mutated" : ""}>
    <th scope="row">${helped(translate(gene.name), geneHelp(gene))}</th>
    <td class="number">${inUnit(gene, gene.value)}</td>
    <td>${inheritedInWords(gene, family)}</td>
  </tr>`;
  return html`
    <div class="wide" tabindex="0" role="group" aria-label="Genes and where they came from">
      <table aria-label="Inherited genes">
        <thead>
          <tr>
            <th scope="col">Gene</th>
            <th scope="col" class="number">Value</th>
            <th scope="col">Where it came from</th>
          </tr>
        </thead>
        <tbody>${family.genes.map(row)}</tbody>
      </table>
    </div>
  `;
}
