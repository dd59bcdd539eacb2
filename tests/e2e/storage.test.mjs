// What a person has in the browser survives: other tabs and deployments, other versions of the page, a full disk, a database that is
// lost, and the person's own haste. Where something cannot be stored, the page says so and goes on.

import assert from "node:assert/strict";
import { randomBytes, randomUUID } from "node:crypto";
import { readFile } from "node:fs/promises";
import { crc32 } from "node:zlib";
import {
  address,
  answers,
  button,
  choose,
  chromosome,
  evolve,
  file,
  finished,
  e2eInside,
  nextFrame,
  press,
  says,
  e2e,
  set,
  shows,
  troubled,
} from "./page.mjs";
import { DATABASE, dump, isStored, profileOf, stored } from "./profile.mjs";

const SMALL = { Population: 6, "Positions per generation": 20, Workers: 1 };
const GAMES = file("small.pgn", await readFile(new URL("../fixtures/small.pgn", import.meta.url)));

/** Another tab of the same browser. */
async function tabBeside(page, where = address()) {
  const tab = await page.context().newPage();
  await tab.goto(where);
  return tab;
}

async function turnTo(page, name) {
  await page.getByRole("tab", { name: new RegExp(name) }).click();
  await page.getByRole("tabpanel", { name: new RegExp(name) }).waitFor();
}

/** A run that is paused where it stands. */
async function pausedAt(page, generation, settings = {}) {
  await set(page, { ...SMALL, Generations: 50, ...settings });
  for (let at = 0; at <= generation; at += 1) {
    await press(page, "Step");
    await says(page, `Generation ${at} of 50, paused`);
  }
}

async function openList(page) {
  const summary = page.getByText(/^Stored in this browser: \d+ runs?$/);
  await summary.waitFor();
  if (!(await page.getByRole("list", { name: "Stored runs" }).isVisible())) await summary.click();
  return page.getByRole("list", { name: "Stored runs" }).getByRole("listitem");
}

async function devtools(page) {
  return page.context().newCDPSession(page);
}

function origin() {
  return new URL(address()).origin;
}

/** What a dumped database has in a store: keys and values. */
function entriesOf({ stores }, store) {
  return stores.find(({ name }) => name === store).entries;
}

/** Waits until the first tab has these games in use as another tab will find it. */
async function inUse(page, title) {
  for (;;) {
    const kept = await dump(page, DATABASE);
    const [fingerprint] = entriesOf(kept, "games").find(([, { games }]) => games.title === title) ?? [];
    const [, first] = entriesOf(kept, "settings").find(([key]) => key === "first open") ?? [];
    if (fingerprint !== undefined && first?.games === fingerprint) return;
    await nextFrame(page);
  }
}

// ---- tabs and deployments -----------------------------------------------------------------------

e2e("two tabs: each has its own run, stage and settings, over a reload of both", async (page) => {
  await pausedAt(page, 2);
  const tab = await tabBeside(page);
  await shows(tab, /open in another tab/);
  await says(tab, "Ready.");
  assert.equal(await tab.getByRole("spinbutton", { name: "Population" }).inputValue(), "6");
  await evolve(tab, { Generations: 1, Seed: 5 });
  await page.reload();
  await tab.reload();
  await says(page, "Generation 2 of 50, paused");
  assert.equal(await page.getByRole("spinbutton", { name: "Seed" }).inputValue(), "1991");
  await finished(tab, 1);
  assert.equal(await tab.getByRole("spinbutton", { name: "Seed" }).inputValue(), "5");
  // What one has open the other does not take away.
  const rows = await openList(tab);
  await rows
    .nth(1)
    .getByRole("button", { name: /^Open / })
    .click();
  await shows(tab, "That run is open in another tab.");
  await page.goto("about:blank");
  await rows
    .nth(1)
    .getByRole("button", { name: /^Open / })
    .click();
  await says(tab, "Generation 2 of 50, paused");
});

