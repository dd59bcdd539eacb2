// A program is a link, and so is the experiment that made it.

import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { evolveNatively } from "./command.mjs";
import {
  address,
  button,
  choose,
  chromosome,
  copied,
  evolve,
  file,
  finished,
  genes,
  play,
  press,
  scene,
  says,
  set,
  shows,
  troubled,
} from "./page.mjs";

const MOVES = "1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. Ba4 Nf6 5. O-O Be7 6. Re1 b5 7. Bb3 d6 8. c3 O-O 9. h3";
const SMALL = file(
  "small.pgn",
  ["Na5", "Nb8", "h6", "Bb7"].map((last) => `[Event "Test"]\n\n${MOVES} ${last} 1-0\n`).join("\n"),
);

scene(
  "a program's link, opened in a fresh profile: the same genes, ready to play with White",
  async (page, visit) => {
    await evolve(page, { Generations: 3 });
    const weights = values(await genes(page));
    const text = await chromosome(page);

    const other = await visit(`#c=${text}`);
    await shows(other, "Program from a link");
    assert.deepEqual(values(await genes(other)), weights);
    await shows(other, "You are to move, with White.");
    await play(other, "e4");
    await shows(other, /^1\. e4 \S+$/);
    assert.equal(await chromosome(other), text);
  },
);

scene("a link wins over what the browser had stored", async (page) => {
  await evolve(page, { Generations: 2 });
  const { chromosome: guest } = await evolveNatively("--generations", 1, "--seed", 7);
  await page.goto("about:blank");
  await page.goto(`${address()}#c=${guest}`);
  await shows(page, "Program from a link");
  await says(page, "Generation 2 of 2, finished");
  assert.equal(await chromosome(page), guest);
});

scene(
  "links that cannot be opened say why, and what is open stays",
  async (page) => {
    const { chromosome: good } = await evolveNatively("--generations", 1, "--seed", 7);
    await open(page, `#c=${good}`);
    await shows(page, "Program from a link");
    await play(page, "e4");
    await shows(page, /^1\. e4 \S+$/);
    const weights = values(await genes(page));
    const moves = await page.getByText(/^1\. e4/).innerText();
    const bad = {
      damaged: `#c=${good.slice(0, -6)}${good.at(-6) === "A" ? "B" : "A"}${good.slice(-5)}`,
      truncated: `#c=${good.slice(0, -4)}`,
      oversized: `#c=${good}${"A".repeat(200_000)}`,
      "of another system": `#c=${good.replace("acpp", "deepblue")}`,
      "of another version": `#c=${good.replace(".1.", ".99.")}`,
      foreign: "#c=https://example.com/<img src=x onerror=alert(1)>",
      empty: "#c=",
      "a damaged experiment": "#x=acpp.1.AAAA",
      "a program as an experiment": `#x=${good}`,
    };
    for (const [what, fragment] of Object.entries(bad)) {
      await open(page, fragment);
      await troubled(page, /The link to (a program|an experiment) cannot be opened: \w.+\./);
      assert.ok((await page.getByRole("alert").innerText()).length < 400, what);
      await press(page, "Dismiss");
      assert.deepEqual(values(await genes(page)), weights, what);
      assert.equal(await page.getByText(/^1\. e4/).innerText(), moves, what);
      assert.equal(await page.locator("img").count(), 0);
    }
    assert.equal(await chromosome(page), good);
  },
  { trouble: true },
);

scene("a bad link does not keep a fresh visitor from the page", async (page, visit) => {
  const lost = await visit("#c=acpp.1.broken");
  await troubled(lost, "The link to a program cannot be opened");
  await press(lost, "Dismiss");
  await evolve(lost, { Generations: 1 });
});

scene(
  "an experiment on the sample games runs by itself in a fresh profile, to the same program",
  async (page, visit) => {
    await set(page, { Seed: 42, Population: 30 });
    await evolve(page, { Generations: 4 });
    const text = await chromosome(page);
    const link = await copied(page, "Share this experiment");

    const other = await visit(new URL(link).hash);
    await finished(other, 4);
    await shows(other, "Reproduced: the run arrived at exactly the program its link names.");
    assert.equal(await chromosome(other), text);
    assert.equal(await other.getByRole("spinbutton", { name: "Population" }).inputValue(), "30");
  },
);

scene(
  "an experiment on other games names their fingerprint, asks for them, and runs when they come",
  async (page, visit) => {
    await choose(page, [SMALL]);
    await page.getByText("small.pgn", { exact: true }).waitFor();
    await evolve(page, { Generations: 2 });
    const text = await chromosome(page);
    const link = await copied(page, "Share this experiment");

    const other = await visit(new URL(link).hash);
    await troubled(other, /other games, whose examples have the fingerprint [0-9a-f]{16}/);
    await choose(other, [SMALL]);
    await finished(other, 2);
    await shows(other, "Reproduced:");
    assert.equal(await chromosome(other), text);
    assert.equal(await other.getByRole("alert").count(), 0);
  },
);

scene("a program saved as a file and opened again, with where it comes from", async (page, visit) => {
  await evolve(page, { Generations: 2 });
  const text = await chromosome(page);
  const [download] = await Promise.all([page.waitForEvent("download"), press(page, "Save program")]);
  const saved = await readFile(await download.path());
  const { provenance } = JSON.parse(saved);
  assert.equal(provenance.generation, 2);
  assert.equal(provenance.seed, 1991);
  assert.match(provenance.fingerprint, /^[0-9a-f]{16}$/);

  const other = await visit();
  await choose(other, [file("friend.json", saved)], "Open program");
  await shows(other, "Program from friend.json");
  assert.equal(await chromosome(other), text);
  await button(other, "New game").waitFor();
});

scene("the slider plays any generation of the run", async (page) => {
  const native = await evolveNatively("--generations", 0);
  await evolve(page, { Generations: 2 });
  await page.getByRole("slider", { name: "Ancestor to play" }).press("Home");
  await shows(page, "Generation 0 of this run");
  assert.equal(await chromosome(page), native.chromosome);
});

/** Follows a link as one does who pastes it over the address of the open page. */
async function open(page, fragment) {
  await page.evaluate((hash) => {
    location.hash = hash;
  }, fragment);
}

/** Name and weight of each gene. */
function values(table) {
  return table.map(([name, , weight]) => [name, weight]);
}
