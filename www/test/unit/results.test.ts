import assert from "node:assert/strict";
import { test } from "node:test";
import { ResultsKeeper } from "../../src/laboratory/results.ts";
import { Store } from "../../src/laboratory/store.ts";
import type { PlayedGame, PlayedProgram, Play, Position, System } from "../../src/model.ts";
import {
  arePlayed,
  isNote,
  noteOfNew,
  resultsCsv,
  rowsOf,
  UNKNOWN_GAME,
  withAll,
  withGame,
  withoutGames,
} from "../../src/results.ts";
import * as forms from "../../src/storage/records.ts";
import type { Storage } from "../../src/storage/storage.ts";

// Node.js 20 has none.
if (!("navigator" in globalThis))
  Object.defineProperty(globalThis, "navigator", { value: { hardwareConcurrency: 2 } });

const FALCON = { text: "falcon.1.AAAA", title: "Generation 60", system: "falcon" };
const STAUNTON = { text: "staunton", title: "Staunton", system: "" };

function game(id: string, more: Partial<PlayedGame> = {}): PlayedGame {
  return {
    id,
    strength: { kind: "nodes", amount: 1_000 },
    side: "white",
    points: 1,
    result: "White mates",
    plies: 41,
    when: 1_000,
    clocked: false,
    helped: false,
    changed: false,
    ...more,
  };
}

test("a game is there once, with its program, whose title is the one known last", () => {
  let programs = withGame([], FALCON, game("one"));
  programs = withGame(programs, { ...FALCON, title: "Fred" }, game("two"));
  programs = withGame(programs, FALCON, game("one", { points: 0 }));
  assert.deepEqual(programs, [{ ...FALCON, games: [game("two"), game("one", { points: 0 })] }]);
  const both = withAll(programs, [{ ...STAUNTON, games: [game("three")] }]);
  assert.deepEqual(withAll(both, programs), both, "what is there already comes in once");
  assert.deepEqual(
    withoutGames(both, ["one", "two"]).map(({ title }) => title),
    ["Staunton"],
  );
});

test("a row a program and strength, the one played last first", () => {
  const quick = { strength: { kind: "nodes", amount: 10_000 } } as const;
  const programs = [
    {
      ...STAUNTON,
      games: [
        game("a"),
        game("b", { points: 0.5, when: 5_000, helped: true }),
        game("c", quick),
        game("f", { clocked: true, points: 0, when: 9_500 }),
      ],
    },
    {
      text: "depth:2",
      title: "EvoChess class 4",
      system: "",
      games: [game("d", { when: 9_000 }), game("e", quick)],
    },
  ];
  const rows = rowsOf(programs).map(({ program, thought, won, drawn, lost, helped, last }) => [
    ...[program.title, thought, won, drawn, lost, helped, last],
  ]);
  assert.deepEqual(rows, [
    ["Staunton", "by its clock", 0, 0, 1, 0, 9_500],
    ["EvoChess class 4", "fixed", 2, 0, 0, 0, 9_000],
    ["Staunton", "1,000 nodes a move", 1, 1, 0, 1, 5_000],
    ["Staunton", "10,000 nodes a move", 1, 0, 0, 0, 1_000],
  ]);
});

test("a line a game as comma-separated values, the earliest first", () => {
  const programs: PlayedProgram[] = [
    { ...FALCON, title: 'Fred, the "first"', games: [game("a", { when: 2_000, helped: true })] },
    { text: "depth:2", title: "Class 4", system: "", games: [game("b", { side: "black", points: 0.5 })] },
  ];
  const systems = [{ id: "falcon", title: "Falcon 2014" }] as System[];
  assert.deepEqual(resultsCsv(programs, systems).split("\r\n"), [
    "date,program,system,strength,colour,points,result,half_moves,with_help,for_level,chromosome",
    "1970-01-01T00:00:01.000Z,Class 4,,fixed,black,0.5,White mates,41,false,true,depth:2",
    '1970-01-01T00:00:02.000Z,"Fred, the ""first""",Falcon 2014,"1,000 nodes a move",white,1,White mates,41,true,false,falcon.1.AAAA',
    "",
  ]);
});

