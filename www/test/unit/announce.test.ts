import assert from "node:assert/strict";
import { test } from "node:test";
import type { RunPhase, State } from "../../src/model.ts";
import { alternating } from "../../src/view/announce.ts";
import { pageNews } from "../../src/view/announce-page.ts";

/** As much of a state as the news are about. */
function state(part: object = {}): State {
  const stage = { phase: "idle", records: [], settings: { generations: 10 } };
  const run = { phase: "idle", records: [], generations: 100 };
  return {
    systems: [
      { id: "acpp", title: "ACPP 1991" },
      { id: "falcon", title: "Falcon 2014" },
    ],
    settings: { system: "acpp" },
    games: null,
    importing: null,
    run,
    classes: stage,
    coevolution: stage,
    learning: stage,
    ordering: stage,
    supervised: stage,
    tuning: stage,
    ...part,
  } as unknown as State;
}

function run(phase: RunPhase, generation: number | null): State {
  const records = generation === null ? [] : [{ generation, best: 100 + generation }];
  return state({ run: { phase, records, generations: 100 } });
}

test("the same sentence twice changes what a live region holds, and a silent redraw changes nothing", () => {
  const voice = alternating();
  const first = voice("Hint: Nf3.");
  assert.deepEqual(first, ["Hint: Nf3.", ""]);
  assert.deepEqual(voice(""), first);
  assert.deepEqual(voice("Hint: Nf3."), ["", "Hint: Nf3."]);
  assert.deepEqual(voice("Hint: Nf3."), ["Hint: Nf3.", ""]);
});

test("a run is heard when it starts, each quarter, and when it rests, continues, ends and is reset", () => {
  const news = pageNews();
  const heard = [
    run("idle", null),
    run("running", null),
    run("running", 10),
    run("running", 26),
    run("paused", 30),
    run("running", 30),
    run("finished", 100),
    run("idle", null),
  ].flatMap((now) => news(now));
  assert.deepEqual(heard, [
    "The run starts.",
    "Generation 26 of 100, best 126.",
    "The run is paused.",
    "Generation 30 of 100, best 130.",
    "The run continues.",
    "The run is finished.",
    "Generation 100 of 100, best 200.",
    "The run is reset.",
  ]);
});

test("what comes back from storage is not news", () => {
  const news = pageNews();
  assert.deepEqual(news(state({ systems: [] })), []);
  assert.deepEqual(news(run("idle", null)), []);
  assert.deepEqual(news(run("paused", 12)), []);
});

test("another system and games that were read are heard", () => {
  const news = pageNews();
  news(state());
  assert.deepEqual(news(state({ settings: { system: "falcon" } })), [
    "The settings are those of Falcon 2014.",
  ]);
  const report = { games_used: 3000, positions_kept: 1, skipped: [{ reason: "empty", games: 2 }] };
  const read = {
    games: { title: "club.pgn", report },
    settings: { system: "falcon" },
  };
  assert.deepEqual(news(state({ ...read, importing: {} })), []);
  assert.deepEqual(news(state(read)), ["Games are read. Used: 3,000. Positions: 1. Skipped: 2."]);
});
