// Counts what programs find of the fixed sample of their run. The sample is kept for the next ones of the same run.

import type { HeldOut } from "../model.ts";
import { core } from "./core.ts";
import { settingLines } from "./lines.ts";
import type { SampleAnswer, SampleQuestion, AblationAnswer, AblationQuestion } from "./protocol.ts";

let kept: { key: string; sample: core.Sample } | null = null;

export async function sampleFound(question: SampleQuestion): Promise<SampleAnswer> {
  const { settings, programs, examples } = question;
  const sample = await sampleOf({ ...question, source: { examples } });
  return {
    positions: sample.positions(),
    is_held_out: sample.is_held_out(),
    found: sample.found(settingLines(settings), programs) as HeldOut[],
  };
}

export async function countAblation(question: AblationQuestion): Promise<AblationAnswer> {
  const { program, begin, end } = question;
  const sample = await sampleOf(question);
  return {
    positions: sample.positions(),
    is_held_out: sample.is_held_out(),
    counts: [...sample.count_ablation(program, begin, end)],
  };
}

type Whose = Pick<AblationQuestion, "key" | "source" | "settings">;

async function sampleOf({ key, source, settings }: Whose): Promise<core.Sample> {
  if (kept?.key === key) return kept.sample;
  const lines = settingLines(settings);
  const sample =
    "examples" in source
      ? new core.Sample(new Uint8Array(await source.examples.arrayBuffer()), lines)
      : core.Sample.of_games(source.games ?? undefined, lines);
  kept?.sample.free();
  kept = { key, sample };
  return sample;
}
