import assert from "node:assert/strict";
import { test } from "node:test";
import {
  afterMove,
  clockAt,
  clockOf,
  clockTags,
  clockText,
  leftNow,
  leftTo,
  lowFrom,
  runs,
  untilNextText,
} from "../../src/clock.ts";
import { BoardClock } from "../../src/laboratory/clock.ts";
import { budgetFor, cut, movedOn, upTo } from "../../src/laboratory/game.ts";
import { withClocks } from "../../src/laboratory/pgn-tree.ts";
import { fitClock, isClockChoice, isGameClock, NO_CLOCK } from "../../src/laboratory/time-control.ts";
import type { ClockChoice, GameClock, Play } from "../../src/model.ts";
import type { Store } from "../../src/laboratory/store.ts";

const THREE_TWO: ClockChoice = { control: { minutes: 3, increment_s: 2 }, odds: "tenth" };

/** The person has White. */
function begun(choice = THREE_TWO): GameClock {
  const clock = clockOf(choice, "white", 0);
  assert.ok(clock);
  return clock;
}

/** After moves that took so long, White first. */
function played(clock: GameClock, ...spent: number[]): GameClock {
  return spent.reduce((now, ms, at) => afterMove(now, at % 2 === 0 ? "white" : "black", ms), clock);
}

test("the program has its share of the person's time, or no clock", () => {
  const { white, black } = begun();
  assert.deepEqual(white, { initial_ms: 180_000, increment_ms: 2000 });
  assert.deepEqual(black, { initial_ms: 18_000, increment_ms: 200 });
  assert.deepEqual(begun({ ...THREE_TWO, odds: "same" }).black, white);
  assert.deepEqual(begun({ ...THREE_TWO, odds: "half" }).black, { initial_ms: 90_000, increment_ms: 1000 });
  assert.equal(begun({ ...THREE_TWO, odds: "setting" }).black, null);
  assert.equal(clockOf(NO_CLOCK, "white", 0), null);
  assert.deepEqual(clockOf(THREE_TWO, "black", 0)?.black, white, "the person's, whatever the colour");
});

test("the first move of each side is free, then the time goes and the increment comes", () => {
  const clock = begun();
  assert.equal(runs(clock, "white"), false);
  const first = played(clock, 5000, 5000);
  assert.deepEqual(first.left_ms, [180_000, 18_000]);
  assert.equal(runs(first, "white"), true);
  const second = played(first, 10_000, 1000);
  assert.deepEqual(second.left_ms, [180_000, 18_000, 172_000, 17_200]);
  assert.equal(leftTo(second, "white", "white"), 172_000);
  assert.equal(leftTo(second, "white", "black"), 17_200);
  const third = played(second, 2000.4);
  assert.equal(leftTo(third, "black", "white"), 172_000);
  assert.equal(leftTo(third, "black", "black"), 17_200);
  assert.equal(played(second, 999_999).left_ms.at(-1), 2000, "a move in time is never less than nought");
});

test("a side without a clock has none after its moves either", () => {
  const clock = played(begun({ ...THREE_TWO, odds: "setting" }), 0, 99, 1000, 99);
  assert.deepEqual(clock.left_ms, [180_000, null, 181_000, null]);
  assert.equal(leftTo(clock, "white", "black"), null);
  assert.equal(runs(played(clock, 0), "black"), false);
});

test("moves that are taken back give their time back", () => {
  const clock = played(begun(), 0, 0, 10_000, 1000, 20_000, 2000);
  const before = clockAt(clock, 4);
  assert.equal(leftTo(before, "white", "white"), 172_000);
  assert.equal(leftTo(before, "white", "black"), 17_200);
  assert.equal(runs(clockAt(clock, 0), "white"), false);
  const later = clockOf(THREE_TWO, "black", 5);
  assert.ok(later);
  assert.deepEqual(clockAt(later, 3), { ...later, from: 3 }, "before there was a clock");
});

test("a clock reads as one", () => {
  const texts: [number, string][] = [
    [5_400_000, "1:30:00"],
    [3_599_999, "59:59"],
    [300_000, "5:00"],
    [10_000, "0:10"],
    [9_999, "0:09.9"],
    [140, "0:00.1"],
    [0, "0:00.0"],
  ];
  for (const [left, text] of texts) assert.equal(clockText(left), text);
  for (const left of [300_000, 299_500, 10_000, 9_999, 140, 1]) {
    const wait = untilNextText(left);
    if (wait < left) assert.notEqual(clockText(left - wait), clockText(left), `${left}`);
    if (wait > 1) assert.equal(clockText(left - wait + 1), clockText(left), `${left}: not before`);
  }
});

test("time is low at an eighth of it, within limits", () => {
  const low = (minutes: number) => lowFrom({ initial_ms: minutes * 60_000, increment_ms: 0 });
  assert.deepEqual([0.5, 1, 4, 180].map(low), [10_000, 10_000, 30_000, 60_000]);
});

test("PGN says whose time control it is", () => {
  assert.deepEqual(clockTags(begun({ ...THREE_TWO, odds: "same" }), "white"), ["TimeControl", "180+2"]);
  assert.deepEqual(clockTags(begun(), "white"), [
    ...["TimeControl", "180+2"],
    ...["WhiteTimeControl", "180+2", "BlackTimeControl", "18+0.2"],
  ]);
  assert.deepEqual(clockTags(begun({ ...THREE_TWO, odds: "setting" }), "white").at(-1), "-");
});

