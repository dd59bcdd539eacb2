// Counts what programs find of the fixed sample of their run. The sample is kept for the next ones of the same run.

import type { HeldOut } from "../model.ts";
import { core } from "./core.ts";
import { settingLines } from "./lines.ts";
import type { SampleAnswer, SampleQuestion } from "./protocol.ts";

let kept: { key: string; sample: core.Sample } | null = null;

export async function sampleFound(question: SampleQuestion): Promise<SampleAnswer> {
  const { settings, programs } = question;
  const sample = kept?.key === question.key ? kept.sample : await read(question);
  return {
    positions: sample.positions(),
    is_held_out: sample.is_held_out(),
    found: sample.found(settingLines(settings), programs) as HeldOut[],
  };
}

async function read({ key, examples, settings }: SampleQuestion): Promise<core.Sample> {
  const bytes = new Uint8Array(await examples.arrayBuffer());
  const sample = new core.Sample(bytes, settingLines(settings));
  kept?.sample.free();
  kept = { key, sample };
  return sample;
}
