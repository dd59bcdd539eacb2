// The browser that the tests drive, and all in which one differs from another: Chromium, or Firefox with MILLIPAWN_BROWSER=firefox.
// playwright-core stays at a version that both understand: from 1.65 on it asks Firefox ESR 153 for commands that it does not know.

import { execFileSync } from "node:child_process";
import { readdirSync, statSync, watch } from "node:fs";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { fileURLToPath } from "node:url";

export const fromPage = createRequire(new URL("../../www/package.json", import.meta.url));
const { chromium, firefox } = fromPage("playwright-core");

const DOWNLOAD_MS = 60_000;
const QUIET_CHROMIUM = [
  "--no-sandbox",
  "--disable-quic",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
];

const CHROMIUM = {
  /** What a test may need and a browser lack: the reason for skipping it there. */
  lacks: { phone: false, inside: false },
  /** How it calls a request that the page itself gave up: a worker dismissed while its script loads, a reload. */
  aborted: "net::ERR_ABORTED",
  launch: () => chromium.launch({ executablePath: found("find-chromium"), args: QUIET_CHROMIUM }),
  async admit(context, origin) {
    await context.grantPermissions(["clipboard-read", "clipboard-write"], { origin });
  },
  write: (field, text) => field.fill(text),
  async choose(page, files, act) {
    const [chooser] = await Promise.all([page.waitForEvent("filechooser"), act()]);
    await chooser.setFiles(files);
  },
  async download(page, act) {
    const [download] = await Promise.all([page.waitForEvent("download"), act()]);
    return { name: download.suggestedFilename(), bytes: await readFile(await download.path()) };
  },
  async close() {},
};

const FIREFOX = {
  lacks: {
    phone: "playwright-core makes no phone of Firefox",
    inside:
      "needs code in workers or the protocol of the DevTools, which playwright-core has in Chromium only",
  },
  aborted: "NS_BINDING_ABORTED",
  downloads: null,
  async launch() {
    this.downloads = await mkdtemp(join(tmpdir(), "millipawn-downloads-"));
    return firefox.launch({
      channel: "moz-firefox",
      executablePath: found("find-firefox"),
      downloadsPath: this.downloads,
      // The panel of downloads would take the keys.
      firefoxUserPrefs: {
        "dom.events.testing.asyncClipboard": true,
        "browser.download.alwaysOpenPanel": false,
      },
    });
  },
  /** A preference above is its permission. */
  async admit() {},
  /** `fill` appends to a number there, and no change is told of a text. */
  async write(field, text) {
    await field.selectText();
    await field.press("Delete");
    await field.pressSequentially(text);
  },
  /** A chooser once opened would stay, and keep others from opening: the files go to the field for which it was to open. */
  async choose(page, files, act) {
    const opening = await page.evaluateHandle(() => {
      const heard = new AbortController();
      const field = new Promise((resolve) => {
        const intercept = (event) => {
          if (event.target.type !== "file") return;
          event.preventDefault();
          heard.abort();
          resolve(event.target);
        };
        addEventListener("click", intercept, { capture: true, signal: heard.signal });
      });
      return { field };
    });
    await act();
    const field = await opening.evaluateHandle(({ field }) => field);
    await field.asElement().setInputFiles(files);
  },
  async download(_, act) {
    const [path] = await Promise.all([soleFile(this.downloads), act()]);
    const bytes = await readFile(path);
    await rm(path);
    return { name: basename(path), bytes };
  },
  close() {
    return rm(this.downloads, { recursive: true, force: true });
  },
};

const BROWSERS = { chromium: CHROMIUM, firefox: FIREFOX };
const NAME = process.env.MILLIPAWN_BROWSER ?? "chromium";
if (!Object.hasOwn(BROWSERS, NAME)) {
  throw new Error(`MILLIPAWN_BROWSER=${NAME}: the tests drive ${Object.keys(BROWSERS).join(" and ")}`);
}

export const driven = BROWSERS[NAME];

/** The next download, of which no event tells: it is complete when nothing else is in its folder and it is not empty. */
function soleFile(folder) {
  return new Promise((resolve, reject) => {
    const watcher = watch(folder, () => {
      const [name, ...others] = readdirSync(folder);
      const path = name && others.length === 0 && join(folder, name);
      if (!path || !statSync(path, { throwIfNoEntry: false })?.size) return;
      watcher.close();
      resolve(path);
    });
    AbortSignal.timeout(DOWNLOAD_MS).onabort = () => {
      watcher.close();
      reject(new Error("no download came"));
    };
  });
}

/** The path that one of the scripts beside this file prints. */
function found(script) {
  return execFileSync(fileURLToPath(new URL(script, import.meta.url)))
    .toString()
    .trim();
}
