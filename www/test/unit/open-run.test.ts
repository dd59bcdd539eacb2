import assert from "node:assert/strict";
import { test } from "node:test";
import type { KindOfRun } from "../../src/laboratory/kinds/kind.ts";
import { OpenRun, type RunParts } from "../../src/laboratory/open-run.ts";
import { type Engine, type Opening, RunController } from "../../src/laboratory/run-controller.ts";
import { IDLE, Store } from "../../src/laboratory/store.ts";
import { Undoing } from "../../src/laboratory/undoing.ts";
import type { Run, RunRecord } from "../../src/model.ts";
import { Coordinator, orders, type Recipe, settled } from "./coordinator.ts";

// Node.js 20 has none.
globalThis.navigator ??= { hardwareConcurrency: 1 } as Navigator;

const UNTIL = 2;
const GOAL = { until: UNTIL, step: false };

/** Two places that share a coordinator, with what each has stored. */
function twoPlaces({ isSlow = true } = {}) {
  const store = new Store();
  const coordinator = new Coordinator();
  const controller = new RunController(coordinator as unknown as Engine);
  const undoing = new Undoing(store);
  const stored = new Map<string, Recipe>();
  const running = new Set<string>();
  /** What reading the stored waits for, and storing; whether nothing more is stored, or nothing deleted either. */
  const disk = {
    isRead: Promise.resolve(),
    isWritten: Promise.resolve(),
    isFull: false,
    isClosed: false,
  };
  let identities = 0;
  const storage = {
    workspace: {
      openAt: (place: string) => [...stored.keys()].find((id) => id.startsWith(place)) ?? null,
      claim: async () => true,
      begin: (place: string) => `${place}${(identities += 1)}`,
      setOpen: () => {},
      setRunning: (place: string, is: boolean) => void (is ? running.add(place) : running.delete(place)),
    },
    remove: async (id: string) => {
      running.delete(id.slice(0, 1));
      if (disk.isClosed) return null;
      const removed = { id, states: stored.get(id) };
      stored.delete(id);
      return removed;
    },
    putBack: async (removed: { id: string; states: Recipe }) => stored.set(removed.id, removed.states),
  };
  const parts = { store, storage, undoing, controller } as unknown as RunParts;
  const place = (name: string) => {
    let run: Run<RunRecord> & { aside?: boolean } = { ...IDLE, records: [] };
    const kind = {
      noun: "run",
      place: name as "run",
      retry: "",
      idle: { ...IDLE, aside: false },
      isSlow,
      run: () => run,
      change: (part: Partial<typeof run>) => (run = { ...run, ...part }),
      isAside: () => run.aside === true,
      hasOwn: () => [...stored.keys()].some((id) => id.startsWith(name)),
      opening: async (origin: object) => ({ ...origin, suite: null }),
      shown: ({ records, settings }: Run<RunRecord>) => ({ records, settings }),
      told: ({ records }: { records: RunRecord[] }) => ({ records: [...run.records, ...records] }),
      load: async (id: string) => {
        await disk.isRead;
        const recipe = stored.get(id);
        if (!recipe) return null;
        const checkpoint = JSON.stringify(recipe);
        return { checkpoint, part: { generations: UNTIL }, elapsed_ms: [], isBare: false, suite: null };
      },
      asStored: (checkpoint: string) => {
        const part = { generations: UNTIL };
        return { checkpoint, part, elapsed_ms: [], isBare: false, suite: null };
      },
      save: async (id: string, checkpoint: string) => {
        await disk.isWritten;
        if (!disk.isFull && !disk.isClosed) stored.set(id, JSON.parse(checkpoint));
      },
      saveMaterial: async () => {},
    } as unknown as KindOfRun;
    return new OpenRun(kind, parts, { onStop: () => {} });
  };
  const places = { a: place("a"), b: place("b") };
  const beginning = (name: string, isLinked = false) => {
    const origin = {
      kind: "new",
      run: "tuning",
      settings: { seed: name },
      programs: [],
      system: "",
    } as const;
    const expected = isLinked ? { chromosome: name, reached: null } : null;
    return async () => ({ origin: { ...origin, programs: [] }, part: { expected }, isLinked });
  };
  const run = (name: "a" | "b") => {
    const place = places[name];
    const { phase } = place.state;
    if (phase === "idle") void place.begin(beginning(name), GOAL);
    else if (phase === "paused") void place.goOn(GOAL);
  };
  const presses = {
    a: () => run("a"),
    b: () => run("b"),
    link: () => void places.a.begin(beginning("link", true), GOAL),
    pause: () => {
      void places.a.pause();
      void places.b.pause();
    },
    reset: () => void places.a.reset(),
    undo: () => void undoing.undo(),
    score: () => {
      const event = coordinator.score();
      if (event) controller.onNews(event);
    },
    answer: () => coordinator.answer(),
    refuse: () => (coordinator.refuses = !coordinator.refuses),
  };
  return { store, coordinator, controller, places, presses, stored, running, disk };
}

