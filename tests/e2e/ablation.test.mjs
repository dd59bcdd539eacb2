// What a program loses without each of its genes: counted on the sample that compares the generations, here and natively.

import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { DEVICES, examined } from "./axe.mjs";
import { COMMAND } from "./command.mjs";
import {
  button,
  choose,
  chromosome,
  e2e,
  evolve,
  file,
  genes,
  press,
  pressByKey,
  says,
  set,
  shows,
} from "./page.mjs";

const SMALL = {
  Population: 10,
  "Positions per generation": 30,
  Workers: 1,
  Generations: 3,
};
/** No position comes twice after the tenth half-move, so that every one is a position of the page too. */
const GAME = `[Event "Short"]
[White "A"]
[Black "B"]
[WhiteElo "2500"]
[BlackElo "2500"]
[Result "1-0"]

1. e4 e5 2. Nf3 Nc6 3. Bc4 Bc5 4. b4 Bxb4 5. c3 Ba5 6. d4 exd4 7. O-O d3 8. Qb3 Qf6 9. e5 Qg6 10. Re1 Nge7 11. Ba3 b5
12. Qxb5 Rb8 13. Qa4 Bb6 14. Nbd2 Bb7 15. Ne4 Qf5 16. Bxd3 Qh5 17. Nf6+ gxf6 18. exf6 Rg8 19. Rad1 Qxf3 20. Rxe7+ Nxe7
21. Qxd7+ Kxd7 22. Bf5+ Ke8 23. Bd7+ Kf8 24. Bxe7# 1-0
`;

function sheet(page, name = "Without each gene") {
  return page.getByRole("dialog", { name, exact: true });
}

/** The rows of the table: gene, value, difference, found, rate. */
async function losses(page, name = "Without each gene") {
  // Said once all is counted.
  await sheet(page, name).getByText(/ finds\s+[\d,]+\s+of /).waitFor();
  const lines = sheet(page, name).getByRole("table", { name, exact: true }).locator("tbody tr");
  await lines.first().waitFor();
  return lines.evaluateAll((rows) =>
    rows.map(({ cells: [gene, value, lost, , found, rate] }) => ({
      gene: gene.innerText.trim(),
      value: value.innerText,
      lost: 0 - Number(lost.innerText.replace("−", "-").replace("+", "")),
      found: Number(found.innerText.replace(",", "")),
      rate: rate.innerText,
    })),
  );
}

for (const [device, screen] of Object.entries(DEVICES)) {
  e2e(
    `by keyboard: what the program loses without each gene, the greatest loss first: ${device}`,
    async (page) => {
      await evolve(page, SMALL);
      const table = await genes(page);
      await pressByKey(page, "Without each gene");
      await shows(page, /Generation 3 finds [\d,]+ of [\d,]+ moves\s+from games kept out of training/);
      const rows = await losses(page);
      assert.deepEqual(
        rows.map(({ gene }) => gene).sort(),
        table.map(([name]) => name.replaceAll(/\s+/g, " ")).sort(),
      );
      const lost = rows.map(({ lost }) => lost);
      assert.deepEqual(
        lost,
        lost.toSorted((a, b) => b - a),
      );
      const all = Number((await sheet(page).locator("strong").innerText()).replace(",", ""));
      for (const row of rows) assert.equal(row.found + row.lost, all, row.gene);
      await examined(page, "what is lost without each gene");
      assert.equal(
        await page.evaluate(() => document.documentElement.scrollWidth <= window.innerWidth),
        true,
        "nothing sticks out sideways",
      );
      await page.keyboard.press("Escape");
      await sheet(page).waitFor({ state: "hidden" });
    },
    screen,
  );
}

