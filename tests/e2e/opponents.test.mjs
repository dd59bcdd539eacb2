// Whom a person meets, and who meets whom.

import assert from "node:assert/strict";
import { moves, newGame, played, setUp, sitDown, strength, thoughts, turnTo } from "./board.mjs";
import { evolveNatively } from "./command.mjs";
import { address, button, downloaded, evolve, holds, moveBox, play, press, e2e, shows, troubled } from "./page.mjs";

function opponent(page) {
  return page.getByRole("combobox", { name: "Opponent" });
}

async function paste(page, text) {
  await opponent(page).selectOption({ label: "Paste a link…" });
  const field = page.getByRole("textbox", { name: "Chromosome or link" });
  await field.fill(text);
  await field.press("Enter");
}

e2e("Staunton plays who has bred nothing yet", async (page) => {
  await shows(page, "Press Evolve to breed an opponent");
  assert.equal(await moveBox(page).isDisabled(), true);
  await opponent(page).selectOption({ label: "Staunton (hand-set)" });
  await play(page, "e4");
  await played(page, 2);
  await page.getByRole("rowheader", { name: "Sum" }).waitFor();
});

e2e("a chromosome or a whole link becomes the opponent, and the program on show stays", async (page) => {
  await sitDown(page);
  const { chromosome } = await evolveNatively("--generations", 1, "--seed", 7);
  for (const text of [chromosome, `  ${address()}#c=${chromosome}\n`]) {
    await paste(page, text);
    await page.getByRole("textbox", { name: "Chromosome or link" }).waitFor({ state: "detached" });
    await holds(opponent(page), "pasted");
    await opponent(page).selectOption({ label: "Program from a link" });
  }
  await opponent(page).selectOption({ label: "Pasted program" });
  await play(page, "e4");
  await played(page, 2);
});

e2e("a damaged text is refused in words and changes nothing", async (page) => {
  await sitDown(page);
  await play(page, "e4");
  await played(page, 2);
  const before = await moves(page).innerText();
  const { chromosome } = await evolveNatively("--generations", 1, "--seed", 7);
  for (const [text, why] of [
    [chromosome.slice(0, -4), "cut short"],
    [chromosome.replace("acpp", "deepblue"), "deepblue"],
    [`${address()}#x=${chromosome}`, "experiment"],
    ["https://example.com/<img src=x onerror=alert(1)>", "This is no program"],
    ["A".repeat(100_001), "100001 characters"],
  ]) {
    await paste(page, text);
    await troubled(page, why);
    assert.equal(await moves(page).innerText(), before);
    assert.equal(await page.locator("img").count(), 0);
    await press(page, "Cancel");
    await holds(opponent(page), "shown");
  }
});

e2e("two programs play: start, hold, go on, stop, another game", async (page) => {
  await sitDown(page);
  await strength(page, "Casual: 1,000 nodes");
  await turnTo(page, "Watch a game");
  await opponent(page).selectOption({ label: "Staunton (hand-set)" });
  await press(page, "Start");
  await played(page, 3);
  await thoughts(page).waitFor();
  assert.match(await page.getByText(/^(White|Black) plays \S+\.$/).getAttribute("aria-live"), /polite/);
  await press(page, "Hold");
  await shows(page, "The game is paused.");
  const held = (await moves(page).innerText()).split(" ").length;
  await moves(page).press("Home");
  await shows(page, "The first position.");
  await press(page, "Resume");
  await played(page, Math.floor((2 * held) / 3) + 1);
  await press(page, "Stop");
  await shows(page, "The game was stopped.");
  await press(page, "New game");
  await button(page, "Hold").waitFor();
  await played(page, 2);
  await turnTo(page, "Play");
  await shows(page, "You are to move, with White.");
});

e2e("the run's champion meets itself and its random ancestor", async (page) => {
  await evolve(page, { Generations: 2 });
  await strength(page, "Casual: 1,000 nodes");
  await turnTo(page, "Watch a game");
  for (const label of ["Itself", "Random ancestor"]) {
    await opponent(page).selectOption({ label });
    await press(page, "New game");
    await played(page, 3);
  }
  await press(page, "Hold");
});

e2e("an opponent of fixed depth is chosen by its class, whatever the strength, and stays", async (page) => {
  await sitDown(page);
  await opponent(page).selectOption({ label: "3 plies ahead (class 6)" });
  const limit = page.getByRole("combobox", { name: "Strength" });
  await limit.filter({ hasText: "Always 3 plies" }).waitFor();
  assert.deepEqual(await limit.locator("option").allInnerTexts(), ["Always 3 plies"]);
  assert.equal(await limit.getAttribute("aria-disabled"), "true");
  await play(page, "e4");
  await played(page, 2);
  await thoughts(page)
    .filter({ hasText: /What it considered\s+depth 3\/3/ })
    .waitFor();
  const saved = (await downloaded(page, "Save game as PGN")).toString();
  assert.match(saved, /\[Black "Millipawn EvoChess class 6 \(3 plies\)"\]/);
  assert.match(saved, /\[BlackChromosome "depth:3"\]/);
  assert.doesNotMatch(saved, /\[Limit/);

  await page.reload();
  await holds(opponent(page), "depth:3");
  await play(page, "Nf3");
  await played(page, 4);
  await turnTo(page, "Watch a game");
  await opponent(page).selectOption({ label: "2 plies ahead (class 4)" });
  await press(page, "Start");
  await shows(page, "EvoChess class 4 (2 plies)");
  await played(page, 3);
  await press(page, "Stop");
});

/** A position in which seven plies take a while. */
const WILD = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1";

e2e("an opponent that looks far ahead is hurried, and left", async (page) => {
  await sitDown(page, WILD);
  await opponent(page).selectOption({ label: "7 plies ahead (class 14)" });
  await play(page, "a3");
  await shows(page, "The program is thinking.");
  await press(page, "Move now");
  await played(page, 2);
  await thoughts(page)
    .filter({ hasText: /What it considered\s+depth [1-6]\// })
    .waitFor();
  await play(page, "Rg1");
  await shows(page, "The program is thinking.");
  await newGame(page);
  await opponent(page).selectOption({ label: "1 ply ahead (class 2)" });
  await play(page, "e4");
  await played(page, 2);
});