e2e(
  "a page that is loaded again waits for the one before it, however long that keeps what is stored",
  async (page) => {
    await pausedAt(page, 2);
    const holder = await page.context().newPage();
    await holder.route(`${address()}holder.html`, (route) =>
      route.fulfill({ contentType: "text/html", body: '<!doctype html><link rel="icon" href="data:," />' }),
    );
    await holder.goto(`${address()}holder.html`);
    // It takes the locks when the page is left, as if it were that page, which the browser has not ended.
    const held = holder.evaluate(async () => {
      const { held } = await navigator.locks.query();
      const names = held.map(({ name }) => name).filter((name) => name.startsWith("millipawn /play/"));
      window.release = [];
      for (const name of names)
        await new Promise((granted) =>
          navigator.locks.request(name, () => new Promise((letGo) => granted(window.release.push(letGo)))),
        );
      const { held: mine } = await navigator.locks.query();
      return mine.find(({ name }) => names.includes(name)).clientId;
    });
    await answers(holder, async () => (await navigator.locks.query()).pending.length > 0);
    await page.goto("about:blank");
    const left = await held;
    await page.addInitScript((left) => {
      if (sessionStorage.getItem("told")) return;
      sessionStorage.setItem("told", "once");
      sessionStorage.setItem("millipawn /play/ left", left);
    }, left);
    await page.goto(address());
    await troubled(page, "The browser has not ended the page that this tab showed before.");
    // Nor does a page that is left while it waits lose the way.
    await page.reload();
    await troubled(page, "The browser has not ended the page that this tab showed before.");
    await holder.evaluate(() => window.release.forEach((letGo) => letGo()));
    await says(page, "Generation 2 of 50, paused");
    await page.getByRole("alert").waitFor({ state: "detached" });
    await page.getByText("open in another tab").waitFor({ state: "detached" });
  },
);

e2e(
  "a run that another tab has opened meanwhile is not missing without a word",
  async (page) => {
    await pausedAt(page, 1);
    const tab = await tabBeside(page);
    await shows(tab, /open in another tab/);
    await page.goto("about:blank");
    const rows = await openList(tab);
    await rows.getByRole("button", { name: /^Open / }).click();
    await says(tab, "Generation 1 of 50, paused");
    await page.goto(address());
    await troubled(page, "The run that was open here is open in another tab.");
    await says(page, "Ready.");
    await tab.close();
    await page.reload();
    await says(page, "Generation 1 of 50, paused");
  },
  { trouble: true },
);

e2e(
  "two deployments on one host share nothing, and both take over what was stored before",
  async (_, visit) => {
    const profile = await profileOf("profile-paused");
    const page = await visit("", { profile });
    await says(page, "Generation 2 of 4, paused");
    await press(page, "Reset");
    await shows(page, "The run was deleted.");
    const other = await tabBeside(page, address().replace("/play/", "/other/"));
    await says(other, "Generation 2 of 4, paused");
    await page.reload();
    await shows(page, "8 games");
    await says(page, "Ready.");
    const { expected, ...before } = profile;
    assert.deepEqual(await dump(page, "millipawn"), before, "the old database is as it was");
  },
  { expected: /asked elsewhere/ },
);

e2e("games that are forgotten stay stored for other tabs, and for runs that learn from them", async (page) => {
  await choose(page, [GAMES]);
  await inUse(page, "small.pgn");
  const tab = await tabBeside(page);
  await shows(tab, /\b8 games/);
  await press(page, "Forget these games");
  await shows(page, /They stay stored, because another tab uses them, or used them last\./);
  await evolve(tab, { ...SMALL, Generations: 1 });
  await tab.reload();
  await finished(tab, 1);
  await shows(tab, /\b8 games/);
  await press(tab, "Forget these games");
  await shows(tab, /They stay stored, because a run in the library learns from them\./);
  // The first tab drops what nobody uses when it begins.
  await page.reload();
  await shows(page, "118 games");
  await (await openList(page)).getByRole("button", { name: /^Open / }).click();
  await finished(page, 1);
  await shows(page, /\b8 games/);
});