test("stored results are whole or refused, and those of a newer version stay as they are", () => {
  const programs = [{ ...FALCON, games: [game("one")] }];
  assert.deepEqual(forms.read(forms.RESULTS, { version: 1, programs }), { record: { version: 1, programs } });
  assert.deepEqual(forms.read(forms.RESULTS, { version: 2, programs }), { fault: "newer" });
  for (const wrong of [
    null,
    [{ ...FALCON, games: {} }],
    [{ ...FALCON, text: 1, games: [] }],
    ...[
      { points: 2 },
      { side: "red" },
      { strength: { kind: "days", amount: 1 } },
      { when: "now" },
      { helped: 1 },
    ].map((part) => [{ ...FALCON, games: [{ ...game("one"), ...part }] }]),
  ]) {
    assert.equal(arePlayed(wrong), false, JSON.stringify(wrong));
    assert.deepEqual(forms.read(forms.RESULTS, { version: 1, programs: wrong }), { fault: "damaged" });
  }
  assert.equal(isNote(UNKNOWN_GAME), true);
  assert.equal(isNote({ ...UNKNOWN_GAME, recorded: "yes" }), false);
});

// ---- from the board -----------------------------------------------------------------------------

function position(plies: number, result: string | null = null, score = "*"): Position {
  const history = Array.from({ length: plies }, (_, at) => ({ san: `m${at}`, uci: "", fen: `${at}` }));
  return { history, result, score, turn: plies % 2 === 0 ? "white" : "black" } as unknown as Position;
}

/** A board at which a new game with Staunton begins. */
async function board(kept: PlayedProgram[] = []) {
  const store = new Store();
  let stored = kept;
  const storage = {
    loadResults: () => Promise.resolve(stored),
    changeResults: (change: (programs: PlayedProgram[]) => PlayedProgram[]) => {
      stored = change(stored);
      return Promise.resolve(stored);
    },
  } as unknown as Storage;
  let boards = 0;
  const keeper = new ResultsKeeper(store, storage, () => (boards += 1));
  await keeper.restore();
  const set = async (part: Partial<Play>) => {
    store.changePlay(part);
    await Promise.resolve();
  };
  const begin = (start: string | null = null) =>
    set({ note: noteOfNew({ start, moves: [] }) }).then(() => set({ position: position(0) }));
  await set({ opponent: "staunton" });
  await begin();
  const games = () => stored.flatMap((program) => program.games);
  return { store, keeper, set, begin, games, stored: () => stored, boards: () => boards };
}

test("a game that is over is kept, once", async () => {
  const { set, games, stored, boards, store } = await board();
  for (const plies of [1, 2, 3]) await set({ position: position(plies) });
  assert.deepEqual(games(), []);
  await set({ position: position(4, "0-1 Black mates", "0-1") });
  await set({ position: position(4, "0-1 Black mates", "0-1") });
  assert.deepEqual(
    stored().map(({ text, title, system }) => [text, title, system]),
    [["staunton", "Staunton", ""]],
  );
  const [only, ...others] = games();
  assert.deepEqual(others, []);
  const { id, when: _, ...rest } = only ?? game("");
  assert.notEqual(id, "");
  assert.deepEqual(rest, {
    strength: { kind: "nodes", amount: 10_000 },
    side: "white",
    points: 0,
    result: "Black mates",
    plies: 4,
    clocked: false,
    helped: false,
    changed: false,
  });
  assert.ok(boards() > 0, "what is noted is stored with the board");
  assert.equal(store.state.results.programs.length, 1);
});

test("a new game is another one, and its predecessor is not taken in again", async () => {
  const { set, begin, games } = await board();
  await set({ position: position(4, "0-1 Black mates", "0-1") });
  await begin();
  await set({ position: position(6, "1/2-1/2 Draw by stalemate", "1/2-1/2") });
  assert.deepEqual(
    games().map(({ points, plies }) => [points, plies]),
    [
      [0, 4],
      [0.5, 6],
    ],
  );
});

