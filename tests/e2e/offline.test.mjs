// Without a network, once it was visited; and a newer build of the page, which nobody gets unasked.

import assert from "node:assert/strict";
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { evolveNatively } from "./command.mjs";
import { address, button, chromosome, e2e, evolve, play, press, replaceSite, says, shows } from "./page.mjs";

const KEPT = { serviceWorkers: "allow" };
const DIST = fileURLToPath(new URL("../../www/dist/", import.meta.url));

/** The service worker has all files. */
async function kept(page) {
  await page.evaluate(async () => {
    await navigator.serviceWorker.ready;
  });
}

e2e(
  "visited once, the page opens without a network, and does all it does with one",
  async (page, visit) => {
    await shows(page, "118 games");
    await kept(page);
    await page.context().setOffline(true);
    await page.reload();
    await shows(page, "118 games");
    await evolve(page, { Generations: 2 });
    const { chromosome: native } = await evolveNatively("--generations", 2);
    assert.equal(await chromosome(page), native);
    await play(page, "e4");
    await shows(page, /^1\. e4 \S+$/);
    // What is fetched only when it is looked at is there too, and so are links and the board alone.
    await press(page, "More ways to share");
    await page.getByRole("dialog", { name: "Share this program" }).waitFor();
    await page.goto(`${address()}board.html#c=${native}`);
    await shows(page, "You are to move, with White.");
    await page.goto(`${address()}#c=${native}`);
    await shows(page, "Program from a link");
    // A browser that never was here gets nothing.
    const stranger = await visit("", KEPT);
    await stranger.context().setOffline(true);
    await assert.rejects(stranger.reload());
  },
  { ...KEPT, expected: /^(failed: \S+|console: Failed to load resource:) net::ERR_INTERNET_DISCONNECTED$/ },
);

/** The same page under another title, as a build of tomorrow would be. */
function tomorrow() {
  const folder = mkdtempSync(join(tmpdir(), "millipawn-"));
  cpSync(DIST, folder, { recursive: true });
  const change = (name, from, to) => {
    const path = join(folder, name);
    const text = readFileSync(path, "utf8");
    assert.ok(text.includes(from));
    writeFileSync(path, text.replace(from, to));
  };
  change("index.html", "<title>Millipawn", "<title>Tomorrow's Millipawn");
  const [, revision] = /"index\.html","revision":"(\w+)"/.exec(readFileSync(join(folder, "sw.js"), "utf8"));
  change("sw.js", revision, "tomorrow");
  return folder;
}

e2e(
  "a newer build waits until it is taken; the run is there afterwards",
  async (page) => {
    await shows(page, "118 games");
    await kept(page);
    await evolve(page, { Generations: 2 });
    const before = await chromosome(page);
    const folder = tomorrow();
    replaceSite(folder);
    try {
      await page.reload();
      await says(page, "Generation 2 of 2, finished");
      assert.match(await page.title(), /^Millipawn/);
      await shows(page, "A newer version of this page is here.");
      await press(page, "Not now");
      await button(page, "Not now").waitFor({ state: "detached" });
      await page.reload();
      await says(page, "Generation 2 of 2, finished");
      assert.match(await page.title(), /^Millipawn/);
      await Promise.all([page.waitForEvent("load"), press(page, "Load it")]);
      await says(page, "Generation 2 of 2, finished");
      assert.match(await page.title(), /^Tomorrow's Millipawn/);
      assert.equal(await chromosome(page), before);
    } finally {
      replaceSite(false);
      rmSync(folder, { recursive: true });
    }
  },
  KEPT,
);

e2e("it can be installed: name, start and icons of the sizes that are wanted", async (page) => {
  const { href } = await page.locator("link[rel=manifest]").evaluate(({ href }) => ({ href }));
  const icons = await page.evaluate(async (href) => {
    const manifest = await (await fetch(href)).json();
    const sizes = manifest.icons.map(async ({ src, sizes }) => {
      const bitmap = await createImageBitmap(await (await fetch(new URL(src, href))).blob()).catch(() => null);
      return [sizes, bitmap ? `${bitmap.width}x${bitmap.height}` : "any"];
    });
    return { name: manifest.name, start: new URL(manifest.start_url, href).href, sizes: await Promise.all(sizes) };
  }, href);
  assert.deepEqual([icons.name, icons.start], ["Millipawn", address()]);
  for (const [said, is] of icons.sizes) assert.equal(is, said);
});
