// The clocks of a game against a program. The page's time is Playwright's, which is put forward: nobody waits for a flag. The program's
// worker has the real time.

import assert from "node:assert/strict";
import { DEVICES, examined } from "./axe.mjs";
import { moves, played, ponder, setUp, strength, turnTo } from "./board.mjs";
import { choose, downloaded, e2e, file, holds, nextFrame, play, press, shows, write } from "./page.mjs";

const PUT_FORWARD = { prepare: (page) => page.clock.install() };
const [MINUTE, SECOND] = [60_000, 1000];
const UNTIMED = "Program: no clock";
/** The program has its king alone. */
const CANNOT_MATE = "7k/8/8/8/8/8/P7/K7 w - - 0 1";

function choice(page) {
  return page.getByRole("combobox", { name: "Clock", exact: true });
}

function odds(page) {
  return page.getByRole("combobox", { name: "Program's time", exact: true });
}

function own(page) {
  return page.getByRole("timer", { name: "Your clock", exact: true });
}

function programs(page) {
  return page.getByRole("timer", { name: "Program's clock", exact: true });
}

async function reads(clock, text) {
  await clock.filter({ hasText: text }).waitFor();
}

/** What is left of a clock, in seconds. */
async function left(clock) {
  const text = await clock.locator(".time").textContent();
  return text.split(":").reduce((sum, part) => 60 * sum + Number(part), 0);
}

/** Staunton, before the first move. */
async function sit(page, control, share = UNTIMED) {
  await shows(page, "118 games");
  await page.getByRole("combobox", { name: "Opponent" }).selectOption({ label: "Staunton (hand-set)" });
  await shows(page, "You are to move, with White.");
  await strength(page, "Casual: 1,000 nodes");
  await choice(page).selectOption(control);
  await odds(page).selectOption({ label: share });
}

async function reply(page, move, plies) {
  await play(page, move);
  await played(page, plies);
  await shows(page, "You are to move, with White.");
}

function heard(page, text) {
  return page.locator("[aria-live=polite]").filter({ hasText: text });
}

e2e(
  "the clock runs from the second move on, and has its increment after it",
  async (page) => {
    await sit(page, "10+5");
    await reads(own(page), "10:00");
    // The program thinks by its strength.
    await programs(page).waitFor({ state: "detached" });
    await page.clock.fastForward(MINUTE);
    await reply(page, "e4", 2);
    await reads(own(page), "running");
    assert.ok((await left(own(page))) > 540, "the first move is free");
    await page.clock.fastForward(2 * MINUTE);
    await reads(own(page), /[78]:\d\d/);
    const before = await left(own(page));
    await reply(page, "d4", 4);
    const after = await left(own(page));
    assert.ok(before <= 480 && after <= 485 && after > 240, `${before} and then ${after}`);
    await press(page, "Flip");
    const top = (place) => place.evaluate((element) => element.getBoundingClientRect().top);
    const board = page.getByRole("group", { name: "Board", exact: true });
    assert.ok((await top(own(page))) < (await top(board)), "a person's clock is on the person's side");
  },
  PUT_FORWARD,
);

e2e(
  "the flag falls: low time is said once, the game is lost, and the move can be taken back",
  async (page) => {
    await sit(page, "1+0");
    await reply(page, "e4", 2);
    await page.clock.fastForward(51 * SECOND);
    await heard(page, "Your time is low: less than 10 seconds.").waitFor({ state: "attached" });
    await reads(own(page), /0:0\d\.\d/);
    await play(page, "d4");
    await played(page, 4);
    await heard(page, /^The program plays \S+\.$/).waitFor({ state: "attached" });
    assert.equal(await heard(page, "Your time is low").count(), 0, "it is not said again");
    await page.clock.fastForward(MINUTE);
    await shows(page, "0-1 White loses on time");
    await heard(page, "0-1 White loses on time.").waitFor({ state: "attached" });
    await reads(own(page), "0:00.0");
    await play(page, "a3");
    await page.getByRole("alert").getByText("The game is over. Press New game.").waitFor();
    await press(page, "Take back");
    await shows(page, "You are to move, with White.");
    assert.ok((await left(own(page))) > 0, "with the time before that move");
    await press(page, "Take back");
    await shows(page, /^1\. e4 \S+$/);
    await reads(own(page), /0:[345]\d/);
    await press(page, "Resign");
    await shows(page, "White resigns");
    const stands = await left(own(page));
    await page.clock.fastForward(5 * MINUTE);
    await nextFrame(page);
    assert.equal(await left(own(page)), stands, "a game that is over takes no time");
    await press(page, "New game");
    await reads(own(page), "1:00");
  },
  PUT_FORWARD,
);

e2e(
  "whoever has a king alone wins by no flag",
  async (page) => {
    await sit(page, "1+0");
    await setUp(page, CANNOT_MATE);
    await reads(own(page), "1:00");
    await reply(page, "a4", 2);
    await page.clock.fastForward(2 * MINUTE);
    await shows(page, "1/2-1/2 Draw: White ran out of time, Black cannot mate");
  },
  PUT_FORWARD,
);

