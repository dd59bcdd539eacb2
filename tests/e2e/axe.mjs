// The accessibility scan, by axe-core.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { fromPage } from "./page.mjs";

const AXE = readFileSync(fromPage.resolve("axe-core/axe.min.js"), "utf8");

/** On what it is scanned: between them both sizes and both colour schemes. */
export const DEVICES = {
  desktop: { viewport: { width: 1440, height: 900 }, colorScheme: "light" },
  phone: {
    viewport: { width: 390, height: 844 },
    deviceScaleFactor: 2,
    hasTouch: true,
    isMobile: true,
    colorScheme: "dark",
  },
};

/** It finds nothing in this state of the page. */
export async function examined(page, state) {
  // By the debugger: the page's own policy lets no text become a script.
  if (!(await page.evaluate(() => "axe" in window))) await page.evaluate(AXE);
  // Colours are judged when they have stopped to change.
  await page.waitForFunction(() =>
    document.getAnimations().every(({ playState }) => playState !== "running"),
  );
  const { violations } = await page.evaluate(() => window.axe.run());
  const found = violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(" ")}`);
  assert.deepEqual(found, [], state);
}
