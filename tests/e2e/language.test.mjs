// German: by the browser's language, by hand, kept; and whole, wherever one looks.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { DEVICES, examined } from "./axe.mjs";
import { WITHOUT_SCRIPTS, button, e2e, holds, press, shows } from "./page.mjs";

const GERMAN = { locale: "de-DE" };
const PROGRAM = "falcon.1.gtNCM8Vzf1nlzgpAarVBHoqqs-FccLSbS7useG5G2Bo";
const catalogue = (name) =>
  JSON.parse(
    readFileSync(
      new URL(`../../www/src/language/de/${name}.json`, import.meta.url),
      "utf8",
    ),
  );
const TEXTS = { ...catalogue("core"), ...catalogue("page") };
/** What an English text with holes looks like; those with few letters of their own look like many things. */
const PATTERNS = Object.entries(TEXTS)
  .filter(
    ([english, german]) =>
      english !== german && english.replace(/\{\d+\}|\P{L}/gu, "").length >= 12,
  )
  .map(([english]) =>
    english.replace(/[.*+?^$()|[\]\\]/g, "\\$&").replace(/\{\d+\}/g, "[^]*"),
  )
  .map((source) => new RegExp(`^${source}$`, "u"));
const SPOKEN_GERMAN = new Set(
  Object.values(TEXTS).flatMap((text) =>
    typeof text === "string" ? [text] : Object.values(text),
  ),
);

function isEnglish(text) {
  if (SPOKEN_GERMAN.has(text)) return false;
  if (Object.hasOwn(TEXTS, text)) return TEXTS[text] !== text;
  return PATTERNS.some((pattern) => pattern.test(text));
}

/** Every text that is seen or heard. */
function texts(page) {
  return page.evaluate(() => {
    const found = [];
    const nodes = document.createTreeWalker(
      document.querySelector("#page"),
      NodeFilter.SHOW_TEXT,
    );
    while (nodes.nextNode()) {
      const { parentElement, textContent } = nodes.currentNode;
      if (!parentElement.closest("code, pre, [lang=en]"))
        found.push(textContent);
    }
    for (const element of document.querySelectorAll("#page *"))
      for (const name of [
        "aria-label",
        "aria-description",
        "aria-valuetext",
        "placeholder",
        "title",
        "alt",
      ])
        if (element.hasAttribute(name)) found.push(element.getAttribute(name));
    return [...new Set(found.map((text) => text.replace(/\s+/g, " ").trim()))];
  });
}

async function speaksGerman(page, where) {
  assert.deepEqual((await texts(page)).filter(isEnglish), [], where);
}

function language(page) {
  return page.locator("html").getAttribute("lang");
}

async function breeds(page, generations) {
  await shows(page, "118 Partien");
  const field = page.getByRole("spinbutton", {
    name: "Generationen",
    exact: true,
  });
  await field.fill(String(generations));
  await field.press("Tab");
  await press(page, "Züchten");
  await shows(
    page,
    new RegExp(`Generation ${generations} von ${generations}, fertig`),
  );
}

e2e(
  "a browser that speaks German gets a German page, and one that speaks French an English one",
  async (page, visit) => {
    await shows(page, "118 Partien");
    assert.equal(await language(page), "de");
    assert.match(await page.title(), /Schach lernen/);
    await button(page, "Züchten").waitFor();
    const french = await visit("", { locale: "fr-FR" });
    await shows(french, "118 games");
    assert.equal(await language(french), "en");
  },
  GERMAN,
);

/** A point that parts decimals, as English has it: no date, no number of a version, no group of three digits. */
const POINT = /(?<![\d.,])\d+\.\d{1,2}(?![\d.])/;

e2e(
  "numbers have a comma in German, and a field takes both marks",
  async (page) => {
    await breeds(page, 2);
    const field = page.getByRole("spinbutton", { name: TEXTS["Mutation probability"], exact: true });
    await holds(field, "0,001");
    for (const [typed, shown] of [
      ["0,002", "0,002"],
      ["0.003", "0,003"],
      ["4e-3", "0,004"],
    ]) {
      await field.fill(typed);
      await field.press("Tab");
      await holds(field, shown);
    }
    await field.press("ArrowUp");
    await holds(field, "0,005");
    assert.equal(await field.getAttribute("aria-valuenow"), "0.005");
    assert.equal(await field.getAttribute("aria-valuetext"), "0,005");
    await field.press("Tab");
    await page.reload();
    await holds(field, "0,005");
    const told = await texts(page);
    assert.deepEqual(told.filter((text) => POINT.test(text)), []);
    assert.ok(told.some((text) => /\d,\d/.test(text)));
  },
  GERMAN,
);

