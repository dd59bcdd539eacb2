// A program is passed on: by name, link, code, picture, on pages elsewhere, in other programs, and as the command that makes it.

import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { DEVICES, examined } from "./axe.mjs";
import { COMMAND, evolveNatively } from "./command.mjs";
import { fromPage } from "./browser.mjs";
import {
  address,
  answers,
  arrivedAt,
  button,
  choose,
  chromosome,
  downloaded,
  e2e,
  evolve,
  file,
  generation,
  play,
  press,
  pressByKey,
  says,
  set,
  shows,
  write,
} from "./page.mjs";

const OPEN = "More ways to share";
const jsQR = fromPage("jsqr");

function sheet(page) {
  return page.getByRole("dialog", { name: "Share this program" });
}

async function share(page) {
  await press(page, OPEN);
  await sheet(page).waitFor();
}

async function program() {
  return (await evolveNatively("--generations", 1, "--seed", 7)).chromosome;
}

async function visitProgram(visit, more = {}, name = "") {
  const page = await visit(`#c=${await program()}${name}`, more);
  await shows(page, "You are to move, with White.");
  return page;
}

/** What a press of this button writes to the clipboard. */
async function clipboard(page, name) {
  await page.bringToFront();
  await page.evaluate(() => navigator.clipboard.writeText("nothing copied yet"));
  await pressByKey(page, name);
  return answers(page, async () => {
    const text = await navigator.clipboard.readText();
    return text !== "nothing copied yet" && text;
  });
}

e2e("a program has a name, which travels in its link", async (_, visit) => {
  const page = await visitProgram(visit);
  await share(page);
  const field = page.getByRole("textbox", { name: "Name of the program" });
  const before = await page.getByRole("img", { name: "The link as a QR code" }).innerHTML();
  await write(field, "  Rudi & <Sohn> ");
  await field.press("Enter");
  await page.getByRole("img", { name: /^Rudi & <Sohn>, ACPP 1991\. In pawns: knight \d/ }).waitFor();
  assert.notEqual(await page.getByRole("img", { name: "The link as a QR code" }).innerHTML(), before);
  const link = await clipboard(page, "Copy address");
  assert.equal(link, `${address()}#c=${await program()}&name=Rudi%20%26%20%3CSohn%3E`);
  await press(page, "Close");
  await sheet(page).waitFor({ state: "hidden" });
  assert.ok(await button(page, OPEN).evaluate((element) => element === document.activeElement));

  const other = await visit(new URL(link).hash);
  await shows(other, "Rudi & <Sohn> is a chess program that nobody wrote: it was bred, as in ACPP 1991.");
  const opponent = other.getByRole("combobox", { name: "Opponent" });
  await opponent.locator("option", { hasText: "Rudi & <Sohn> (program from a link)" }).waitFor({ state: "attached" });
  await play(other, "e4");
  await shows(other, /^1\. e4 \S+$/);
  await other.getByText("that nobody wrote").waitFor({ state: "detached" });
  assert.equal(await clipboard(other, "Copy link"), link, "it is passed on with its name");
});

e2e("while a run goes on the sheet stays with its program, and keeps what is typed", async (page) => {
  await set(page, { Generations: 100_000 });
  await press(page, "Evolve");
  await arrivedAt(page, 1);
  await share(page);
  const address = await clipboard(page, "Copy address");
  const field = page.getByRole("textbox", { name: "Name of the program" });
  await field.pressSequentially("Rudi");
  await arrivedAt(page, (await generation(page)) + 5);
  assert.equal(await field.inputValue(), "Rudi");
  await field.press("Enter");
  await page.getByRole("img", { name: /^Rudi, ACPP 1991/ }).waitFor();
  await arrivedAt(page, (await generation(page)) + 5);
  assert.equal(await clipboard(page, "Copy address"), `${address}&name=Rudi`);
});

e2e("a name that cannot be read, or no name, leaves the program as it is", async (_, visit) => {
  for (const name of ["&name=%E0%A4%A", "&name=", "&name=%20%E2%80%AE"]) {
    const page = await visitProgram(visit, {}, name);
    await shows(page, "Program from a link");
    assert.equal(await chromosome(page), await program());
  }
});

