import assert from "node:assert/strict";
import { test } from "node:test";
import { FRESH, isBoard, type Seats } from "../../src/laboratory/board-game.ts";
import { BoardTables } from "../../src/laboratory/board-tables.ts";
import { takenBack } from "../../src/laboratory/game.ts";
import { gameTags, looksLikeGame, nameOf, programIn, tagsOf } from "../../src/laboratory/game-file.ts";
import { pgnOf, tagsOfPlayed } from "../../src/laboratory/saved-game.ts";
import { Store } from "../../src/laboratory/store.ts";
import type { Player } from "../../src/host/player.ts";
import { headsOf } from "../../src/game-heads.ts";
import type { System, Tag } from "../../src/model.ts";
import { isMove, lacksPromotion } from "../../src/move-form.ts";
import { UNKNOWN_GAME } from "../../src/results.ts";
import { seatOf } from "../../src/seats.ts";
import { gameAmong } from "../../src/view/drop.ts";
import type { GameFile } from "../../src/worker/protocol.ts";

// Node.js 20 has none.
if (!("navigator" in globalThis))
  Object.defineProperty(globalThis, "navigator", { value: { hardwareConcurrency: 2 } });

const GAME = { start: null, moves: ["e2e4", "e7e5"], resigned: null };
const SEATS: Seats = {
  side: "black",
  opponent: "shown",
  program: { text: "acpp.1.AAAA" },
  program_title: "Program from a link",
  pasted: null,
  ancestor: null,
};

test("a stored game is taken whole or not at all", () => {
  const table = { game: GAME, seats: SEATS, under_way: true };
  const aside = { mode: "play", game: GAME, seats: SEATS, since: 0, told: { why: "", undo: "" } };
  assert.equal(isBoard({ mode: "play", tables: { play: table } }), true);
  assert.equal(isBoard({ mode: "play", tables: { play: table }, aside: null }), true);
  assert.equal(isBoard({ mode: "play", tables: { play: table }, aside }), true);
  const read = { ...GAME, unclaimed: true, tags: [["White", "Anderssen"]] };
  assert.equal(isBoard({ mode: "analyse", tables: { analyse: { ...table, game: read } } }), true);
  for (const opponent of ["depth:1", "depth:7"])
    assert.equal(
      isBoard({ mode: "play", tables: { play: { ...table, seats: { ...SEATS, opponent } } } }),
      true,
    );
  for (const wrong of [
    ...["depth:0", "depth:8", "depth:"].map((opponent) => ({
      mode: "play",
      tables: { play: { ...table, seats: { ...SEATS, opponent } } },
    })),
    { mode: "play", tables: {}, aside: { ...aside, mode: "arena" } },
    { mode: "play", tables: {}, aside: { ...aside, game: null } },
    { mode: "play", tables: {}, aside: { ...aside, told: { why: "" } } },
    null,
    { mode: "arena", tables: {} },
    { mode: "play", tables: { play: { ...table, game: { ...GAME, moves: [1] } } } },
    { mode: "play", tables: { play: { ...table, seats: { ...SEATS, side: "red" } } } },
    { mode: "play", tables: { play: { ...table, seats: { ...SEATS, program: {} } } } },
    { mode: "play", tables: { play: { ...table, under_way: "yes" } } },
    { mode: "play", tables: { play: { ...table, game: { ...GAME, flagged: "red" } } } },
    { mode: "play", tables: { play: { ...table, game: { ...GAME, clock: { left_ms: [] } } } } },
    { mode: "play", tables: { play: { ...table, game: { ...GAME, tags: [["White"]] } } } },
    { mode: "play", tables: { play: { ...table, game: { ...GAME, tags: "White" } } } },
  ])
    assert.equal(isBoard(wrong), false, JSON.stringify(wrong));
});

test("each table keeps its game and who sits there", () => {
  const store = new Store();
  const kept: unknown[] = [];
  const tables = new BoardTables(store, (board) => kept.push(board));
  tables.restore({ mode: "play", tables: { play: { game: GAME, seats: SEATS, under_way: true } } });
  assert.equal(tables.isUnderWay(), true);
  assert.equal(store.state.play.side, "black");
  tables.turnTo("watch");
  store.changePlay({ side: "white", opponent: "staunton" });
  assert.equal(tables.isUnderWay(), false);
  assert.equal(tables.isUnderWay("play"), true);
  tables.turnTo("play");
  assert.deepEqual([store.state.play.side, store.state.play.opponent], ["black", "shown"]);
  assert.deepEqual(tables.game, GAME);
  tables.settle(false);
  tables.settle(false);
  assert.equal(kept.length, 1, "stored where it has changed");
  assert.equal(isBoard(kept[0]), true);
});

