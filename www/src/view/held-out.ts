// The honest score: how often the best program finds the move in games it never saw.

import { html, nothing, type TemplateResult } from "lit-html";
import type { FixedSample, GenerationRecord, HeldOut, State } from "../model.ts";
import { decimal, grouped, percent } from "./format.ts";
import { helped } from "./help.ts";

const HELP =
  "How often the best program of a generation finds the move that was played, in games that were kept out of training, with a 95 % interval (Wilson).";

export function heldOutFigure({ run, fixed_sample }: State): TemplateResult {
  const measured = latestSeen(run.records, fixed_sample);
  const random = fixed_sample?.is_held_out ? fixed_sample.random / fixed_sample.positions : null;
  return html`
    <div class="held-out" data-help=${HELP}>
      ${measured ? html`<p class="held-out-rate">${rate(measured)}</p>` : nothing}
      <p class="held-out-basis">
        <strong>${helped("Games it never saw", HELP)}</strong>
        <span class="quiet">${measured ? basis(measured, random) : "The honest score: games kept out of training."}</span>
      </p>
    </div>
  `;
}

/** What the champion of a generation does in games that no program learned from, as far as that is known. */
export function unseen(
  { generation, champion, held_out }: GenerationRecord,
  sample: FixedSample | null,
): HeldOut | null {
  const found = sample?.is_held_out ? sample.found.get(champion) : undefined;
  return held_out ?? (found ? { ...found, generation } : null);
}

function latestSeen(records: GenerationRecord[], sample: FixedSample | null): HeldOut | null {
  const last = records.findLast((record) => unseen(record, sample));
  return last ? unseen(last, sample) : null;
}

/** Half the width of the interval, in points of a percent: 1.6 */
export function margin({ low, high }: Pick<HeldOut, "low" | "high">): string {
  return decimal(((high - low) / 2) * 100, 1);
}

function rate(measured: HeldOut): TemplateResult {
  return html`<strong>${percent(measured.rate)}</strong> <span class="margin">± ${margin(measured)}</span>`;
}

function basis({ matched, examples, generation }: HeldOut, random: number | null): string {
  const beside = random === null ? "" : `; random programs find ${percent(random)}`;
  return `${grouped(matched)} of ${grouped(examples)} moves found, by the best of generation ${generation}${beside}`;
}