test("the moves of a PGN get the time that was left", async () => {
  const clock = played(begun({ ...THREE_TWO, odds: "setting" }), 0, 0, 1500);
  const pgn = await withClocks('[White "A"]\n[TimeControl "180+2"]\n\n1. e4 e5 2. d4 *\n', clock);
  assert.match(pgn, /\[TimeControl "180\+2"\]/);
  assert.match(
    pgn.replaceAll(/\s+/g, " "),
    /1\. e4 \{ ?\[%clk 0:03:00\] ?\} (1\.\.\. )?e5 2\. d4 \{ ?\[%clk 0:03:01\] ?\} \*/,
  );
});

test("a program with a clock thinks by it, another by its strength", () => {
  const seat = { text: "staunton", title: "Staunton" };
  const strength = { kind: "nodes", amount: 1000 } as const;
  const game = { start: null, moves: [], resigned: null };
  const timed = { ...game, clock: played(begun(), 0, 0, 0, 1000, 0) };
  const { budget, remember } = budgetFor(timed, "black", seat, strength);
  assert.deepEqual(budget.clock, { left_ms: 17_200, increment_ms: 200 });
  assert.deepEqual([budget.nodes, budget.milliseconds, remember], [Infinity, Infinity, true]);
  const untimed = { ...game, clock: begun({ ...THREE_TWO, odds: "setting" }) };
  for (const one of [game, untimed]) {
    const answer = budgetFor(one, "black", seat, strength);
    assert.deepEqual([answer.budget.clock, answer.budget.nodes, answer.remember], [undefined, 1000, false]);
  }
});

test("a game goes on with its clock and without what ended it", () => {
  const begins = { start: null, moves: [], resigned: null, clock: begun() };
  const moved = movedOn(movedOn(begins, "white", "e2e4", 99), "black", "e7e5", 99);
  assert.deepEqual(moved.moves, ["e2e4", "e7e5"]);
  assert.deepEqual(moved.clock?.left_ms, [180_000, 18_000]);
  const lost = { ...moved, flagged: "white" as const };
  assert.equal(cut(lost, 2), lost);
  assert.deepEqual(upTo(lost, 1), { ...begins, moves: ["e2e4"], clock: { ...begun(), left_ms: [180_000] } });
});

test("what is chosen is made to fit, and what is stored is taken whole or not at all", () => {
  const fitted = fitClock({ control: { minutes: 999, increment_s: -1 }, odds: "half" });
  assert.deepEqual(fitted.control, { minutes: 180, increment_s: 0 });
  assert.deepEqual(fitClock(NO_CLOCK), NO_CLOCK);
  assert.equal(isClockChoice(THREE_TWO), true);
  assert.equal(isClockChoice(NO_CLOCK), true);
  for (const wrong of [null, {}, { ...THREE_TWO, odds: "third" }, { control: { minutes: 1 }, odds: "same" }])
    assert.equal(isClockChoice(wrong), false, JSON.stringify(wrong));
  const clock = played(begun(), 0, 0, 1000);
  assert.equal(isGameClock(clock), true);
  for (const wrong of [
    null,
    { ...clock, white: {} },
    { ...clock, left_ms: ["1"] },
    { ...clock, left_ms: [-1] },
    { ...clock, from: null },
  ])
    assert.equal(isGameClock(wrong), false, JSON.stringify(wrong));
});

/** A clock of a board where the person has White. */
function atBoard(onFlag: (late: string) => void = () => {}): { clock: BoardClock; play(): Play } {
  let play = { side: "white", clock: null } as unknown as Play;
  const store = {
    get state() {
      return { play };
    },
    changePlay(part: Partial<Play>) {
      play = { ...play, ...part };
    },
  };
  const clock = new BoardClock(store as unknown as Store, (_, late) => onFlag(late));
  return { clock, play: () => play };
}

test("the person's clock runs at once, the program's when it is told to", (t) => {
  t.mock.timers.enable({ apis: ["setTimeout"] });
  const { clock, play } = atBoard();
  const begins = begun();
  clock.show(begins, "white", false, null);
  assert.equal(play().clock?.running, null, "the first move is free");
  const first = played(begins, 0, 0);
  clock.show(first, "white", false, null);
  assert.equal(play().clock?.running, "white");
  const since = play().clock?.since;
  clock.show(first, "white", false, null);
  assert.equal(play().clock?.since, since, "another opponent gives no time back");
  const second = played(first, 1000);
  clock.show(second, "black", false, null);
  assert.equal(play().clock?.running, null);
  clock.start("black");
  assert.equal(play().clock?.running, "black");
  clock.show(second, "black", true, "black");
  assert.equal(play().clock?.running, null);
  assert.equal(play().clock?.black?.left_ms, 0);
  clock.clear();
  assert.equal(play().clock, null);
});

test("time is low once in a game, and over at its end", (t) => {
  let now = 0;
  t.mock.method(performance, "now", () => now);
  t.mock.timers.enable({ apis: ["setTimeout"] });
  const pass = (ms: number) => {
    now += ms;
    t.mock.timers.tick(ms);
  };
  const flags: string[] = [];
  const { clock, play } = atBoard((late) => flags.push(late));
  const first = played(begun(), 0, 0);
  clock.show(first, "white", false, null);
  pass(157_499);
  assert.equal(play().clock?.was_low, false);
  pass(1);
  assert.equal(play().clock?.was_low, true);
  const face = play().clock;
  assert.ok(face);
  assert.equal(leftNow(face, "white", now), 22_500);
  const later = played(first, 10_000, 0);
  clock.show(later, "white", false, null);
  assert.equal(play().clock?.was_low, true, "it is not said again");
  pass(171_999);
  assert.deepEqual(flags, []);
  pass(1);
  assert.deepEqual(flags, ["white"]);
});