e2e("what a closed tab had is dropped a fortnight later, with the games that only it used", async (page, visit) => {
  await evolve(page, { ...SMALL, Generations: 1 });
  await inUse(page, "Sample games");
  await stored(page, 1);
  const profile = await dump(page, DATABASE);
  const of = (store) => entriesOf(profile, store);
  const [[fingerprint, record]] = of("games");
  const [[, examples]] = of("examples");
  /** A tab with games of its own, which it used last so many days ago. */
  const closed = (days) => {
    const id = randomUUID();
    const used = days === null ? {} : { used: Date.now() - days * 24 * 3_600_000 };
    of("settings").push([`${id} open`, { version: 1, games: id, open: {}, running: [], ...used }]);
    of("settings").push([`${id} queue`, { version: 1, ids: [], isOn: false }]);
    of("suites").push([`${id} falcon coevolution`, { version: 1, title: "openings.epd", text: "" }]);
    of("games").push([id, { ...record, games: { ...record.games, fingerprint: id } }]);
    of("examples").push([id, examples]);
    return id;
  };
  const [left, recent, undated] = [closed(15), closed(13), closed(null)];
  const other = await visit("", { profile });
  await finished(other, 1);
  const after = await dump(other, DATABASE);
  const keys = ["settings", "suites", "games", "examples"].flatMap((store) =>
    entriesOf(after, store).map(([key]) => `${store} ${key}`),
  );
  for (const id of [recent, undated])
    for (const key of [
      `settings ${id} open`,
      `settings ${id} queue`,
      `suites ${id} falcon coevolution`,
      `games ${id}`,
      `examples ${id}`,
    ])
      assert.ok(keys.includes(key), key);
  assert.deepEqual(
    keys.filter((key) => key.includes(left)),
    [],
  );
  assert.ok(keys.includes(`games ${fingerprint}`));
  const [, seen] = entriesOf(after, "settings").find(([key]) => key === `${undated} open`);
  assert.ok(Date.now() - seen.used < 3_600_000, "it counts from when it was first seen");
});

// ---- many runs ----------------------------------------------------------------------------------

e2e("a run with another seed is another run, and the first is opened again", async (page) => {
  await evolve(page, { ...SMALL, Generations: 2 });
  const first = await chromosome(page);
  await evolve(page, { Generations: 1, Seed: 3 });
  const rows = await openList(page);
  await page.waitForFunction(() => document.querySelectorAll(".stored li").length === 2);
  await rows
    .nth(1)
    .getByRole("button", { name: /^Open / })
    .click();
  await finished(page, 2);
  assert.equal(await chromosome(page), first);
  await rows.getByRole("button", { name: /^Delete / }).click();
  await shows(page, "The stored run was deleted.");
  await page.waitForFunction(() => document.querySelectorAll(".stored li").length === 1);
  await button(page, "Undo").press("Enter");
  await page.waitForFunction(() => document.querySelectorAll(".stored li").length === 2);
  await page.reload();
  await finished(page, 2);
});

e2e("reset and forgotten, and back again: run, games and stage, by the keyboard", async (page) => {
  await choose(page, [GAMES]);
  await shows(page, "8 games");
  await pausedAt(page, 2);
  const stored = await openList(page);
  await stored.first().waitFor();
  await press(page, "Reset");
  await shows(page, "The run was deleted.");
  await says(page, "Ready.");
  await stored.waitFor({ state: "detached" });
  await button(page, "Undo").press("Enter");
  await says(page, "Generation 2 of 50, paused");

  await press(page, "Forget these games");
  await shows(page, /They stay stored, because a run in the library learns from them\./);
  await button(page, "Back to small.pgn").press("Enter");
  await shows(page, "8 games");
  await says(page, "Generation 2 of 50, paused");

  await turnTo(page, "Coevolution");
  await set(page, { Generations: 0, Population: 3, "Nodes a move": 50 });
  await press(page, "Run");
  await says(page, "Generation 0 of 0, finished");
  await press(page, "Reset");
  await says(page, "Ready.");
  await button(page, "Undo").press("Enter");
  await says(page, "Generation 0 of 0, finished");
  await page.reload();
  await says(page, "Generation 0 of 0, finished");
  await turnTo(page, "Imitation");
  await says(page, "Generation 2 of 50, paused");
});

