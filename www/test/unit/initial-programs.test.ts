import assert from "node:assert/strict";
import { test } from "node:test";
import { gamesOfGeneration, timeOfGames } from "../../src/estimate.ts";
import { bestOfItsRun, bestOf, candidates, initialProgramsIn } from "../../src/initial-programs.ts";
import type { State } from "../../src/model.ts";
import { cost } from "../../src/view/cost.ts";
import { roughly } from "../../src/view/format.ts";

/** Programs by their names. */
function population(programs: string[], fitness: number[]) {
  return {
    individuals: programs.length,
    loci: 1,
    locus_name: "bit",
    cells: new Uint8Array(programs.length),
    programs,
    fitness: Uint32Array.from(fitness),
  };
}

test("the best are the fittest, the earlier on ties, in their order", () => {
  assert.deepEqual(bestOf(population(["a", "b", "c", "d", "e"], [7, 9, 7, 8, 1]), 3), ["a", "b", "d"]);
});

test("equal programs come twice only where there are no others", () => {
  const twins = population(["f", "f", "f", "b", "c"], [9, 9, 9, 1, 2]);
  assert.deepEqual(bestOf(twins, 3), ["f", "b", "c"]);
  assert.deepEqual(bestOf(twins, 4), ["f", "f", "b", "c"]);
});

test("all of a population are the population as it is", () => {
  assert.deepEqual(bestOf(population(["c", "a", "b"], [1, 2, 3]), 10), ["c", "a", "b"]);
});

const SYSTEMS = [
  { id: "falcon", kinds: ["imitation", "coevolution"] },
  { id: "evochess", kinds: ["ordering", "classes", "coevolution"] },
];

test("after a run a coevolution begins with the best of it, without one with random programs", () => {
  const state = (champion: string | null, initial_programs: State["initial_programs"] = null) =>
    ({
      systems: SYSTEMS,
      settings: { system: "falcon" },
      run: {
        records: champion ? [{ champion }] : [],
        population: population(["a", "b", "c"], [1, 2, 3]),
      },
      series: null,
      initial_programs,
      coevolution: { settings: { population: 2 } },
    }) as unknown as State;
  assert.equal(initialProgramsIn(state("falcon.1.x")), "population");
  assert.equal(initialProgramsIn(state("acpp.1.x")), "random", "not with those of another system");
  assert.equal(initialProgramsIn(state(null)), "random");
  assert.equal(initialProgramsIn(state("falcon.1.x", "random")), "random", "a choice is a choice");
});

test("a coevolution begins with the best of the stage before it", () => {
  const run = (champion: string, programs: string[]) => ({
    records: [{ champion, generation: 3 }],
    population: population(programs, [1, 2, 3]),
  });
  const state = {
    systems: SYSTEMS,
    settings: { system: "evochess" },
    run: run("falcon.1.x", ["a", "b", "c"]),
    classes: run("evochess.1.x", ["d", "e", "f"]),
    series: null,
    initial_programs: null,
    coevolution: { settings: { population: 2 } },
  } as unknown as State;
  assert.deepEqual(candidates(state).best, ["e", "f"]);
  assert.equal(bestOfItsRun(state), "The 2 best of the 3 programs of generation 3 of the games");
});

test("the time of games comes from those played, before that from their nodes", () => {
  const settings = { "games-per-pair": 4, "nodes-a-move": 1000, clock: 0 };
  const games = gamesOfGeneration(10, settings);
  assert.equal(games, 180);
  const pace = { game_ms: 40, nodes: 2000 };
  assert.equal(timeOfGames(games, settings, pace, 2), (180 * 20) / 2);
  const guess = timeOfGames(games, settings, null, 2);
  assert.equal(timeOfGames(games, { ...settings, "nodes-a-move": 3000 }, null, 2), 3 * guess);
  assert.equal(timeOfGames(games, { ...settings, clock: 5000 }, pace, 2), (180 * 10_000) / 2);
});

test("times are told as exactly as an estimate is", () => {
  assert.equal(roughly(200), "1 second");
  assert.equal(roughly(45_000), "45 seconds");
  assert.equal(roughly(100_000), "2 minutes");
  assert.equal(roughly(5_400_000), "2 hours");
  assert.equal(roughly(300_000_000), "3 days");
});

test("what an experiment costs is said beside what a usual one does", () => {
  const row = (key: string, usual: number) => ({ key, default: usual }) as never;
  const table = [row("population", 50), row("positions-per-generation", 500), row("generations", 100)];
  const usual = { population: 50, "positions-per-generation": 500, generations: 100 };
  const of = (settings: object) => cost({ kind: "imitation", table, settings: { ...usual, ...settings } });
  assert.match(of({}).words, /^At most 2,525,000 positions to judge: about as much as a usual run\.$/);
  assert.match(of({ generations: 10 }).words, /less than a usual run/);
  assert.match(of({ generations: 100_000 }).words, /about 990 times a usual run/);
});
