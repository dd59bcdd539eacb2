// One sample of positions for the champions of several runs: from games that none of those measured on it learned from, where there is such.

import type { Compared, Comparison } from "../../experiments.ts";
import type { HeldOut, Settings } from "../../model.ts";
import type { SampleAnswer } from "../../worker/protocol.ts";

/** Champions of a run that are counted: as many as are looked at side by side. */
const MOST_COUNTED = 64;

/** A run that learned from the games of the sample. */
export interface Learner {
  id: string;
  settings: Settings;
  records: { generation: number; champion: string | null }[];
}

/** What programs find of the sample that the run `whose` would be measured on, by the search that `settings` say. */
export type Ask = (whose: Learner, settings: Settings, programs: string[]) => Promise<SampleAnswer>;

export interface OnSample {
  sample: NonNullable<Comparison["sample"]>;
  /** By identity. */
  points: Map<string, Compared["points"]>;
  /** Those that learned from positions of a sample that the others did not learn from: they are not counted. */
  learned: Set<string>;
}

/**
 * A larger share of the games held out contains every smaller one. So the sample is that of the smallest share: whoever held out more
 * has not learned from it either. Where all learned from all games, it is of those.
 */
export async function onOneSample(learners: Learner[], ask: Ask): Promise<OnSample | null> {
  const [first] = learners;
  if (!first) return null;
  const bySmallest = [...learners].sort((a, b) => shareOf(a) - shareOf(b));
  const learned = new Set<string>();
  let whose = first;
  let random: SampleAnswer | null = null;
  for (const one of bySmallest) {
    random = await ask(one, one.settings, []);
    whose = one;
    // Few games may leave none for a small share.
    if (random.is_held_out) break;
    learned.add(one.id);
  }
  if (!random?.is_held_out) {
    whose = first;
    random = await ask(first, first.settings, []);
    learned.clear();
  }
  const points = new Map<string, Compared["points"]>();
  for (const { id, settings, records } of learners) {
    if (learned.has(id)) continue;
    const chosen = spread(records, MOST_COUNTED).flatMap(({ generation, champion }) =>
      champion === null ? [] : [{ generation, champion }],
    );
    const programs = chosen.map(({ champion }) => champion);
    const found: HeldOut[] = programs.length > 0 ? (await ask(whose, settings, programs)).found : [];
    points.set(
      id,
      chosen.flatMap(({ generation }, at) => {
        const score = found[at];
        return score ? [{ generation, score }] : [];
      }),
    );
  }
  const { positions, is_held_out, found } = random;
  const matched = found.reduce((sum, one) => sum + one.matched, 0) / Math.max(1, found.length);
  return { sample: { positions, is_held_out, random: matched }, points, learned };
}

function shareOf({ settings }: Learner): number {
  return Number(settings["held-out-share"]);
}

/** At most so many of a list, at equal distances, with the first and the last. */
function spread<T>(list: T[], most: number): T[] {
  if (list.length <= most) return list;
  return Array.from({ length: most }, (_, at) => Math.round((at * (list.length - 1)) / (most - 1))).flatMap(
    (at) => list[at] ?? [],
  );
}
