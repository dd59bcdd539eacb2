// Takes a film strip of the first minute, as a visitor sees it who touches nothing: node tests/first-minute.mjs [FILE], after `make build`.

import { readFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { driven } from "./e2e/browser.mjs";
import { serveSite } from "./e2e/site.mjs";

/** After the page was asked for. */
const SECONDS = [1, 3, 6, 10, 16, 24, 36, 52];
const VIEWPORT = { width: 1440, height: 900 };
const [, , file = fileURLToPath(new URL("../docs/first-minute.png", import.meta.url))] = process.argv;

const [site, browser] = await Promise.all([serveSite(), driven.launch()]);
try {
  await strip(await filmed());
} finally {
  await browser.close();
  site.close();
}

/** A picture at each of these seconds. */
async function filmed() {
  const page = await browser.newPage({
    viewport: VIEWPORT,
    reducedMotion: "no-preference",
  });
  const begun = performance.now();
  await page.goto(site.address);
  const pictures = [];
  for (const second of SECONDS) {
    await page.waitForTimeout(Math.max(0, begun + 1000 * second - performance.now()));
    pictures.push(await page.screenshot());
    const taken = ((performance.now() - begun) / 1000).toFixed(1);
    console.log(taken, "s:", (await page.locator(".sentence").allInnerTexts()).join("").replace(/\s+/g, " "));
  }
  await page.close();
  return pictures;
}

/** Side by side, four in a row. */
async function strip(pictures) {
  const page = await browser.newPage({
    viewport: { width: 1640, height: 100 },
  });
  const figures = pictures.map(
    (picture, at) =>
      `<figure><img src="data:image/png;base64,${picture.toString("base64")}"><figcaption>${SECONDS[at]} s</figcaption></figure>`,
  );
  const style =
    "body{margin:8px;display:grid;grid-template-columns:repeat(4,1fr);gap:8px;font:14px system-ui}figure{margin:0}img{width:100%;border:1px solid #ccc}";
  await page.setContent(`<style>${style}</style>${figures.join("")}`);
  await page.screenshot({ path: file, fullPage: true });
  console.log(`${file}, ${(await readFile(file)).length} bytes`);
}
