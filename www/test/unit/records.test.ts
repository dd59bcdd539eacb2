import assert from "node:assert/strict";
import { test } from "node:test";
import * as forms from "../../src/storage/records.ts";

const GAMES = {
  title: "small.pgn",
  fingerprint: "4fda279fa114d6a6",
  examples: 100,
  report: { skips: [], skipped: [] },
};

test("games of the first version get what they lacked, and keep what they had", () => {
  const settings = { system: "falcon" };
  assert.deepEqual(forms.read(forms.GAMES, { version: 1, games: GAMES }), {
    record: { version: 2, games: GAMES, settings: {} },
  });
  assert.deepEqual(forms.read(forms.GAMES, { version: 1, games: GAMES, settings }), {
    record: { version: 2, games: GAMES, settings },
  });
});

test("each version is brought to the next, one after the other", () => {
  const form: forms.Form<{ version: number; steps: number[] }> = {
    name: "toy",
    version: 3,
    migrations: {
      1: () => ({ steps: [1] }),
      2: (old) => ({ steps: [...(old.steps as number[]), 2] }),
    },
    isWhole: ({ steps }) => Array.isArray(steps),
  };
  assert.deepEqual(forms.read(form, { version: 1 }), { record: { version: 3, steps: [1, 2] } });
  assert.deepEqual(forms.read(form, { version: 3, steps: [] }), { record: { version: 3, steps: [] } });
  assert.deepEqual(forms.read(form, { version: 0 }), { fault: "damaged" });
});

test("a newer record is told from a damaged one", () => {
  const whole = { version: 1, checkpoint: "text", generations: 5, elapsed_ms: [] };
  assert.deepEqual(forms.read(forms.RUN, whole), { record: whole });
  assert.deepEqual(forms.read(forms.RUN, { version: 2, wonders: true }), { fault: "newer" });
  for (const value of [null, 7, "text", [], {}, { ...whole, checkpoint: 7 }, { ...whole, version: "1" }])
    assert.deepEqual(forms.read(forms.RUN, value), { fault: "damaged" });
});

test("an experiment stored before there were names is read as it is, and one with a name too", () => {
  const stored = {
    version: 1,
    id: "one",
    kind: "imitation",
    system: "acpp",
    name: "Sample games",
    settings: { seed: 1991 },
    games: "4fda279fa114d6a6",
    generation: 5,
    changed: 1,
  };
  assert.deepEqual(forms.read(forms.EXPERIMENT, stored), { record: stored });
  const named = { ...stored, title: "Mine" };
  assert.deepEqual(forms.read(forms.EXPERIMENT, named), { record: named });
  assert.deepEqual(forms.read(forms.EXPERIMENT, { ...stored, title: 5 }), { fault: "damaged" });
});

test("queue and hall of fame are whole or refused", () => {
  const entry = { text: "acpp.1.x", title: "Mine", system: "acpp", when: 1, rating: null };
  assert.ok("record" in forms.read(forms.HALL, { version: 1, entries: [entry] }));
  assert.deepEqual(forms.read(forms.HALL, { version: 1, entries: [{ ...entry, rating: {} }] }), {
    fault: "damaged",
  });
  assert.ok("record" in forms.read(forms.QUEUE, { version: 1, ids: ["one"], isOn: false }));
  assert.deepEqual(forms.read(forms.QUEUE, { version: 1, ids: [1], isOn: false }), { fault: "damaged" });
});

test("habits stored before the board had a choice of looks are read, and looks are whole or refused", () => {
  const before = { version: 1, strength: { kind: "nodes", amount: 1_000 }, lines: 3 };
  assert.deepEqual(forms.read(forms.HABITS, before), { record: before });
  const looks = { squares: "green", coordinates: "outside", blindfold: true };
  assert.ok("record" in forms.read(forms.HABITS, { ...before, looks }), "before there were other pieces");
  assert.ok("record" in forms.read(forms.HABITS, { ...before, looks: { ...looks, pieces: "solid" } }));
  for (const wrong of [
    null,
    {},
    { ...looks, squares: "pink" },
    { ...looks, pieces: "none" },
    { ...looks, blindfold: "yes" },
  ])
    assert.deepEqual(forms.read(forms.HABITS, { ...before, looks: wrong }), { fault: "damaged" });
});