// ---- what can become of the database ------------------------------------------------------------

/** Room for the sample games and a small run. */
const LITTLE_ROOM = 700_000;
/** Random letters: a browser may store compressed what can be. */
const LARGE = file("large.epd", `6k1/5ppp/8/8/8/8/5PPP/3R2K1 w - - id "${randomBytes(1_000_000).toString("hex")}";`);

e2eInside(
  "a full disk: the page says so, goes on with what cannot be stored, and loses nothing stored",
  async (_, visit) => {
    const prepare = async (page) =>
      (await devtools(page)).send("Storage.overrideQuotaForOrigin", {
        origin: origin(),
        quotaSize: LITTLE_ROOM,
      });
    const page = await visit("", { prepare });
    await pausedAt(page, 2);
    await turnTo(page, "Coevolution");
    const [chooser] = await Promise.all([page.waitForEvent("filechooser"), press(page, "Choose openings")]);
    await chooser.setFiles([LARGE]);
    await shows(page, /^large\.epd: 1 opening/);
    await troubled(
      page,
      "The browser could not store the file for coevolution (its storage is full). What was stored before is still there.",
    );
    await set(page, { Generations: 0, Population: 3, "Nodes a move": 50 });
    await press(page, "Run");
    await says(page, "Generation 0 of 0, finished");
    await turnTo(page, "Imitation");
    await press(page, "Step");
    await says(page, "Generation 3 of 50, paused");
    // Where a large record did not fit, some versions of Chromium still store small ones, and others none: the page says which.
    const refusal = page.getByRole("alert").filter({ hasText: "could not store the run" });
    while ((await refusal.count()) === 0 && !(await isStored(page, 3))) await nextFrame(page);
    const isRefused = await refusal.count();
    await page.reload();
    await turnTo(page, "Imitation");
    await shows(page, "118 games");
    await says(page, `Generation ${isRefused ? 2 : 3} of 50, paused`);
  },
  { trouble: true },
);

e2eInside(
  "a database that is lost under the page: what is open is stored anew",
  async (page) => {
    await choose(page, [GAMES]);
    await shows(page, "8 games");
    await pausedAt(page, 2);
    const session = await devtools(page);
    await session.send("Storage.clearDataForOrigin", { origin: origin(), storageTypes: "indexeddb" });
    await troubled(
      page,
      "The browser has deleted what this page had stored here. What is open in this tab is stored again.",
    );
    await press(page, "Dismiss");
    await press(page, "Step");
    await says(page, "Generation 3 of 50, paused");
    await stored(page, 3);
    await page.reload();
    await shows(page, "8 games");
    await says(page, "Generation 3 of 50, paused");
  },
  { trouble: true },
);

e2eInside(
  "a database that was evicted between two visits: the page says so",
  async (page) => {
    await evolve(page, { ...SMALL, Generations: 1 });
    await page.goto("about:blank");
    const session = await devtools(page);
    await session.send("Storage.clearDataForOrigin", { origin: origin(), storageTypes: "indexeddb" });
    await page.goto(address());
    await troubled(page, "The browser has deleted what this page had stored here.");
    await evolve(page, { ...SMALL, Generations: 1 });
    await page.reload();
    await finished(page, 1);
    assert.equal(await page.getByRole("alert").count(), 0);
  },
  { trouble: true },
);

