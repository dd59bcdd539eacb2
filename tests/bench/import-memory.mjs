// A file of a gigabyte in a tab: how long it takes and what the tab's process holds at most.
// Usage: node tests/bench/import-memory.mjs [--megabytes N]
// The file is made of the sample games with the year of every game changed, so that no two are equal in their bytes.

import { execFileSync } from "node:child_process";
import { closeSync, mkdtempSync, openSync, readFileSync, rmSync, writeSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { serveSite } from "../e2e/site.mjs";
import { tabMemory } from "./tab-memory.mjs";

const fromPage = createRequire(new URL("../../www/package.json", import.meta.url));
const { chromium } = fromPage("playwright-core");
const here = (path) => fileURLToPath(new URL(path, import.meta.url));
const { values: options } = parseArgs({ options: { megabytes: { type: "string", default: "1000" } } });

/** Random legal-looking variety is not needed: positions repeat, but every byte is read, replayed and offered to the sample. */
function makeFile(path, megabytes) {
  const games = readFileSync(here("../../crate/engine/src/examples/sample_games.pgn"), "utf8");
  const file = openSync(path, "w");
  for (let written = 0, copy = 0; written < megabytes * 1e6; copy++) {
    written += writeSync(file, games.replaceAll(/\[Round "[^"]*"\]/g, `[Round "${copy}"]`) + "\n");
  }
  closeSync(file);
}

const folder = mkdtempSync(join(tmpdir(), "millipawn-"));
const path = join(folder, "large.pgn");
makeFile(path, Number(options.megabytes));
const executablePath = execFileSync(here("../e2e/find-chromium")).toString().trim();
const site = await serveSite();
const browser = await chromium.launch({
  executablePath,
  args: ["--no-sandbox", "--disable-quic", "--disable-background-networking", "--disable-component-update", "--disable-sync"],
});
try {
  const page = await browser.newPage();
  await page.goto(site.address);
  await page.getByText("118 games").first().waitFor();
  const tab = await tabMemory(browser);
  const before = await tab();
  const start = performance.now();
  await page.getByLabel("PGN files").setInputFiles(path);
  const most = { resident: 0, private: 0 };
  const cancel = page.getByRole("button", { name: "Cancel import" });
  await cancel.waitFor();
  const done = cancel.waitFor({ state: "detached", timeout: 1_200_000 }).then(() => true);
  for (let over = false; !over; ) {
    const now = await tab();
    most.resident = Math.max(most.resident, now.resident);
    most.private = Math.max(most.private, now.private);
    over = await Promise.race([done, new Promise((resolve) => setTimeout(resolve, 100, false))]);
  }
  const seconds = (performance.now() - start) / 1000;
  const summary = await page.getByText(/[0-9,]{6,} games/).first().textContent();
  console.log(summary?.replaceAll(/\s+/g, " ").trim());
  console.log(`Chromium ${browser.version()}, ${options.megabytes} MB of PGN: ${seconds.toFixed(0)} s`);
  console.log(`the tab's process: ${before.resident.toFixed(0)} MB resident before, ${most.resident.toFixed(0)} MB at most; private ${before.private.toFixed(0)} and ${most.private.toFixed(0)} MB`);
} finally {
  await browser.close();
  site.close();
  rmSync(folder, { recursive: true, force: true });
}
