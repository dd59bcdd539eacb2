// Counts what programs find of the fixed sample of their run. The sample is kept for the next ones of the same run.

import type { HeldOut } from "../model.ts";
import { core } from "./core.ts";
import { settingLines } from "./lines.ts";
import type { SampleAnswer, SampleQuestion, AblationAnswer, AblationQuestion } from "./protocol.ts";

let kept: { key: string; sample: core.Sample } | null = null;

export async function sampleFound(question: SampleQuestion): Promise<SampleAnswer> {
  const { settings, programs } = question;
  const sample = await sampleOf(question);
  return {
    positions: sample.positions(),
    is_held_out: sample.is_held_out(),
    found: sample.found(settingLines(settings), programs) as HeldOut[],
  };
}

export async function countAblation(question: AblationQuestion): Promise<AblationAnswer> {
  const { settings, program, begin, end } = question;
  const sample = await sampleOf(question);
  return {
    positions: sample.positions(),
    is_held_out: sample.is_held_out(),
    counts: [...sample.count_ablation(settingLines(settings), program, begin, end)],
  };
}

type Whose = Pick<SampleQuestion, "key" | "examples" | "settings">;

async function sampleOf({ key, examples, settings }: Whose): Promise<core.Sample> {
  if (kept?.key === key) return kept.sample;
  const bytes = new Uint8Array(await examples.arrayBuffer());
  const sample = new core.Sample(bytes, settingLines(settings));
  kept?.sample.free();
  kept = { key, sample };
  return sample;
}
