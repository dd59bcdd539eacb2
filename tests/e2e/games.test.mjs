// Games in: chosen, dropped, packed, added, forgotten, refused.

import assert from "node:assert/strict";
import { crc32, deflateRawSync, gzipSync } from "node:zlib";
import { evolveNatively, sharedData } from "./command.mjs";
import {
  button,
  choose,
  chromosome,
  downloaded,
  drop,
  evolve,
  file,
  finished,
  holds,
  press,
  says,
  e2e,
  set,
  shows,
  troubled,
  write,
} from "./page.mjs";

const TRAIN = sharedData("gm/train.pgn");
const PLIES =
  "e4 e5 Nf3 Nc6 Bb5 a6 Ba4 Nf6 O-O Be7 Re1 b5 Bb3 d6 c3 O-O h3 Nb8 d4 Nbd7 Nbd2 Bb7 Bc2 Re8 Nf1 Bf8".split(
    " ",
  );

/** Games that differ in their length, by players of that name. */
function pgn(count, white = "Ruy") {
  return Array.from({ length: count }, (_, index) => game(white, PLIES.slice(0, PLIES.length - index))).join(
    "\n",
  );
}

function game(white, plies) {
  const moves = plies.map((san, ply) => (ply % 2 ? san : `${ply / 2 + 1}. ${san}`)).join(" ");
  return `[Event "Test"]\n[White "${white}"]\n[Black "Lopez"]\n[Result "1-0"]\n\n${moves} 1-0\n`;
}

const SMALL = file("small.pgn", pgn(8));

e2e(
  "12,000 games dropped: bred as on the command line",
  async (page) => {
    // Larger than a message to the browser may be: the page fetches what it drops.
    await dropLarge(page, TRAIN);
    await shows(page, "12,000 games");
    await shows(page, /[\d,]+ positions/);
    const native = await evolveNatively("--generations", 3, "--pgn", TRAIN);
    await evolve(page, { Generations: 3 });
    assert.equal(await chromosome(page), native.chromosome);
  },
  { skip: TRAIN ? false : "shared/data/gm/train.pgn is not on this machine" },
);

e2e("Evolve waits for the games that are being read", async (page) => {
  const native = await evolveNatively("--generations", 2);
  await set(page, { Generations: 2 });
  await press(page, "Use sample games");
  await press(page, "Evolve");
  await finished(page, 2);
  assert.equal(await chromosome(page), native.chromosome);
});

e2e("packed files are the same games: .pgn, .pgn.gz, .pgn.zst, .zip, chosen and dropped", async (page) => {
  await choose(page, [SMALL]);
  await inUse(page, "small.pgn");
  const plain = await fingerprint(page);
  const packed = [
    file("small.pgn.gz", gzipSync(SMALL.buffer)),
    file("small.pgn.zst", zstd(SMALL.buffer)),
    file("small.zip", zip("games/small.pgn", SMALL.buffer)),
  ];
  for (const one of packed) {
    await choose(page, [one]);
    await inUse(page, one.name);
    assert.equal(await fingerprint(page), plain, one.name);
  }
  await drop(page, packed);
  await inUse(page, "small.pgn.gz, small.pgn.zst, small.zip", "24 games");
  await drop(page, [SMALL]);
  await inUse(page, "small.pgn");
  assert.equal(await fingerprint(page), plain);
});

e2e("games added, kept over a reload, forgotten", async (page) => {
  await choose(page, [SMALL]);
  await inUse(page, "small.pgn");
  await choose(page, [file("more.pgn", pgn(5, "Other"))], "Add games");
  await inUse(page, "small.pgn, more.pgn", "13 games");
  const both = await fingerprint(page);
  await page.reload();
  await inUse(page, "small.pgn, more.pgn", "13 games");
  assert.equal(await fingerprint(page), both);
  await press(page, "Forget these games");
  await shows(page, "The games are forgotten.");
  await button(page, "Forget these games").waitFor({ state: "detached" });
  await page.reload();
  await inUse(page, "Sample games", "118 games");
});

