import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { test } from "node:test";
import { gzipSync } from "node:zlib";
import { packed, unpacked } from "../../src/laboratory/experiments/experiment-file.ts";

const EXPERIMENT = {
  version: 1,
  id: "one",
  kind: "imitation",
  system: "acpp",
  name: "Sample games",
  settings: { seed: 1991 },
  games: "0123456789abcdef",
  generation: 3,
  changed: 1,
};
const STATE = { version: 1, generations: 3, checkpoint: "text", elapsed_ms: [1, 2, 3, 4] };
const FILE = {
  format: "millipawn experiments",
  version: 1,
  experiments: [{ experiment: EXPERIMENT, state: STATE, ladder: null, suite: null }],
  games: [],
};

function zipped(value: unknown): Blob {
  return new Blob([new Uint8Array(gzipSync(JSON.stringify(value)))]);
}

test("a file holds what was put into it, with names and without", async () => {
  const { experiments } = await unpacked(zipped(FILE));
  assert.deepEqual(experiments[0], FILE.experiments[0]);
  const named = { ...EXPERIMENT, title: "Mine" };
  const file = { ...FILE, experiments: [{ experiment: named, state: STATE }] };
  assert.equal((await unpacked(zipped(file))).experiments[0]?.experiment.title, "Mine");
});

const RESULTS = [
  {
    text: "staunton",
    title: "Staunton",
    system: "",
    games: [
      {
        id: "game",
        strength: { kind: "nodes", amount: 1_000 },
        clocked: false,
        side: "white",
        points: 1,
        result: "White mates",
        plies: 31,
        when: 1,
        helped: false,
        changed: false,
      },
    ],
  },
];

test("the results of games come with experiments, or alone; a file without them has none", async () => {
  assert.deepEqual((await unpacked(zipped(FILE))).results, []);
  assert.deepEqual((await unpacked(zipped({ ...FILE, results: RESULTS }))).results, RESULTS);
  const alone = { ...FILE, experiments: [], results: RESULTS };
  assert.deepEqual((await unpacked(zipped(alone))).results, RESULTS);
  await assert.rejects(unpacked(zipped({ ...FILE, experiments: [] })), /there are no experiments in it/);
});

test("results that are not whole are refused, with the experiments beside them", async () => {
  const [program] = RESULTS;
  for (const wrong of [
    null,
    {},
    "x",
    [1],
    [{ ...program, games: [{ id: "game" }] }],
    [{ ...program, text: 5 }],
  ])
    await assert.rejects(unpacked(zipped({ ...FILE, results: wrong })), /the results of games are damaged/);
});

const FAMOUS = { text: "acpp.1.x", title: "Mine", system: "acpp", when: 1 };
const HALL = [
  { ...FAMOUS, rating: null },
  { ...FAMOUS, text: "acpp.1.y", rating: { elo: -20, low: -80.5, high: 40 } },
  { ...FAMOUS, text: "acpp.1.z", rating: { elo: Infinity, low: 120, high: Infinity } },
  { ...FAMOUS, text: "acpp.1.w", rating: { elo: -Infinity, low: -Infinity, high: -90 } },
];

test("the hall of fame comes along, with ratings that have no bound; a file without it has none", async () => {
  assert.deepEqual((await unpacked(zipped(FILE))).hall, []);
  const own = { experiments: [], games: [], results: [], hall: HALL };
  assert.deepEqual(await unpacked(await packed(own)), own);
});

test("a file that an earlier version wrote is read as it was", async () => {
  const file = await readFile("../tests/fixtures/experiment-without-hall.json.gz");
  const { experiments, games, results, hall } = await unpacked(new Blob([new Uint8Array(file)]));
  assert.deepEqual(
    experiments.map(({ experiment }) => [experiment.title, experiment.kind, experiment.generation]),
    [["Early", "imitation", 1]],
  );
  assert.deepEqual([games.length, results, hall], [1, [], []]);
});

test("a hall of fame that is not whole is refused, with all that is beside it", async () => {
  const rating = { elo: 1, low: 0, high: 2 };
  for (const wrong of [
    null,
    {},
    "x",
    [1],
    [{ ...FAMOUS, text: 5, rating: null }],
    [FAMOUS],
    [{ ...FAMOUS, rating: { elo: 1, low: 0 } }],
    [{ ...FAMOUS, rating: { ...rating, high: "much" } }],
    [{ ...FAMOUS, rating: { ...rating, elo: null } }],
  ])
    await assert.rejects(unpacked(zipped({ ...FILE, hall: wrong })), /the hall of fame is damaged/);
});

test("no file of whatever bytes is taken, and each is refused with a reason", async () => {
  let seed = 1991;
  const random = (below: number) => {
    seed = (Math.imul(seed, 1103515245) + 12345) >>> 0;
    return (seed >>> 8) % below;
  };
  const whole = new Uint8Array(gzipSync(JSON.stringify(FILE)));
  for (let round = 0; round < 300; round += 1) {
    const bytes = whole.slice(0, 10 + random(whole.length - 10));
    // Past the header, in which nothing is said of the content.
    const place = 10 + random(bytes.length - 10);
    bytes[place] = (bytes[place] ?? 0) ^ (1 + random(255));
    await assert.rejects(unpacked(new Blob([bytes])), (error: Error) => error.message.length > 10);
  }
});

test("a value of another kind in any place is refused", async () => {
  const places: [string, (file: typeof FILE) => Record<string, unknown>][] = [
    ["format", (file) => file],
    ["version", (file) => file],
    ["experiments", (file) => file],
    ["games", (file) => file],
    ["experiment", (file) => file.experiments[0] ?? {}],
    ["state", (file) => file.experiments[0] ?? {}],
    ...Object.keys(EXPERIMENT).map((key): (typeof places)[number] => [
      key,
      (file) => (file.experiments[0]?.experiment ?? {}) as Record<string, unknown>,
    ]),
    ...Object.keys(STATE).map((key): (typeof places)[number] => [
      key,
      (file) => (file.experiments[0]?.state ?? {}) as Record<string, unknown>,
    ]),
  ];
  for (const [key, holder] of places) {
    const file = structuredClone(FILE);
    holder(file)[key] = { not: "this" };
    // Settings are any fields.
    if (key === "settings") await unpacked(zipped(file));
    else await assert.rejects(unpacked(zipped(file)), Error, key);
  }
});
