import assert from "node:assert/strict";
import { test } from "node:test";
import { complaint, completed, defaults, sameRun } from "../../src/laboratory/settings.ts";
import { inForce, moved } from "../../src/laboratory/systems.ts";
import type { Setting } from "../../src/model.ts";

function row(part: Partial<Setting> & Pick<Setting, "key" | "kind" | "default">): Setting {
  const texts = { unit: "", meaning: "", source: "" };
  const empty = {
    ...texts,
    min: null,
    max: null,
    choices: [],
    prominent: true,
    changeable: false,
    old: null,
  };
  return { ...empty, sample_default: part.default, label: part.key, group: "run", ...part };
}

const table = [
  row({ key: "population", kind: "integer", default: 50, min: 2, max: 1000 }),
  row({ key: "mutation", kind: "number", default: 0.001, min: 0, max: 1 }),
  row({ key: "crossover", kind: "choice", default: "one-point", choices: ["one-point", "uniform"] }),
  row({ key: "generations", kind: "integer", default: 100, min: 0, max: 1000 }),
  row({ key: "winners", kind: "flag", default: false, group: "games" }),
];

test("a value is refused with its name and what is allowed", () => {
  const [population, mutation, crossover, , winners] = table as [Setting, Setting, Setting, Setting, Setting];
  assert.equal(complaint(population, 2), null);
  assert.match(complaint(population, 1) ?? "", /population must be a whole number from 2 to 1000/);
  assert.match(complaint(population, 2.5) ?? "", /whole/);
  assert.match(complaint(population, Number.NaN) ?? "", /whole/);
  assert.match(complaint(population, "7") ?? "", /whole/);
  assert.equal(complaint(mutation, 0.5), null);
  assert.match(complaint(crossover, "three-point") ?? "", /one-point, uniform/);
  assert.match(complaint(winners, "yes") ?? "", /on or off/);
});

test("a text is a line of limited length", () => {
  const player = row({ key: "player", kind: "text", default: "", max: 5, group: "games" });
  assert.equal(complaint(player, "Tal"), null);
  for (const wrong of ["Petrosian", "a\nb", 5]) assert.match(complaint(player, wrong) ?? "", /at most 5/);
});

test("what stands at a default follows the sample games, what a person chose stays", () => {
  const published = [
    row({ key: "elo", kind: "integer", default: 2600, sample_default: 0, group: "games" }),
    row({ key: "each", kind: "integer", default: 1, sample_default: 0, group: "games" }),
  ];
  const sample = inForce(published, true);
  assert.deepEqual(defaults(sample), { elo: 0, each: 0 });
  assert.match(sample[0]?.source ?? "", /published: 2600/);
  assert.deepEqual(moved(sample, published, { elo: 0, each: 3 }), { elo: 2600, each: 3 });
  assert.deepEqual(moved(published, sample, { elo: 2600, each: 3 }), { elo: 0, each: 3 });
});

test("stored values are kept where they are still allowed", () => {
  const kept = completed(table, { population: 7, mutation: 9, unknown: 1 });
  assert.deepEqual(kept, { ...defaults(table), population: 7 });
});

test("a longer run is the same run; filters of games do not change it, other settings do", () => {
  const a = defaults(table);
  assert.equal(sameRun(table, a, { ...a, generations: 5, winners: true }), true);
  assert.equal(sameRun(table, a, { ...a, population: 51 }), false);
});

test("what an earlier build stored keeps its meaning under the new name", () => {
  const kind = "number";
  const old = { name: "Mutation", times: 10_000 };
  const rows = [row({ key: "mutation-probability", kind, default: 0.5, min: 0, max: 1, old })];
  assert.deepEqual(completed(rows, { Mutation: 200 }), { "mutation-probability": 0.02 });
  assert.deepEqual(completed(rows, { Mutation: 20_000 }), { "mutation-probability": 0.5 });
});