e2e(
  "files that are no games are refused by name and reason, and the games in use stay",
  async (page) => {
    await choose(page, [SMALL]);
    await inUse(page, "small.pgn");
    const before = await fingerprint(page);
    const packed = gzipSync(Buffer.from(pgn(1).repeat(200) + Math.PI));
    const bad = [
      [file("page.pgn", "<!doctype html><html><body>Not found</body></html>"), "a web page"],
      [file("wide.pgn", Buffer.from(`\ufeff${pgn(2)}`, "utf16le")), "UTF-16"],
      [file("noise.pgn", noise(5000)), "not a text file"],
      [file("empty.pgn", ""), "empty"],
      [file("cut.pgn.gz", packed.subarray(0, 30)), "cut short"],
    ];
    for (const [one, reason] of bad) {
      await choose(page, [one]);
      await troubled(page, reason);
      const message = await page.getByRole("alert").innerText();
      assert.ok(message.includes(one.name) && message.includes("small.pgn stay in use"), message);
      await press(page, "Dismiss");
      await page.getByRole("alert").waitFor({ state: "detached" });
      await inUse(page, "small.pgn");
      assert.equal(await fingerprint(page), before, one.name);
    }
  },
  { trouble: true },
);

e2e(
  "a bad file among good ones is reported, with its line, and the report can be taken away",
  async (page) => {
    const wrong = game("Wrong", ["e4", "e5", "Ke3"]);
    await choose(page, [SMALL, file("wrong.pgn", `${pgn(1)}\n${wrong}`)]);
    await inUse(page, "small.pgn, wrong.pgn", "9 games");
    await press(page, "Why 1 game was skipped");
    const sheet = page.getByRole("dialog", { name: "Games that were not used" });
    await sheet.getByText("illegal move: `Ke3` (half-move 3)").waitFor();
    await sheet.getByText("Wrong - Lopez").waitFor();
    await sheet.getByText(/wrong\.pgn:\d+/).waitFor();
    assert.match((await downloaded(page, "Download report")).toString(), /illegal move: `Ke3`/);
  },
);

e2e("a player's name with markup in it stays text", async (page) => {
  const name = "<img src=x onerror=document.title='broken'>";
  await choose(page, [file("<b>bold.pgn", `${pgn(2, name)}\n${game(name, ["e4", "e5", "Ke3"])}`)]);
  await inUse(page, "<b>bold.pgn", "2 games");
  await press(page, "Why 1 game was skipped");
  await page.getByRole("dialog").getByText(`${name} - Lopez`).waitFor();
  assert.equal(await page.locator("img").count(), 0);
  assert.doesNotMatch(await page.title(), /broken/);
});

function playerBox(page) {
  return page.getByRole("textbox", { name: "Player", exact: true });
}

/** Chooses whose moves are learned from, as a person does. */
async function learnFrom(page, name) {
  const more = page.locator("details.more").first();
  if ((await more.getAttribute("open")) === null) await page.getByText("More settings").click();
  await write(playerBox(page), name);
  await playerBox(page).press("Enter");
}

e2e("a filter changed while games are in use applies to the next run: the sample games", async (page) => {
  const native = await evolveNatively("--generations", 2, "--set", "player=Fischer");
  const everyone = await evolveNatively("--generations", 3);
  await shows(page, "118 games");
  await learnFrom(page, "Fischer");
  await shows(page, /Read with other settings: player\. A new run begins by reading them again\./);
  await evolve(page, { Generations: 2 });
  assert.equal(await chromosome(page), native.chromosome);
  await page.getByText(/Read with other settings/).waitFor({ state: "detached" });
  await learnFrom(page, "");
  await evolve(page, { Generations: 3 });
  assert.equal(await chromosome(page), everyone.chromosome);
});

const TWO_PLAYERS = `${pgn(6, "Ruy")}\n${pgn(6, "Other")}`;

e2e("a filter applies to a person's own games, also to those added", async (page) => {
  await choose(page, [file("both.pgn", TWO_PLAYERS)]);
  await inUse(page, "both.pgn", "12 games");
  await choose(page, [file("more.pgn", pgn(3, "Ruy Third"))], "Add games");
  await inUse(page, "both.pgn, more.pgn", "15 games");
  await learnFrom(page, "Ruy");
  await evolve(page, { Generations: 1 });
  await shows(page, /\b9 games ·/);
});

