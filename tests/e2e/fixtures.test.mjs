// What the page of an earlier build kept in the browser opens in this one, and goes on to the same end, but for runs that search:
// the engine searches otherwise now. How it was made:
// tests/fixtures/README.md.

import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { address, choose, chromosome, file, finished, play, press, says, e2e, shows } from "./page.mjs";
import { profileOf } from "./profile.mjs";

const FIXTURES = new URL("../fixtures/", import.meta.url);
const links = JSON.parse(await readFile(new URL("links.json", FIXTURES), "utf8"));
const later = JSON.parse(await readFile(new URL("links-later.json", FIXTURES), "utf8"));
/** Of several builds, as `crate/evolve/tests/links.rs` reads them. The searches there are of a program with an option, which no page opens. */
const read = (await readFile(new URL("../../crate/evolve/tests/data/links.txt", FIXTURES), "utf8")).trim().split("\n");
const experiments = [
  ...later.experiments.map((hash) => hash.slice(3)),
  ...read.filter((text) => !text.startsWith("tuning.")),
];

/** Its kind, as the page calls it; the imitations have no such word. */
const STAGES = {
  coevolution: "coevolution",
  tuning: "search",
  learning: "learning",
  supervised: "masters",
  ordering: "ordering",
  classes: "games",
};

/** The page in a profile as it was kept. */
async function open(visit, name) {
  const profile = await profileOf(name);
  return { page: await visit("", { profile }), expected: profile.expected };
}

async function turnTo(page, name) {
  await page.getByRole("tab", { name: new RegExp(name) }).click();
  await page.getByRole("tabpanel", { name: new RegExp(name) }).waitFor();
}

/** A run of an engine that searched otherwise: it is kept, and begins anew only when asked. */
async function anew(page, name, generations) {
  await turnTo(page, name);
  await shows(page, /Another version of the engine made this run/);
  assert.ok(await page.getByRole("button", { name: "Resume" }).isDisabled());
  await press(page, "Start it again");
  await says(page, `Generation ${generations} of ${generations}, finished`);
  await press(page, "Show the champion");
  assert.match(await chromosome(page), /^(acpp|falcon)\.1\./);
}

e2e(
  "a profile with a finished run, a series, a ladder and stages opens, and all goes on",
  async (_, visit) => {
    const { page, expected } = await open(visit, "profile-finished");
    await finished(page, 2);
    await shows(page, "117 games");
    await shows(page, /^10 of 10 finished/);
    await shows(page, "Too few games for a rating.");
    await page
      .getByRole("combobox", { name: "Strength" })
      .getByText("Quick: 10,000 nodes")
      .waitFor({ state: "attached" });
    await turnTo(page, "Coevolution");
    await shows(page, /^mine\.epd: 2 openings/);
    await shows(page, "The champions of 10 runs");
    await anew(page, "Coevolution", 2);
    await turnTo(page, "Search");
    await shows(page, /^mates\.epd: 2 positions/);
    await anew(page, "Search", 40);

    await page.getByRole("combobox", { name: "System" }).selectOption("acpp");
    await turnTo(page, "Coevolution");
    await says(page, "Generation 1 of 1, finished");
    await shows(page, "3 programs of your own");
    await press(page, "Show the champion");
    assert.equal(await chromosome(page), expected.acpp_coevolution);
  },
);

e2e("a profile with a paused run on a person's own games opens, and all goes on", async (_, visit) => {
  const { page, expected } = await open(visit, "profile-paused");
  await says(page, "Generation 2 of 4, paused");
  await shows(page, "8 games");
  assert.equal(await page.getByRole("spinbutton", { name: "Seed" }).inputValue(), "7");
  await anew(page, "Coevolution", 2);
  await anew(page, "Search", 20);
  await turnTo(page, "Imitation");
  await press(page, "Evolve");
  await finished(page, 4);
  assert.equal(await chromosome(page), expected.run);
});

e2e("links arrive at the programs they name", async (_, visit) => {
  for (const { fragment, chromosome: expected, games } of links) {
    const page = await visit(fragment);
    if (fragment.startsWith("#c=")) await shows(page, "Program from a link");
    else {
      if (games === "small.pgn") await choose(page, [file(games, await readFile(new URL(games, FIXTURES)))]);
      await press(page, "Run this experiment");
      await shows(page, "Reproduced: the run arrived at exactly the program its link names.");
    }
    assert.equal(await chromosome(page), expected);
  }
});

e2e("links to programs of every system, and one with a name, are opened and played", async (_, visit) => {
  for (const { fragment, title, name, chromosome: expected } of later.programs) {
    const page = await visit(fragment);
    const made = title === "Meep 2009" ? "learned to play" : "was bred";
    const who = name || "The program of this link";
    await shows(page, `${who} is a chess program that nobody wrote: it ${made}, as in ${title}.`);
    assert.equal((await chromosome(page)).split("&")[0], expected);
    await play(page, "e4");
    await shows(page, /^1\. e4 \S+$/);
  }
});

e2e("links to experiments of every kind are opened, and say what they would run", async (page) => {
  assert.deepEqual(
    new Set(experiments.map((text) => STAGES[text.split(".")[0]] ?? "imitation")),
    new Set(["imitation", ...Object.values(STAGES)]),
  );
  for (const text of experiments) {
    await page.goto("about:blank");
    await page.goto(`${address()}#x=${text}`);
    const offer = page.getByRole("region", { name: "Experiment from a link" });
    const stage = STAGES[text.split(".")[0]] ?? "imitation";
    await offer.getByText(new RegExp(`^(ACPP 1991|Falcon 2014|Meep 2009|EvoChess 2002), ${stage}\\.$`)).waitFor();
    await offer.getByText(/, seed \d+\./).waitFor();
    await offer.getByText(/^\s*(acpp|falcon|meep|evochess)\.1\.\S+\s*$/).waitFor();
    assert.equal(await page.getByRole("alert").count(), 0, text.slice(0, 60));
  }
});
