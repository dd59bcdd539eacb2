import assert from "node:assert/strict";
import { test } from "node:test";
import type { NewsEvent } from "../../src/host/evolution.ts";
import { imitation } from "../../src/laboratory/kinds/index.ts";
import { OpenRun, type RunParts } from "../../src/laboratory/open-run.ts";
import { type Engine, RunController } from "../../src/laboratory/run-controller.ts";
import { Running } from "../../src/laboratory/running.ts";
import { Store } from "../../src/laboratory/store.ts";
import type { Setting, Settings, System } from "../../src/model.ts";

import { Coordinator, orders, type Recipe, settled } from "./coordinator.ts";

// Node.js 20 has none.
globalThis.navigator ??= { hardwareConcurrency: 1 } as Navigator;

const TABLE = ["seed", "generations"].map((key) => ({
  key,
  label: key,
  group: "run",
  kind: "integer",
  min: 0,
  max: 100,
  choices: [],
  default: 1,
  sample_default: 1,
})) as unknown as Setting[];
const LESSONS = { games: { fingerprint: "games" }, examples: {}, settings: {} };

function pageWithRun() {
  const store = new Store();
  store.know([{ id: "acpp" }] as System[], { acpp: TABLE });
  store.change({ games: LESSONS.games as never });
  const coordinator = new Coordinator();
  const saved: { id: string; checkpoint: string }[] = [];
  let identities = 0;
  const storage = {
    workspace: {
      openAt: () => null,
      begin: () => `identity ${(identities += 1)}`,
      setRunning: () => {},
    },
    saveRun: async ({ id }: { id: string }, run: { checkpoint: string }) => saved.push({ id, ...run }) > 0,
    remove: async (id: string) => ({ id }),
    loadRun: async () => null,
  };
  const importing = {
    lessons: LESSONS,
    ready: async () => true,
    refit: async () => true,
    keep: () => {},
  };
  const engine = coordinator as unknown as Engine;
  const controller = new RunController(engine);
  const rooms = { store, storage, importing, load: coordinator.load };
  const kind = imitation(rooms as unknown as Parameters<typeof imitation>[0]);
  const parts = { store, storage, undoing: { offer: () => {} }, controller } as unknown as RunParts;
  const run = new OpenRun(kind, parts, { onStop: () => {} });
  const running = new Running(
    ...([store, storage, importing, run] as unknown as ConstructorParameters<typeof Running>),
  );
  let seed = 1;
  const set = (settings: Settings) => store.change({ settings: { ...store.state.settings, ...settings } });
  const presses = {
    evolve: () => void running.evolve(false),
    pause: () => void run.pause(),
    reset: () => void run.reset(),
    games: () => running.onLessons(),
    repeat: () => void running.repeat({ seed: 50, generations: 1 }, [], "50"),
    change: () => {
      seed += 1;
      set({ seed });
    },
    score: () => {
      const event = coordinator.score();
      if (event) controller.onNews(event);
    },
    answer: () => coordinator.answer(),
  };
  return { store, coordinator, running, presses, set, saved };
}

test("a record that comes again takes the place of the one there was, and took the time that it took", () => {
  const store = new Store();
  store.know([{ id: "acpp" }] as System[], { acpp: TABLE });
  const kind = imitation({ store } as unknown as Parameters<typeof imitation>[0]);
  const tell = (generation: number, champion: string, elapsed_ms: number) =>
    kind.change(kind.told({ records: [{ generation, champion }], elapsed_ms } as unknown as NewsEvent));
  tell(0, "first", 70);
  tell(1, "measured", 80);
  tell(1, "forgotten", 0);
  tell(2, "last", 90);
  assert.deepEqual(
    store.state.run.records.map(({ champion, elapsed_ms }) => [champion, elapsed_ms]),
    [
      ["first", 70],
      ["forgotten", 80],
      ["last", 90],
    ],
  );
});

