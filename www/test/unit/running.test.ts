import assert from "node:assert/strict";
import { test } from "node:test";
import type { NewsEvent } from "../../src/host/evolution.ts";
import { Running } from "../../src/laboratory/running.ts";
import { Store } from "../../src/laboratory/store.ts";
import type { Setting, Settings, System } from "../../src/model.ts";

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

/** A coordinator that answers when it is told to. As the real one does, it opens a run when that is answered and pauses at once. */
class Coordinator {
  opened: Settings | null = null;
  going = false;
  generation = -1;
  until = 0;
  refuses = false;
  readonly waiting: (() => void)[] = [];
  busiest = 0;

  load = () => this.#call(() => "games");
  open = ({ settings }: { settings: Settings }) =>
    this.#call(() => {
      if (this.refuses) throw new Error("these settings cannot be obeyed");
      this.opened = settings;
      this.going = false;
      this.generation = -1;
      return { records: [], population: null, settings };
    });
  run = ({ until }: { until: number }) => {
    this.until = until;
    this.going = this.opened !== null;
    return this.#call(() => {});
  };
  pause = () => {
    this.going = false;
    const checkpoint = this.opened && JSON.stringify(this.opened);
    return this.#call(() => checkpoint);
  };

  answer(): void {
    this.waiting.shift()?.();
  }

  /** The next generation is scored, if anything runs. */
  score(): NewsEvent | null {
    if (!this.going) return null;
    this.generation += 1;
    const phase = this.generation >= this.until ? "finished" : "running";
    if (phase === "finished") this.going = false;
    const record = { generation: this.generation, champion: String(this.opened?.seed) };
    return { kind: "news", records: [record], population: null, checkpoint: null, phase } as never;
  }

  #call<T>(act: () => T): Promise<T> {
    return new Promise((resolve, reject) => {
      this.waiting.push(() => {
        try {
          resolve(act());
        } catch (error) {
          reject(error);
        }
      });
      this.busiest = Math.max(this.busiest, this.waiting.length);
    });
  }
}

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
  const undoing = { offer: () => {} };
  const listener = { onRecords: () => {}, onStart: () => {}, onStop: () => {} };
  const parts = [
    store,
    storage,
    coordinator,
    importing,
    undoing,
    listener,
  ] as unknown as ConstructorParameters<typeof Running>;
  const running = new Running(...parts);
  let seed = 1;
  const set = (settings: Settings) => store.change({ settings: { ...store.state.settings, ...settings } });
  const presses = {
    evolve: () => void running.evolve(false),
    pause: () => void running.pause(),
    reset: () => void running.reset(),
    repeat: () => void running.repeat({ seed: 50, generations: 1 }, "50"),
    change: () => {
      seed += 1;
      set({ seed });
    },
    score: () => {
      const event = coordinator.score();
      if (event) running.onNews(event);
    },
    answer: () => coordinator.answer(),
  };
  return { store, coordinator, running, presses, set, saved };
}

type Press = keyof ReturnType<typeof pageWithRun>["presses"];

/** What the promises that are settled lead to. */
function settled(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}

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
  else assert.deepEqual(running.settings, coordinator.opened, where);
  const records = run.records.map(({ generation }) => generation);
  assert.deepEqual(
    records,
    Array.from(records, (_, at) => at),
    `no generation is missing: ${where}`,
  );
  for (const { champion } of run.records) assert.equal(champion, String(running.settings?.seed), where);
  const kept = saved.at(-1);
  if (kept && run.phase === "paused" && run.expected === null)
    assert.deepEqual(JSON.parse(kept.checkpoint), running.settings, where);
}

/** Every order of so many presses. */
function* orders(presses: Press[], length: number): Generator<Press[]> {
  if (length === 0) return yield [];
  for (const first of presses) for (const rest of orders(presses, length - 1)) yield [first, ...rest];
}

test("whatever is pressed before an answer comes, the page and the coordinator have the same run", async () => {
  const finishedRun: Press[] = ["evolve", "answer", "answer", "answer", "score", "score"];
  for (const order of orders(["evolve", "pause", "reset", "change", "score", "answer"], 5)) {
    agree(await pressed(order), order);
    const later: Press[] = [...finishedRun, "change", ...order];
    agree(await pressed(later), later);
  }
});

test("the same with the run of a link, which takes the place of one that goes on", async () => {
  const goes: Press[] = ["evolve", "answer", "answer", "answer"];
  for (const order of orders(["repeat", "pause", "reset", "score", "answer"], 5)) {
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
