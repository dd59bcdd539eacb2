// Somebody who looks at the page in one form, and takes pictures on the way. What is pressed is pressed by key: nothing has to be in sight.

import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import { driven } from "../e2e/browser.mjs";
import { listen } from "../e2e/complaints.mjs";
import { cut } from "../e2e/cut.mjs";
import { Words } from "./words.mjs";

/** On a machine that does much else. */
const STEP_MS = 90_000;

export class Visitor {
  #browser;
  #address;
  #form;
  #folder;
  #walk;
  #words;
  #contexts = [];
  /** Those of the pages that are open. */
  #complaints = [];
  /** The page that was opened last. */
  page = null;
  taken = 0;
  /** What is wrong with what was seen. */
  faults = [];

  constructor({ browser, address, form, folder, walk }) {
    this.#browser = browser;
    this.#address = address;
    this.#form = form;
    this.#folder = join(folder, form.name);
    this.#walk = walk;
    this.#words = new Words(form.language ?? "en");
  }

  /** Opens the page in a fresh profile. `expected`: what the console may complain of. */
  async visit(path = "", { expected = null, prepare = null, ...more } = {}) {
    const { screen, language = "en" } = this.#form;
    const usual = { reducedMotion: "reduce", serviceWorkers: "block", locale: language };
    const context = await this.#browser.newContext({ ...usual, ...screen, ...more });
    context.setDefaultTimeout(STEP_MS);
    await driven.admit(context, new URL(this.#address).origin);
    this.#contexts.push(context);
    this.#complaints.push({ list: listen(context, this.#address), expected });
    this.page = await context.newPage();
    await prepare?.(this.page);
    await this.page.goto(this.#address + path);
  }

  /** The page with its games: the usual beginning. */
  async begin(path = "", more = {}) {
    await this.visit(path, more);
    await this.sees(this.of("{0} games").replace("{0}", "118"));
  }

  /** Ends the visits. */
  async leave() {
    for (const { list, expected } of this.#complaints)
      this.faults.push(...list.filter((text) => !expected?.test(text)));
    await Promise.all(this.#contexts.map((context) => context.close()));
  }

  of(text) {
    return this.#words.of(text);
  }

  like(text) {
    return this.#words.like(text);
  }

  // ---- what a person does -----------------------------------------------------------------------

  button(name, within = this.page) {
    return within.getByRole("button", { name: name instanceof RegExp ? name : this.of(name), exact: true }).first();
  }

  /** By key, as soon as it may be pressed. */
  async press(name, within = this.page) {
    await this.button(name, within).and(this.page.locator(":not([aria-disabled=true])")).press("Enter");
  }

  dialog(name) {
    return this.page.getByRole("dialog", { name: this.of(name) });
  }

  async escape(name) {
    await this.page.keyboard.press("Escape");
    await this.dialog(name).waitFor({ state: "hidden" });
  }

  /** Opens a sheet and takes a picture of it, once what it is for is there. */
  async sheet(opener, title, picture, shown) {
    await this.press(opener);
    await shown(this.dialog(title)).first().waitFor();
    await this.take(picture);
    await this.escape(title);
  }

  /** Sets numbers by their labels. */
  async set(settings) {
    for (const [name, value] of Object.entries(settings)) {
      const field = this.page.getByRole("spinbutton", { name: this.of(name), exact: true });
      await field.fill(String(value));
      await field.press("Tab");
    }
  }

  choose(name, value) {
    return this.page.getByRole("combobox", { name: this.of(name), exact: true }).first().selectOption(value);
  }

  radio(name, within = this.page) {
    return within.getByRole("radio", { name: this.of(name), exact: true });
  }

  async unfold(summary) {
    await this.page.locator("summary", { hasText: this.of(summary) }).first().press("Enter");
  }

  async play(move, half) {
    const box = this.page.getByRole("textbox", { name: this.of("Your move"), exact: true });
    await box.fill(move);
    await box.press("Enter");
    await this.page.getByText(new RegExp(`^1\\.( \\S+){${half + Math.ceil(half / 2) - 1},}$`)).first().waitFor();
  }

  async turnTo(mode) {
    await this.radio(mode).press("Space");
    await this.page.getByRole("radio", { name: this.of(mode), exact: true, checked: true }).waitFor();
  }

  async give(opener, name, content) {
    const buffer = Buffer.from(content);
    const file = { name, mimeType: "application/octet-stream", buffer };
    await driven.choose(this.page, [file], () => this.press(opener));
  }

  async sees(text) {
    await this.page.getByText(text).filter({ visible: true }).first().waitFor();
  }

  async says(text) {
    await this.page.getByRole("status").filter({ hasText: text }).first().waitFor();
  }

  /** Waits for the last of so many generations, rounds or steps. */
  async finished(count) {
    const text = new RegExp(`${count}\\D+${count}\\D*${this.of(", finished")}`);
    await this.says(text);
  }

  /** Waits until a run has come so far. */
  async arrived(least) {
    const arrived = (least) =>
      [...document.querySelectorAll("[role=status]")].some(
        ({ textContent }) => Number(/Generation (\d+)/.exec(textContent)?.[1] ?? -1) >= least,
      );
    await this.page.waitForFunction(arrived, least);
  }

  async evolve(settings) {
    await this.set(settings);
    await this.press("Evolve");
    await this.finished(settings.Generations);
  }

  // ---- pictures ---------------------------------------------------------------------------------

  /**
   * Takes a picture of what is in sight, of the whole page, or with a part of it brought into sight; and looks at what no picture is
   * needed for.
   */
  async take(picture, { at = null, whole = false } = {}) {
    const { page } = this;
    await at?.first().evaluate((element) => element.scrollIntoView({ block: "center", behavior: "instant" }));
    await page.waitForFunction(() => document.getAnimations().every(({ playState }) => playState !== "running"));
    await this.save(picture, { fullPage: whole && !this.#form.isWide });
    for (const fault of new Set(await cut(page))) this.faults.push(`${picture}: ${fault}`);
  }

  /** Of a page as it is, without a look at it. */
  async save(picture, options = {}) {
    await mkdir(this.#folder, { recursive: true });
    await this.page.screenshot({ path: join(this.#folder, `${this.#walk}-${picture}.png`), ...options });
    this.taken += 1;
  }
}
