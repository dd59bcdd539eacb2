// Two windows and a native deme in one room for ten minutes, the broker killed in the middle; then each run is made again from its
// settings and its log, and must come out equal. `node tests/network/soak.mjs [MINUTES]`, after `make build`.

import assert from "node:assert/strict";
import { setTimeout as pass } from "node:timers/promises";
import { driven } from "../e2e/browser.mjs";
import { serveSite } from "../e2e/site.mjs";
import { immigrants, keptRun, Network, SMALL } from "./room.mjs";

const minutes = Number(process.argv[2] ?? 10);
const site = await serveSite();
const browser = await driven.launch();
const network = await Network.start(new URL(site.address).origin);

async function open(deme, seed) {
  const context = await browser.newContext({ reducedMotion: "reduce" });
  const page = await context.newPage();
  page.on("pageerror", (error) => assert.fail(error));
  await page.goto(`${site.address}network.html`);
  const write = (role, name, value) => page.getByRole(role, { name, exact: true }).fill(String(value));
  await page.getByRole("tabpanel", { name: /Games/ }).waitFor();
  await write("textbox", "Server address", network.page);
  await write("textbox", "Room", "kitchen");
  await write("textbox", "Name of this deme", deme);
  await page.getByRole("button", { name: "Join room" }).click();
  await page.getByText("Connected.").waitFor();
  for (const [name, value] of Object.entries({ ...SMALL.page, Generations: 100_000, Seed: seed }))
    await write("spinbutton", name, value);
  await page.getByText("More settings").click();
  for (const [name, value] of Object.entries(SMALL.more)) await write("spinbutton", name, value);
  await page.getByRole("button", { name: "Run", exact: true }).click();
  return page;
}

try {
  const windows = { first: await open("first", 1), second: await open("second", 2) };
  const native = await network.native("native", 3);
  await pass(minutes * 30_000);
  await network.restart();
  console.log("the broker was killed and started again");
  await pass(minutes * 30_000);
  const checkpoints = { native: await native.stop() };
  for (const [name, page] of Object.entries(windows)) {
    await page.getByRole("button", { name: "Pause", exact: true }).click();
    await page.getByText(/of 100000, paused/).first().waitFor();
    console.log(name, await page.getByText(/\d+ programs? sent/).textContent());
    checkpoints[name] = await keptRun(page, `millipawn ${new URL(site.address).pathname}`);
  }
  for (const [name, checkpoint] of Object.entries(checkpoints)) {
    const came = immigrants(checkpoint);
    const scored = await network.repeats(name, checkpoint);
    const late = came.filter(({ generation }) => generation > scored / 2).length;
    assert.ok(late > 0, `${name}: programs came after the broker died`);
    console.log(`${name}: ${scored} generations, ${came.length} programs came, ${late} of them in the second half; repeated from its log: equal`);
  }
} finally {
  await network.stop();
  await browser.close();
  await driven.close();
  site.close();
}
