// Many weights: what the pieces are worth to the program, its piece-square tables as heat maps, and every weight by family on demand.

import { html, nothing, type TemplateResult } from "lit-html";
import { guard } from "lit-html/directives/guard.js";
import { live } from "lit-html/directives/live.js";
import { say, translate } from "../language/language.ts";
import type { Gene, Program } from "../model.ts";
import type { Context } from "./context.ts";
import { fixed } from "./format.ts";
import { helped } from "./help.ts";
import { PIECES, pieceValues } from "./piece-values.ts";

const MEN = [...PIECES, "king"];
const FILES = ["a", "b", "c", "d", "e", "f", "g", "h"];
const RANKS = [8, 7, 6, 5, 4, 3, 2, 1];
/** Shades on either side of nothing. */
const SHADES = 4;
const MAP_HELP =
  "What standing on a square adds to the score, seen from the side whose piece it is. The number of pieces and their mobility are weights of their own, and are not in it.";

/** Features that count the same in several places, or come from elsewhere, and the weights of each: one for each of `columns`. */
interface Family {
  name: string;
  meaning: string;
  columns: string[];
  features: { name: string; meaning: string; values: number[] }[];
}

/** The weights of a program by family; `stages` are those of the game. */
interface Weights {
  stages: string[];
  families: Family[];
}

export function weightsView({ redraw }: Context): (program: Program, whose: string) => TemplateResult {
  let man = 1;
  let stage = 0;
  let family = 0;
  let known: Program | null = null;
  let weights: Weights = { stages: [], families: [] };
  const chooser = (id: string, label: string, names: string[], at: number, choose: (at: number) => void) => {
    const change = (event: Event) => {
      choose(Number((event.currentTarget as HTMLSelectElement).value));
      redraw();
    };
    return html`<span class="field">
      <label for=${id}>${label}</label>
      <select id=${id} .value=${live(String(at))} @change=${change}>
        ${names.map((name, index) => html`<option value=${index} ?selected=${index === at}>${translate(name)}</option>`)}
      </select>
    </span>`;
  };
  return (program, whose) => {
    if (program !== known) {
      known = program;
      weights = weightsOf(program.genes);
    }
    const { stages, families } = weights;
    const name = MEN[man] ?? "";
    return html`
      <section class="weights" aria-labelledby="weights-title">
        <h3 id="weights-title">${whose}</h3>
        ${program.piece_values ? pieceValues(program.piece_values) : nothing}
        <div class="weight-choices">
          ${chooser("weights-man", "Piece", MEN, man, (at) => (man = at))}
          ${chooser("weights-stage", "Stage of the game", stages, stage, (at) => (stage = at))}
        </div>
        ${guard([program, man, stage], () => heatMap(squaresOf(weights, name), stage, `${translate(name)}, ${translate(stages[stage] ?? "")}`))}
        <details class="more">
          <summary>All weights</summary>
          ${chooser(
            "weights-family",
            "Family",
            families.map(({ name }) => name),
            family,
            (at) => (family = at),
          )}
          ${guard([program, family], () => table(families[family]))}
        </details>
      </section>
    `;
  };
}

/** Genes of one family follow each other, and each stage has the same. What is in no stage counts alike in all. */
export function weightsOf(genes: Gene[]): Weights {
  const groups = new Map(
    [...new Set(genes.map(({ group }) => group))].map((group): [string, Gene[]] => [group, []]),
  );
  for (const gene of genes) groups.get(gene.group)?.push(gene);
  const [first = []] = groups.values();
  const isStage = (group: Gene[]) => group[0]?.name === first[0]?.name;
  const stages = [...groups].filter(([, group]) => isStage(group));
  const names = stages.map(([name]) => name);
  const families: Family[] = [];
  for (const [at, { name, meaning }] of first.entries()) {
    const feature = { name, meaning, values: stages.map(([, group]) => group[at]?.value ?? 0) };
    const last = families.at(-1);
    if (last?.meaning === meaning) last.features.push(feature);
    else families.push({ name, meaning, columns: names, features: [feature] });
  }
  for (const family of families) family.name = inCommon(family.features.map(({ name }) => name));
  for (const [name, group] of groups) {
    if (isStage(group)) continue;
    const features = group.map(({ name, meaning, value }) => ({ name, meaning, values: [value] }));
    families.push({
      name,
      meaning: "They count alike in all stages of the game",
      columns: [say("weight")],
      features,
    });
  }
  return { stages: names, families };
}