e2e("the table is that of the command line, for ACPP and for Falcon", async (page) => {
  const folder = await mkdtemp(join(tmpdir(), "millipawn-"));
  const path = join(folder, "game.pgn");
  await writeFile(path, GAME);
  for (const [system, about] of Object.entries({ acpp: "145 bits", falcon: "35 parameters" })) {
    await page.getByRole("combobox", { name: "System" }).selectOption(system);
    await shows(page, about);
    const share = page.getByRole("spinbutton", { name: "Held-out share" });
    if (!(await share.isVisible())) await page.getByText("More settings").click();
    await set(page, {
      "Held-out share": 0,
      "Held-out positions": 1000,
      ...SMALL,
    });
    if (system === "falcon") await set(page, { "Minimum Elo": 0, "Positions per game": 0 });
    await choose(page, [file("game.pgn", GAME)]);
    await shows(page, /(^|\s)1 game /);
    await press(page, "Evolve");
    await says(page, "Generation 3 of 3, finished");
    const text = await chromosome(page);
    await pressByKey(page, "Without each gene");
    const rows = await losses(page);
    const winners = system === "falcon" ? ["--winners"] : [];
    const { stdout } = await promisify(execFile)(COMMAND, [
      ...["evaluate", text, "--pgn", path, "--without-each", "--json"],
      ...winners,
    ]);
    const { without } = JSON.parse(stdout);
    assert.deepEqual(
      rows.map(({ gene, found, lost }) => [gene, found, lost]),
      without.map(({ name, matched, lost }) => [name, matched, lost]),
    );
    await page.keyboard.press("Escape");
    await sheet(page).waitFor({ state: "hidden" });
  }
  await rm(folder, { recursive: true });
});

e2e("counting can be stopped, and the run goes on as it did", async (page) => {
  await set(page, {
    ...SMALL,
    Generations: 100_000,
    "Positions per generation": 300,
  });
  await press(page, "Evolve");
  await pressByKey(page, "Without each gene");
  // It counts for a moment only: the button is looked for in every frame.
  await page.waitForFunction(() => {
    const buttons = [...document.querySelectorAll("dialog[open] button")];
    const stop = buttons.find(({ textContent }) => textContent.trim() === "Stop counting");
    stop?.click();
    return stop !== undefined;
  });
  await shows(page, /Stopped/);
  await pressByKey(page, "Count again");
  await losses(page);
  await page.keyboard.press("Escape");
  await press(page, "Pause");
  await says(page, "paused");
  const here = await page.getByRole("status").first().textContent();
  assert.match(here, /Generation \d+ of 100000/);
});

const GROUPS = "Without each group of weights";

e2e("of a program that learned from games groups of weights are left out, as on the command line", async (page) => {
  const folder = await mkdtemp(join(tmpdir(), "millipawn-"));
  const path = join(folder, "game.pgn");
  await writeFile(path, GAME);
  await shows(page, "118 games");
  await page.getByRole("combobox", { name: "System" }).selectOption("meep");
  await page.getByRole("tab", { name: /Masters/ }).click();
  const panel = page.getByRole("tabpanel", { name: /Masters/ });
  await panel.getByText("More settings").click();
  await panel.locator("input[type=file]").setInputFiles(file("game.pgn", GAME));
  await set(page, { "Held-out share": 0, "Positions a step": 20, Generations: 2, "Minimum Elo": 0, "Positions per game": 0 });
  await press(page, "Run");
  await says(page, "Step 2 of 2, finished");
  const text = await chromosome(page);
  await pressByKey(page, GROUPS);
  const rows = await losses(page, GROUPS);
  const options = ["evaluate", text, "--pgn", path, "--winners", "--without-each", "--json"];
  const { without } = JSON.parse((await promisify(execFile)(COMMAND, options)).stdout);
  assert.deepEqual(
    rows.map(({ gene, found, lost }) => [gene.replace(/\s*\n.*/s, ""), found, lost]),
    without.map(({ name, matched, lost }) => [name, matched, lost]),
  );
  await examined(page, "what is lost without each group of weights");
  await rm(folder, { recursive: true });
});
