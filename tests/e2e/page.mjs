// A person in front of the page: one browser a file, a fresh profile a visit. Every visit fails on any console error, page
// error, failed or missing request, request to another host, and on a message of trouble that its test does not expect.

import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { driven } from "./browser.mjs";
import { listen } from "./complaints.mjs";
import { restore } from "./profile.mjs";
import { serveSite } from "./site.mjs";

export { fromPage } from "./browser.mjs";

const TEST_MS = 180_000;
const STEP_MS = Number(process.env.MILLIPAWN_STEP_MS ?? 60_000);
/** How often a scene may be played until it succeeds. A failure that a repetition forgives is told as one. */
const TRIES = Number(process.env.MILLIPAWN_TRIES ?? 1);

/** Of the build that is served; the usual one without it. */
let folder;
let site = null;
let browser = null;

before(async () => {
  // The file says first which build its tests are of.
  await new Promise(setImmediate);
  [site, browser] = await Promise.all([serveSite(folder), driven.launch()]);
});

after(async () => {
  await browser?.close();
  await driven.close();
  site?.close();
});

/** The tests of this file are of another build than `www/dist`, in this folder. */
export function built(elsewhere) {
  folder = elsewhere;
}

/** The page's address. */
export function address() {
  return site.address;
}

/** Another build, in this folder or (`true`) unknown, takes the place of the one that is served; `false` gives it back. */
export function replaceSite(replaced) {
  site.replaced = replaced;
}

/** A browser that runs no scripts: those that the page fetches at once are refused. */
export const WITHOUT_SCRIPTS = { javaScriptEnabled: false, tolerated: /^failed: .*\.js csp$/ };

/**
 * An end-to-end test with the page open. `act` gets the page and `visit`, which opens the page in another fresh profile.
 * `expected`: what the console may complain about, and must; `tolerated`: what it may. `trouble`: whether messages of trouble belong to the test.
 */
export function e2e(
  name,
  act,
  { expected = null, tolerated = null, trouble = false, skip = false, fragment = "", ...screen } = {},
) {
  const once = async () => {
    const visits = [];
    const visit = async (fragment = "", more = {}) => {
      const one = await arrive(fragment, { ...screen, ...more });
      visits.push(one);
      return one.page;
    };
    try {
      await act(await visit(fragment), visit);
      if (!trouble) for (const { page } of visits) await untroubled(page);
      judge(
        visits.flatMap(({ complaints }) => complaints).filter((text) => !tolerated?.test(text)),
        expected,
      );
    } finally {
      await Promise.all(visits.map(({ context }) => context.close()));
    }
  };
  const lacking = skip || (screen.isMobile && driven.lacks.phone);
  test(name, { timeout: TEST_MS * TRIES, skip: lacking }, async (t) => {
    for (let left = TRIES - 1; ; left -= 1) {
      try {
        return await once();
      } catch (error) {
        if (left === 0) throw error;
        t.diagnostic(`FLAKY, played again: ${error.stack}`);
      }
    }
  });
}

/** A scene that looks into workers or speaks to the DevTools: skipped, and said so, in browsers that let no test do that. */
export function e2eInside(name, act, options = {}) {
  e2e(name, act, { ...options, skip: options.skip || driven.lacks.inside });
}

/** `profile`: what the browser has stored before. `prepare` gets the empty tab. */
async function arrive(fragment, { profile = null, prepare = null, ...screen }) {
  // Without the demonstration and the service worker, which have files of their own.
  const usual = {
    viewport: { width: 1440, height: 900 },
    reducedMotion: "reduce",
    serviceWorkers: "block",
  };
  const context = await browser.newContext({ ...usual, ...screen });
  context.setDefaultTimeout(STEP_MS);
  await driven.admit(context, new URL(site.address).origin);
  const complaints = listen(context, site.address);
  const page = await context.newPage();
  await prepare?.(page);
  if (profile) await restore(page, site.address, profile);
  await page.goto(site.address + fragment);
  // The page's scripts draw it after it has loaded.
  if (screen.javaScriptEnabled !== false) await page.locator("#page > .starting").waitFor({ state: "detached" });
  return { context, page, complaints };
}

function judge(complaints, expected) {
  const others = expected ? complaints.filter((text) => !expected.test(text)) : complaints;
  assert.deepEqual(others, [], "the page complains of nothing");
  if (expected) assert.notEqual(complaints.length, others.length, `the console says ${expected}`);
}

async function untroubled(page) {
  assert.deepEqual(await page.getByRole("alert").allTextContents(), [], "no message of trouble");
}

// ---- what a person does -----------------------------------------------------------------------

export function button(page, name) {
  return page.getByRole("button", { name, exact: true });
}

export function press(page, name) {
  return button(page, name).click();
}

/** Sets numbers by their labels: `{ Generations: 5 }`. */
export async function set(page, settings) {
  for (const [name, value] of Object.entries(settings)) {
    await write(page.getByRole("spinbutton", { name, exact: true }), value);
  }
}

/** Types a number or a text into its field, in place of what stands there. */
export function write(field, value) {
  return driven.write(field, String(value));
}

export function moveBox(page) {
  return page.getByRole("textbox", { name: "Your move", exact: true });
}

/** Types a move as a person does. */
export async function play(page, move) {
  await moveBox(page).fill(move);
  await moveBox(page).press("Enter");
}

/** Waits until the status says so. */
export async function says(page, text) {
  const status = page.getByRole("status");
  try {
    await status.filter({ hasText: text }).waitFor();
  } catch (error) {
    const heard = [...(await status.allTextContents()), ...(await page.getByRole("alert").allTextContents())];
    throw new Error(`the page never said "${text}" but: ${heard.join(" | ")}`, { cause: error });
  }
}