e2e(
  "after a reload a filter needs the files again: nothing is bred on the games as they were read",
  async (page) => {
    await choose(page, [file("both.pgn", TWO_PLAYERS)]);
    await inUse(page, "both.pgn", "12 games");
    await page.reload();
    await inUse(page, "both.pgn", "12 games");
    assert.equal(await page.getByText(/Read with other settings/).count(), 0);
    await learnFrom(page, "Ruy");
    await shows(
      page,
      /Read with other settings: player\. Choose the files again to apply the new settings\./,
    );
    await set(page, { Generations: 1 });
    await press(page, "Evolve");
    await troubled(page, "both.pgn were read with other settings (player). Choose the files again");
    await says(page, "Ready.");
    await press(page, "Dismiss");
    await press(page, "Keep games as read");
    await holds(playerBox(page), "");
    await evolve(page, { Generations: 1 });
    await learnFrom(page, "Ruy");
    await choose(page, [file("both.pgn", TWO_PLAYERS)]);
    await inUse(page, "both.pgn", "6 games");
    await evolve(page, { Generations: 1 });
  },
  { trouble: true },
);

e2e("a saved program that is dropped opens as a program, not as games", async (page, visit) => {
  await evolve(page, { Generations: 1 });
  const text = await chromosome(page);
  const saved = file("friend.json", await downloaded(page, "Save program"));
  const other = await visit();
  await drop(other, [saved], "A saved program (.json, .csv) opens.");
  await shows(other, "Program from friend.json");
  assert.equal(await chromosome(other), text);
  await inUse(other, "Sample games", "118 games");
});

e2e(
  "a program among games is taken by itself only",
  async (page) => {
    await choose(page, [SMALL]);
    await inUse(page, "small.pgn");
    await drop(page, [file("friend.json", "{}"), file("more.pgn", pgn(2))]);
    await troubled(page, "friend.json is a program, not games, and is taken by itself only.");
    await inUse(page, "small.pgn");
  },
  { trouble: true },
);

/** Waits until these games are in use. */
async function inUse(page, title, games = "8 games") {
  await page.getByText(title, { exact: true }).waitFor();
  await page.getByText(games).waitFor();
}

/** Of the positions kept, as the page tells those who point at the summary. */
async function fingerprint(page) {
  await page.getByText(/\d games? ·/).hover();
  const tip = page.getByText(/Fingerprint of the positions kept: [0-9a-f]{16}/);
  await tip.waitFor();
  const text = await tip.innerText();
  await page.mouse.move(0, 0);
  await tip.waitFor({ state: "hidden" });
  return text.slice(-16);
}

/** A file from the disk as a drop: taken from a file chooser, since the text is too long for a message. */
async function dropLarge(page, path) {
  const input = await page.evaluateHandle(() => {
    const input = document.createElement("input");
    input.type = "file";
    return input;
  });
  await input.asElement().setInputFiles(path);
  const dataTransfer = await input.evaluateHandle((element) => {
    const data = new DataTransfer();
    data.items.add(element.files[0]);
    return data;
  });
  await page.dispatchEvent("main", "drop", { dataTransfer });
}

function noise(length) {
  let state = 1991;
  return Buffer.from(
    Array.from({ length }, () => {
      state = (Math.imul(state, 1103515245) + 12345) >>> 0;
      return state >>> 24;
    }),
  );
}

/** A zstd frame with its data as they are: one raw block, which every reader must know. */
function zstd(data) {
  const header = Buffer.from([0x28, 0xb5, 0x2f, 0xfd, 0b1010_0000, 0, 0, 0, 0]);
  header.writeUInt32LE(data.length, 5);
  const block = Buffer.alloc(3);
  block.writeUIntLE((data.length << 3) | 1, 0, 3);
  return Buffer.concat([header, block, data]);
}

/** A zip archive of one file. */
function zip(name, data) {
  const packed = deflateRawSync(data);
  const title = Buffer.from(name);
  const facts = Buffer.alloc(26);
  facts.writeUInt16LE(20, 0);
  facts.writeUInt16LE(8, 4);
  facts.writeUInt32LE(crc32(data), 10);
  facts.writeUInt32LE(packed.length, 14);
  facts.writeUInt32LE(data.length, 18);
  facts.writeUInt16LE(title.length, 22);
  const local = Buffer.concat([Buffer.from("PK\x03\x04"), facts, title, packed]);
  const central = Buffer.concat([Buffer.from("PK\x01\x02\x14\x00"), facts, Buffer.alloc(14), title]);
  const end = Buffer.alloc(22);
  end.write("PK\x05\x06", 0, "latin1");
  end.writeUInt16LE(1, 8);
  end.writeUInt16LE(1, 10);
  end.writeUInt32LE(central.length, 12);
  end.writeUInt32LE(local.length, 16);
  return Buffer.concat([local, central, end]);
}
