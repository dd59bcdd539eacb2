import assert from "node:assert/strict";
import { test } from "node:test";
import { Importing } from "../../src/laboratory/importing.ts";
import { Store } from "../../src/laboratory/store.ts";
import type { Setting, System } from "../../src/model.ts";

// Node.js 20 has none.
globalThis.navigator ??= { hardwareConcurrency: 1 } as Navigator;

/** A filter that is 0 for the sample games and 2200 for a person's own, and one that is empty for both. */
const TABLE = [
  {
    key: "minimum-elo",
    label: "Minimum Elo",
    kind: "integer",
    min: 0,
    max: 4000,
    default: 2200,
    sample_default: 0,
  },
  { key: "player", label: "Player", kind: "text", max: 60, default: "", sample_default: "" },
].map((row) => ({ ...row, group: "games", choices: [] })) as unknown as Setting[];

interface Asked {
  title: string;
  sources: "sample" | { name: string }[];
  settings: Record<string, unknown>;
  added_to: object | null;
}

/** The games in use, and what is asked of the reader: each reading waits until it is answered. */
function importing() {
  const store = new Store();
  store.know([{ id: "acpp" }] as System[], { acpp: TABLE });
  const asked: (Asked & { answer: () => Promise<void>; fail: (why: string) => Promise<void> })[] = [];
  const saved: string[] = [];
  const storage = {
    loadGames: async () => null as object | null,
    saveGames: async ({ games }: { games: { title: string } }) => saved.push(games.title),
    saveSettings: async () => {},
    forgetGames: async () => ({ runs: 0, tabs: 0 }),
  };
  const settled = () => new Promise<void>((resolve) => setImmediate(resolve));
  const read = (task: Asked, _progress: object, signal: AbortSignal) =>
    new Promise((resolve, reject) => {
      signal.addEventListener("abort", () => reject(signal.reason));
      const { title, settings } = task;
      const fingerprint = JSON.stringify(settings);
      const games = { title, examples: 1, fingerprint, report: { skipped: [], skips: [] } };
      const end = (act: () => void) => () => {
        act();
        return settled();
      };
      asked.push({
        ...task,
        answer: end(() => resolve({ examples: new Blob(), games })),
        fail: (why) => end(() => reject(new Error(why)))(),
      });
    });
  const parts = [store, storage, read, () => {}] as unknown as ConstructorParameters<typeof Importing>;
  const games = new Importing(...parts);
  const set = (key: string, value: string) =>
    store.change({ settings: { ...store.state.settings, [key]: value } });
  return { games, store, storage, asked, saved, set, settled };
}

const file = (name: string) => ({ name, size: 1 }) as File;

async function withOwnGames() {
  const all = importing();
  all.games.importFiles([file("own.pgn")], "replace");
  await all.asked[0]?.answer();
  return all;
}

test("filters changed since are applied to the games in use before a run begins", async () => {
  const { games, asked, set, settled } = await withOwnGames();
  set("player", "Fischer");
  const refitted = games.refit();
  await settled();
  await asked[1]?.answer();
  assert.equal(await refitted, true);
  assert.equal(asked.length, 2);
  assert.deepEqual(
    [asked[1]?.sources, asked[1]?.added_to],
    [[{ name: "own.pgn", data: file("own.pgn") }], null],
  );
  assert.equal(asked[1]?.settings.player, "Fischer");
  assert.equal(await games.refit(), true);
  assert.equal(asked.length, 2, "and not again");
});

test("games that were added are read again like the others, in their order", async () => {
  const { games, asked, settled, set } = await withOwnGames();
  games.importFiles([file("more.pgn")], "add");
  await asked[1]?.answer();
  set("player", "Fischer");
  const refitted = games.refit();
  await settled();
  await asked[2]?.answer();
  await settled();
  await asked[3]?.answer();
  assert.equal(await refitted, true);
  const names = asked.map(({ sources }) => sources !== "sample" && sources[0]?.name);
  assert.deepEqual(names, ["own.pgn", "more.pgn", "own.pgn", "more.pgn"]);
  assert.deepEqual([asked[2]?.added_to === null, asked[3]?.added_to === null], [true, false]);
});