test("the game put aside comes back until the one in its place has gone on", () => {
  const store = new Store();
  const tables = new BoardTables(store, () => {});
  tables.putAside(FRESH, { why: "", undo: "" });
  assert.equal(store.state.play.aside, null, "nothing to lose");
  tables.game = GAME;
  tables.putAside(FRESH, { why: "Why.", undo: "Undo" });
  tables.game = { ...FRESH, moves: ["d2d4", "d7d5", "c2c4"] };
  tables.settle(false);
  assert.deepEqual(store.state.play.aside, { why: "Why.", undo: "Undo" });
  tables.game = { ...FRESH, moves: ["d2d4", "d7d5", "c2c4", "e7e6"] };
  tables.settle(false);
  assert.equal(store.state.play.aside, null);
  assert.equal(tables.takeAside(), null);
});

test("a resignation is taken back in its own game, at its own table", () => {
  const store = new Store();
  const tables = new BoardTables(store, () => {});
  const told = { why: "You resigned.", undo: "Undo" };
  const resigned = { ...GAME, resigned: "white" as const };
  tables.game = GAME;
  tables.putAside(resigned, told);
  tables.game = resigned;
  tables.settle(true);
  tables.turnTo("analyse");
  assert.equal(store.state.play.aside, null, "another table");
  tables.turnTo("play");
  assert.deepEqual(store.state.play.aside, told);
  tables.putAside(FRESH, { why: "", undo: "" });
  assert.equal(store.state.play.aside, null, "another game");
  assert.equal(tables.takeAside(), null);
});

const SYSTEMS = [{ id: "falcon", name: "Falcon" }] as System[];

test("a program is named by its system, where it comes from and the end of its chromosome", () => {
  const text = "falcon.1.AbCdEfGhIj";
  assert.equal(nameOf(null, SYSTEMS), "Person");
  assert.equal(nameOf({ text: "staunton", title: "Staunton" }, SYSTEMS), "Millipawn Staunton");
  assert.equal(
    nameOf({ text, title: "Generation 60 of this run" }, SYSTEMS),
    "Millipawn Falcon generation 60 (EfGhIj)",
  );
  assert.equal(
    nameOf({ text: `${text}?Search=plain`, title: "Champion" }, SYSTEMS),
    "Millipawn Falcon (EfGhIj)",
  );
  const seats = { white: null, black: { text, title: "Program from a link" } };
  const { tags, white } = gameTags(seats, { kind: "depth", amount: 1 }, SYSTEMS);
  assert.equal(white, "Person");
  assert.deepEqual(tags, [
    ...["WhiteType", "human", "BlackType", "program", "BlackChromosome", text],
    ...["Limit", "depth 1"],
  ]);
});

test("a fixed-depth opponent is named by its class, and comes back from its file", async () => {
  const fixed = seatOf(new Store().state, "depth:3");
  assert.deepEqual(fixed, { text: "depth:3", title: "EvoChess class 6 (3 plies)" });
  const { tags, black } = gameTags({ white: null, black: fixed }, { kind: "seconds", amount: 1 }, SYSTEMS);
  assert.equal(black, "Millipawn EvoChess class 6 (3 plies)");
  assert.deepEqual(tags, ["WhiteType", "human", "BlackType", "program", "BlackChromosome", "depth:3"]);
  const file = { white: "Person", black, chromosomes: { white: null, black: "depth:3" } };
  const read = await programIn({} as Player, file as unknown as GameFile);
  assert.deepEqual(read, { opponent: "depth:3", side: "white" });
});

test("a game is told from a position", () => {
  for (const game of [
    '[Event "?"]',
    "1. e4 e5",
    " 1.e4",
    '\n[ White "A"]',
    "e4 e5 Nf3",
    "d4 nf6 O-O 1/2-1/2",
  ])
    assert.equal(looksLikeGame(game), true, game);
  for (const position of ["8/8/8/8/8/8/8/8 w - - 0 1", "rnbqkbnr/8", "1k6/8/8/8/8/8/8/K7 w - - 0 1", "e4"])
    assert.equal(looksLikeGame(position), false, position);
});

test("one plain PGN goes onto the board, all else is to be bred on", () => {
  const game = { name: "Game.PGN" };
  assert.equal(gameAmong([game]), game);
  for (const files of [[], [game, game], [{ name: "games.pgn.gz" }], [{ name: "suite.epd" }]])
    assert.equal(gameAmong(files), null);
});

test("a message is shown once with a count, replaced by the next about the same, and taken back", () => {
  const store = new Store();
  store.trouble("No position.", "set-up");
  store.trouble("No position.", "set-up");
  store.trouble("Something else.");
  assert.deepEqual(
    store.state.troubles.map(({ text, count }) => [text, count]),
    [
      ["No position.", 2],
      ["Something else.", 1],
    ],
  );
  store.trouble("No kings.", "set-up");
  assert.deepEqual(
    store.state.troubles.map(({ text }) => text),
    ["Something else.", "No kings."],
  );
  store.mended("set-up");
  assert.deepEqual(
    store.state.troubles.map(({ text }) => text),
    ["Something else."],
  );
});

