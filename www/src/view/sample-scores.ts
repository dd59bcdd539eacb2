// What champions find of the fixed sample, as charts draw it and people read it.

import { html, nothing, type TemplateResult } from "lit-html";
import type { FixedSample, GenerationRecord } from "../model.ts";
import { counted, grouped, percent } from "./format.ts";
import { margin } from "./held-out.ts";
import { helped } from "./help.ts";
import type { SamplePoint } from "./sample-chart.ts";

const SAMPLE_HELP =
  "Every point is what the best program of that generation finds: the same positions for all generations, nothing smoothed, nothing kept from before. The band is the 95 % interval of each (Wilson): within it, more and less is chance. As `millipawn evaluate` counts.";

/** The champions that were counted, in their order; the same list as long as nothing is new. */
export function samplePoints(): (records: GenerationRecord[], sample: FixedSample | null) => SamplePoint[] {
  let known: { records: GenerationRecord[]; sample: FixedSample | null } | null = null;
  let points: SamplePoint[] = [];
  return (records, sample) => {
    if (known?.records === records && known.sample === sample) return points;
    known = { records, sample };
    points = [];
    for (const { generation, champion } of records) {
      const score = sample?.found.get(champion);
      if (score) points.push({ generation, score });
    }
    return points;
  };
}

export function randomRate(sample: FixedSample | null): number | null {
  return sample && sample.positions > 0 ? sample.random / sample.positions : null;
}

export function sampleReading({ generation, score }: SamplePoint): string {
  return `Generation ${generation}: its best finds ${percent(score.rate)} ± ${margin(score)}, ${grouped(score.matched)} of ${counted(score.examples, "position")}`;
}

/** What the curve is of. */
export function sampleTitle(sample: FixedSample | null): TemplateResult {
  const positions = sample ? `the same ${counted(sample.positions, "position")}` : "the same positions";
  return html`<p class="chart-title quiet">${helped("Best of each generation", SAMPLE_HELP)} · moves found of ${positions}</p>`;
}

export function sampleLegend(sample: FixedSample | null): TemplateResult {
  const random = randomRate(sample);
  return html`
    <span class="key">
      <svg viewBox="0 0 18 10">
        <rect class="noise" width="18" height="10" /><path class="held-out-key" d="M0 5h18" />
        <circle class="held-out-point" cx="9" cy="5" r="2.5" />
      </svg>best, with its noise
    </span>
    <span class="key">
      <svg viewBox="0 0 18 10"><path class="random-level" d="M0 5h18" /></svg>random
      programs${random === null ? nothing : `: ${percent(random)}`}
    </span>
  `;
}
