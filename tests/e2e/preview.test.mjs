// What messengers and search engines read of the page, which run no scripts of it.

import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { WITHOUT_SCRIPTS, e2e } from "./page.mjs";

const SITE = "https://example.org/chess/";
const WWW = fileURLToPath(new URL("../../www/", import.meta.url));

/** What is said of the page, by name. */
function said(page) {
  return page.evaluate(() => {
    const tags = [...document.querySelectorAll("meta[property^='og:'], meta[name=description]")];
    const named = tags.map((tag) => [tag.getAttribute("property") ?? tag.name, tag.content]);
    return { title: document.title, ...Object.fromEntries(named) };
  });
}

e2e(
  "without scripts there are a title, a text and what the page is",
  async (page) => {
    const { title, description, ...og } = await said(page);
    assert.match(title, /^Millipawn: /);
    assert.match(description, /chess/i);
    assert.deepEqual([og["og:type"], og["og:title"]], ["website", title]);
    assert.match(og["og:description"], /as a link/);
  },
  WITHOUT_SCRIPTS,
);

e2e(
  "the board for other pages says what it is",
  async (_, visit) => {
    const { title, ...og } = await said(await visit("board.html"));
    assert.equal(og["og:title"], title);
  },
  WITHOUT_SCRIPTS,
);

e2e("a site that knows its address has a picture", async () => {
  const folder = await mkdtemp(join(tmpdir(), "millipawn-"));
  try {
    const env = { ...process.env, MILLIPAWN_ADDRESS: SITE };
    await promisify(execFile)("npx", ["vite", "build", "--logLevel", "error", "--outDir", folder], { cwd: WWW, env });
    const html = await readFile(join(folder, "index.html"), "utf8");
    assert.match(html, new RegExp(`property="og:url" content="${SITE}"`));
    assert.match(html, new RegExp(`property="og:image" content="${SITE}preview\\.png"`));
    const png = await readFile(join(folder, "preview.png"));
    assert.deepEqual([png.toString("latin1", 1, 4), png.readUInt32BE(16), png.readUInt32BE(20)], ["PNG", 1200, 630]);
  } finally {
    await rm(folder, { recursive: true });
  }
});
