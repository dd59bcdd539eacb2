// Champions are counted together, seldom enough not to slow the run, and each once.

import assert from "node:assert/strict";
import { test } from "node:test";
import { FixedScores, type Scored } from "../../src/laboratory/fixed-scores.ts";
import type { FixedSample, GenerationRecord } from "../../src/model.ts";
import type { SampleAnswer, SampleQuestion } from "../../src/worker/protocol.ts";

const LESSONS = { games: { fingerprint: "games" }, examples: new Blob(), settings: {} } as Scored["lessons"];
const SETTINGS = { seed: 1 };

function records(count: number): GenerationRecord[] {
  return Array.from({ length: count }, (_, at) => ({
    generation: at,
    champion: `p${at}`,
  })) as GenerationRecord[];
}

function scored(count: number, phase: Scored["phase"], settings = SETTINGS): Scored {
  return { settings, lessons: LESSONS, records: records(count), phase };
}

/** A worker that answers when it is told to: a program finds as many moves as its name says; random ones one and three. */
function counter() {
  const asked: SampleQuestion[] = [];
  const waiting: (() => void)[] = [];
  const shown: (FixedSample | null)[] = [];
  const failures: unknown[] = [];
  const clock = { now: 0 };
  const scores = new FixedScores({
    count: (question) => {
      asked.push(question);
      return new Promise<SampleAnswer>((resolve, reject) =>
        waiting.push(() => {
          const matched =
            question.programs.length > 0 ? question.programs.map((p) => Number(p.slice(1))) : [1, 3];
          if (matched.at(-1) === 13) return reject(new Error("no"));
          const found = matched.map((matched) => ({
            generation: 0,
            examples: 100,
            matched,
            rate: matched / 100,
            low: 0,
            high: 1,
          }));
          resolve({ positions: 100, is_held_out: true, found });
        }),
      );
    },
    now: () => clock.now,
    show: (sample) => shown.push(sample),
    failed: (error) => failures.push(error),
  });
  const answer = async () => {
    waiting.shift()?.();
    await new Promise(setImmediate);
  };
  return { scores, asked, shown, failures, answer, clock };
}

test("first the random programs, then all champions at once, each once", async () => {
  const { scores, asked, shown, answer } = counter();
  scores.look(scored(3, "finished"));
  await answer();
  assert.equal(shown.at(-1)?.random, 2);
  await answer();
  assert.deepEqual(
    asked.map(({ programs }) => programs),
    [[], ["p0", "p1", "p2"]],
  );
  assert.equal(shown.at(-1)?.found.get("p2")?.matched, 2);
  scores.look(scored(4, "finished"));
  await answer();
  assert.deepEqual(asked.at(-1)?.programs, ["p3"]);
});

test("while a run goes on the next ones wait, until many have come, or the run pauses", async () => {
  const { scores, asked, answer, clock } = counter();
  const latest = () => asked.at(-1)?.programs;
  clock.now = -3001;
  scores.look(scored(1, "running"));
  clock.now = -2;
  scores.look(scored(1, "running"));
  assert.deepEqual(asked, [], "the first seconds are the run's");
  clock.now = 0;
  scores.look(scored(1, "running"));
  await answer();
  clock.now = 10;
  await answer();
  scores.look(scored(3, "running"));
  assert.deepEqual(latest(), ["p0"]);
  clock.now = 100;
  scores.look(scored(4, "running"));
  assert.deepEqual(latest(), ["p1", "p2", "p3"]);
  clock.now = 110;
  await answer();
  scores.look(scored(5, "running"));
  assert.deepEqual(latest(), ["p1", "p2", "p3"]);
  scores.look(scored(70, "running"));
  assert.equal(latest()?.length, 64);
  clock.now = 120;
  await answer();
  scores.look(scored(71, "running"));
  assert.equal(latest()?.[0], "p4");
  scores.look(scored(71, "paused"));
  assert.deepEqual(latest(), ["p68", "p69", "p70"]);
});

test("what comes of a run that is on show no more is forgotten", async () => {
  const { scores, asked, shown, answer } = counter();
  scores.look(scored(2, "finished"));
  scores.look(scored(2, "finished", { seed: 2 }));
  await answer();
  assert.equal(shown.length, 0);
  assert.equal(asked.at(-1)?.settings["seed"], 2);
  await answer();
  await answer();
  assert.equal(shown.at(-1)?.found.size, 2);
  scores.look(null);
  assert.equal(shown.at(-1), null);
});

test("what fails is told once, and tried again with another run", async () => {
  const { scores, asked, failures, answer } = counter();
  scores.look(scored(14, "finished"));
  await answer();
  await answer();
  assert.equal(failures.length, 1);
  const before = asked.length;
  scores.look(scored(15, "finished"));
  assert.equal(asked.length, before);
  scores.look(scored(2, "finished", { seed: 2 }));
  assert.equal(asked.length, before + 1);
});
