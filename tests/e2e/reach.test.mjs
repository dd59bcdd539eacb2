// Who uses the keyboard, a finger, a screen reader or colours of their own reaches and learns what everybody does.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { sitDown, turnTo } from "./board.mjs";
import {
  arrivedAt,
  button,
  choose,
  evolve,
  file,
  fitnessTable,
  play,
  press,
  says,
  e2e,
  set,
  shows,
  troubled,
} from "./page.mjs";
import { listening } from "./reader.mjs";

const SMALL = { Population: 6, "Positions per generation": 20, Generations: 2 };
const PHONE = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true };

/** What has the focus, in a word. */
function focused(page) {
  return page.evaluate(() => {
    const { activeElement: element } = document;
    return element.labels?.[0]?.innerText ?? element.textContent.trim();
  });
}

/** Waits until a button, by what it says, has the focus. */
function hasFocus(page, text) {
  return page.waitForFunction((wanted) => document.activeElement?.textContent.trim() === wanted, text);
}

e2e(
  "help on heads and values comes with the focus, goes with Escape and is part of the description",
  async (page) => {
    await evolve(page, SMALL);
    await button(page, "Pawns").focus();
    await page.keyboard.press("Tab");
    assert.equal(await focused(page), "Usual");
    const tip = page.getByText("The point value in general use").filter({ visible: true });
    await tip.waitFor();
    await page.keyboard.press("Escape");
    await tip.waitFor({ state: "hidden" });
    await page.keyboard.press("Enter");
    await tip.waitFor();
    await page.keyboard.press("Tab");
    assert.equal(await focused(page), "Knight");
    await page
      .getByText(/From 2\.00 to \d+\.\d+, in pawns\./)
      .filter({ visible: true })
      .waitFor();
    const description = await page
      .getByRole("table", { name: "Genes", exact: true })
      .getByRole("button", { name: "Knight", exact: true })
      .getAttribute("aria-description");
    assert.match(description, /in pawns\.\nSource: /);
    assert.doesNotMatch(description, /millipawn/i);
  },
);

e2e(
  "a touch opens help and closes it, and a long one opens that of a button without pressing it",
  async (page) => {
    await evolve(page, SMALL);
    await button(page, "Usual").tap();
    const tip = page.getByText("The point value in general use").filter({ visible: true });
    await tip.waitFor();
    await button(page, "Usual").tap();
    await tip.waitFor({ state: "hidden" });
    const { x, y } = await button(page, "Copy link").evaluate((element) => {
      element.scrollIntoView({ block: "center" });
      const { left, top } = element.getBoundingClientRect();
      return { x: left + 10, y: top + 10 };
    });
    const touch = await page.context().newCDPSession(page);
    await touch.send("Input.dispatchTouchEvent", { type: "touchStart", touchPoints: [{ x, y }] });
    await page.getByText("The link is the program").filter({ visible: true }).waitFor();
    await touch.send("Input.dispatchTouchEvent", { type: "touchEnd", touchPoints: [] });
    assert.equal(await page.getByLabel("The address copied").count(), 0);
  },
  PHONE,
);

e2e("a tip comes to what is pointed at, not to what slides under a mouse that rests", async (page) => {
  await shows(page, "118 games");
  const name = page.locator("label", { hasText: "Population" });
  const { x, y } = await name.boundingBox();
  await page.clock.install();
  await page.mouse.move(x + 4, y - 9);
  await page.locator("#breed").evaluate((room) => (room.style.paddingTop = "0px"));
  // The mouse that rests is told of what is under it now when it is pressed, at the latest.
  await page.mouse.down({ button: "middle" });
  await page.mouse.up({ button: "middle" });
  await page.waitForFunction((element) => element.matches(":hover"), await name.elementHandle());
  await page.clock.runFor(1000);
  const tip = page.locator(".tip");
  assert.equal(await tip.isVisible(), false);
  await page.mouse.move(x + 6, y - 9);
  await page.clock.runFor(1000);
  assert.equal(await tip.isVisible(), true);
});

e2e("the focus stays on what was pressed, or goes to what is nearest", async (page) => {
  await set(page, SMALL);
  await button(page, "Evolve").focus();
  await page.keyboard.press("Enter");
  await says(page, "Generation 2 of 2, finished");
  assert.equal(await focused(page), "Evolve");
  await button(page, "Reset").press("Enter");
  await says(page, "Ready");
  assert.equal(await focused(page), "Reset");
  await button(page, "Back to published settings").press("Enter");
  await hasFocus(page, "All settings as published.");
  const opponent = page.getByRole("combobox", { name: "Opponent" });
  await opponent.selectOption({ label: "Paste a link…" });
  await button(page, "Cancel").press("Enter");
  await page.waitForFunction(() => document.activeElement?.labels?.[0]?.innerText.startsWith("Opponent"));
});