test("a resignation that is undone takes its result back; before both have moved it is none", async () => {
  const { set, games, store } = await board();
  await set({ position: position(1) });
  const before = store.state.play.note;
  await set({ position: position(1, "0-1 White resigns", "0-1") });
  assert.deepEqual(games(), []);
  await set({ note: before });
  await set({ position: position(2) });
  const later = store.state.play.note;
  await set({ position: position(2, "0-1 White resigns", "0-1") });
  assert.equal(games().length, 1);
  // What was put aside brings back what was noted then.
  await set({ note: later });
  await set({ position: position(2) });
  assert.deepEqual(games(), []);
  await set({ position: position(5, "1-0 White mates", "1-0") });
  assert.deepEqual(
    games().map(({ points, helped }) => [points, helped]),
    [[1, false]],
  );
});

test("moves taken back, hints and analyses are help; a look at another table is none", async () => {
  const help = async (act: (at: Awaited<ReturnType<typeof board>>) => Promise<unknown>) => {
    const at = await board();
    await at.set({ position: position(2) });
    await act(at);
    await at.set({ position: position(8, "1-0 White mates", "1-0") });
    return at.games()[0]?.helped;
  };
  assert.equal(await help(({ set }) => set({ position: position(1) })), true, "taken back");
  assert.equal(
    await help(({ set }) => set({ search: "hint" }).then(() => set({ search: null }))),
    true,
    "a hint",
  );
  assert.equal(await help(async ({ keeper }) => keeper.onAnalysis()), true, "an analysis");
  const onTime = async ({ set }: Awaited<ReturnType<typeof board>>) => {
    await set({ position: position(3, "0-1 White loses on time", "0-1") });
    await set({ position: position(3) });
  };
  assert.equal(await help(onTime), true, "a flag taken back");
  const inArena = async ({ set, keeper }: Awaited<ReturnType<typeof board>>) => {
    await set({ mode: "arena" });
    keeper.onAnalysis();
    await set({ mode: "play" });
  };
  assert.equal(await help(inArena), true, "an analysis by way of the arena");
  assert.equal(
    await help(async ({ set }) => {
      await set({ mode: "watch" });
      await set({ position: position(0) });
      await set({ mode: "play" });
    }),
    false,
    "another table",
  );
});

test("another opponent, strength or beginning is noted", async () => {
  const change = async (part: Partial<Play>, start: string | null = null) => {
    const { set, begin, games } = await board();
    await begin(start);
    await set({ position: position(2) });
    await set(part);
    await set({ position: position(8, "1-0 White mates", "1-0") });
    return games()[0]?.changed;
  };
  assert.equal(await change({}), false);
  assert.equal(await change({}, "4k3/8/8/8/8/8/8/4K2R w - - 0 1"), true);
  assert.equal(await change({ opponent: "depth:3" }), true);
  assert.equal(await change({ strength: { kind: "nodes", amount: 1 } }), true);
});

test("what a person deleted stays deleted, until it is brought back", async () => {
  const { keeper, set, games, store } = await board();
  await set({ position: position(4, "0-1 Black mates", "0-1") });
  const ids = games().map(({ id }) => id);
  await keeper.remove(ids);
  await set({ position: position(4, "0-1 Black mates", "0-1") });
  assert.deepEqual(games(), []);
  assert.equal(store.state.results.deleted[0]?.games.length, 1);
  await keeper.bringBack();
  assert.deepEqual(
    games().map(({ id }) => id),
    ids,
  );
  assert.deepEqual(store.state.results.deleted, []);
});

test("a position that was set up and is an end is no game", async () => {
  const { set, games } = await board();
  await set({ note: noteOfNew({ start: "7k/5Q2/6K1/8/8/8/8/8 b - - 0 1", moves: [] }) });
  await set({ position: position(0, "1/2-1/2 Draw by stalemate", "1/2-1/2") });
  assert.deepEqual(games(), []);
});

test("a game of which an earlier version noted nothing is not taken for the person's own work", async () => {
  const over = await board();
  await over.set({ note: UNKNOWN_GAME });
  await over.set({ position: position(9, "1-0 White mates", "1-0") });
  assert.deepEqual(over.games(), [], "it was over before");
  const { set, games } = await board();
  await set({ note: UNKNOWN_GAME });
  await set({ position: position(5) });
  await set({ position: position(9, "1-0 White mates", "1-0") });
  assert.equal(games()[0]?.changed, true);
});
