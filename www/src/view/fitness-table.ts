// The chart's numbers as a table: one row a generation, of a long run a part at a time.

import { html, nothing, type TemplateResult } from "lit-html";
import { guard } from "lit-html/directives/guard.js";
import type { Changed, FixedSample, GenerationRecord, HeldOut, Run } from "../model.ts";
import { changesAt } from "./changes.ts";
import type { Context } from "./context.ts";
import { decimal, percent } from "./format.ts";
import { margin, unseen } from "./held-out.ts";
import { helped } from "./help.ts";
import { partsOf } from "./parts.ts";

const DIVERSITY_HELP =
  "Mean distance between two programs, over all pairs: of bit strings, the share of bits in which they differ, 0 to 0.5";

/** Rows are drawn again in blocks of this many, so that a long run adds a row cheaply. */
const BLOCK = 100;

/** Draws the part on show of a run's records. */
export function fitnessTable(
  { redraw }: Context,
  title: string,
): (run: Run, sample: FixedSample | null) => TemplateResult {
  const parts = generationParts(redraw);
  return ({ records, changes }, sample) => html`
    ${parts.choice(records)}
    <div class="scroll" tabindex="0" role="group" aria-label="Table, scrolls">
      <table class="fitness-table" aria-label=${title}>
        <thead>
          <tr>
            <th scope="col">Generation</th>
            <th scope="col" class="number" >${helped("Best", bestHelp(records.at(-1)))}</th>
            <th scope="col" class="number">Mean</th>
            <th scope="col" class="number">Worst</th>
            <th scope="col" class="number">Never seen</th>
            <th scope="col" class="number" >${helped("Diversity", DIVERSITY_HELP)}</th>
            ${changes.length > 0 ? html`<th scope="col">Changed</th>` : nothing}
          </tr>
        </thead>
        ${blocks(parts.shown(records)).map((block) => body(block, changes, sample))}
      </table>
    </div>
  `;
}

/** As many rows as are drawn in less than 50 ms; most runs are shorter. */
export const GENERATIONS = 500;

/** The table of a long run is drawn in parts. */
export function generationParts(redraw: () => void) {
  const parts = partsOf(GENERATIONS, redraw);
  const name = (first: number, last: number) => `Generation ${first} to ${last}`;
  return {
    shown: parts.shown,
    choice: ({ length }: unknown[]) => html`<div class="parts">${parts.choice("Rows", length, name)}</div>`,
  };
}

function bestHelp(last: GenerationRecord | undefined): string {
  return `Moves found by the best program${last ? `, of ${last.positions}` : ""}`;
}

function blocks(records: GenerationRecord[]): GenerationRecord[][] {
  const count = Math.ceil(records.length / BLOCK);
  return Array.from({ length: count }, (_, index) => records.slice(index * BLOCK, (index + 1) * BLOCK));
}

/** Drawn again when a row is new, or a champion was counted. */
function body(block: GenerationRecord[], changes: Changed[], sample: FixedSample | null): TemplateResult {
  const scores = block.map((record) => unseen(record, sample));
  const known = scores.filter((score) => score !== null).length;
  const draw = () => block.map((record, at) => row(record, changes, scores[at] ?? null));
  return html`<tbody>${guard([block.length, block.at(-1), known, changes], draw)}</tbody>`;
}

function row(
  { generation, best, mean, worst, diversity }: GenerationRecord,
  changes: Changed[],
  held_out: HeldOut | null,
): TemplateResult {
  return html`<tr>
    <th scope="row">${generation}</th>
    <td class="number">${best}</td>
    <td class="number">${decimal(mean, 1)}</td>
    <td class="number">${worst}</td>
    <td class="number">${held_out ? `${percent(held_out.rate)} ± ${margin(held_out)}` : ""}</td>
    <td class="number">${decimal(diversity, 3)}</td>
    ${changes.length > 0 ? html`<td>${changesAt(changes, generation)}</td>` : nothing}
  </tr>`;
}