test("a game stored before anything was noted of it is not taken for the person's own work", () => {
  const store = new Store();
  const tables = new BoardTables(store, () => {});
  tables.restore({ mode: "play", tables: { play: { game: GAME, seats: SEATS, under_way: true } } });
  assert.deepEqual(store.state.play.note, UNKNOWN_GAME);
  const note = { ...UNKNOWN_GAME, id: "one", changed: false, against: "staunton nodes 1000" };
  const noted = { game: GAME, seats: { ...SEATS, note }, under_way: true };
  tables.restore({ mode: "play", tables: { play: noted } });
  assert.deepEqual(store.state.play.note, note);
  assert.equal(isBoard({ mode: "play", tables: { play: noted } }), true);
  const wrong = { ...noted, seats: { ...SEATS, note: { id: 1 } } };
  assert.equal(isBoard({ mode: "play", tables: { play: wrong } }), false);
});

test("who takes a move back needs one, and a resignation or a fallen flag is undone before it", () => {
  const after = (plies: number, more = {}) => ({
    start: null,
    moves: GAME.moves.slice(0, plies),
    resigned: null,
    ...more,
  });
  assert.equal(takenBack(after(1), "black", "white"), 1, "the program thinks");
  assert.equal(takenBack(after(2), "white", "white"), 2);
  assert.equal(takenBack(after(1), "black", "black"), 2, "the first move was the program's");
  assert.equal(takenBack(after(1, { resigned: "white" }), "black", "white"), 0);
  assert.equal(takenBack(after(2, { flagged: "white" }), "white", "white"), 0);
  assert.equal(takenBack(after(2, { flagged: "black" }), "black", "white"), 1);
});

test("what is known of a game is told above its moves", () => {
  const told = (tags: Tag[]) => headsOf({ mode: "analyse", tags });
  const players: Tag[] = [
    ["White", "Anderssen"],
    ["Black", "Kieseritzky"],
  ];
  assert.deepEqual(told([...players, ["Event", "London"], ["Date", "1851.??.??"], ["Result", "1-0"]]), {
    players: "Anderssen \u2013 Kieseritzky, 1-0",
    occasion: "London, 1851",
  });
  assert.deepEqual(
    told([
      ["White", "Anna"],
      ["Black", "?"],
      ["Result", "*"],
      ["Date", "????.??.??"],
    ]),
    {
      players: "Anna \u2013 ?",
      occasion: "",
    },
  );
  const nobody = { players: "", occasion: "" };
  assert.deepEqual(
    told([
      ["White", "?"],
      ["Event", "London"],
    ]),
    nobody,
  );
  assert.deepEqual(headsOf({ mode: "play", tags: players }), nobody);
  assert.deepEqual(headsOf({ mode: "analyse", tags: null }), nobody);
});

test("moves are known by their form, and a pawn's to the last rank says what it becomes", () => {
  for (const move of ["e4", "nf3", "Nbd7", "exd8=Q+", "a8q", "a7a8", "O-O", "o-o-o", "0-0", "Qh7#", "Nf3!?"])
    assert.equal(isMove(move), true, move);
  for (const text of ["", "hello", "e9", "1.", "K"]) assert.equal(isMove(text), false, text);
  for (const move of ["a8", "axb8", "h1", "c1+"]) assert.equal(lacksPromotion(move), true, move);
  for (const move of ["a8=Q", "a8q", "Ra8", "bc8", "a7", "a7a8"])
    assert.equal(lacksPromotion(move), false, move);
});

test("a game that is analysed is saved with what stood above its moves", async () => {
  const asked: unknown[] = [];
  const player = { call: (_: string, argument: unknown) => Promise.resolve(asked.push(argument) && "") };
  const saved = {
    game: GAME,
    variations: [],
    seats: null,
    side: "white",
    strength: { kind: "depth", amount: 1 },
  } as const;
  const late = { ...GAME, flagged: "white" } as const;
  const seats = { white: null, black: seatOf(new Store().state, "depth:3") };
  const tags = tagsOfPlayed({ ...saved, game: late, seats }, "0-1", SYSTEMS);
  assert.deepEqual(
    tags.filter(([name]) => name !== "Date"),
    [
      ["Event", "Millipawn"],
      ["White", "Person"],
      ["Black", "Millipawn EvoChess class 6 (3 plies)"],
      ["Result", "0-1"],
      ["Termination", "time forfeit"],
      ["WhiteType", "human"],
      ["BlackType", "program"],
      ["BlackChromosome", "depth:3"],
    ],
  );
  const read = tagsOf({
    tags: [
      ["Event", "London"],
      ["Result", "*"],
      ["PlyCount", "9"],
    ],
    result: "1-0",
  });
  assert.deepEqual(read.at(-1), ["Result", "1-0"]);
  assert.deepEqual(tagsOf({ tags: [], result: "unclear" }), [["Result", "*"]]);
  await pgnOf(player as unknown as Player, { ...saved, game: { ...GAME, tags: read } }, SYSTEMS);
  const [{ white, date, tags: written }] = asked as [{ white: string; date: string; tags: string[] }];
  assert.deepEqual([white, date], ["?", "????.??.??"]);
  assert.deepEqual(written, ["Event", "London", "PlyCount", "2", "Result", "1-0"]);
});
