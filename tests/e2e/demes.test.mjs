// Demes on a network: two windows of network.html and a run of the command line in one room, over a real nats-server.

import assert from "node:assert/strict";
import { after } from "node:test";
import { immigrants, keptRun, Network, SMALL } from "../network/room.mjs";
import { DEVICES, examined } from "./axe.mjs";
import { address, button, e2e, press, says, set, shows, troubled, write } from "./page.mjs";

const NETWORK = "network.html";

/** What a browser says of a server that died, or that answers a farewell as older ones do. */
const CLOSED = /WebSocket connection to .* failed/;

let network = null;
/** One that is reached by TLS, with a certificate that no browser knows. */
let secured = null;

/** The broker of this file; the page is served before it is asked for. */
async function broker() {
  network ??= await Network.start(new URL(address()).origin);
}

after(() => Promise.all([network?.stop(), secured?.stop()]));

function field(page, name) {
  return page.getByRole("textbox", { name, exact: true });
}

async function fillIn(page, address, deme, room = "kitchen") {
  await field(page, "Server address").waitFor();
  await write(field(page, "Server address"), address);
  await write(field(page, "Room"), room);
  await write(field(page, "Name of this deme"), deme);
  await press(page, "Join room");
}

async function join(page, deme, room) {
  await fillIn(page, network.page, deme, room);
  await shows(page, "Connected.");
}

async function breed(page, seed) {
  await set(page, { ...SMALL.page, Generations: 100_000, Seed: seed });
  const more = page.getByText("More settings");
  if (!(await page.getByRole("spinbutton", { name: "Parents" }).isVisible())) await more.click();
  await set(page, SMALL.more);
  await press(page, "Run");
}

/** Waits until a table has a row that begins so. */
function row(page, table, name) {
  const rows = page.getByRole("table", { name: table, exact: true }).locator("tbody tr");
  return rows.filter({ has: page.getByRole("cell", { name, exact: true }) }).first().waitFor();
}

async function paused(page) {
  await press(page, "Pause");
  await says(page, /Generation \d+ of 100000, paused/);
}

/** The database of the page that is served. */
function database() {
  return `millipawn ${new URL(address()).pathname}`;
}

e2e(
  "two windows and a native deme meet in a room, over a broker that dies, and are repeated from their logs",
  async (first, visit) => {
    await broker();
    const second = await visit(NETWORK);
    const windows = [first, second];
    for (const page of windows) await page.getByRole("tabpanel", { name: /Games/ }).waitFor();
    await join(first, "first");
    await join(second, "second");
    await breed(first, 1);
    await breed(second, 2);
    const native = await network.native("native", 3);
    await network.junk("junk", ["hello", "x".repeat(20_000), "millipawn-offer 1\nroom kitchen\n"]);
    const met = async () => {
      for (const other of ["second", "native"]) await row(first, "Demes in this room", other);
      for (const other of ["first", "native"]) await row(second, "Demes in this room", other);
    };
    await met();
    await row(first, "Programs that came last", "native");
    await row(second, "Programs that came last", "first");
    while (immigrants(await native.checkpoint()).length === 0) await row(first, "Demes in this room", "native");

    await network.restart();
    const count = async (page) => Number(/([\d,]+) programs? came/.exec(await page.getByText(/\d+ programs? sent/).textContent())?.[1].replaceAll(",", ""));
    const before = await Promise.all(windows.map(count));
    for (const page of windows) await shows(page, "Connected.");
    for (const [at, page] of windows.entries()) {
      while ((await count(page)) < before[at] + 2) await met();
    }

    for (const page of windows) await paused(page);
    // Nothing of what was no offer came in, nor was whoever sent it taken for a deme.
    for (const page of windows) assert.equal(await page.getByText("junk").count(), 0);
    for (const page of windows) await press(page, "Leave room");
    for (const page of windows) await field(page, "Room").waitFor();
    const checkpoints = {
      native: await native.stop(),
      first: await keptRun(first, database()),
      second: await keptRun(second, database()),
    };
    for (const [name, checkpoint] of Object.entries(checkpoints)) {
      assert.ok(immigrants(checkpoint).length > 0, name);
      await network.repeats(name, checkpoint);
    }
  },
  { fragment: NETWORK, tolerated: CLOSED },
);

/** Falcon's imitation, small enough. */
const FALCON = {
  page: { Population: 8, "Positions per generation": 50, Workers: 1 },
  command: [
    ...["evolve", "--system", "falcon", "--population", "8", "--set", "positions-per-generation=50"],
  ],
};

e2e(
  "programs that imitate masters travel too; ten runs that are compared take no part",
  async (page) => {
    await broker();
    await page.getByRole("tabpanel", { name: /Games/ }).waitFor();
    await page.getByRole("combobox", { name: "System" }).selectOption("falcon");
    await join(page, "window", "falcons");
    await set(page, { ...FALCON.page, Generations: 100_000 });
    const native = await network.native("falcon", 3, FALCON.command, "falcons");
    await press(page, "Evolve");
    await row(page, "Demes in this room", "falcon");
    await row(page, "Programs that came last", "falcon");
    await paused(page);
    const checkpoint = await keptRun(page, database());
    assert.ok(immigrants(checkpoint).length > 0);
    await network.repeats("window", checkpoint);
    await press(page, "Share this experiment");
    await troubled(page, /The link to this experiment could not be made: .* took in programs from elsewhere/);

    await press(page, "Reset");
    const sent = () => page.getByText(/\d+ programs? sent/).textContent();
    const before = await sent();
    // Long enough for the sentence to be seen.
    await set(page, { Generations: 100 });
    await press(page, "Ten runs");
    await shows(page, "takes no part");
    await shows(page, /^10 of 10 finished/);
    assert.equal(await sent(), before);
    await native.stop();
  },
  { fragment: NETWORK, tolerated: CLOSED, trouble: true },
);

