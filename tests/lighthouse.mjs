// What Lighthouse says of the page as it is built, on its simulated phone and desktop: each category is to have 95 of 100 or more.
// Lighthouse comes through npx at a fixed version: installed it is larger than all else that the page needs. What it finds of
// performance depends on the machine, so the best of a few rounds counts; the rest must hold in each.

import { execFile } from "node:child_process";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { fromPage } from "./e2e/browser.mjs";
import { serveSite } from "./e2e/site.mjs";
import { freePort } from "./free-port.mjs";

const LIGHTHOUSE = "lighthouse@12.8.2";
const LEAST = 95;
const ROUNDS = 5;
const MOST_BYTES = 100_000_000;
const DEVICES = { phone: [], desktop: ["--preset=desktop"] };

const run = promisify(execFile);
const { chromium } = fromPage("playwright-core");
const found = await run(fileURLToPath(new URL("e2e/find-chromium", import.meta.url)));
const port = await freePort();
const browser = await chromium.launch({
  executablePath: found.stdout.trim(),
  args: ["--no-sandbox", `--remote-debugging-port=${port}`],
});
const site = await serveSite(undefined, { packed: true });

try {
  for (const [device, options] of Object.entries(DEVICES)) await examine(device, options);
} finally {
  site.close();
  await browser.close();
}

async function examine(device, options) {
  let missing = [];
  for (let round = 1; round <= ROUNDS; round += 1) {
    const { lighthouseVersion, userAgent, categories, audits } = await report(options);
    if (round === 1) console.log(`${device}: Lighthouse ${lighthouseVersion}, ${userAgent}`);
    const scores = Object.values(categories).map(({ title, score }) => `${title} ${Math.round(score * 100)}`);
    console.log(`${device}, round ${round}: ${scores.join(", ")}`);
    missing = Object.values(categories).filter(({ score }) => Math.round(score * 100) < LEAST);
    if (missing.length === 0) return;
    for (const { auditRefs } of missing)
      for (const { id, weight } of auditRefs) {
        const { score, title, displayValue = "" } = audits[id];
        if (weight > 0 && score !== null && score < 0.9) console.log(`  ${title} ${displayValue}`);
      }
    if (missing.some(({ id }) => id !== "performance")) break;
  }
  console.error(`${device}: fewer than ${LEAST} of 100 for ${missing.map(({ title }) => title).join(", ")}`);
  process.exitCode = 1;
}

async function report(options) {
  const args = ["--yes", LIGHTHOUSE, site.address, `--port=${port}`, "--output=json", "--quiet", ...options];
  const { stdout } = await run("npx", args, { maxBuffer: MOST_BYTES });
  return JSON.parse(stdout);
}
