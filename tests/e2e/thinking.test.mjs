// How strong a program plays, what is seen of its thinking, and what it answers when it is hurried.

import assert from "node:assert/strict";
import { arrows, newGame, played, ponder, setUp, sitDown, strength, thoughts, turnTo } from "./board.mjs";
import { answers, arrivedAt, button, moveBox, play, press, e2e, set, shows } from "./page.mjs";

/** Answers what the program replied, and the numbers of its search. */
async function replyTo(page, move) {
  await play(page, move);
  const [, reply] = await played(page, 2);
  await thoughts(page).filter({ hasText: "What it considered" }).waitFor();
  return { reply, numbers: (await thoughts(page).innerText()).replace(/ · [\d,]+\sk\/s/, "") };
}

e2e(
  "by nodes and by depth the same game gets the same answer, whatever was stopped in between",
  async (page) => {
    await sitDown(page);
    for (const name of ["Casual: 1,000 nodes", "Quick: 10,000 nodes", "Strong: 100,000 nodes"]) {
      await strength(page, name);
      const first = await replyTo(page, "e4");
      await newGame(page);

      await ponder(page);
      await play(page, "d4");
      await shows(page, "The program is thinking.");
      await press(page, "Move now");
      await played(page, 2);
      await newGame(page);

      await strength(page, name);
      assert.deepEqual(await replyTo(page, "e4"), first, name);
      await newGame(page);
    }
  },
);

e2e(
  "depth, score, nodes, line and arrow are there while it thinks; hurried, it plays that move",
  async (page) => {
    await sitDown(page);
    await ponder(page);
    await play(page, "e4");
    await thoughts(page)
      .filter({ hasText: /What it considers\s+depth ([3-9]|\d\d)/ })
      .waitFor();
    const [score, line] = await thoughts(page).locator("tbody tr > *").allInnerTexts();
    assert.match(score, /^[+−]?\d+\.\d\d$/);
    assert.match(line, /^1\.\.\. \S+ 2\. \S+/);
    await arrows(page).first().waitFor({ state: "attached" });
    await press(page, "Move now");
    const [, reply] = await played(page, 2);
    await thoughts(page).filter({ hasText: "What it considered" }).waitFor();
    assert.equal((await thoughts(page).getByRole("rowheader").innerText()).split(" ")[1], reply);
    await button(page, "Hint").waitFor();
  },
);

e2e("a strength is remembered", async (page) => {
  await sitDown(page);
  await strength(page, "Quick: 10,000 nodes");
  await strength(page, "Other…");
  const amount = page.getByRole("spinbutton", { name: "Amount", exact: true });
  await amount.fill("2500");
  await amount.press("Enter");
  await page
    .getByRole("combobox", { name: "Strength" })
    .getByText("Other: 2,500 nodes")
    .waitFor({ state: "attached" });
  await answers(page, storedAmount, 2500);
  await page.reload();
  await page
    .getByRole("combobox", { name: "Strength" })
    .getByText("Other: 2,500 nodes")
    .waitFor({ state: "attached" });
  assert.equal(await amount.inputValue(), "2500");
});

e2e("what is being typed stands while the page is redrawn around it", async (page) => {
  await set(page, { Generations: 1000 });
  await press(page, "Evolve");
  const reached = await arrivedAt(page, 0);
  await turnTo(page, "Play");
  await strength(page, "Other…");
  const amount = page.getByRole("spinbutton", { name: "Amount", exact: true });
  await amount.fill("2500");
  await arrivedAt(page, reached + 3);
  assert.equal(await amount.inputValue(), "2500");
  await amount.press("Enter");
  await answers(page, storedAmount, 2500);
});

e2e("a hint is an arrow, said, and a legal move", async (page) => {
  await sitDown(page, "6k1/5ppp/8/8/8/8/8/R5K1 w - - 0 1");
  await strength(page, "Quick: 10,000 nodes");
  await press(page, "Hint");
  await page.locator("p").filter({ hasText: "Hint: Ra8#" }).waitFor();
  assert.equal(await page.getByText("Hint: Ra8#.").getAttribute("aria-live"), "polite", "it is also said");
  await arrows(page).first().waitFor({ state: "attached" });
  await play(page, "Ra8");
  await shows(page, "White mates");
  assert.equal(await button(page, "Hint").isDisabled(), true);
});

e2e("a game goes on after its search was lost to a new position", async (page) => {
  await sitDown(page);
  await ponder(page);
  await play(page, "e4");
  await shows(page, "The program is thinking.");
  await setUp(page, "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1");
  await strength(page, "Casual: 1,000 nodes");
  await play(page, "e4");
  await played(page, 2);
  assert.equal(await moveBox(page).isEnabled(), true);
});

/** Runs in the page: whether a strength of this amount is stored, and not only on its way there. */
async function storedAmount(amount) {
  const database = await new Promise((resolve, reject) => {
    const opening = indexedDB.open("millipawn /play/");
    opening.onsuccess = () => resolve(opening.result);
    opening.onerror = () => reject(opening.error);
  });
  try {
    return await new Promise((resolve, reject) => {
      const reading = database.transaction("settings").objectStore("settings").get("habits");
      reading.onsuccess = () => resolve(reading.result?.strength.amount === amount);
      reading.onerror = () => reject(reading.error);
    });
  } finally {
    database.close();
  }
}