e2e(
  "a database of a newer version is not touched, and everything works without it",
  async (_, visit) => {
    const newer = {
      name: DATABASE,
      version: 99,
      stores: [{ name: "wonders", keyPath: null, autoIncrement: false, entries: [["a", 1]] }],
    };
    const page = await visit("", { profile: newer });
    await troubled(page, /written by a newer version of it, and stays as it is/);
    await evolve(page, { ...SMALL, Generations: 1 });
    await turnTo(page, "Coevolution");
    await set(page, { Generations: 0, Population: 3, "Nodes a move": 50 });
    await press(page, "Run");
    await says(page, "Generation 0 of 0, finished");
    assert.deepEqual(await dump(page, DATABASE), newer);
  },
  { trouble: true },
);

e2e(
  "a record of a newer version is not touched either",
  async (page, visit) => {
    await evolve(page, { ...SMALL, Generations: 1 });
    const newer = await dump(page, DATABASE);
    for (const { name, entries } of newer.stores)
      if (name === "states") for (const [, value] of entries) value.version = 99;
    const other = await visit("", { profile: newer });
    await troubled(other, "What is stored was written by a newer version of this page, and stays as it is.");
    await evolve(other, { ...SMALL, Generations: 2 });
    const after = await dump(other, DATABASE);
    const states = ({ stores }) => stores.filter(({ name }) => name === "states" || name === "experiments");
    assert.deepEqual(states(after), states(newer));
  },
  { trouble: true },
);

e2e(
  "a database that another tab holds: the page says so and everything works without it",
  async (page) => {
    const context = page.context();
    await page.close();
    const holder = await context.newPage();
    await holder.route(`${address()}holder.html`, (route) =>
      route.fulfill({ contentType: "text/html", body: '<!doctype html><link rel="icon" href="data:," />' }),
    );
    await holder.goto(`${address()}holder.html`);
    await holder.evaluate(async (name) => {
      await new Promise((resolve) => (indexedDB.deleteDatabase(name).onsuccess = resolve));
      await new Promise((resolve) => (indexedDB.open(name, 1).onsuccess = resolve));
    }, DATABASE);
    const tab = await tabBeside(holder);
    await troubled(tab, /another tab with an older version of it holds what is stored/);
    await evolve(tab, { ...SMALL, Generations: 1 });
  },
  { trouble: true },
);

e2e(
  "workers that keep dying delete nothing; the report of it can be copied, and everything saved",
  async (page) => {
    await choose(page, [GAMES]);
    await shows(page, "8 games");
    await evolve(page, { ...SMALL, Generations: 1 });
    const before = await dump(page, DATABASE);
    await page.addInitScript(() => {
      if (!sessionStorage.getItem("broken")) return;
      const Whole = Worker;
      window.Worker = class extends Whole {
        constructor(script, options) {
          super(script, options);
          if (options.name === "coordinator")
            queueMicrotask(() => this.dispatchEvent(new ErrorEvent("error", { message: "out of memory" })));
        }
      };
    });
    await page.evaluate(() => sessionStorage.setItem("broken", "yes"));
    await page.reload();
    await troubled(page, /background threads keep crashing .*out of memory.*It stays stored/);
    await shows(page, "8 games");
    await press(page, "Copy report");
    await shows(page, "Report copied.");
    const report = await page.evaluate(() => navigator.clipboard.readText());
    assert.match(report, /^Millipawn \d+\.\d+\.\d+.*engine \d+\nBrowser: .*Chrome/);
    assert.match(report, /out of memory/);
    const [download] = await Promise.all([
      page.waitForEvent("download"),
      press(page, "Save everything to one file"),
    ]);
    const saved = JSON.parse(await readFile(await download.path(), "utf8"));
    const states = ({ stores }) => stores.find(({ name }) => name === "states").entries;
    assert.deepEqual(states(saved), states(before));
    await page.evaluate(() => sessionStorage.removeItem("broken"));
    await page.reload();
    await finished(page, 1);
    await shows(page, "8 games");
  },
  { trouble: true },
);

