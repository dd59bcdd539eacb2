// What helps to show and to explain: the classroom view with the run before behind the curve, the tour, and what About says.

import assert from "node:assert/strict";
import { DEVICES, examined } from "./axe.mjs";
import { button, e2e, evolve, finished, holds, press, pressByKey, says, set, shows } from "./page.mjs";

const SMALL = { Population: 10, "Positions per generation": 30, Workers: 1 };

for (const colorScheme of ["light", "dark"]) {
  e2e(
    `a class sees curve, picture and board, and the run before this one: ${colorScheme}`,
    async (page) => {
      await evolve(page, { ...SMALL, Generations: 3, "Mutation probability": 0.1 });
      // Only a run whose curve was drawn is shown as the run before.
      const cursor = page.getByRole("slider", { name: "Cursor of the chart" });
      await cursor.and(page.locator("[aria-valuetext^='Generation']")).waitFor();
      await pressByKey(page, "Classroom");
      await button(page, "Classroom").and(page.locator("[aria-pressed=true]")).waitFor();
      assert.equal(await page.getByText("the run before").count(), 0);
      await evolve(page, { Generations: 4, "Mutation probability": 0.001 });
      await shows(page, "the run before: mutation probability 0.1");
      const height = await page.locator(".plot.large").evaluate((plot) => plot.clientHeight);
      const { bottom } = await page
        .locator(".genomes canvas")
        .evaluate((canvas) => canvas.getBoundingClientRect());
      assert.ok(height > 180 && bottom <= 720, `${height} and ${bottom}: all of it is in sight`);
      const board = await page.getByRole("group", { name: "Board" }).evaluate((group) => group.clientWidth);
      assert.ok(board > 450, `the board is ${board} wide`);
      await examined(page, "the classroom");
      assert.equal(
        await page.evaluate(() =>
          [...document.querySelectorAll(".room")].every((room) => room.scrollWidth <= room.clientWidth),
        ),
        true,
        "nothing sticks out sideways",
      );
      // The same once more is no other run.
      await pressByKey(page, "Classroom");
      await page.getByText("the run before").waitFor({ state: "detached" });
    },
    { viewport: { width: 1280, height: 720 }, colorScheme },
  );
}

for (const [device, screen] of Object.entries(DEVICES)) {
  e2e(
    `the tour by keyboard, and how it is left and ignored: ${device}`,
    async (page) => {
      await shows(page, "118 games");
      await pressByKey(page, "Take the tour");
      const tour = page.getByRole("region", { name: "Tour" });
      await tour.and(page.locator(":focus")).waitFor();
      for (const title of [
        "Choose what is bred",
        "Press Evolve",
        "Watch the curve",
        "See what they are made of",
      ]) {
        await tour.getByRole("heading", { name: title }).waitFor();
        await pressByKey(page, "Next");
      }
      await tour.getByRole("heading", { name: "Play it, keep it, pass it on" }).waitFor();
      await button(page, "Next").waitFor({ state: "detached" });
      await examined(page, "the tour");
      await pressByKey(page, "Back");
      await tour.getByRole("heading", { name: "See what they are made of" }).waitFor();
      // The page is as usable as before.
      await evolve(page, { ...SMALL, Generations: 1 });
      await tour.waitFor();
      await button(page, "End the tour").press("Escape");
      await tour.waitFor({ state: "detached" });
      assert.equal(await page.locator("[data-toured]").count(), 0);
    },
    screen,
  );
}

e2e(
  "About draws a system's figure from the run, and names the command line, UCI and the source",
  async (page) => {
    await evolve(page, { ...SMALL, Generations: 3 });
    await press(page, "About");
    const sheet = page.getByRole("dialog", { name: "About Millipawn" });
    for (const system of ["ACPP 1991", "Falcon 2014", "EvoChess 2002", "Meep 2009"])
      await sheet.getByRole("heading", { name: system }).waitFor();
    await sheet
      .getByRole("img", {
        name: /^What the best of each generation finds of the same [\d,]+ positions, your run: from \d/,
      })
      .waitFor();
    for (const text of ["millipawn evolve --system falcon", "millipawn uci --chromosome", "ARCHITECTURE.md"])
      await sheet.getByText(text).first().waitFor();
    await sheet.getByRole("button", { name: "Choose Falcon for the next run" }).click();
    await sheet.waitFor({ state: "hidden" });
    await holds(page.getByRole("combobox", { name: "System", exact: true }), "falcon");
    await finished(page, 3);
  },
);

e2e("About draws the figure of a system that learns from its rounds, and none of points that compare nothing", async (page) => {
  const sheet = page.getByRole("dialog", { name: "About Millipawn" });
  const figures = sheet.getByRole("img");
  await press(page, "Learn from the tree (Meep 2009)");
  await set(page, { "Nodes a move": 50, "Games a round": 1, Generations: 2 });
  await press(page, "Run");
  await says(page, "Round 2 of 2, finished");
  await press(page, "About");
  await sheet.getByRole("img", { name: /^What a queen is worth after each round, Learning: from \S+ pawns to \S+ pawns\.$/ }).waitFor();
  await press(page, "Close");

  await page.getByRole("combobox", { name: "System", exact: true }).selectOption("falcon");
  await page.getByRole("tab", { name: /Coevolution/ }).click();
  await page.getByRole("tabpanel", { name: /Coevolution/ }).waitFor();
  await set(page, { Generations: 1, Population: 2, "Games per pair": 1, "Nodes a move": 20 });
  await press(page, "Run");
  await says(page, "Generation 1 of 1, finished");
  await press(page, "About");
  await sheet.getByRole("heading", { name: "Falcon 2014" }).waitFor();
  await sheet.getByText("Its figure is drawn here from a run of it.").first().waitFor();
  assert.equal(await figures.count(), 0);
});