/** The words that all names begin with. */
function inCommon(names: string[]): string {
  const [first = "", ...others] = names.map((name) => name.split(" "));
  const isShared = (_: string, at: number, words: string[]) =>
    others.every((other) => words.slice(0, at + 1).every((word, index) => other[index] === word));
  return (first as string[]).filter(isShared).join(" ");
}

/** The weights of a piece by square. */
function squaresOf({ families }: Weights, man: string): Map<string, number[]> {
  const family = families.find(({ name }) => name === `${man} on`);
  return new Map(family?.features.map(({ name, values }) => [name.slice(-2), values]));
}

function heatMap(squares: Map<string, number[]>, stage: number, title: string): TemplateResult {
  const value = (file: string, rank: number) => squares.get(`${file}${rank}`)?.[stage] ?? null;
  const largest = Math.max(1, ...[...squares.values()].map((values) => Math.abs(values[stage] ?? 0)));
  const digits = largest < 100 ? 1 : 0;
  const shade = (value: number) => Math.round((value / largest) * SHADES);
  const cell = (value: number | null) =>
    value === null ? html`<td></td>` : html`<td data-shade=${shade(value)}>${hundredths(value, digits)}</td>`;
  const shades = Array.from({ length: 2 * SHADES + 1 }, (_, at) => at - SHADES);
  return html`
    <table class="heat-map">
      <caption>
        ${helped(`Squares: ${title}`, MAP_HELP)} <span class="quiet">in hundredths of a pawn</span>
      </caption>
      <thead class="unseen">
        <tr>
          <td></td>
          ${FILES.map((file) => html`<th scope="col">${file}</th>`)}
        </tr>
      </thead>
      <tbody>
        ${RANKS.map(
          (rank) => html`<tr>
            <th scope="row">${rank}</th>
            ${FILES.map((file) => cell(value(file, rank)))}
          </tr>`,
        )}
      </tbody>
      <tfoot aria-hidden="true">
        <tr>
          <td></td>
          ${FILES.map((file) => html`<td>${file}</td>`)}
        </tr>
      </tfoot>
    </table>
    <p class="heat-legend quiet" aria-hidden="true">
      ${hundredths(-largest, digits)} ${shades.map((shade) => html`<span data-shade=${shade}></span>`)} ${hundredths(largest, digits)}
    </p>
  `;
}

function table(family: Family | undefined): TemplateResult | typeof nothing {
  if (!family) return nothing;
  return html`
    <p class="quiet">${capital(translate(family.meaning))}. In hundredths of a pawn.</p>
    <div class="scroll" tabindex="0" role="group" aria-label="Weights, scrolls">
      <table class="fitness-table" aria-label="Weights of ${translate(family.name)}">
        <thead>
          <tr>
            <th scope="col">Feature</th>
            ${family.columns.map((column) => html`<th scope="col" class="number">${translate(column)}</th>`)}
          </tr>
        </thead>
        <tbody>
          ${family.features.map(
            ({ name, meaning, values }) => html`<tr>
              <th scope="row">${meaning === family.meaning ? translate(name) : helped(translate(name), translate(meaning))}</th>
              ${values.map((value) => html`<td class="number">${hundredths(value, 1)}</td>`)}
            </tr>`,
          )}
        </tbody>
      </table>
    </div>
  `;
}

function hundredths(millipawns: number, digits: number): string {
  return fixed(millipawns / 10, digits);
}

function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
