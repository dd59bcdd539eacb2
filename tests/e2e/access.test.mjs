// For everyone and every tool: no violation that axe knows of, in any state; every contracted name once.

import assert from "node:assert/strict";
import { examined } from "./axe.mjs";
import {
  choose,
  evolve,
  file,
  fitnessTable,
  e2eInside,
  play,
  press,
  says,
  e2e,
  set,
  shows,
  troubled,
} from "./page.mjs";
import { strength, thoughts, turnTo } from "./board.mjs";
import { evolveNatively } from "./command.mjs";

/** A position and a line that is none: a suite to solve, or openings. */
const SUITE = "6k1/5ppp/8/8/8/8/5PPP/3R2K1 w - - bm Rd8#;\nnothing\n";
const SCREENS = {
  desktop: { viewport: { width: 1440, height: 900 } },
  phone: { viewport: { width: 390, height: 844 }, deviceScaleFactor: 2, hasTouch: true, isMobile: true },
};

for (const colorScheme of ["light", "dark"]) {
  for (const [device, screen] of Object.entries(SCREENS)) {
    e2e(
      `axe finds nothing: ${device}, ${colorScheme}`,
      async (page) => {
        await shows(page, "118 games");
        await examined(page, "at first sight");
        await evolve(page, { Generations: 2 });
        await fitnessTable(page);
        await examined(page, "finished, as a table");
        await press(page, "Show as table");
        await measured(page);
        await examined(page, "strength measured");
        await press(page, "Strength as table");
        await examined(page, "strength as a table");
        await page.getByText("More settings").click();
        await examined(page, "settings open");
        const { chromosome } = await evolveNatively("--generations", 0);
        await page.evaluate((hash) => {
          location.hash = hash;
        }, `#c=${chromosome}`);
        await shows(page, "Program from a link");
        await press(page, "Copy link");
        await page.getByLabel("The address copied").waitFor();
        await play(page, "e4");
        await shows(page, /^1\. e4 \S+$/);
        await examined(page, "a link opened, a game begun");
        const opponent = page.getByRole("combobox", { name: "Opponent" });
        await opponent.selectOption({ label: "3 plies ahead (class 6)" });
        await page.getByRole("combobox", { name: "Strength" }).filter({ hasText: "Always 3 plies" }).waitFor();
        await examined(page, "an opponent of fixed depth");
        await opponent.selectOption("shown");
        await turnTo(page, "Analyse");
        await thoughts(page).getByRole("rowheader").first().waitFor();
        await press(page, "Stop analysis");
        await examined(page, "analysed");
        await turnTo(page, "Watch a game");
        await opponent.selectOption({ label: "Paste a link…" });
        await page.getByRole("textbox", { name: "Chromosome or link" }).press("Enter");
        await troubled(page, "This is no program to play");
        await strength(page, "Other…");
        await examined(page, "a game to watch, another opponent and strength");
        await press(page, "Cancel");
        await turnTo(page, "Arena");
        await page.getByRole("combobox", { name: "Player A" }).selectOption({ label: "Paste a link…" });
        await page.getByRole("textbox", { name: "Chromosome or link of player A" }).press("Enter");
        await troubled(page, "This is no program to play");
        await press(page, "Cancel");
        await page.getByRole("spinbutton", { name: "Games to play" }).fill("4");
        await press(page, "Start match");
        await shows(page, "The match is over.");
        await examined(page, "a match");
        await turnTo(page, "Play");
        await play(page, "e9");
        await choose(page, [file("empty.pgn", "")]);
        await troubled(page, "empty.pgn");
        await examined(page, "messages shown");
        assert.equal(
          await page.evaluate(() => document.documentElement.scrollWidth <= window.innerWidth),
          true,
          "nothing sticks out sideways",
        );
        await page.getByRole("combobox", { name: "System" }).selectOption("falcon");
        await set(page, { Population: 4, "Positions per generation": 10, Generations: 0 });
        await press(page, "Ten runs");
        await shows(page, /^10 of 10 finished/);
        await examined(page, "ten runs of Falcon");
        await page.getByRole("tab", { name: /Coevolution/ }).click();
        await examined(page, "champions that will coevolve");
        await page
          .getByRole("combobox", { name: "Begins with" })
          .selectOption({ label: "Programs of your own" });
        await page.getByRole("textbox", { name: "Programs, one a line" }).fill("falcon");
        await shows(page, "Line 1: not of the form");
        await choose(page, [file("openings.epd", SUITE)], "Choose openings");
        await page.getByText("Skipped lines").click();
        await examined(page, "programs and openings of one's own");
        await page
          .getByRole("combobox", { name: "Begins with" })
          .selectOption({ label: "Champions of the runs" });
        await set(page, { Generations: 0, "Games per pair": 1, "Nodes a move": 20 });
        await press(page, "Run");
        await says(page, "Generation 0 of 0, finished");
        await examined(page, "champions that have coevolved");
        await page.getByRole("tab", { name: /Search/ }).click();
        await page.getByRole("tabpanel", { name: /Search/ }).waitFor();
        await set(page, { Generations: 1, "Nodes a position": 1000, Population: 2 });
        await choose(page, [file("suite.epd", SUITE)], "Choose EPD");
        await page.getByText("Skipped lines").click();
        await press(page, "Run");
        await says(page, "Generation 1 of 1, finished");
        await press(page, "Show as table");
        await examined(page, "a search was bred");
        assert.equal(
          await page.evaluate(() => document.documentElement.scrollWidth <= window.innerWidth),
          true,
          "nothing of the stages sticks out sideways",
        );
        await press(page, "About");
        await shows(page, "What to believe");
        await examined(page, "about");
      },
      { ...screen, colorScheme, trouble: true },
    );
  }
}

