import assert from "node:assert/strict";
import { test } from "node:test";
import type { HallEntry } from "../../src/experiments.ts";
import { Store } from "../../src/laboratory/store.ts";
import { type Candidate, candidates, measuredIn, metBy, nearest, reasonFor } from "../../src/level.ts";
import type { Ladder, LadderRow, PlayedGame, Run, Seat, State, Strength } from "../../src/model.ts";
import { ratingOf } from "../../src/scale.ts";

// Node.js 20 has none.
if (!("navigator" in globalThis))
  Object.defineProperty(globalThis, "navigator", { value: { hardwareConcurrency: 2 } });

const NOTHING = { hall: [], ladders: [] };
const RULE: Strength = { kind: "depth", amount: 1 };

function nodes(amount: number): Strength {
  return { kind: "nodes", amount };
}

function rating(
  text: string,
  strength: Strength,
  measured: Parameters<typeof ratingOf>[2] = NOTHING,
): number {
  return ratingOf(bred(text), strength, measured)?.rating ?? Number.NaN;
}

function bred(text: string): Seat {
  return { text, title: "Generation 100 of this run" };
}

function ladder(champion: string, elo: number, more: Partial<Ladder> = {}): Ladder {
  const row = { generation: 60, champion, rating: { elo, low: elo - 50, high: elo + 50 } } as LadderRow;
  const table = { steps: [row], anchor: "depth:3" } as unknown as Ladder["table"];
  return { measured: { nodes: null, games: 80, seed: 1 }, table, ...more } as Ladder;
}

function hall(text: string, elo: number | null): HallEntry {
  const rated = elo === null ? null : { elo, low: elo - 60, high: elo + 60 };
  return { text, title: "Fred", system: "meep", when: 1, rating: rated };
}

function played(points: PlayedGame["points"], more: Partial<PlayedGame> = {}): PlayedGame {
  const game = { id: "one", strength: nodes(1_000), side: "white", result: "", plies: 60, when: 1 } as const;
  return { ...game, points, clocked: false, helped: false, changed: false, ...more };
}

test("opponents of fixed depth get stronger with depth, programs with nodes", () => {
  assert.equal(rating("depth:3", nodes(1)), 0, "nought is there");
  for (const depth of [1, 2, 3, 4, 5, 6])
    assert.ok(rating(`depth:${depth}`, RULE) < rating(`depth:${depth + 1}`, RULE));
  for (const program of ["staunton", "acpp.1.AAAA", "falcon.1.AAAA"]) {
    const all = [1, 100, 300, 700, 1_000, 3_000, 10_000].map((amount) => rating(program, nodes(amount)));
    assert.deepEqual(
      all,
      [...all].sort((one, other) => one - other),
      program,
    );
    assert.ok(
      (all[3] ?? 0) > (all[2] ?? 0) && (all[3] ?? 0) < (all[4] ?? 0),
      "between two that were measured",
    );
  }
  assert.equal(rating("acpp.1.AAAA", RULE), rating("acpp.1.AAAA", nodes(1)));
});

test("what nobody measured has no rating", () => {
  for (const [text, strength] of [
    ["meep.1.AAAA", nodes(1_000)],
    ["staunton", nodes(10_000_000)],
    ["staunton", { kind: "seconds", amount: 1 }],
    ["staunton", { kind: "depth", amount: 9 }],
  ] as const)
    assert.equal(ratingOf(bred(text), strength, NOTHING), null, `${text} ${strength.kind}`);
  assert.equal(
    ratingOf(bred("meep.1.AAAA"), nodes(1_000), { ...NOTHING, hall: [hall("meep.1.AAAA", null)] }),
    null,
  );
});

test("the table is of programs that were bred: a first generation counts once it is measured", () => {
  const text = "acpp.1.AAAA";
  for (const title of [
    "Generation 0 of this run",
    "Generation 0",
    "Rudi (generation 0 of this run)",
    "Coevolution, generation 0",
    "Coevolution, best of the first",
  ]) {
    assert.equal(ratingOf({ text, title }, nodes(1_000), NOTHING), null, title);
    assert.deepEqual(
      metBy([{ text, title, system: "acpp", games: [played(1)] }], NOTHING),
      metBy([], NOTHING),
    );
    assert.equal(
      ratingOf({ text, title }, RULE, { ...NOTHING, ladders: [ladder(text, -500)] })?.rating,
      -500,
    );
  }
  for (const title of ["Generation 10 of this run", "Program from a link"])
    assert.ok(ratingOf({ text, title }, nodes(1_000), NOTHING), title);
  const run = withRun();
  const records = run.run.records.slice(0, 1);
  const first = candidates({ ...run, run: { ...run.run, records } }, NOTHING);
  assert.ok(!first.some(({ generation }) => generation === 0), "nor is it offered");
});

