// Whom a person meets, and who meets whom.

import assert from "node:assert/strict";
import { moves, played, sitDown, strength, thoughts, turnTo } from "./board.mjs";
import { evolveNatively } from "./command.mjs";
import { address, button, evolve, holds, moveBox, play, press, e2e, shows, troubled } from "./page.mjs";

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
