// The chart's numbers as a table: one row a generation.

import { html, type TemplateResult } from "lit-html";
import { guard } from "lit-html/directives/guard.js";
import type { GenerationRecord } from "../model.ts";
import { percent } from "./format.ts";
import { margin } from "./held-out.ts";
import { helped } from "./help.ts";

const DIVERSITY_HELP =
  "Mean distance between two programs, over all pairs: of bit strings, the share of bits in which they differ, 0 to 0.5";

/** Rows are drawn again in blocks of this many, so that a long run adds a row cheaply. */
const BLOCK = 100;

export function fitnessTable(records: GenerationRecord[], title: string): TemplateResult {
  const positions = records.at(-1)?.positions;
  return html`
    <div class="scroll" tabindex="0" role="group" aria-label="Table, scrolls">
      <table class="fitness-table" aria-label=${title}>
        <thead>
          <tr>
            <th scope="col">Generation</th>
            <th scope="col" class="number" >${helped("Best", `Moves found by the best program${positions ? `, of ${positions}` : ""}`)}</th>
            <th scope="col" class="number">Mean</th>
            <th scope="col" class="number">Worst</th>
            <th scope="col" class="number">Never seen</th>
            <th scope="col" class="number" >${helped("Diversity", DIVERSITY_HELP)}</th>
          </tr>
        </thead>
        ${blocks(records).map((block) => html`<tbody>${guard([block.length, block.at(-1)], () => block.map(row))}</tbody>`)}
      </table>
    </div>
  `;
}

function blocks(records: GenerationRecord[]): GenerationRecord[][] {
  const count = Math.ceil(records.length / BLOCK);
  return Array.from({ length: count }, (_, index) => records.slice(index * BLOCK, (index + 1) * BLOCK));
}

function row({ generation, best, mean, worst, held_out, diversity }: GenerationRecord): TemplateResult {
  return html`<tr>
    <th scope="row">${generation}</th>
    <td class="number">${best}</td>
    <td class="number">${mean.toFixed(1)}</td>
    <td class="number">${worst}</td>
    <td class="number">${held_out ? `${percent(held_out.rate)} ± ${margin(held_out)}` : ""}</td>
    <td class="number">${diversity.toFixed(3)}</td>
  </tr>`;
}