e2e(
  "the language is chosen by hand, and kept with everything else",
  async (page) => {
    await shows(page, "118 games");
    const asked = [];
    page.on("request", (request) => asked.push(request.url()));
    await page
      .getByRole("combobox", { name: "Language" })
      .selectOption("Deutsch");
    await breeds(page, 2);
    assert.ok(asked.some((address) => /\/de-[^/]*\.js$/.test(address)));
    await page.reload();
    await shows(page, /Generation 2 von 2, fertig/);
    assert.equal(await language(page), "de");
    await page
      .getByRole("combobox", { name: "Sprache" })
      .selectOption("English");
    await shows(page, /Generation 2 of 2, finished/);
    assert.equal(await language(page), "en");
  },
);

e2e(
  "the board for other pages speaks German too",
  async (page) => {
    await page.goto(new URL("board.html", page.url()).href);
    await page.getByRole("heading", { name: "Kein Programm" }).waitFor();
    await speaksGerman(page, "the board alone");
  },
  GERMAN,
);

e2e("what the page calls a program and a game is in the language spoken now", async (_, visit) => {
  const page = await visit(`#c=${PROGRAM}&name=Rudi`);
  await shows(page, "You are to move, with White.");
  const opponent = (name) => page.getByRole("combobox", { name }).locator("option:checked");
  await page.getByLabel("Your move", { exact: true }).fill("e4");
  await page.getByLabel("Your move", { exact: true }).press("Enter");
  await shows(page, /^1\. e4 \S+$/);
  await press(page, "New game");
  await shows(page, "Your game with Rudi (program from a link) was put aside.");
  await page.getByRole("combobox", { name: "Language" }).selectOption("Deutsch");
  await shows(page, "Deine Partie gegen Rudi (Programm aus einem Link) wurde beiseitegelegt.");
  assert.equal((await opponent("Gegner").textContent()).trim(), "Rudi (Programm aus einem Link)");
  await page.getByRole("combobox", { name: "Sprache" }).selectOption("English");
  await shows(page, "Your game with Rudi (program from a link) was put aside.");
  assert.equal((await opponent("Opponent").textContent()).trim(), "Rudi (program from a link)");
});

e2e(
  "the tour speaks German",
  async (page) => {
    await shows(page, "118 Partien");
    await press(page, "Rundgang machen");
    const tour = page.getByRole("region", { name: "Rundgang", exact: true });
    for (let stop = 1; stop <= 5; stop += 1) {
      await tour.getByText(`${stop} von 5`).waitFor();
      await speaksGerman(page, `stop ${stop}`);
      if (stop < 5) await press(page, "Weiter");
    }
  },
  GERMAN,
);

e2e(
  "the page with a network speaks German",
  async (page) => {
    await page.goto(new URL("network.html", page.url()).href);
    await button(page, "Raum betreten").waitFor();
    // Until the page is ready it may be drawn anew, and what was tried is forgotten.
    await page.locator("fieldset:disabled").first().waitFor({ state: "detached" });
    await speaksGerman(page, "before a room is joined");
    await press(page, "Raum betreten");
    await page.locator("#room-server-wrong").filter({ hasText: /./ }).waitFor();
    await speaksGerman(page, "a room that has no name");
    assert.match(await page.title(), /Netz/);
  },
  GERMAN,
);

e2e(
  "without scripts the page says in both languages that it needs them",
  async (page) => {
    const words = page.locator("noscript p");
    assert.deepEqual(await words.evaluateAll((all) => all.map(({ lang }) => lang)), ["", "de"]);
    for (const word of await words.all()) {
      const { y, height } = await word.boundingBox();
      assert.ok(y > 0 && y + height < 900, "in sight");
    }
  },
  WITHOUT_SCRIPTS,
);

for (const [device, screen] of Object.entries(DEVICES)) {
  e2e(
    `German is whole, and axe finds nothing: ${device}`,
    async (page) => {
      await breeds(page, 2);
      await speaksGerman(page, "a run that is finished");
      await examined(page, "a run that is finished");
      await press(page, "Als Tabelle zeigen");
      await page.evaluate(() => {
        for (const folded of document.querySelectorAll("#page details")) folded.open = true;
      });
      await speaksGerman(page, "everything folded out");
      await page.getByLabel("Dein Zug", { exact: true }).fill("e4");
      await page
        .getByRole("button", { name: "Spielen", exact: true })
        .last()
        .click();
      await shows(page, /^1\. e4 \S+$/);
      await press(page, "Aufgeben");
      await shows(page, "0-1 Weiß gibt auf");
      await speaksGerman(page, "a game that is over");
      for (const mode of ["Analysieren", "Ansehen", "Arena"]) {
        await page.locator(".modes label").filter({ hasText: mode }).click();
        await speaksGerman(page, mode);
      }
      await page.getByRole("tab").nth(1).click();
      await speaksGerman(page, "coevolution");
      await page.getByRole("tab").nth(2).click();
      await speaksGerman(page, "the search");
      await press(page, "Über");
      await speaksGerman(page, "about");
      await examined(page, "about");
    },
    { ...GERMAN, ...screen },
  );
}