type Press = keyof ReturnType<typeof twoPlaces>["presses"];

/** `hurried`: nothing is heard of between two presses. */
async function pressed(order: Press[], hurried = false) {
  const page = twoPlaces();
  for (const press of order) {
    page.presses[press]();
    if (!hurried) await settled();
  }
  await settled();
  while (page.coordinator.waiting.length > 0) {
    page.coordinator.answer();
    await settled();
  }
  return page;
}

/** Whatever runs is what the coordinator has open; all else rests, and is stored as it is shown. */
function agree({ store, coordinator, places, stored, running }: ReturnType<typeof twoPlaces>, where: string) {
  assert.ok(coordinator.busiest <= 1, `one question at a time: ${where}`);
  const going = Object.entries(places).filter(([, { state }]) => state.phase === "running");
  assert.equal(going.length, coordinator.going ? 1 : 0, `${where}: what runs`);
  for (const [, { state }] of going) assert.deepEqual(state.settings, coordinator.opened?.settings, where);
  for (const [name, { state, id }] of Object.entries(places)) {
    const generations = state.records.map(({ generation }) => generation);
    assert.deepEqual(
      generations,
      Array.from(generations, (_, at) => at),
      where,
    );
    assert.equal(
      running.has(name),
      state.phase === "running" && id !== null,
      `${where}: ${name} goes on later`,
    );
    if (state.phase === "idle") assert.equal(id, null, where);
    if (!id) continue;
    const { settings, generation } = stored.get(id) ?? {};
    assert.deepEqual([settings, generation], [state.settings, generations.length - 1], `${where}: ${id}`);
    assert.equal(state.phase === "finished", generations.length > UNTIL, where);
  }
  if (!where.includes("refuse")) assert.deepEqual(store.state.troubles, [], where);
}

test("of two places that share a coordinator one runs, and the other rests where it was", async () => {
  for (const order of orders<Press>(["a", "b", "pause", "score", "answer"], 5)) {
    const whole: Press[] = ["a", "answer", ...order];
    agree(await pressed(whole), whole.join(", "));
  }
});

test("the same of a run that is deleted and brought back, or cannot be opened", async () => {
  const goes: Press[] = ["a", "answer", "answer", "score"];
  for (const order of orders<Press>(["b", "reset", "undo", "refuse", "answer"], 5)) {
    const whole = [...goes, ...order];
    agree(await pressed(whole), whole.join(", "));
  }
});

test("the same with a link's run, which is not stored in place of the person's own", async () => {
  const goes: Press[] = ["a", "answer", "answer", "score"];
  for (const order of orders<Press>(["link", "b", "pause", "score", "answer"], 5)) {
    const whole = [...goes, ...order];
    const page = await pressed(whole);
    agree(page, whole.join(", "));
    assert.deepEqual(page.stored.get("a1")?.settings, { seed: "a" }, "the person's own is as it was");
    assert.ok(![...page.stored.values()].some(({ settings }) => settings.seed === "link"));
  }
});

test("the run of a link exchanges no programs, and the person's own does", async () => {
  for (const press of ["a", "link"] as Press[]) {
    const { coordinator } = await pressed([press]);
    assert.deepEqual([coordinator.going, coordinator.alone], [true, press === "link"]);
  }
});

test("the same where presses follow each other before anything is heard", async () => {
  for (const order of orders<Press>(["a", "b", "link", "pause", "reset", "answer"], 5))
    agree(await pressed(order, true), `hurried: ${order.join(", ")}`);
});

/** Everybody is answered. */
const ANSWERS: Press[] = ["answer", "answer", "answer"];

test("a run that made way goes on from its checkpoint", async () => {
  const order: Press[] = [
    "a",
    ...ANSWERS,
    "score",
    "b",
    ...ANSWERS,
    "score",
    "score",
    "a",
    ...ANSWERS,
    "score",
  ];
  const page = await pressed(order);
  agree(page, order.join(", "));
  assert.equal(page.places.a.state.records.length, 2);
  assert.equal(page.places.b.state.records.length, 2);
});