type Press = keyof ReturnType<typeof pageWithRun>["presses"];

async function pressed(order: Press[]) {
  const page = pageWithRun();
  for (const press of order) {
    page.presses[press]();
    await settled();
  }
  // Everybody is answered in the end.
  while (page.coordinator.waiting.length > 0) {
    page.coordinator.answer();
    await settled();
  }
  return page;
}

/** The page and the coordinator are about one run, and both think that it goes on, or that it does not. */
function agree({ store, coordinator, running, saved }: Awaited<ReturnType<typeof pressed>>, order: Press[]) {
  const { run } = store.state;
  const where = order.join(", ");
  assert.ok(coordinator.busiest <= 1, `one question at a time: ${where}`);
  assert.deepEqual(store.state.troubles, [], where);
  assert.equal(coordinator.going, run.phase === "running", `${where}: the page says ${run.phase}`);
  if (run.phase === "idle") assert.equal(running.settings, null, where);
  else assert.deepEqual(running.settings, coordinator.opened?.settings, where);
  const records = run.records.map(({ generation }) => generation);
  assert.deepEqual(
    records,
    Array.from(records, (_, at) => at),
    `no generation is missing: ${where}`,
  );
  for (const { champion } of run.records) assert.equal(champion, String(running.settings?.seed), where);
  const kept = saved.at(-1);
  if (kept && run.phase === "paused" && run.expected === null)
    assert.deepEqual((JSON.parse(kept.checkpoint) as Recipe).settings, running.settings, where);
}

test("whatever is pressed before an answer comes, the page and the coordinator have the same run", async () => {
  const finishedRun: Press[] = ["evolve", "answer", "answer", "answer", "score", "score"];
  for (const order of orders<Press>(["evolve", "pause", "reset", "change", "score", "answer"], 5)) {
    agree(await pressed(order), order);
    const later: Press[] = [...finishedRun, "change", ...order];
    agree(await pressed(later), later);
  }
});

test("the same with other games, which end the run that is open", async () => {
  const goes: Press[] = ["evolve", "answer", "answer", "answer"];
  for (const order of orders<Press>(["evolve", "pause", "games", "score", "answer"], 5)) {
    const whole: Press[] = [...goes, ...order];
    const page = await pressed(whole);
    agree(page, whole);
    if (order.at(-1) === "games") assert.equal(page.store.state.run.phase, "idle", whole.join(", "));
  }
});

test("the same with the run of a link, which takes the place of one that goes on", async () => {
  const goes: Press[] = ["evolve", "answer", "answer", "answer"];
  for (const order of orders<Press>(["repeat", "pause", "reset", "score", "answer"], 5)) {
    const whole: Press[] = [...goes, ...order];
    agree(await pressed(whole), whole);
  }
});

test("a changed run that is paused while it begins goes on as the changed one", async () => {
  const order: Press[] = [
    ...(["evolve", "answer", "answer", "answer", "score", "score", "change", "evolve"] as const),
    ...(["pause", "answer", "answer", "evolve", "answer", "score", "score"] as const),
  ];
  const { store, running } = await pressed(order);
  assert.equal(running.settings?.seed, 2);
  assert.equal(store.state.run.phase, "finished");
  assert.deepEqual(
    store.state.run.records.map(({ champion }) => champion),
    ["2", "2"],
  );
});

test("a run that cannot begin leaves the open one as it was", async () => {
  const page = await pressed(["evolve", "answer", "answer", "answer", "score", "score"]);
  page.coordinator.refuses = true;
  page.set({ seed: 9, generations: 7 });
  page.presses.evolve();
  await settled();
  page.presses.answer();
  await settled();
  const { run, troubles } = page.store.state;
  assert.match(troubles[0]?.text ?? "", /^The run could not begin: these settings cannot be obeyed/);
  assert.deepEqual([run.phase, run.generations, run.records.length], ["finished", 1, 2]);
  assert.equal(page.running.settings?.seed, 1);
});
