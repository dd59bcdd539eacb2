import assert from "node:assert/strict";
import { test } from "node:test";
import { type Learner, onOneSample } from "../../src/laboratory/experiments/common-sample.ts";
import type { SampleAnswer } from "../../src/worker/protocol.ts";

/** A run whose champions are named after it, of as many generations. */
function run(id: string, share: number, generations = 3): Learner {
  const records = Array.from({ length: generations }, (_, generation) => ({
    generation,
    champion: `${id} ${generation}`,
  }));
  return { id, settings: { "held-out-share": share }, records };
}

/** A set of games of which shares below `least` hold out none. Tells whose samples the champions were counted on. */
function games(least = 0.01) {
  const counted: { whose: string; programs: string[] }[] = [];
  const ask = async (whose: Learner, _: Learner["settings"], programs: string[]): Promise<SampleAnswer> => {
    if (programs.length > 0) counted.push({ whose: whose.id, programs });
    const found = (programs.length > 0 ? programs : ["random", "random"]).map((_, at) => ({
      generation: 0,
      examples: 10,
      matched: at + 4,
      rate: 0.1,
      low: 0,
      high: 0.2,
    }));
    return { positions: 10, is_held_out: Number(whose.settings["held-out-share"]) >= least, found };
  };
  return { ask, counted };
}

test("the sample is that of the smallest share held out, which no run has learned from", async () => {
  for (const runs of [
    [run("half", 0.5), run("fifth", 0.2)],
    [run("fifth", 0.2), run("half", 0.5)],
  ]) {
    const { ask, counted } = games();
    const common = await onOneSample(runs, ask);
    assert.deepEqual(
      counted.map(({ whose }) => whose),
      ["fifth", "fifth"],
    );
    assert.equal(common?.sample.is_held_out, true);
    assert.equal(common.sample.random, 4.5);
    assert.deepEqual([...common.learned], []);
    assert.deepEqual(
      common.points.get("half")?.map(({ generation, score }) => [generation, score.matched]),
      [
        [0, 4],
        [1, 5],
        [2, 6],
      ],
    );
  }
});

test("who held out nothing is not counted on positions that the others held out", async () => {
  const { ask, counted } = games();
  const common = await onOneSample([run("fifth", 0.2), run("all", 0), run("tiny", 0.001)], ask);
  assert.deepEqual(counted, [{ whose: "fifth", programs: ["fifth 0", "fifth 1", "fifth 2"] }]);
  assert.deepEqual([...(common?.learned ?? [])].sort(), ["all", "tiny"]);
  assert.deepEqual([common?.points.has("all"), common?.points.has("tiny")], [false, false]);
});

test("where all learned from all games they are counted on those, which are not said to be held out", async () => {
  const { ask, counted } = games();
  const common = await onOneSample([run("one", 0), run("other", 0)], ask);
  assert.equal(common?.sample.is_held_out, false);
  assert.deepEqual([...common.learned], []);
  assert.deepEqual(
    counted.map(({ whose }) => whose),
    ["one", "one"],
  );
});

test("of a long run 64 generations are counted, with the first and the last", async () => {
  const { ask, counted } = games();
  await onOneSample([run("long", 0.2, 1000)], ask);
  const [{ programs } = { programs: [] }] = counted;
  assert.deepEqual([programs.length, programs[0], programs.at(-1)], [64, "long 0", "long 999"]);
});

test("without a run there is no sample", async () => {
  assert.equal(await onOneSample([], games().ask), null);
});