test("nothing is added to games that were read with other filters: all are read with the new ones", async () => {
  const { games, asked, settled, set } = await withOwnGames();
  set("player", "Fischer");
  games.importFiles([file("more.pgn")], "add");
  await asked[1]?.answer();
  await settled();
  await asked[2]?.answer();
  assert.deepEqual(
    asked.slice(1).map(({ settings }) => settings.player),
    ["Fischer", "Fischer"],
  );
});

test("where the files are gone it is said, and there is nothing to breed on until they come", async () => {
  const { games, store, storage, asked, set } = importing();
  const stored = { title: "own.pgn", fingerprint: "", examples: 1, report: { skipped: [], skips: [] } };
  const settings = { "minimum-elo": 2200, player: "" };
  storage.loadGames = async () => ({ games: stored, examples: new Blob(), settings });
  await games.restore(async () => {}, false);
  assert.equal(await games.refit(), true, "the filters in force are those of the stored games");
  set("player", "Fischer");
  assert.equal(await games.refit(), false);
  assert.match(store.state.troubles[0]?.text ?? "", /^own\.pgn were read with other settings \(player\)/);
  games.importFiles([file("more.pgn")], "add");
  assert.match(store.state.troubles[0]?.text ?? "", /Nothing was added\.$/);
  assert.equal(asked.length, 0);
  games.keepFilters();
  assert.equal(store.state.settings.player, "");
  assert.equal(await games.refit(), true);
});

test("games that cannot be read again stay in use, and are not bred on", async () => {
  const { games, store, asked, set, settled } = await withOwnGames();
  set("player", "Fischer");
  const refitted = games.refit();
  await settled();
  await asked[1]?.fail("it was moved");
  assert.equal(await refitted, false);
  assert.match(store.state.troubles[0]?.text ?? "", /it was moved\. own\.pgn stay in use/);
});

test("an import that was overtaken leaves the settings to the later one", async () => {
  const { games, store, asked } = importing();
  games.useSampleGames();
  await asked[0]?.answer();
  assert.equal(store.state.settings["minimum-elo"], 0);
  games.importFiles([file("slow.pgn")], "replace");
  games.importFiles([file("own.pgn")], "replace");
  await asked[2]?.answer();
  assert.equal(store.state.games?.title, "own.pgn");
  assert.equal(store.state.settings["minimum-elo"], 2200);
  assert.equal(asked[2]?.settings["minimum-elo"], 2200);
  assert.deepEqual(store.state.troubles, []);
});

test("an import that was overtaken does not change the settings of the one under way", async () => {
  const { games, store, asked, settled } = importing();
  games.useSampleGames();
  await asked[0]?.answer();
  games.importFiles([file("slow.pgn")], "replace");
  games.importFiles([file("own.pgn")], "replace");
  await settled();
  assert.equal(store.state.settings["minimum-elo"], 2200);
});

test("files that a link asks for are read as its experiment read them, and stored for nobody", async () => {
  const { games, store, asked, saved } = importing();
  const settings = { "minimum-elo": 1500, player: "Fischer" };
  games.wanted = { settings, fingerprint: JSON.stringify(settings) };
  games.importFiles([file("sender.pgn")], "replace");
  assert.deepEqual(asked[0]?.settings, settings);
  await asked[0]?.answer();
  assert.equal(store.state.games?.title, "sender.pgn");
  assert.deepEqual(saved, []);
});

test("games that are forgotten are said to stay stored where runs or other tabs use them", async (t) => {
  t.mock.timers.enable({ apis: ["setTimeout"] });
  for (const [use, said] of [
    [{ runs: 0, tabs: 0 }, /^The games are forgotten\.$/],
    [{ runs: 1, tabs: 1 }, /They stay stored, because a run in the library learns from them\.$/],
    [{ runs: 3, tabs: 0 }, /They stay stored, because 3 runs in the library learn from them\.$/],
    [{ runs: 0, tabs: 1 }, /They stay stored, because another tab uses them, or used them last\.$/],
  ] as const) {
    const { games, store, storage } = await withOwnGames();
    storage.forgetGames = async () => use;
    await games.forget();
    assert.equal(store.state.games, null);
    assert.match(store.state.notice?.text ?? "", said);
  }
});
