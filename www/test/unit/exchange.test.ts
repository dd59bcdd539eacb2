import assert from "node:assert/strict";
import { test } from "node:test";
import { type Pollen, type Pollination, read } from "../../src/host/pollinator.ts";
import { Exchange } from "../../src/laboratory/exchange.ts";
import type { ClassesRecord, RunPhase, State } from "../../src/model.ts";

/** A deme whose run takes in what is no nonsense, and what it has sent. */
function deme() {
  const store = {
    state: {
      classes: { phase: "idle", records: [], settings: {} },
      exchange: { on: false, sent: 0, entered: [], refused: null },
    } as unknown as Pick<State, "classes" | "exchange">,
    change(part: Partial<Pick<State, "classes" | "exchange">>) {
      store.state = { ...store.state, ...part };
    },
  };
  const sent: Pollen[] = [];
  let come: (pollen: Pollen) => void = () => assert.fail("it does not listen");
  let closed = 0;
  const pollination: Pollination = (_, onPollen) => {
    come = onPollen;
    return { send: (pollen) => sent.push(pollen), close: () => (closed += 1) };
  };
  const received: string[] = [];
  const evolution = {
    async receive(program: string) {
      if (program === "nonsense") throw new Error("it is no program");
      received.push(program);
      return 7;
    },
  };
  const exchange = new Exchange(store, evolution, pollination);
  const run = (phase: RunPhase, generations: number[]) => {
    const records = generations.map(
      (generation) => ({ generation, champion: `best of ${generation}` }) as ClassesRecord,
    );
    store.change({
      classes: { ...store.state.classes, phase, records, settings: { "migration-interval": 5 } },
    });
    exchange.onRecords();
  };
  return {
    store,
    sent,
    received,
    exchange,
    run,
    come: (pollen: Pollen) => come(pollen),
    closed: () => closed,
  };
}

const POLLEN: Pollen = { program: "evochess.1.x", from: "abcd", generation: 3 };

test("the best is sent every so many generations, once, and only when asked", () => {
  const { exchange, run, sent, store } = deme();
  run("running", [0, 1, 2, 3, 4, 5]);
  assert.equal(sent.length, 0);
  exchange.set(true);
  run("running", [0, 1, 2, 3, 4, 5, 6]);
  assert.equal(sent.length, 0);
  run("running", [0, 5]);
  run("running", [0, 5]);
  run("running", [0, 5, 10]);
  run("paused", [0, 5, 10, 15]);
  // The champion of a run travels whenever it ends.
  run("running", [0, 5, 10, 15, 18]);
  run("finished", [0, 5, 10, 15, 18]);
  exchange.onFinished();
  exchange.onFinished();
  assert.deepEqual(
    sent.map(({ program, generation }) => [program, generation]),
    [
      ["best of 5", 5],
      ["best of 10", 10],
      ["best of 18", 18],
    ],
  );
  assert.equal(store.state.exchange.sent, 3);
});

test("a run that is opened again does not send again what it has sent", () => {
  const { exchange, run, sent } = deme();
  exchange.set(true);
  run("finished", [0, 5, 10]);
  exchange.onOpened();
  run("running", [0, 5, 10]);
  assert.deepEqual(sent, []);
  run("running", [0, 5, 10, 15]);
  assert.deepEqual(
    sent.map(({ generation }) => generation),
    [15],
  );
});

test("what comes enters a run that goes on, and what may not enter is told", async () => {
  const { exchange, run, come, received, store, closed } = deme();
  exchange.set(true);
  come(POLLEN);
  assert.deepEqual(received, []);
  run("running", [0]);
  come(POLLEN);
  await new Promise(setImmediate);
  assert.deepEqual(received, [POLLEN.program]);
  assert.deepEqual(store.state.exchange.entered, [{ from: "abcd", generation: 7 }]);
  come({ ...POLLEN, program: "nonsense" });
  await new Promise(setImmediate);
  assert.equal(store.state.exchange.refused, "it is no program");
  exchange.set(false);
  assert.equal(closed(), 1);
  assert.deepEqual([store.state.exchange.on, store.state.exchange.refused], [false, null]);
});

test("a message of anything else is none", () => {
  assert.deepEqual(read({ ...POLLEN, more: 1 }), POLLEN);
  const wrong = [
    null,
    "text",
    {},
    { ...POLLEN, program: 5 },
    { ...POLLEN, program: "x".repeat(4_001) },
    { ...POLLEN, from: "x".repeat(41) },
    { ...POLLEN, generation: 0.5 },
    { ...POLLEN, generation: "3" },
  ];
  for (const data of wrong) assert.equal(read(data), null);
});
