// A program is a link, and so is the experiment that made it.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { crc32 } from "node:zlib";
import { evolveNatively } from "./command.mjs";
import {
  address,
  button,
  choose,
  chromosome,
  copied,
  downloaded,
  evolve,
  file,
  finished,
  genes,
  play,
  press,
  e2e,
  says,
  set,
  shows,
  troubled,
} from "./page.mjs";

const MOVES = "1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. Ba4 Nf6 5. O-O Be7 6. Re1 b5 7. Bb3 d6 8. c3 O-O 9. h3";
const LINKS = JSON.parse(readFileSync(new URL("../fixtures/links.json", import.meta.url), "utf8"));
const SMALL = file(
  "small.pgn",
  ["Na5", "Nb8", "h6", "Bb7"].map((last) => `[Event "Test"]\n\n${MOVES} ${last} 1-0\n`).join("\n"),
);

e2e(
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

e2e("a link wins over what the browser had stored", async (page) => {
  await evolve(page, { Generations: 2 });
  const { chromosome: guest } = await evolveNatively("--generations", 1, "--seed", 7);
  await page.goto("about:blank");
  await page.goto(`${address()}#c=${guest}`);
  await shows(page, "Program from a link");
  await says(page, "Generation 2 of 2, finished");
  assert.equal(await chromosome(page), guest);
});

e2e(
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

e2e("a bad link does not keep a fresh visitor from the page", async (page, visit) => {
  const lost = await visit("#c=acpp.1.broken");
  await troubled(lost, "The link to a program cannot be opened");
  await press(lost, "Dismiss");
  await evolve(lost, { Generations: 1 });
});

/** Whether the address has forgotten the link. */
async function isClean(page) {
  await page.waitForFunction(() => location.hash === "");
}

e2e(
  "an experiment's link shows what it would run, and runs it when it is told to, to the same program",
  async (page, visit) => {
    await set(page, { Seed: 42, Population: 30 });
    await evolve(page, { Generations: 4 });
    const text = await chromosome(page);
    const link = await copied(page, "Share this experiment");

    const other = await visit(new URL(link).hash);
    await shows(other, "4 generations of 30 programs, seed 42.");
    await shows(other, "Its games are here. It must arrive at the same program.");
    await shows(other, text);
    await isClean(other);
    // Its program is there to play, and nothing runs unasked.
    assert.equal(await chromosome(other), text);
    await says(other, "Ready.");
    await press(other, "Run this experiment");
    await finished(other, 4);
    await shows(other, "Reproduced: the run arrived at exactly the program its link names.");
    assert.equal(await chromosome(other), text);
    assert.equal(await other.getByRole("spinbutton", { name: "Population" }).inputValue(), "30");
    assert.equal(await button(other, "Run this experiment").count(), 0);
  },
);

e2e(
  "an experiment on other games: its program plays, one calm line says what is missing, and it runs when that comes",
  async (page, visit) => {
    await choose(page, [SMALL]);
    await page.getByText("small.pgn", { exact: true }).waitFor();
    await evolve(page, { Generations: 2 });
    const text = await chromosome(page);
    const link = await copied(page, "Share this experiment");

    const other = await visit(new URL(link).hash);
    await shows(other, "This needs the sender's PGN file. Load it to repeat the run.");
    assert.equal(await other.getByRole("alert").count(), 0);
    assert.equal(await button(other, "Run this experiment").isDisabled(), true);
    assert.equal(await chromosome(other), text);
    await play(other, "e4");
    await shows(other, /^1\. e4 \S+$/);
    await choose(other, [file("other.pgn", `[Event "Test"]\n\n${MOVES} Be6 1-0\n`)]);
    await shows(other, "other.pgn is not the sender's PGN file, or not all of it.");
    await choose(other, [SMALL]);
    await shows(other, "Its games are here.");
    await press(other, "Run this experiment");
    await finished(other, 2);
    await shows(other, "Reproduced:");
    assert.equal(await chromosome(other), text);
  },
);

e2e(
  "on a phone an experiment's link says first what it would run",
  async (page, visit) => {
    await evolve(page, { Generations: 1 });
    const link = await copied(page, "Share this experiment");
    const other = await visit(new URL(link).hash);
    await shows(other, "Its games are here.");
    await other.waitForFunction(() => {
      const box = document.querySelector(".offer button.primary")?.getBoundingClientRect();
      return box && box.top > 0 && box.bottom <= window.innerHeight;
    });
  },
  { viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true },
);

for (const [device, viewport] of Object.entries({
  phone: { width: 390, height: 844 },
  tablet: { width: 820, height: 1180 },
}))
  e2e(
    `on a ${device} a program's link brings its board into sight`,
    async (_, visit) => {
      const [{ fragment }] = LINKS;
      const page = await visit(fragment);
      await shows(page, "You are to move, with White.");
      await page.waitForFunction(() => {
        const box = document.querySelector(".board[role=group]")?.getBoundingClientRect();
        return box && box.width > 0 && box.top >= 0 && box.bottom <= window.innerHeight;
      });
    },
    { viewport, isMobile: true, hasTouch: true },
  );

e2e("an experiment of a link can be given up", async (page, visit) => {
  await choose(page, [SMALL]);
  await page.getByText("small.pgn", { exact: true }).waitFor();
  await evolve(page, { Generations: 1, Population: 20 });
  const link = await copied(page, "Share this experiment");
  const other = await visit(new URL(link).hash);
  await shows(other, "This needs the sender's PGN file.");
  await press(other, "Not now");
  await button(other, "Run this experiment").waitFor({ state: "detached" });
  assert.equal(await other.getByRole("spinbutton", { name: "Population" }).inputValue(), "50");
  await evolve(other, { Generations: 1 });
  assert.equal(await chromosome(other), (await evolveNatively("--generations", 1)).chromosome);
});

e2e("neither a link nor what follows it takes the place of the run that is stored", async (page, visit) => {
  await set(page, { Seed: 42, Population: 20 });
  await evolve(page, { Generations: 2 });
  const link = await copied(page, "Share this experiment");
  const theirs = await chromosome(page);

  const other = await visit();
  await set(other, { Seed: 7 });
  await evolve(other, { Generations: 3 });
  const own = await chromosome(other);
  await open(other, new URL(link).hash);
  await press(other, "Run this experiment");
  await finished(other, 2);
  assert.equal(await chromosome(other), theirs);
  await evolve(other, { Seed: 43, Generations: 1 });
  await shows(other, "Your own games and run are stored and unchanged.");
  await other.reload();
  await finished(other, 3);
  assert.equal(await chromosome(other), own);

  await open(other, new URL(link).hash);
  await press(other, "Run this experiment");
  await finished(other, 2);
  await press(other, "Back to your own");
  await finished(other, 3);
  assert.equal(await chromosome(other), own);
  assert.equal(await other.getByRole("spinbutton", { name: "Seed", exact: true }).inputValue(), "7");

  await open(other, new URL(link).hash);
  await press(other, "Run this experiment");
  await finished(other, 2);
  await press(other, "Forget these games");
  await finished(other, 3);
  assert.equal(await chromosome(other), own);

  await open(other, new URL(link).hash);
  await press(other, "Run this experiment");
  await finished(other, 2);
  await press(other, "Store this instead");
  await button(other, "Store this instead").waitFor({ state: "detached" });
  await other.reload();
  await finished(other, 2);
  assert.equal(await chromosome(other), theirs);
});

e2e("the run of a link is stored where there is no other", async (page, visit) => {
  await evolve(page, { Generations: 2, Seed: 9 });
  const link = await copied(page, "Share this experiment");
  const other = await visit(new URL(link).hash);
  await press(other, "Run this experiment");
  await finished(other, 2);
  await other.reload();
  await finished(other, 2);
  assert.equal(await chromosome(other), await chromosome(page));
});

e2e("a program's link leaves the address: a reload is about what is stored", async (page) => {
  await evolve(page, { Generations: 2 });
  const own = await chromosome(page);
  const { chromosome: guest } = await evolveNatively("--generations", 1, "--seed", 7);
  await open(page, `#c=${guest}`);
  await shows(page, "Program from a link");
  await isClean(page);
  await page.reload();
  await shows(page, "Generation 2 of this run");
  assert.equal(await chromosome(page), own);
});

e2e("a link to very much work says so, and asks again", async (page, visit) => {
  await evolve(page, { Generations: 1 });
  const link = await copied(page, "Share this experiment");
  const long = changed(new URL(link).hash, "generations=1\n", "generations=100000\n");
  const other = await visit(long);
  await shows(other, "100,000 generations of 50 programs, seed 1991.");
  await shows(other, "positions to judge: about 990 times a usual run.");
  await press(other, "Run this experiment");
  await shows(other, "Press again to run it anyway.");
  await says(other, "Ready.");
  await press(other, "Run it anyway");
  await says(other, /of 100000/);
  await press(other, "Reset");
});

/** A link with another line in it. */
function changed(fragment, line, other) {
  const [system, version, payload] = fragment.slice(3).split(".");
  const bytes = Buffer.from(payload, "base64url");
  const text = bytes.subarray(0, -4).toString();
  assert.ok(text.includes(line), text);
  const lines = Buffer.from(text.replace(line, other));
  const checksum = Buffer.alloc(4);
  checksum.writeUInt32LE(crc32(lines));
  return `#x=${system}.${version}.${Buffer.concat([lines, checksum]).toString("base64url")}`;
}

e2e("a program saved as a file and opened again, with where it comes from", async (page, visit) => {
  // Nothing new comes in: the champion of generation 15 led generations before it as well.
  const same = { "Crossover probability": 0, "Mutation probability": 0 };
  await evolve(page, { ...same, Population: 4, Generations: 15 });
  const text = await chromosome(page);
  const saved = await downloaded(page, "Save program");
  const { provenance } = JSON.parse(saved);
  assert.equal(provenance.generation, 15);
  assert.equal(provenance.seed, 1991);
  assert.match(provenance.fingerprint, /^[0-9a-f]{16}$/);

  const other = await visit();
  await choose(other, [file("friend.json", saved)], "Open program");
  await shows(other, "Program from friend.json");
  assert.equal(await chromosome(other), text);
  await button(other, "New game").waitFor();
});

e2e("the slider plays any generation of the run", async (page) => {
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