e2e(
  "a program on the clock has its share and stays within it; both clocks come back after a reload",
  async (page) => {
    await sit(page, "10+5", "Program: a tenth");
    await reads(programs(page), "1:00");
    await reads(page.getByRole("combobox", { name: "Strength" }), "By its clock");
    await reply(page, "e4", 2);
    await reads(programs(page), "1:00");
    await page.clock.fastForward(3 * MINUTE);
    await reply(page, "d4", 4);
    const [mine, its] = [await left(own(page)), await left(programs(page))];
    assert.ok(mine < 426 && its > 30 && its < 61, `${mine} and ${its}`);
    await page.clock.fastForward(3 * MINUTE);
    await page.reload();
    await shows(page, "You are to move, with White.");
    await reads(own(page), "running");
    const again = await left(own(page));
    assert.ok(again <= 426 && again > 300, `${again}: as at the last move`);
    assert.equal(await left(programs(page)), its);
    await reply(page, "a3", 6);
    assert.notEqual(await left(programs(page)), 0);
    await press(page, "Take back");
    await shows(page, /^1\. e4 \S+ 2\. d4 \S+$/);
    assert.equal(await left(programs(page)), its);
    await turnTo(page, "Analyse");
    await own(page).waitFor({ state: "detached" });
    assert.equal(await choice(page).count(), 0, "an analysis has no clock");
    await turnTo(page, "Watch a game");
    assert.equal(await page.getByRole("timer").count(), 0);
    assert.equal(await choice(page).count(), 0, "nor have two programs");
    await turnTo(page, "Play");
    await own(page).waitFor();
  },
  PUT_FORWARD,
);

e2e(
  "a premove costs no time",
  async (page) => {
    await sit(page, "3+2");
    await ponder(page);
    await play(page, "e4");
    await shows(page, "The program is thinking.");
    await play(page, "d4");
    await shows(page, "Premove: d4");
    await press(page, "Move now");
    await shows(page, /^1\. e4 \S+ 2\. d4/);
    await reads(own(page), "3:02");
    await press(page, "Move now");
    await played(page, 4);
  },
  PUT_FORWARD,
);

e2e("any other time is set by keyboard, within limits, and is there after a reload", async (page) => {
  await sit(page, "5+0");
  await reply(page, "e4", 2);
  await choice(page).focus();
  await page.keyboard.press("End");
  await holds(choice(page), "custom");
  await shows(page, "The clock is set for the next game.");
  const minutes = page.getByRole("spinbutton", { name: "Minutes", exact: true });
  const increment = page.getByRole("spinbutton", { name: "Increment (s)", exact: true });
  await write(minutes, "0");
  await minutes.press("Enter");
  await page.getByRole("alert").getByText("0.5 to 180").waitFor();
  await write(minutes, "2");
  await minutes.press("Enter");
  await page.getByRole("alert").waitFor({ state: "detached" });
  await write(increment, "12");
  await increment.press("Enter");
  await holds(choice(page), "custom");
  await holds(minutes, "2");
  await holds(increment, "12");
  assert.ok((await left(own(page))) > 200, "the game goes on by its own clock");
  await press(page, "New game");
  await reads(own(page), "2:00");
  await odds(page).selectOption({ label: "Program: half" });
  await reads(programs(page), "1:00");
  await page.reload();
  await shows(page, "You are to move, with White.");
  await holds(choice(page), "custom");
  await holds(minutes, "2");
  await holds(increment, "12");
  await holds(odds(page), "half");
  await reads(own(page), "2:00");
  await choice(page).selectOption({ label: "No clock" });
  await own(page).waitFor({ state: "detached" });
  await programs(page).waitFor({ state: "detached" });
});

e2e(
  "the clocks are in the PGN, and such a file is opened",
  async (page) => {
    await sit(page, "5+0");
    await reply(page, "e4", 2);
    await page.clock.fastForward(30 * SECOND);
    await reply(page, "d4", 4);
    const game = await moves(page).innerText();
    await page.clock.fastForward(6 * MINUTE);
    await shows(page, "0-1 White loses on time");
    const pgn = (await downloaded(page, "Save game as PGN")).toString();
    for (const tag of ["TimeControl", "WhiteTimeControl"]) assert.ok(pgn.includes(`[${tag} "300+0"]`), pgn);
    assert.ok(pgn.includes('[BlackTimeControl "-"]'), pgn);
    assert.ok(pgn.includes('[Termination "time forfeit"]'), pgn);
    assert.ok(pgn.includes('[Limit "1000 nodes a move"]'), pgn);
    assert.match(pgn, /1\. e4 \{ \[%clk 0:05:00\] \}/);
    assert.match(pgn, /2\. d4 \{ \[%clk 0:04:[0-3]\d\] \} (2\.\.\. )?\S+ 0-1/);
    await turnTo(page, "Analyse");
    const analysed = (await downloaded(page, "Save game as PGN")).toString();
    const times = (text) => text.match(/\[%clk [\d:]+\]/g);
    assert.deepEqual(times(analysed), times(pgn), "an analysis keeps them");
    await turnTo(page, "Play");
    await choose(page, [file("timed.pgn", pgn)], "Open game");
    await holds(page.getByRole("radio", { name: "Analyse" }), "analyse");
    await shows(page, game);
    await shows(page, /Person – Millipawn Staunton.*0-1/);
  },
  PUT_FORWARD,
);

for (const [device, screen] of Object.entries(DEVICES)) {
  e2e(
    `axe finds nothing at the clocks, and they are in sight: ${device}`,
    async (page) => {
      await sit(page, "custom", "Program: a tenth");
      await page.getByRole("spinbutton", { name: "Minutes", exact: true }).waitFor();
      await examined(page, "before the game");
      await reply(page, "e4", 2);
      await reads(own(page), "running");
      await examined(page, "running");
      await page.clock.fastForward(111 * SECOND);
      await reads(own(page), /0:0\d\.\d/);
      await examined(page, "low");
      for (const clock of [own(page), programs(page)]) {
        const { x, width } = await clock.boundingBox();
        assert.ok(x >= 0 && x + width <= screen.viewport.width);
      }
    },
    { ...PUT_FORWARD, ...screen },
  );
}