/** The strength of the run's champions, by so few games that there is no rating. */
async function measured(page) {
  await page.getByRole("spinbutton", { name: "Games with each", exact: true }).fill("2");
  await press(page, "Measure strength");
  await shows(page, "Too few games for a rating.");
}

const NAMES = {
  combobox: ["System"],
  button: [
    "Choose PGN",
    "Use sample games",
    "Evolve",
    "Pause",
    "Step",
    "Reset",
    "Show as table",
    "New game",
    "Copy link",
  ],
  spinbutton: [
    "Population",
    "Crossover probability",
    "Mutation probability",
    "Positions per generation",
    "Generations",
    "Seed",
    "Workers",
  ],
  figure: ["Fitness by generation"],
  table: ["Fitness by generation", "Genes"],
  group: ["Board"],
  textbox: ["Your move"],
};

for (const system of ["acpp", "falcon"]) {
  e2eInside(`${system}: every contracted name is there once, and no other name contains it`, (page) =>
    named(page, system),
  );
}

async function named(page, system) {
  await shows(page, "118 games");
  await page.getByRole("combobox", { name: "System" }).selectOption(system);
  await shows(page, system === "falcon" ? /^35 parameters/ : /145 bits\. A program/);
  await evolve(page, { Population: 6, "Positions per generation": 20, Generations: 2 });
  if (system === "falcon") {
    await press(page, "Ten runs");
    await shows(page, /^10 of 10 finished/);
    await page.getByRole("button", { name: /^Champion of run 3/ }).click();
    await shows(page, "Champion of run 3");
  }
  await fitnessTable(page);
  await measured(page);
  await press(page, "Strength as table");
  await page.getByText("More settings").click();
  await press(page, "Copy link");
  await page.getByLabel("The address copied").waitFor();
  for (const mode of ["Play", "Analyse", "Watch a game", "Arena"]) {
    await turnTo(page, mode);
    await namedOnce(page, mode);
  }
}

/** Two programs play without a person; a match has boards of its own. */
function isThere(name, mode) {
  if (mode === "Arena") return !["Your move", "Board", "New game"].includes(name);
  return name !== "Your move" || mode !== "Watch a game";
}

async function namedOnce(page, mode) {
  assert.equal(await page.getByLabel("PGN files").count(), 1);
  assert.equal(await page.getByRole("status").count(), 1);
  const devtools = await page.context().newCDPSession(page);
  const { nodes } = await devtools.send("Accessibility.getFullAXTree");
  const named = nodes
    .filter(
      ({ ignored, role }) =>
        !ignored && !["StaticText", "InlineTextBox", "RootWebArea"].includes(role?.value),
    )
    .map(({ role, name }) => ({ role: role.value, name: name?.value ?? "" }));
  const expected = Object.entries(NAMES)
    .flatMap(([role, names]) => names.map((name) => ({ role, name })))
    .filter(({ name }) => isThere(name, mode));
  for (const { role, name } of expected) {
    assert.equal(await page.getByRole(role, { name, exact: true }).count(), 1, `${role} "${name}"`);
    assert.equal(await page.getByRole(role, { name }).count(), 1, `${role} containing "${name}"`);
  }
  for (const name of new Set(expected.map(({ name }) => name))) {
    const owners = named.filter((other) => other.name.toLowerCase().includes(name.toLowerCase()));
    const allowed = expected.filter((other) => other.name === name).length;
    assert.equal(owners.length, allowed, `"${name}": ${JSON.stringify(owners)}`);
  }
}