e2e(
  "a stored run that is damaged stays, and can be saved, while another is made",
  async (page, visit) => {
    await evolve(page, { ...SMALL, Generations: 1 });
    const damaged = await dump(page, DATABASE);
    const states = ({ stores }) => stores.find(({ name }) => name === "states").entries;
    states(damaged)[0][1].checkpoint += "?";
    const other = await visit("", { profile: damaged });
    await troubled(other, /The stored run cannot be opened \(.+\)\. It stays stored/);
    await evolve(other, { ...SMALL, Generations: 2 });
    assert.deepEqual(
      states(await dump(other, DATABASE)).filter(([id]) => id === states(damaged)[0][0]),
      states(damaged),
    );
    await openList(other);
    await button(other, "Save everything to one file").waitFor();
  },
  { trouble: true },
);

// ---- another engine -----------------------------------------------------------------------------

/** The same checkpoint by another engine. */
function byAnotherEngine(checkpoint) {
  const lines = checkpoint.replace(/^engine \d+$/m, "engine 12345").replace(/^crc .*\n?/m, "");
  return `${lines}crc ${crc32(Buffer.from(lines)).toString(16).padStart(8, "0")}\n`;
}

e2e("a stage of another engine can be looked at, and begins anew when asked", async (page, visit) => {
  await shows(page, "118 games");
  await turnTo(page, "Coevolution");
  await set(page, { Generations: 2, Population: 3, "Nodes a move": 50 });
  await press(page, "Run");
  await says(page, "Generation 2 of 2, finished");
  const champion = await chromosome(page);
  await set(page, { Generations: 3 });
  await says(page, "Generation 2 of 3, paused");
  const profile = await dump(page, DATABASE);
  const states = ({ stores }) => stores.find(({ name }) => name === "states").entries;
  for (const [, state] of states(profile)) state.checkpoint = byAnotherEngine(state.checkpoint);

  const other = await visit("", { profile });
  await says(other, "Generation 2 of 3, paused");
  await shows(other, "Another version of the engine made this run, so it cannot go on.");
  await press(other, "Show the champion");
  assert.equal(await chromosome(other), champion);
  await press(other, "Start it again");
  await says(other, "Generation 3 of 3, finished");
  const [[id, before]] = states(profile);
  const after = new Map(states(await dump(other, DATABASE)));
  assert.equal(after.get(id).checkpoint, before.checkpoint, "the old one stays stored");
  await button(page, "Resume").click();
  await says(page, "Generation 3 of 3, finished");
  assert.equal(await chromosome(other), await chromosome(page));
});

e2e("a measurement of another engine can be read, and is made anew when asked", async (page, visit) => {
  await evolve(page, { ...SMALL, Generations: 0 });
  const field = page.getByRole("spinbutton", { name: "Games with each", exact: true });
  await set(page, { "Games with each": 2 });
  await field.press("Tab");
  await press(page, "Measure strength");
  await shows(page, "Too few games for a rating.");
  const profile = await dump(page, DATABASE);
  for (const { name, entries } of profile.stores)
    if (name === "ladders") for (const [, ladder] of entries) ladder.engine = 12345;
  const other = await visit("", { profile });
  await shows(other, "Another version of the engine played these games.");
  await shows(other, "Too few games for a rating.");
  await press(other, "Measure again");
  await button(other, "Measure strength").waitFor();
  await shows(other, "Too few games for a rating.");
  await other.getByText("Another version of the engine played").waitFor({ state: "detached" });
});

// ---- what it costs, and what it asks of the browser ---------------------------------------------