e2e(
  "the usual page cannot connect to a room, and leads to the one that can",
  async (page) => {
    await broker();
    await shows(page, "118 games");
    await page.getByRole("combobox", { name: "System" }).selectOption({ label: "EvoChess 2002" });
    await page.getByRole("tab", { name: /Games/ }).click();
    assert.equal(await button(page, "Join room").count(), 0);
    const blocked = await page.evaluate(
      (url) =>
        new Promise((resolve) => {
          document.addEventListener("securitypolicyviolation", ({ blockedURI }) => resolve(blockedURI), { once: true });
          try {
            new WebSocket(url).onopen = () => resolve("open");
          } catch {
            // The event says so too.
          }
        }),
      network.page.replace(/\/\/.*@/, "//"),
    );
    assert.match(blocked, /^ws:\/\/127\.0\.0\.1/);
    await page.getByRole("link", { name: "Exchange programs with other computers" }).click();
    await page.waitForURL(/network\.html$/);
    await button(page, "Join room").waitFor();
  },
  { expected: /Content Security Policy/ },
);

e2e(
  "what cannot be joined is said, and nothing leaves",
  async (page) => {
    await broker();
    await page.getByRole("tabpanel", { name: /Games/ }).waitFor();
    await write(field(page, "Server address"), "ws://example.org");
    await write(field(page, "Room"), "the kitchen");
    await press(page, "Join room");
    await shows(page, "With ws:// only localhost and 127.0.0.1 can be reached");
    await shows(page, "A name has 1 to 32 letters");
    const sockets = [];
    page.on("websocket", (socket) => sockets.push(socket.url()));
    await write(field(page, "Server address"), network.page.replace(/deme:[^@]*/, "deme:wrong"));
    await write(field(page, "Room"), "kitchen");
    await press(page, "Join room");
    const alert = page.getByRole("alert");
    await alert.filter({ hasText: /^The room could not be joined\. 127\.0\.0\.1:\d+ refuses this user or password\./ }).waitFor();
    await write(field(page, "Server address"), "ws://deme:50%@127.0.0.1:1");
    await press(page, "Join room");
    await alert.filter({ hasText: "a % in them is written %25" }).waitFor();
    await write(field(page, "Server address"), "ws://deme:wrong@127.0.0.1:1");
    await press(page, "Join room");
    await alert.filter({ hasText: "No server answered at 127.0.0.1:1." }).waitFor();
    assert.equal(sockets.length > 0, true);
    await button(page, "Join room").waitFor();
  },
  { fragment: NETWORK, tolerated: CLOSED, trouble: true },
);

e2e(
  "a window meets a native deme over TLS where its certificate is accepted, and nobody where it is not",
  async (page, visit) => {
    secured = await Network.start(new URL(address()).origin, { tls: true });
    assert.match(secured.page, /^wss:/);
    assert.match(secured.deme, /^tls:/);
    await page.getByRole("tabpanel", { name: /Games/ }).waitFor();
    await fillIn(page, secured.page, "window");
    await shows(page, "Connected.");
    await breed(page, 6);
    const native = await secured.native("native", 7);
    await row(page, "Demes in this room", "native");
    await row(page, "Programs that came last", "native");
    while (immigrants(await native.checkpoint()).length === 0) await row(page, "Demes in this room", "native");
    await paused(page);
    await native.stop();

    const strict = await visit(NETWORK, { ignoreHTTPSErrors: false });
    await strict.getByRole("tabpanel", { name: /Games/ }).waitFor();
    await fillIn(strict, secured.page, "strict");
    await strict.getByRole("alert").filter({ hasText: /No server answered at 127\.0\.0\.1:\d+\./ }).waitFor();
  },
  { fragment: NETWORK, tolerated: CLOSED, trouble: true, ignoreHTTPSErrors: true },
);

e2e(
  "who types faster than the page is drawn loses no letter",
  async (page) => {
    await broker();
    await field(page, "Server address").waitFor();
    const fields = { "Server address": network.page, Room: "kitchen", "Name of this deme": "quick" };
    await page.evaluate((fields) => {
      for (const [name, text] of Object.entries(fields)) {
        const label = [...document.querySelectorAll(".joining label")].find(({ textContent }) => textContent === name);
        label.control.value = text;
        label.control.dispatchEvent(new InputEvent("input"));
      }
      document.querySelector(".joining").requestSubmit();
    }, fields);
    await shows(page, "Connected.");
    await shows(page, "Room kitchen, as deme quick");
  },
  { fragment: NETWORK, tolerated: CLOSED },
);

for (const [device, screen] of Object.entries(DEVICES)) {
  e2e(
    `a room is for everyone and every tool: ${device}`,
    async (page) => {
      await broker();
      await page.getByRole("tabpanel", { name: /Games/ }).waitFor();
      await examined(page, "before a room is joined");
      // By keyboard alone.
      await field(page, "Server address").focus();
      await page.keyboard.type(network.page);
      await page.keyboard.press("Tab");
      await page.keyboard.type("kitchen");
      await page.keyboard.press("Enter");
      await shows(page, "Connected.");
      const native = await network.native(`native-${device}`, 5);
      await breed(page, 4);
      await row(page, "Demes in this room", `native-${device}`);
      await row(page, "Programs that came last", `native-${device}`);
      await paused(page);
      await native.stop();
      await examined(page, "in a room");
      const width = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
      assert.ok(width <= 0, "nothing is wider than the screen");
      await button(page, "Leave room").focus();
      await page.keyboard.press("Enter");
      await button(page, "Join room").waitFor();
    },
    { fragment: NETWORK, tolerated: CLOSED, ...screen },
  );
}