/** What a camera reads of a code: each square so many pixels wide and high. */
function read(rows, pixels = 4) {
  const size = rows.length * pixels;
  const picture = new Uint8ClampedArray(4 * size * size).map((_, at) => {
    const [x, y] = [(at >> 2) % size, Math.floor((at >> 2) / size)];
    const isDark = rows[Math.floor(y / pixels)][Math.floor(x / pixels)];
    return at % 4 === 3 || !isDark ? 255 : 0;
  });
  return jsQR(picture, size, size)?.data;
}

e2e("the code is that of the link", async (_, visit) => {
  const page = await visitProgram(visit, {}, "&name=Rudi");
  await share(page);
  const link = await clipboard(page, "Copy address");
  const drawn = await page.getByRole("img", { name: "The link as a QR code" }).evaluate((svg) => {
    const path = new Path2D(svg.querySelector("path").getAttribute("d"));
    const pen = document.createElement("canvas").getContext("2d");
    const places = Array.from({ length: svg.viewBox.baseVal.width }, (_, at) => at + 0.5);
    return places.map((y) => places.map((x) => pen.isPointInPath(path, x, y)));
  });
  assert.equal(read(drawn), link);
});

e2e("a UCI engine plays by its command; fastchess, cutechess and lichess-bot are told how to take it", async (_, visit) => {
  const text = await program();
  const page = await visitProgram(visit, {}, "&name=Rudi");
  await share(page);
  const engine = await clipboard(page, "Copy UCI command");
  assert.equal(engine, `millipawn uci --chromosome ${text}`);
  const asked = `printf 'uci\nposition startpos\ngo nodes 100\nquit\n' | ${engine.replace(/^millipawn/, `'${COMMAND}'`)}`;
  const { stdout } = await promisify(execFile)("sh", ["-c", asked]);
  assert.match(stdout, /^uciok$/m);
  await page.getByText("fastchess, cutechess, a bot on Lichess").click();
  assert.match(
    await clipboard(page, "Copy fastchess command"),
    new RegExp(`^fastchess -engine name=rudi cmd=millipawn args=uci option\\.Chromosome=${text} `),
  );
  assert.match(
    await clipboard(page, "Copy cutechess command"),
    new RegExp(`^cutechess-cli -engine name=rudi cmd=millipawn arg=uci option\\.Chromosome=${text} `),
  );
  assert.match(await clipboard(page, "Copy lichess-bot configuration"), new RegExp(`\n    Chromosome: "${text}"$`));
});

e2e("the picture of a program is saved as SVG and as PNG", async (_, visit) => {
  const page = await visitProgram(visit, {}, "&name=Rudi");
  await share(page);
  const svg = (await downloaded(page, "Save picture as SVG")).toString();
  assert.match(svg, /^<svg xmlns="http:\/\/www.w3.org\/2000\/svg" width="1200" height="630"/);
  assert.match(svg, />Rudi<.*>ACPP 1991<.*>Knight<.*>Scan to play against it</);
  const png = await downloaded(page, "Save picture as PNG");
  assert.deepEqual([png.toString("latin1", 1, 4), png.readUInt32BE(16), png.readUInt32BE(20)], ["PNG", 2400, 1260]);
});

e2e("where the browser can send, the sheet does", async (_, visit) => {
  const prepare = (page) =>
    page.addInitScript(() => {
      navigator.share = async (what) => {
        window.sent = what;
      };
    });
  const page = await visitProgram(visit, { prepare }, "&name=Rudi");
  await share(page);
  await press(page, "Send it…");
  const { title, text, url } = await answers(page, () => window.sent);
  assert.deepEqual([title, url], ["Rudi", `${address()}#c=${await program()}&name=Rudi`]);
  assert.match(text, /^Play chess against Rudi/);
});