e2e(
  "a newer version of the page in another tab: this one says so, and its run goes on",
  async (page) => {
    await pausedAt(page, 1);
    const newer = await page.context().newPage();
    await newer.route(`${address()}newer.html`, (route) =>
      route.fulfill({ contentType: "text/html", body: '<!doctype html><link rel="icon" href="data:," />' }),
    );
    await newer.goto(`${address()}newer.html`);
    await newer.evaluate(async (name) => {
      await new Promise((resolve) => (indexedDB.open(name, 99).onsuccess = resolve));
    }, DATABASE);
    await troubled(page, "A newer version of this page is open in another tab.");
    await press(page, "Step");
    await says(page, "Generation 2 of 50, paused");
    // What was stored is there, and what is not stored is not lost by a slip.
    await (await openList(page)).waitFor();
    await press(page, "Reset");
    await shows(page, "The run is closed. Nothing was deleted from what is stored.");
    await says(page, "Ready.");
    await button(page, "Undo").press("Enter");
    await says(page, "Generation 2 of 50, paused");
    await press(page, "Step");
    await says(page, "Generation 3 of 50, paused");
  },
  { trouble: true },
);

e2e(
  "where the browser cannot store blobs, as in private sessions of WebKit, games are kept",
  async (page) => {
    await page.addInitScript(() => {
      const { put } = IDBObjectStore.prototype;
      IDBObjectStore.prototype.put = function (value, ...key) {
        if (value instanceof Blob)
          throw new DOMException(
            "Error preparing Blob/File data to be stored in object store",
            "UnknownError",
          );
        return put.call(this, value, ...key);
      };
    });
    await page.reload();
    await choose(page, [GAMES]);
    await shows(page, "8 games");
    await evolve(page, { ...SMALL, Generations: 1 });
    await page.reload();
    await shows(page, "8 games");
    await finished(page, 1);
  },
);

e2e("while a run goes on the stored games are not read", async (page) => {
  await page.addInitScript(() => {
    window.read = [];
    const { get } = IDBObjectStore.prototype;
    IDBObjectStore.prototype.get = function (key) {
      window.read.push(this.name);
      return get.call(this, key);
    };
  });
  await page.reload();
  await shows(page, "118 games");
  await page.evaluate(() => (window.read = []));
  await evolve(page, { ...SMALL, Generations: 40 });
  assert.deepEqual(await page.evaluate(() => window.read), []);
});

e2eInside("a run finished a minute ago, and one that makes way for a stage, give their workers back", async (page) => {
  // The page's own first timers are cleared by the clock that set them.
  await shows(page, "118 games");
  await page.clock.install();
  const ends = async () => {
    const working = [];
    for (const worker of page.workers()) {
      const name = await worker.evaluate(() => self.name);
      if (name !== "player") working.push(worker.waitForEvent("close"));
    }
    assert.ok(working.length >= 2, "a coordinator and its scorers");
    return Promise.all(working);
  };
  await press(page, "Step");
  await says(page, "Generation 0 of 100, paused");
  const finish = ends();
  await evolve(page, { Workers: 2, Generations: 3 });
  await page.clock.fastForward(60_000);
  await finish;
  await set(page, { Generations: 50 });
  await press(page, "Step");
  await says(page, "Generation 4 of 50, paused");
  // The later stages have a coordinator of their own, which stays.
  const own = page.workers().length;
  await turnTo(page, "Coevolution");
  await set(page, { Generations: 0, Population: 3, "Nodes a move": 50 });
  await press(page, "Run");
  await says(page, "Generation 0 of 0, finished");
  // Less than before works on. That a worker has closed is heard a moment later.
  while (page.workers().length >= own) await nextFrame(page);
  await turnTo(page, "Imitation");
  await press(page, "Step");
  await says(page, "Generation 5 of 50, paused");
});

e2e("once there is something to lose, the browser is asked to keep it", async (page) => {
  await page.addInitScript(() => {
    window.asked = 0;
    navigator.storage.persist = async () => {
      window.asked += 1;
      return true;
    };
  });
  await page.reload();
  await shows(page, "118 games");
  assert.equal(await page.evaluate(() => window.asked), 0);
  await choose(page, [GAMES]);
  await page.waitForFunction(() => window.asked === 1);
});
