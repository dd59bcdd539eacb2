// The honest score: how often the best program finds the move in games it never saw.

import { html, nothing, type TemplateResult } from "lit-html";
import type { GenerationRecord, HeldOut, Run } from "../model.ts";
import { grouped, percent } from "./format.ts";
import { helped } from "./help.ts";

const HELP =
  "How often the generation's best program finds the move that was played, in games that were kept out of training. Measured every few generations, with a 95 % interval (Wilson).";

export function heldOutFigure(run: Run): TemplateResult {
  const measured = latestHeldOut(run.records);
  return html`
    <div class="held-out" data-help=${HELP}>
      ${measured ? html`<p class="held-out-rate">${rate(measured)}</p>` : nothing}
      <p class="held-out-basis">
        <strong>${helped("Games it never saw", HELP)}</strong>
        <span class="quiet">${measured ? basis(measured) : "The honest score: games kept out of training."}</span>
      </p>
    </div>
  `;
}

export function latestHeldOut(records: GenerationRecord[]): HeldOut | null {
  return records.findLast(({ held_out }) => held_out !== null)?.held_out ?? null;
}

/** Half the width of the interval, in points of a percent: 1.6 */
export function margin({ low, high }: HeldOut): string {
  return (((high - low) / 2) * 100).toFixed(1);
}

function rate(measured: HeldOut): TemplateResult {
  return html`<strong>${percent(measured.rate)}</strong> <span class="margin">± ${margin(measured)}</span>`;
}

function basis({ matched, examples, generation }: HeldOut): string {
  return `${grouped(matched)} of ${grouped(examples)} moves found, by the best of generation ${generation}`;
}