test("a run that is wanted next goes on, also where the one before it ends by itself first", async () => {
  for (const next of ["b", "link"] as const) {
    const page = await pressed(["a", ...ANSWERS, "score", "score"]);
    page.presses[next]();
    page.presses.score();
    for (const press of [...ANSWERS, "score"] as Press[]) {
      await settled();
      page.presses[press]();
    }
    const { a, b } = page.places;
    const { phase, settings } = (next === "b" ? b : a).state;
    assert.deepEqual([phase, settings], ["running", { seed: next }]);
    if (next === "b") assert.equal(a.state.phase, "finished");
  }
});

test("a run that is begun while a stored one is read stands", async () => {
  const page = await pressed(["a", ...ANSWERS, "score", "reset"]);
  let read = () => {};
  page.disk.isRead = new Promise((resolve) => (read = resolve));
  for (const press of ["undo", "a", "answer", "answer"] as Press[]) {
    page.presses[press]();
    await settled();
  }
  read();
  await settled();
  while (page.coordinator.waiting.length > 0) {
    page.coordinator.answer();
    await settled();
  }
  assert.deepEqual([page.places.a.id, page.places.a.state.phase], ["a2", "running"]);
  agree(page, "undo, and a new run before that is read");
});

test("what is stored of a deleted run goes at once, whatever the coordinator is busy with", async () => {
  const page = await pressed(["a", ...ANSWERS, "score"]);
  assert.equal(page.places.a.state.phase, "running");
  page.presses.reset();
  await settled();
  assert.equal(page.coordinator.waiting.length, 1, "it is to pause, and has not answered");
  assert.deepEqual([...page.stored.keys()], []);
  assert.equal(page.store.state.undo, "The run was deleted.", "it is offered back at once, too");
  page.presses.answer();
  await settled();
  assert.equal(page.places.a.state.phase, "idle");
});

/** A run of two generations that is reset while it goes on; `change` is made to the page after the first. */
async function resetAfter(change: (page: Awaited<ReturnType<typeof pressed>>) => void) {
  const page = await pressed(["a", ...ANSWERS, "score"]);
  change(page);
  for (const press of ["score", "reset", "answer"] as Press[]) {
    page.presses[press]();
    await settled();
  }
  assert.deepEqual([page.places.a.id, page.places.a.state.phase], [null, "idle"]);
  return page;
}

/** What is open at a place. */
function onShow({ id, state }: OpenRun) {
  return [id, state.phase, state.records.length];
}

test("where nothing is deleted that is said, and what was reset comes back as the page had it", async () => {
  const { places, presses, store } = await resetAfter(({ disk }) => (disk.isClosed = true));
  assert.equal(store.state.undo, "The run is closed. Nothing was deleted from what is stored.");
  for (const press of ["undo", "answer"] as Press[]) {
    presses[press]();
    await settled();
  }
  assert.deepEqual(onShow(places.a), ["a1", "paused", 2]);
  assert.deepEqual([store.state.undo, store.state.troubles], [null, []]);
});

test("a run that there was no room for comes back as the page had it, and is stored where there is room", async () => {
  const { places, presses, stored, disk } = await resetAfter((page) => {
    page.stored.clear();
    page.disk.isFull = true;
  });
  disk.isFull = false;
  for (const press of ["undo", "answer"] as Press[]) {
    presses[press]();
    await settled();
  }
  assert.deepEqual(onShow(places.a), ["a1", "paused", 2]);
  assert.equal(stored.get("a1")?.generation, 1);
});

test("a run that is stored nowhere takes the place of no other, and is still offered", async () => {
  const { places, presses, store } = await resetAfter(({ disk }) => (disk.isClosed = true));
  for (const press of ["a", ...ANSWERS, "undo"] as Press[]) {
    presses[press]();
    await settled();
  }
  assert.deepEqual(onShow(places.a), ["a2", "running", 0]);
  assert.deepEqual(
    store.state.troubles.map(({ text }) => text),
    ["That could not be undone: another run is open in its place."],
  );
  assert.match(store.state.undo ?? "", /^The run is closed\./);
});

