// Matches in the page: the same as on the command line, seen while they are played, stopped at any time.

import assert from "node:assert/strict";
import { turnTo } from "./board.mjs";
import { evolveNatively, matchNatively } from "./command.mjs";
import { address, button, downloaded, e2eInside, press, e2e, set, shows, troubled, write } from "./page.mjs";

const SHORT = { "Games to play": 8, "Nodes a move": 300, "Match number": 7 };

async function enter(page, { a, b, ...plan }) {
  await turnTo(page, "Arena");
  await page.getByRole("combobox", { name: "Player A" }).selectOption({ label: a });
  await page.getByRole("combobox", { name: "Player B" }).selectOption({ label: b });
  for (const [name, value] of Object.entries(plan)) {
    const field = page.getByRole("spinbutton", { name, exact: true });
    await write(field, value);
    await field.press("Tab");
  }
}

function table(page) {
  return page.getByRole("table", { name: "Match", exact: true });
}

/** The text beside a row's name. */
function row(page, name) {
  return table(page).getByRole("row").filter({ hasText: name }).locator("td").innerText();
}

function over(page) {
  return shows(page, "The match is over.");
}

for (const workers of [1, 3]) {
  e2e(`a match is the command line's, with ${workers} at once`, async (page) => {
    const native = await matchNatively("staunton", "depth:1", "--games", 8, "--nodes", 300, "--seed", 7);
    await set(page, { Workers: workers });
    await enter(page, { a: "Staunton (hand-set)", b: "Depth 1", ...SHORT });
    await press(page, "Start match");
    await over(page);
    assert.equal(native.games, 8);
    assert.equal(await row(page, "Points"), `${native.score} of 8`);
    assert.equal(await row(page, "Elo difference"), "needs 100 games");
    assert.equal(
      await page.getByRole("figure").filter({ hasText: "Staunton" }).count(),
      Math.min(2, workers),
    );
    const saved = (await downloaded(page, "Save match as PGN")).toString();
    const games = saved.match(/\[Event "Millipawn match"\]/g);
    assert.equal(games.length, 8);
  });
}

e2e("a match of more games than are asked for at once makes a rating with its interval", async (page) => {
  const native = await matchNatively("random", "depth:1", "--games", 120, "--nodes", 1, "--seed", 3);
  await enter(page, { a: "Random mover", b: "Depth 1", "Games to play": 119, "Match number": 3 });
  await press(page, "Start match");
  await over(page);
  assert.equal(await row(page, "Points"), `${native.score} of 120`);
  const shown = (elo, infinity) =>
    elo === null ? infinity : `${elo < 0 ? "−" : "+"}${Math.abs(elo).toFixed(0)}`;
  assert.equal(
    await row(page, "Elo difference"),
    `${shown(native.elo, "−∞")} (${shown(native.low, "−∞")} to ${shown(native.high, "+∞")})`,
  );
});

e2e("boards move, the match stops, the table stays; the keyboard is enough", async (page) => {
  await enter(page, { a: "Staunton (hand-set)", b: "Staunton (hand-set)", "Nodes a move": 20_000 });
  await button(page, "Start match").focus();
  await page.keyboard.press("Enter");
  const first = page.getByRole("figure").filter({ hasText: "Staunton – Staunton" }).first();
  await first.filter({ hasText: /Move ([6-9]|\d\d)/ }).waitFor();
  assert.equal((await first.locator("piece").count()) > 2, true);
  const seen = await first.innerText();
  await page.waitForFunction((text) => document.querySelector(".tables figure")?.innerText !== text, seen);
  await table(page)
    .filter({ hasText: /[1-9]\d* of 100 games/ })
    .waitFor();
  await turnTo(page, "Play");
  await page.getByRole("group", { name: "Board", exact: true }).waitFor();
  await turnTo(page, "Arena");
  await button(page, "Stop match").focus();
  await page.keyboard.press("Enter");
  await shows(page, "The match was stopped.");
  const before = await table(page).innerText();
  assert.equal(await button(page, "Stop match").isDisabled(), true);
  await shows(page, "not ended");
  assert.equal(await table(page).innerText(), before);
  assert.equal(await button(page, "Start match").isEnabled(), true);
});

e2eInside("players that die change nothing", async (page) => {
  const native = await matchNatively("staunton", "depth:2", "--games", 200, "--nodes", 300, "--seed", 7);
  await set(page, { Workers: 2 });
  await enter(page, { a: "Staunton (hand-set)", b: "Depth 2", ...SHORT, "Games to play": 200 });
  await press(page, "Start match");
  await page.getByRole("figure").filter({ hasText: "Staunton" }).nth(1).waitFor();
  const names = await Promise.all(
    page
      .workers()
      .map(async (worker) => ({ worker, name: await worker.evaluate(() => self.name).catch(() => "") })),
  );
  for (const { worker, name } of names)
    if (name === "player") worker.evaluate(() => self.close()).catch(() => {});
  assert.equal(await button(page, "Stop match").isEnabled(), true, "they died in the middle of it");
  await over(page);
  assert.equal(await row(page, "Points"), `${native.score} of 200`);
});

e2e("a pasted program plays; a damaged text is refused", async (page) => {
  const { chromosome } = await evolveNatively("--generations", 0);
  const native = await matchNatively(chromosome, "random", "--games", 2, "--nodes", 300, "--seed", 7);
  await enter(page, { a: "Paste a link…", b: "Random mover", ...SHORT, "Games to play": 2 });
  const field = page.getByRole("textbox", { name: "Chromosome or link of player A" });
  await field.fill(chromosome.slice(0, -4));
  await field.press("Enter");
  await troubled(page, "cut short");
  await field.fill(`${address()}#c=${chromosome}`);
  await field.press("Enter");
  await field.waitFor({ state: "detached" });
  await press(page, "Start match");
  await over(page);
  assert.equal(await row(page, "Points"), `${native.score} of 2`);
});