e2e(
  "a message that is dismissed does not take the focus along",
  async (page) => {
    await choose(page, [file("empty.pgn", "")]);
    await troubled(page, "empty.pgn");
    await button(page, "Dismiss").press("Enter");
    await button(page, "Dismiss").waitFor({ state: "detached" });
    assert.equal(await page.evaluate(() => document.activeElement === document.body), false);
  },
  { trouble: true },
);

e2e(
  "the run bar hides nothing that has the focus",
  async (page) => {
    // What comes later would move the fields.
    await shows(page, "118 games");
    await page.getByText("More settings").click();
    for (const field of await page
      .locator("#breed input:not([type=file]):visible, #breed select:visible")
      .all()) {
      await field.focus();
      const covered = await field.evaluate((element) => {
        const { left, top, width, height } = element.getBoundingClientRect();
        const above = document.elementFromPoint(left + width / 2, top + height / 2);
        return above === element || element.contains(above) ? "" : (above?.className ?? "nothing");
      });
      assert.equal(covered, "", await field.getAttribute("id"));
    }
  },
  { viewport: { width: 720, height: 450 }, deviceScaleFactor: 2 },
);

e2e(
  "a run is heard when it starts, pauses and is reset; a link that is copied twice is heard twice",
  async (page) => {
    const heard = await listening(page);
    await set(page, { Generations: 1000 });
    await press(page, "Evolve");
    await heard("The run starts.");
    await arrivedAt(page, 0);
    await press(page, "Pause");
    await heard("^The run is paused\\. Generation \\d+ of 1000, best \\d+\\.$");
    await press(page, "Reset");
    await heard("The run is reset.");
    await page.getByRole("combobox", { name: "System" }).selectOption("falcon");
    await heard("The settings are those of Falcon 2014.");
    await turnTo(page, "Arena");
    await heard("Arena.");
    await turnTo(page, "Play");
    await sitDown(page);
    await press(page, "Copy link");
    const first = await page.locator("[aria-live=polite] > p", { hasText: "Link copied." }).elementHandle();
    await press(page, "Copy link");
    await page.waitForFunction((element) => !element.isConnected, first);
    await heard("Link copied.");
  },
);

for (const colorScheme of ["light", "dark"]) {
  e2e(
    `with forced colours one sees the mode chosen, the current move, the open tab and the slider: ${colorScheme}`,
    async (page) => {
      await evolve(page, SMALL);
      await play(page, "e4");
      await shows(page, /^1\. e4 \S+$/);
      const style = (selector, name) =>
        page
          .locator(selector)
          .first()
          .evaluate((element, key) => getComputedStyle(element)[key], name);
      for (const [chosen, other, name] of [
        [".modes input:checked + span", ".modes input:not(:checked) + span", "backgroundColor"],
        [".moves .move[aria-current]", ".moves .move:not([aria-current])", "backgroundColor"],
        ["[role=tab][aria-selected=true]", "[role=tab][aria-selected=false]", "borderBottomColor"],
      ])
        assert.notEqual(await style(chosen, name), await style(other, name), chosen);
      assert.ok(
        (await coloursOf(page, page.getByRole("slider", { name: "Ancestor to play" }))) >= 3,
        "track and thumb",
      );
      assert.ok((await coloursOf(page, button(page, "Evolve"))) >= 2, "a name to be read");
      await press(page, "Copy link");
      const notice = page.locator(".notice p");
      await notice.waitFor();
      const ground = (element) => getComputedStyle(element).backgroundColor;
      assert.equal(await notice.evaluate(ground), await page.locator("body").evaluate(ground), "no bars");
    },
    { forcedColors: "active", colorScheme },
  );
}

/** How many colours fill at least a hundredth of an element. */
async function coloursOf(page, locator) {
  const picture = (await locator.screenshot()).toString("base64");
  return page.evaluate(async (data) => {
    const image = new Image();
    image.src = `data:image/png;base64,${data}`;
    await image.decode();
    const canvas = Object.assign(document.createElement("canvas"), {
      width: image.width,
      height: image.height,
    });
    const pen = canvas.getContext("2d");
    pen.drawImage(image, 0, 0);
    const counts = new Map();
    for (const pixel of new Uint32Array(pen.getImageData(0, 0, image.width, image.height).data.buffer))
      counts.set(pixel, (counts.get(pixel) ?? 0) + 1);
    return [...counts.values()].filter((count) => count * 100 >= image.width * image.height).length;
  }, picture);
}