test("whoever waits until a run at rest is saved finds all of it stored, and nobody waits for one that goes on", async () => {
  const page = await pressed(["a", ...ANSWERS]);
  const { a } = page.places;
  let write = () => {};
  page.disk.isWritten = new Promise((resolve) => (write = resolve));
  page.presses.score();
  assert.equal(a.state.phase, "running");
  await a.saved();
  page.presses.score();
  page.presses.score();
  assert.equal(a.state.phase, "finished");
  const saved = a.saved();
  write();
  await saved;
  assert.equal(page.stored.get(a.id ?? "")?.generation, UNTIL);
});

test("a fault of the page does not keep the coordinator from what is wanted next", async () => {
  const coordinator = new Coordinator();
  const controller = new RunController(coordinator as unknown as Engine);
  const opening = (opened: () => void) => {
    const open = () => coordinator.open({ kind: "new", settings: {} });
    return { open, opened, still: () => {}, failed: () => {}, halted: () => {} } as unknown as Opening;
  };
  const faulty = controller.open(
    opening(() => {
      throw new Error("a fault of the page");
    }),
    null,
  );
  await settled();
  coordinator.answer();
  await assert.rejects(faulty, /a fault of the page/);
  let isOpen = false;
  const next = controller.open(
    opening(() => {
      isOpen = true;
    }),
    null,
  );
  await settled();
  coordinator.answer();
  await next;
  assert.equal(isOpen, true);
});

test("the settings of the run that the coordinator has are changed, and of a paused one once it has it", async () => {
  const { coordinator, places, presses, store } = twoPlaces();
  const answered = async () => {
    await settled();
    while (coordinator.waiting.length > 0) {
      coordinator.answer();
      await settled();
    }
  };
  presses.a();
  await answered();
  void places.a.change({ elite: 2 });
  await answered();
  assert.deepEqual(places.a.state.changes, [
    { generation: 1, name: "elite", label: "elite", before: 0, value: 2 },
  ]);
  presses.pause();
  presses.b();
  await answered();
  void places.a.change({ elite: 3 });
  await answered();
  assert.equal(places.a.state.changes[0]?.value, 2, "another run goes on");
  assert.match(store.state.notice?.text ?? "", /Another run goes on/);
  assert.equal(places.b.state.phase, "running");
  presses.pause();
  await answered();
  void places.a.change({ elite: 3 });
  await answered();
  assert.equal(places.a.state.changes[0]?.value, 3);
  assert.equal(places.a.state.phase, "paused");
  presses.refuse();
  void places.a.change({ elite: 4 });
  await answered();
  assert.equal(places.a.state.changes[0]?.value, 3);
  assert.match(store.state.troubles.at(-1)?.text ?? "", /stay as they are: this stays as it is/);
});

test("whoever asks for a checkpoint while a run goes on gets one with all generations", async () => {
  const { coordinator, places, presses } = twoPlaces();
  const answered = async () => {
    await settled();
    while (coordinator.waiting.length > 0) {
      coordinator.answer();
      await settled();
    }
  };
  const fresh = async () => {
    const asked = places.a.freshCheckpoint();
    await answered();
    return JSON.parse((await asked) ?? "null")?.generation;
  };
  assert.equal(await fresh(), undefined, "no run is open");
  presses.a();
  await answered();
  presses.score();
  coordinator.leavesOut = true;
  presses.score();
  assert.deepEqual([places.a.state.records.length, places.a.state.phase], [2, "running"]);
  assert.equal(JSON.parse(places.a.checkpoint ?? "").generation, 0);
  assert.equal(await fresh(), 1);
  // Of the one that made way, what was kept when it did.
  presses.b();
  await answered();
  presses.score();
  assert.equal(await fresh(), 1);
});

test("a checkpoint that comes in the middle of a generation is stored, whatever is shown of that", async () => {
  for (const isSlow of [true, false]) {
    const { coordinator, controller, places, presses, stored } = twoPlaces({ isSlow });
    presses.a();
    await settled();
    while (coordinator.waiting.length > 0) {
      coordinator.answer();
      await settled();
    }
    coordinator.leavesOut = true;
    const scored = coordinator.score();
    assert.ok(scored);
    controller.onNews(scored);
    await settled();
    const { id } = places.a;
    assert.equal(stored.get(id ?? "")?.generation, -1);
    const checkpoint = JSON.stringify(coordinator.opened);
    controller.onNews({ ...scored, records: [], checkpoint });
    await settled();
    assert.equal(stored.get(id ?? "")?.generation, 0);
    assert.equal(places.a.state.records.length, 1);
  }
});
