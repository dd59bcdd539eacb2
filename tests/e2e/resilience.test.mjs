// Workers that die and pages that freeze change nothing in what a run arrives at.

import assert from "node:assert/strict";
import { evolveNatively } from "./command.mjs";
import { arrivedAt, chromosome, evolve, finished, generation, e2eInside, press, set } from "./page.mjs";

const GENERATIONS = 90;
/** Until all workers to be killed have heard of it. */
const NOTICE_MS = 300;

for (const role of ["scorer", "coordinator", "player"]) {
  e2eInside(`every ${role} killed from outside: the same end`, async (page) => {
    await begin(page);
    await kill(await workers(page, role));
    await stillGoing(page);
    await arriveAtTheSame(page);
  });
}

e2eInside("every worker killed at once, twice: the same end", async (page) => {
  await begin(page);
  for (const generation of [3, 20]) {
    await arrivedAt(page, generation);
    await kill(await workers(page, ""));
    await stillGoing(page);
  }
  await arriveAtTheSame(page);
});

// With one piece of work a generation two of the three are idle: dying together, each would hand it to the next.
e2eInside("one task and every scorer killed at once, thrice: no task is to blame", async (page) => {
  const settings = { Generations: 1000, "Positions per generation": 20 };
  await begin(page, settings);
  for (const generation of [10, 60, 110]) {
    await arrivedAt(page, generation);
    await kill(await workers(page, "scorer"));
    await stillGoing(page, settings);
  }
  await arriveAtTheSame(page, settings);
});

for (const role of ["scorer", "coordinator", "player"]) {
  e2eInside(`a trap in the core of a ${role}: the same end`, async (page) => {
    await begin(page);
    const [victim] = await workers(page, role);
    const gone = victim.waitForEvent("close");
    await victim.evaluate(spoilNextMessage);
    if (role === "player") await press(page, "Flip").then(() => press(page, "New game"));
    await gone;
    await stillGoing(page);
    await arriveAtTheSame(page);
  });
}

e2eInside("a page that stands still while its workers go on arrives at the same end", async (page, visit) => {
  const debug = await page.context().newCDPSession(page);
  await debug.send("Debugger.enable");
  await begin(page);
  const paused = new Promise((resolve) => debug.once("Debugger.paused", resolve));
  await debug.send("Debugger.pause");
  await paused;
  // The time it takes another visitor to breed.
  await evolve(await visit(), { Generations: 5 });
  await debug.send("Debugger.resume");
  await arriveAtTheSame(page);
});

e2eInside("a page that the browser freezes and wakes arrives at the same end", async (page, visit) => {
  const devtools = await page.context().newCDPSession(page);
  await begin(page);
  await devtools.send("Page.setWebLifecycleState", { state: "frozen" });
  await evolve(await visit(), { Generations: 5 });
  await devtools.send("Page.setWebLifecycleState", { state: "active" });
  await arriveAtTheSame(page);
});

async function begin(page, settings = {}) {
  await set(page, { Workers: 3, Generations: GENERATIONS, ...settings });
  await press(page, "Evolve");
  await arrivedAt(page, 2);
}

/** What was done to the run was done in time. */
async function stillGoing(page, { Generations = GENERATIONS } = {}) {
  assert.ok((await generation(page)) < Generations, "the run was still going");
}

async function arriveAtTheSame(page, settings = {}) {
  const { Generations = GENERATIONS, "Positions per generation": positions } = settings;
  const native = await evolveNatively(
    "--generations",
    Generations,
    ...(positions ? ["--set", `positions-per-generation=${positions}`] : []),
  );
  await finished(page, Generations);
  assert.equal(await chromosome(page), native.chromosome);
}

/** The living workers of a role; of all roles when it is empty. */
async function workers(page, role) {
  const all = await Promise.all(
    page.workers().map(async (worker) => ({ worker, name: await worker.evaluate(() => self.name) })),
  );
  const found = all.filter(({ name }) => name.includes(role)).map(({ worker }) => worker);
  assert.notEqual(found.length, 0, `there is a ${role}`);
  return found;
}

/** All at the same moment; no event tells the page of it. */
async function kill(victims) {
  const gone = Promise.all(victims.map((worker) => worker.waitForEvent("close")));
  const moment = Date.now() + NOTICE_MS;
  for (const worker of victims) worker.evaluate(endAt, moment).catch(() => {});
  await gone;
}

/** Runs inside a worker. */
function endAt(moment) {
  while (Date.now() < moment);
  self.close();
}

/** Runs inside a worker: the next bytes or text that reach its core are longer than any memory, and the core traps. */
function spoilNextMessage() {
  const { get } = Object.getOwnPropertyDescriptor(MessageEvent.prototype, "data");
  const bytes = { length: 0xffffffff };
  Object.defineProperty(MessageEvent.prototype, "data", {
    get() {
      const data = get.call(this);
      if (data.bytes) return { ...data, bytes };
      return data.argument?.game
        ? { ...data, argument: { ...data.argument, game: { start: null, moves: { join: () => bytes } } } }
        : data;
    },
  });
}
