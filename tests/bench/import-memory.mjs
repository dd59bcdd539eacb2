// A file of a gigabyte in a tab: how long it takes and what the tab's process holds at most.
// Usage: node tests/bench/import-memory.mjs [--megabytes N]

import { parseArgs } from "node:util";
import { serveSite } from "../e2e/site.mjs";
import { largeFile } from "./large-file.mjs";
import { startBrowser } from "./runs.mjs";
import { tabMemory } from "./tab-memory.mjs";

const { values: options } = parseArgs({ options: { megabytes: { type: "string", default: "1000" } } });

const large = largeFile(Number(options.megabytes));
const site = await serveSite();
const browser = await startBrowser();
try {
  const page = await browser.newPage();
  await page.goto(site.address);
  await page.getByText("118 games").first().waitFor();
  const tab = await tabMemory(browser);
  const before = await tab();
  const start = performance.now();
  await page.getByLabel("PGN files").setInputFiles(large.path);
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
  large.remove();
}