/** Waits until the status says so, be it for a moment only: it is looked at in every frame. */
export async function glimpses(page, pattern) {
  await page.waitForFunction(
    (source) =>
      [...document.querySelectorAll("[role=status]")].some(({ textContent }) =>
        new RegExp(source).test(textContent),
      ),
    pattern.source,
  );
}

/** Waits until the text is to be seen somewhere. */
export async function shows(page, text) {
  await page.getByText(text).filter({ visible: true }).first().waitFor();
}

/** Waits until the page has been drawn once more. */
export function nextFrame(page) {
  return page.evaluate(
    () => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))),
  );
}

/**
 * Waits until what the page finds out is true, and answers it: in every frame it is asked again. `waitForFunction` is not for
 * functions that promise their answer: it takes the promise for one.
 */
export async function answers(page, ask, argument) {
  const latest = performance.now() + STEP_MS;
  for (;;) {
    const answer = await page.evaluate(ask, argument);
    if (answer) return answer;
    if (performance.now() > latest) throw new Error(`the page never answered yes: ${ask}`);
    await nextFrame(page);
  }
}

/** Waits until a field has this value, or the one that a redraw puts in its place. */
export async function holds(field, value) {
  for (let replaced = true; replaced;) {
    const element = await field.elementHandle();
    const seen = await field
      .page()
      .waitForFunction(
        ([element, wanted]) => (element.isConnected ? element.value === wanted && "held" : "replaced"),
        [element, value],
      )
      .catch(async (cause) => {
        throw new Error(`the field holds ${await element.inputValue()}, not ${value}`, { cause });
      });
    replaced = (await seen.jsonValue()) === "replaced";
  }
}

/** Waits for a message of trouble. */
export async function troubled(page, text) {
  await page.getByRole("alert").filter({ hasText: text }).waitFor();
}

/** The generation last scored, as the status says it. */
export async function generation(page) {
  return Number(/Generation (\d+)/.exec(await page.getByRole("status").textContent())?.[1]);
}

/** Waits until a generation is scored, at least the one named; answers which. */
export async function arrivedAt(page, generation) {
  const status = await page.getByRole("status").elementHandle();
  const reached = await page.waitForFunction(
    ([element, least]) => {
      const now = Number(/Generation (\d+)/.exec(element.textContent)?.[1] ?? -1);
      return now >= least ? String(now) : "";
    },
    [status, generation],
  );
  return Number(await reached.jsonValue());
}

/** The run to its end. */
export async function finished(page, generations) {
  await says(page, `Generation ${generations} of ${generations}, finished`);
}

export async function evolve(page, settings) {
  await set(page, settings);
  await press(page, "Evolve");
  await finished(page, settings.Generations);
}

/** On the clipboard before a link is copied: an earlier link would be taken for the new one. */
const NO_LINK = "nothing copied yet";

/**
 * Presses a button that copies a link; answers the link, once it is on the clipboard and in its field. By key: what is drawn
 * when a run ends may move the button between the press of a mouse and its release.
 */
export async function copied(page, name) {
  await page.bringToFront();
  await page.evaluate((text) => navigator.clipboard.writeText(text), NO_LINK);
  await pressByKey(page, name);
  return answers(
    page,
    async (before) => {
      const text = await navigator.clipboard.readText();
      const shown = document.querySelector("[aria-label='The address copied']")?.value;
      return text !== before && text === shown && text;
    },
    NO_LINK,
  );
}

/** As soon as it may be pressed. */
export async function pressByKey(page, name) {
  const ready = button(page, name).and(page.locator(":not([aria-disabled=true])"));
  await ready.press("Enter");
}

/** The chromosome in the link of "Copy link". */
export async function chromosome(page) {
  const [before, text] = (await copied(page, "Copy link")).split("#c=");
  assert.equal(before, site.address);
  return text;
}

/** The table behind "Show as table": a row a generation, a text a cell. */
export async function fitnessTable(page) {
  const show = button(page, "Show as table");
  if ((await show.getAttribute("aria-expanded")) === "false") await show.click();
  return rows(page.getByRole("table", { name: "Fitness by generation", exact: true }));
}

export async function genes(page) {
  return rows(page.getByRole("table", { name: "Genes", exact: true }));
}

async function rows(table) {
  await table.waitFor();
  return table
    .locator("tbody tr")
    .evaluateAll((lines) => lines.map((line) => [...line.cells].map((cell) => cell.innerText.trim())));
}

/** Lets files fall onto the page, or `on` a part of it, which says what it will do with them. */
export async function drop(page, files, invitation = "Drop to breed on these games", on = "main") {
  const transfer = await page.evaluateHandle(
    (contents) => {
      const data = new DataTransfer();
      for (const { name, base64 } of contents) {
        const bytes = Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0));
        data.items.add(new File([bytes], name));
      }
      return data;
    },
    files.map(({ name, buffer }) => ({ name, base64: buffer.toString("base64") })),
  );
  await page.dispatchEvent(on, "dragover", { dataTransfer: transfer });
  await shows(page, invitation);
  await page.dispatchEvent(on, "drop", { dataTransfer: transfer });
}

/** Chooses files with the button. */
export function choose(page, files, name = "Choose PGN") {
  return driven.choose(page, files, () => press(page, name));
}

/** Presses a button that saves a file; answers the bytes. */
export async function downloaded(page, name) {
  return (await downloadedFile(page, name)).bytes;
}

/** The same with the name that the file has. */
export function downloadedFile(page, name) {
  return driven.download(page, () => press(page, name));
}

/** A file as the chooser and `drop` want it. */
export function file(name, content) {
  const buffer = Buffer.isBuffer(content) ? content : Buffer.from(content);
  return { name, mimeType: "application/octet-stream", buffer };
}