e2e("on a page elsewhere the board and the program play, and store nothing", async (_, visit) => {
  const page = await visitProgram(visit, {}, "&name=Rudi");
  await share(page);
  const code = await clipboard(page, "Copy embed code");
  assert.match(code, /^<iframe src="[^"]*" title="Rudi" width="400" height="720" style="border:0"><\/iframe>$/);
  const body = `<!doctype html><html lang="en"><title>A blog</title><h1>A blog</h1>${code}</html>`;
  const prepare = (page) =>
    page.route(`${address()}blog`, (route) => route.fulfill({ contentType: "text/html", body }));
  const elsewhere = await visit("blog", { prepare });
  const frame = elsewhere.frameLocator("iframe");
  await frame.getByRole("heading", { name: "Rudi" }).waitFor();
  await frame.getByText("You are to move, with White.").waitFor();
  await frame.getByRole("textbox", { name: "Your move", exact: true }).fill("e4");
  await frame.getByRole("textbox", { name: "Your move", exact: true }).press("Enter");
  await frame.getByText(/^1\. e4 \S+$/).waitFor();
  const inside = frame.getByRole("link", { name: "Bred with Millipawn: look inside" });
  assert.equal(
    await inside.evaluate((link) => link.href),
    `${address()}#c=${await program()}&name=Rudi`,
  );

  const alone = await visit(`board.html#c=${await program()}`);
  await alone.getByRole("heading", { name: "A bred program" }).waitFor();
  await shows(alone, "You are to move, with White.");
  await play(alone, "e4");
  await shows(alone, /^1\. e4 \S+$/);
  await press(alone, "Resign");
  await shows(alone, "White resigns");
  assert.deepEqual(await alone.evaluate(() => indexedDB.databases()), [], "no result is stored either");
  await examined(alone, "the board alone");
});

e2e(
  "a board without a program, or with a damaged one, says so",
  async (_, visit) => {
    await shows(await visit("board.html"), "No program");
    const page = await visit(`board.html#c=${(await program()).slice(0, -4)}`);
    await page.getByRole("alert").filter({ hasText: "The link to a program cannot be opened" }).waitFor();
  },
  { trouble: true },
);

for (const [device, screen] of Object.entries(DEVICES)) {
  e2e(`by keyboard alone, and for everyone: ${device}`, async (_, visit) => {
    const page = await visitProgram(visit, screen);
    await pressByKey(page, OPEN);
    await sheet(page).waitFor();
    await page.getByText("fastchess, cutechess, a bot on Lichess").press("Enter");
    await page.getByRole("group", { name: "lichess-bot configuration" }).waitFor();
    await examined(page, "the sheet");
    const wide = await sheet(page).evaluate((element) => element.scrollWidth > element.clientWidth);
    assert.equal(wide, false, "nothing is beside the sheet");
    await page.keyboard.press("Escape");
    await sheet(page).waitFor({ state: "hidden" });
  });
}

// ---- the run ----------------------------------------------------------------------------------

e2e("the history of the run is saved as CSV, JSON and a picture", async (page) => {
  await evolve(page, { Generations: 2 });
  await share(page);
  const { records } = await evolveNatively("--generations", 2);
  const csv = (await downloaded(page, "Save history as CSV")).toString().trim().split("\r\n");
  const columns = csv[0].split(",");
  const of = (line, name) => line.split(",")[columns.indexOf(name)];
  assert.deepEqual(
    csv.slice(1).map((line) => ["generation", "best", "worst"].map((name) => Number(of(line, name)))),
    records.map(({ generation, best, worst }) => [generation, best, worst]),
  );
  const json = JSON.parse((await downloaded(page, "Save history as JSON")).toString());
  assert.deepEqual([json.kind, json.settings.seed, json.records.length], ["imitation", 1991, 3]);
  const png = await downloaded(page, "Save charts as PNG");
  assert.equal(png.toString("latin1", 1, 4), "PNG");
  assert.ok(png.readUInt32BE(16) > 300 && png.readUInt32BE(20) > 300);
});

/** The command of the sheet, carried out by a shell, makes this very program. */
async function remade(page, folder = ".") {
  const bred = await chromosome(page);
  await share(page);
  const command = await clipboard(page, "Copy command");
  assert.match(command, /^millipawn /);
  const whole = `${command.replace(/^millipawn/, `'${COMMAND}'`)} --json`;
  const { stdout } = await promisify(execFile)("sh", ["-c", whole], { cwd: folder, maxBuffer: 1 << 28 });
  assert.equal(JSON.parse(stdout.trim().split("\n").at(-1)).chromosome, bred, command);
  return command;
}