test("what was measured on this page counts before the table", () => {
  const measured = { hall: [hall("meep.1.AAAA", -100)], ladders: [ladder("falcon.1.AAAA", 333)] };
  assert.deepEqual(ratingOf(bred("falcon.1.AAAA"), RULE, measured), { rating: 333, source: "here" });
  const other = ratingOf(bred("falcon.1.AAAA"), nodes(1_000), measured);
  assert.deepEqual(
    other,
    ratingOf(bred("falcon.1.AAAA"), nodes(1_000), NOTHING),
    "that is another way to play",
  );
  const staunton = rating("staunton", nodes(1_000));
  assert.deepEqual(ratingOf(bred("meep.1.AAAA"), nodes(1_000), measured), {
    rating: staunton - 100,
    source: "here",
  });
  const elsewhere = {
    ...measured,
    ladders: [
      ladder("falcon.1.AAAA", 50, {
        table: { ...ladder("falcon.1.AAAA", 50).table, anchor: "depth:2" } as never,
      }),
    ],
  };
  assert.equal(rating("falcon.1.AAAA", RULE, elsewhere), rating("depth:2", RULE) + 50);
});

test("a person's own games count, beside one drawn game with the opponent that all begin with", () => {
  const begin = rating("depth:2", RULE);
  assert.deepEqual(metBy([], NOTHING), { opponents: [begin], half_points: [1] });
  const programs = [
    {
      text: "staunton",
      title: "Staunton",
      system: "",
      games: [
        played(1),
        played(0.5, { helped: true }),
        played(0, { changed: true }),
        played(0, { clocked: true }),
      ],
    },
    { text: "depth:4", title: "", system: "", games: [played(0.5)] },
    { text: "meep.1.AAAA", title: "", system: "meep", games: [played(1)] },
  ];
  const staunton = rating("staunton", nodes(1_000));
  assert.deepEqual(metBy(programs, NOTHING), {
    opponents: [begin, staunton, rating("depth:4", RULE)],
    half_points: [1, 2, 1],
  });
});

function withRun(): State {
  const { state } = new Store();
  const records = [0, 60, 100].map((generation) => ({ generation, champion: `falcon.1.${generation}` }));
  return {
    ...state,
    run: { ...state.run, records: records as unknown as Run["records"] },
    ladders: { ...state.ladders, imitation: ladder("falcon.1.60", -150) },
  };
}

test("without programs there are Staunton and those of fixed depth; a run adds its own", () => {
  const { state } = new Store();
  const bare = candidates(state, measuredIn(state, []));
  assert.deepEqual(
    [...new Set(bare.map(({ text }) => text))],
    ["staunton", "depth:1", "depth:2", "depth:3", "depth:4", "depth:5"],
  );
  const run = withRun();
  const all = candidates(run, measuredIn(run, [hall("meep.1.AAAA", 0)]));
  const measured = all.find(({ text }) => text === "falcon.1.60");
  assert.deepEqual(
    [measured?.generation, measured?.strength, measured?.rating, measured?.source],
    [60, RULE, -150, "here"],
  );
  assert.ok(all.some(({ text, generation }) => text === "falcon.1.100" && generation === 100));
  assert.ok(all.some(({ text, title }) => text === "meep.1.AAAA" && title === "Fred"));
});

test("the nearest is chosen, by generation, nodes and system; who was bred is favoured a little", () => {
  const run = withRun();
  const all = candidates(run, measuredIn(run, []));
  const chosen = (level: number) => nearest(all, level);
  assert.equal(chosen(-150)?.text, "falcon.1.60", "the generation that was measured");
  assert.equal(chosen(-2_000)?.text, "depth:1", "nobody is weaker");
  assert.deepEqual(
    [chosen(5_000)?.text, chosen(5_000)?.strength],
    ["staunton", nodes(30_000)],
    "nobody is stronger",
  );
  const bred = chosen(rating("falcon.1.100", nodes(3_000)));
  assert.deepEqual([bred?.text, bred?.strength], ["falcon.1.100", nodes(3_000)]);
  const at = (text: string, value: number): Candidate => ({
    text,
    title: text,
    strength: RULE,
    generation: null,
    rating: value,
    source: "table",
  });
  assert.equal(nearest([at("staunton", 100), at("acpp.1.A", 150)], 100)?.text, "acpp.1.A");
  assert.equal(nearest([at("staunton", 100), at("acpp.1.A", 170)], 100)?.text, "staunton");
  assert.equal(nearest([], 0), null);
});

test("who has no results begins with an easy opponent", () => {
  const { state } = new Store();
  const found = nearest(candidates(state, NOTHING), rating("depth:2", RULE));
  assert.equal(found?.text, "depth:2");
});

test("why it was chosen is one sentence", () => {
  const one: Candidate = {
    text: "falcon.1.60",
    title: "Generation 60 of this run",
    strength: nodes(1_000),
    generation: 60,
    rating: 240.4,
    source: "here",
  };
  assert.equal(
    reasonFor(one, { rating: -0.2, error: 149.7, games: 7 }),
    "After 7 games your level is about 0 (give or take 150), and nearest to it is Generation 60 of this run with 1,000 nodes a move, at +240 (measured here).",
  );
  const easy: Candidate = {
    ...one,
    text: "depth:2",
    title: "EvoChess class 4 (2 plies)",
    rating: -320,
    source: "table",
  };
  assert.equal(
    reasonFor(easy, { rating: -320, error: 600, games: 0 }),
    "You have no results that count yet, so you begin with an easy opponent: EvoChess class 4 (2 plies), at \u2212320 (by our table).",
  );
  assert.match(reasonFor(easy, { rating: -320, error: 600, games: 1 }), /^After one game your level/);
});
