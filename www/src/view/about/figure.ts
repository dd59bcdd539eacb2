// The figure of a system, from what was bred of it in this page: its open run, or the demonstration.

import { html, type TemplateResult } from "lit-html";
import type { FixedSample, GenerationRecord, LaterStage, RunRecord, State, System } from "../../model.ts";
import { LATER_STAGES } from "../../runs.ts";
import { counted, decimal, grouped, percent } from "../format.ts";
import { WORDS_OF } from "../kinds/words.ts";
import { chosenSystem, systemOfRun } from "../systems.ts";

interface Curve {
  values: number[];
  /** The first value and the last, in words. */
  says(value: number): string;
  title: string;
}

const [WIDTH, HEIGHT, ROOM] = [320, 64, 4];

/** Null where nothing of it was bred that is open. */
export function figureOf(state: State, system: System): TemplateResult | null {
  const curve = curveOf(state, system);
  if (!curve || curve.values.length < 2) return null;
  const { values, says, title } = curve;
  const [low, high] = [Math.min(...values), Math.max(...values)];
  const x = (at: number) => ROOM + (at * (WIDTH - 2 * ROOM)) / (values.length - 1);
  const y = (value: number) => HEIGHT - ROOM - ((value - low) * (HEIGHT - 2 * ROOM)) / (high - low || 1);
  const path = values.map((value, at) => `${at === 0 ? "M" : "L"}${x(at).toFixed(1)} ${y(value).toFixed(1)}`);
  const [first = 0] = values;
  const last = values.at(-1) ?? first;
  const words = `${title}: from ${says(first)} to ${says(last)}.`;
  return html`<figure class="system-figure">
    <svg viewBox="0 0 ${WIDTH} ${HEIGHT}" role="img" aria-label=${words}>
      <path d=${path.join("")} />
      <circle cx=${x(values.length - 1)} cy=${y(last)} r="3" />
    </svg>
    <figcaption class="quiet">${words}</figcaption>
  </figure>`;
}

function curveOf(state: State, { id }: System): Curve | null {
  const { run, fixed_sample, demonstration } = state;
  if (run.records.length > 1 && systemOfRun(state)?.id === id) {
    const curve = found(run.records, fixed_sample, "your run");
    if (curve.values.length > 1) return curve;
  }
  if (demonstration && demonstration.run.settings?.system === id)
    return found(demonstration.run.records, demonstration.sample, "the demonstration");
  if (chosenSystem(state)?.id !== id) return null;
  // Points against the programs of one's own generation compare nothing across generations.
  const stages = LATER_STAGES.filter((stage) => stage !== "coevolution").map((stage) => ({
    stage,
    records: state[stage].records as RunRecord[],
  }));
  const [longest] = stages.sort((a, b) => b.records.length - a.records.length);
  return longest ? later(longest.stage, longest.records) : null;
}

function found(records: GenerationRecord[], sample: FixedSample | null, whose: string): Curve {
  const rates = records.flatMap(({ champion }) => sample?.found.get(champion)?.rate ?? []);
  const positions = sample ? ` of the same ${counted(sample.positions, "position")}` : "";
  return {
    values: rates,
    says: (rate) => percent(rate),
    title: `What the best of each generation finds${positions}, ${whose}`,
  };
}

function later(stage: LaterStage, records: RunRecord[]): Curve {
  const { name, step } = WORDS_OF[stage];
  const each = step.toLowerCase();
  const values = records.flatMap((record) => {
    if ("found" in record) return record.found / Math.max(1, record.positions);
    if ("values" in record) return record.values[4] / 1000;
    return "best" in record ? record.best : [];
  });
  if (stage === "learning")
    return {
      values,
      says: (queen) => `${decimal(queen, 2)} pawns`,
      title: `What a queen is worth after each ${each}, ${name}`,
    };
  if (stage === "supervised")
    return { values, says: (rate) => percent(rate), title: `Moves found before each ${each}, ${name}` };
  return { values, says: grouped, title: `The best of each ${each}, ${name}` };
}