async function turnTo(page, system, stage) {
  await shows(page, "118 games");
  await page.getByRole("combobox", { name: "System" }).selectOption(system);
  await page.getByRole("tab", { name: new RegExp(stage) }).click();
  await page.getByRole("tabpanel", { name: new RegExp(stage) }).waitFor();
}

async function run(page, settings, step = "Generation") {
  await set(page, settings);
  await press(page, "Run");
  await says(page, `${step} ${settings.Generations} of ${settings.Generations}, finished`);
}

e2e("the command repeats an imitation: of the sample games, with settings of its own", async (page) => {
  await evolve(page, { Generations: 3, Seed: 7, "Mutation probability": 0.01 });
  assert.equal(
    await remade(page),
    "millipawn evolve --system acpp --generations 3 --set mutation-probability=0.01 --seed 7",
  );
});

const GAMES = ["Na5", "Nb8", "h6", "Bb7"]
  .map(
    (last) =>
      `[Event "Test"]\n\n1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. Ba4 Nf6 5. O-O Be7 6. Re1 b5 7. Bb3 d6 8. c3 O-O 9. h3 ${last} 1-0\n`,
  )
  .join("\n");

for (const [name, said] of [
  ["it's mine.pgn", String.raw`'it'\''s mine.pgn'`],
  ["-mine.pgn", "./-mine.pgn"],
])
  e2e(`the command repeats an imitation of one's own games: ${name}`, async (page) => {
    const folder = mkdtempSync(join(tmpdir(), "millipawn-"));
    writeFileSync(join(folder, name), GAMES);
    await choose(page, [file(name, GAMES)]);
    await shows(page, "4 games");
    await evolve(page, { Generations: 2 });
    const command = await remade(page, folder);
    assert.ok(command.includes(` --pgn ${said} --generations 2`), command);
  });

e2e("the command repeats a coevolution and a search", async (page) => {
  await turnTo(page, "falcon", "Coevolution");
  await run(page, { Generations: 1, "Games per pair": 1, "Nodes a move": 50 });
  await remade(page);
  await press(page, "Close");
  await page.getByRole("tab", { name: /Search/ }).click();
  await run(page, { "Nodes a position": 1000, Population: 4, Generations: 1 });
  assert.match(await remade(page), /^millipawn tune --program falcon\.1\./);
});

e2e("the command repeats learning, from itself and from games", async (page) => {
  await turnTo(page, "meep", "Learning");
  await run(page, { "Nodes a move": 200, "Games a round": 2, Generations: 2 }, "Round");
  await remade(page);
  await press(page, "Close");
  await page.getByRole("tab", { name: /Masters/ }).click();
  await page.getByRole("tabpanel", { name: /Masters/ }).waitFor();
  await run(page, { Generations: 3 }, "Step");
  assert.match(await remade(page), /--method imitation/);
});

e2e("the command repeats EvoChess's orderings and games", async (page) => {
  await turnTo(page, "evochess", "Ordering");
  await run(page, { Population: 8, Depth: 2, Positions: 10, Generations: 2 });
  await remade(page);
  await press(page, "Close");
  await page.getByRole("tab", { name: /Games/ }).click();
  await page.getByRole("tabpanel", { name: /Games/ }).waitFor();
  await page.getByText("More settings").click();
  await set(page, { "Longest game": 20, Parents: 2, "Final games": 2, Finalists: 2 });
  await run(page, { Population: 4, "Nodes a move": 200, "Strongest opponent": 1, Generations: 1 });
  assert.match(await remade(page), /--set fitness=games/);
});

e2e("of a program from a link it is said that the page does not know how it was made", async (_, visit) => {
  const page = await visitProgram(visit);
  await share(page);
  await shows(page, /^This page does not know how the program was made\./);
  assert.equal(await button(page, "Copy command").count(), 0);
});