e2e("a browser whose language is none shows the page all the same", async (page) => {
  await page.addInitScript(() => Object.defineProperty(Navigator.prototype, "language", { get: () => "C" }));
  await page.reload();
  await shows(page, "118 games");
  await evolve(page, SMALL);
});

e2e("About tells the version and the signature of the engine", async (page) => {
  const source = readFileSync(new URL("../../crate/engine/src/search/bench.rs", import.meta.url), "utf8");
  const signature = Number(/SIGNATURE: u64 = ([\d_]+)/.exec(source)[1].replaceAll("_", ""));
  await shows(page, "118 games");
  await press(page, "About");
  const build = page.getByText(/^Version \d+\.\d+\.\d+/);
  assert.match(await build.innerText(), new RegExp(`Engine signature ${signature.toLocaleString("en-US")},`));
});

e2e("a chart that is not shown is not in the document, and comes back as it was", async (page) => {
  await evolve(page, SMALL);
  assert.equal(await page.locator(".plot").count(), 2, "what was found of the same positions, and what selects");
  await fitnessTable(page);
  assert.equal(await page.locator(".plot").count(), 0);
  await press(page, "Show as table");
  // What is drawn is counted by a worker of its own.
  const cursor = page.getByRole("slider", { name: "Cursor of the chart" });
  await cursor.and(page.locator("[aria-valuetext^='Generation 2:']")).waitFor();
  await cursor.press("Home");
  await page.waitForFunction(() =>
    document.querySelector(".plot")?.ariaValueText?.startsWith("Generation 0:"),
  );
  await page.getByRole("tab", { name: /Search/ }).click();
  await page.getByRole("figure", { name: "Nodes by generation" }).waitFor();
  assert.equal(await page.locator(".plot").count(), 1);
});

e2e("many skips are shown in parts", async (page) => {
  const bad = Array.from(
    { length: 450 },
    (_, at) => `[Event "?"]\n[White "W${at}"]\n[Result "1-0"]\n\n1. e4 e5 2. Ke3 1-0\n`,
  );
  const good = `[Event "?"]\n[Result "1-0"]\n\n1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. Ba4 Nf6 5. O-O Be7 6. Re1 b5 7. Bb3 d6 1-0\n`;
  await choose(page, [file("club.pgn", [good, ...bad].join("\n"))]);
  await press(page, "Why 450 games were skipped");
  const rows = page.getByRole("table", { name: "One by one" }).locator("tbody tr");
  await rows.nth(199).waitFor();
  assert.equal(await rows.count(), 200);
  await press(page, "Show 200 more");
  await press(page, "Show 50 more");
  await page.waitForFunction(() => document.querySelectorAll("dialog tbody tr .place").length === 450);
});

e2e("a cross table of many programs is shown in parts", async (page) => {
  await page.getByRole("tab", { name: /Coevolution/ }).click();
  await page.getByRole("tabpanel", { name: /Coevolution/ }).waitFor();
  await set(page, { Population: 52, Generations: 0, "Games per pair": 1, "Nodes a move": 1 });
  await press(page, "Run");
  const table = page.getByRole("table", { name: "Cross table of generation 0" });
  // It grows while they play: nobody waits for 1,326 games.
  await table.waitFor();
  const size = () => table.evaluate(({ rows }) => [rows.length - 1, rows[1].cells.length - 2]);
  assert.deepEqual(await size(), [25, 25]);
  await page.getByRole("combobox", { name: "against" }).selectOption({ label: "51 to 52" });
  await table.getByRole("columnheader", { name: "52", exact: true }).waitFor();
  assert.deepEqual(await size(), [25, 2]);
});

e2e("the table of a long run is shown in parts", async (page) => {
  await evolve(page, { Population: 2, "Positions per generation": 10, Generations: 520 });
  const shown = async () => (await fitnessTable(page)).map(([generation]) => Number(generation));
  assert.deepEqual(
    await shown(),
    Array.from({ length: 500 }, (_, generation) => generation),
  );
  await page.getByRole("combobox", { name: "Rows" }).selectOption({ label: "Generation 500 to 520" });
  await page.getByRole("rowheader", { name: "520", exact: true }).waitFor();
  assert.deepEqual(
    await shown(),
    Array.from({ length: 21 }, (_, more) => 500 + more),
  );
});
