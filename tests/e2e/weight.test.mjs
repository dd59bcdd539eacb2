// What a visitor downloads before the first generation is there. A change that makes it heavier says so here, on purpose.

import assert from "node:assert/strict";
import { gzipSync } from "node:zlib";
import { e2e, evolve, shows } from "./page.mjs";

/** Kilobytes, each file packed by gzip as hosts do. */
const BUDGET = 1_205;
/** By how many per cent it may be exceeded, and how far it may lie below before the budget is to be lowered. */
const [OVER, UNDER] = [5, 10];

e2e("the page, up to the end of the first generation, weighs no more than its budget", async (_, visit) => {
  const bodies = new Map();
  const prepare = (page) =>
    page.context().on("response", (response) => {
      const { protocol, pathname } = new URL(response.url());
      // Workers are started from blobs of what was downloaded.
      if (protocol === "http:") bodies.set(pathname, response.body());
    });
  const watched = await visit("", { prepare });
  await shows(watched, "118 games");
  await evolve(watched, { Generations: 0 });
  const sizes = await Promise.all(
    [...bodies].map(async ([path, body]) => [path, gzipSync(await body, { level: 9 }).length / 1000]),
  );
  const total = sizes.reduce((sum, [, size]) => sum + size, 0);
  const table = sizes.map(([path, size]) => `${size.toFixed(1)} ${path}`).join("\n");
  console.log(`${total.toFixed(0)} kB, and ${BUDGET} are meant:\n${table}`);
  assert.ok(total < (BUDGET * (100 + OVER)) / 100, `${total.toFixed(0)} kB: too heavy, or the budget is to be raised`);
  assert.ok(total > (BUDGET * (100 - UNDER)) / 100, `${total.toFixed(0)} kB: lower the budget, so that it holds`);
});
