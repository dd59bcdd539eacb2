// The engine in pages of others: the example, its conversations, and that it answers as the command line does.

import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { COMMAND } from "./command.mjs";
import { address, e2e } from "./page.mjs";

const FEN = "r1bq1rk1/pp1nbppp/2p1pn2/3p4/2PP4/2NBPN2/PPQ2PPP/R1B2RK1 w - - 4 9";
const GAME = [
  "uci",
  "setoption name MultiPV value 2",
  `position fen ${FEN}`,
  "go nodes 50000",
  "setoption name MultiPV value 1",
  "position startpos moves e2e4 e7e5 g1f3",
  "go depth 9",
  "ucinewgame",
  "setoption name Chromosome value <empty>",
  "go depth 8",
  "position fen 6k1/5ppp/8/8/8/8/1R6/R5K1 w - - 0 1",
  "go mate 1",
  "hello",
];

/** What the command line says to the same; `last` ends it. */
function natively(lines) {
  return new Promise((resolve, reject) => {
    const engine = spawn(COMMAND, ["uci"]);
    let told = "";
    const waiting = [...lines];
    const sayMore = () => {
      while (waiting.length > 0) {
        const line = waiting.shift();
        engine.stdin.write(`${line}\n`);
        if (line.startsWith("go")) return;
      }
      engine.stdin.end();
    };
    engine.stdout.on("data", (bytes) => {
      const ended = (text) => text.split("\nbestmove").length;
      const before = ended(told);
      told += bytes;
      for (let searches = ended(told) - before; searches > 0; searches -= 1) sayMore();
    });
    engine.on("error", reject);
    engine.on("close", () => resolve(told.trimEnd().split("\n").map(timeless)));
    sayMore();
  });
}

function timeless(line) {
  return line
    .replace(/ nps \d+/, "")
    .replace(/ time \d+/, "")
    .replace(/ \d+ nps$/, "");
}

/** The example's engine, which speaks in the page's log. */
async function said(page) {
  const text = await page.getByRole("log").textContent();
  return text.split("\n").slice(0, -1).map(timeless);
}

async function send(page, line) {
  await page.getByRole("textbox", { name: "Say" }).fill(line);
  await page.getByRole("button", { name: "Send" }).click();
}

async function hears(page, text, times = 1) {
  await page.waitForFunction(
    ([text, times]) => document.querySelector("pre").textContent.split(text).length > times,
    [text, times],
  );
}

/** When the engine listens. */
async function ready(page) {
  await page.waitForFunction(() => document.querySelector("form").onsubmit !== null);
}

const stop = (page) => page.getByRole("button", { name: "stop" }).click();

e2e(
  "the example answers as the command line does",
  async (page) => {
    await ready(page);
    const program = /Chromosome value (\S+)"/.exec(
      await (await fetch(`${address()}embed/embed.js`)).text(),
    )[1];
    const start = [
      `setoption name Chromosome value ${program}`,
      "position startpos moves e2e4 c7c5",
      "go depth 7",
    ];
    const expected = await natively([...start, ...GAME]);
    let searches = 0;
    for (const line of [start[2], ...GAME]) {
      await send(page, line);
      if (line.startsWith("go")) await hears(page, "\nbestmove", (searches += 1));
    }
    await hears(page, "unknown command");
    assert.deepEqual(await said(page), expected);
  },
  { fragment: "embed/" },
);

e2e(
  "the signature of the search is the same here",
  async (page) => {
    await ready(page);
    await send(page, "bench");
    await hears(page, " nps\n");
    assert.deepEqual(await said(page), await natively(["bench"]));
  },
  { fragment: "embed/" },
);

e2e(
  "a search without end is stopped, and the engine goes on as it was",
  async (page) => {
    await ready(page);
    await send(page, "setoption name KnightMid value 300");
    await send(page, `position fen ${FEN}`);
    await send(page, "go infinite");
    await hears(page, "info depth 6");
    await send(page, "isready");
    await hears(page, "readyok");
    await stop(page);
    await hears(page, "\nbestmove");
    const lines = await said(page);
    const last = lines.filter((line) => line.startsWith("info depth")).at(-1);
    const best = / pv (\S+)/.exec(last)[1];
    assert.match(lines.at(-1), new RegExp(`^bestmove ${best}( ponder |$)`));
    // Said before anything is known, and twice.
    await send(page, "go ponder wtime 50 btime 50");
    await stop(page);
    await stop(page);
    await hears(page, "\nbestmove", 2);
    // The program, its options and the position are still the same.
    await send(page, "go depth 6");
    await hears(page, "\nbestmove", 3);
    const again = (await said(page)).slice(-7);
    const embedded = await (await fetch(`${address()}embed/embed.js`)).text();
    const expected = await natively([
      `setoption name Chromosome value ${/Chromosome value (\S+)"/.exec(embedded)[1]}`,
      "setoption name KnightMid value 300",
      `position fen ${FEN}`,
      "go depth 6",
    ]);
    assert.deepEqual(again, expected);
  },
  { fragment: "embed/" },
);

e2e(
  "what the engine refuses changes nothing, also for the worker that takes over",
  async (page) => {
    await ready(page);
    const set = ["setoption name NullMove value 0", `position fen ${FEN}`];
    for (const line of [...set, "setoption name Hash value 99999", "position startpos moves e2e5"]) await send(page, line);
    await hears(page, "position ignored");
    await send(page, "go infinite");
    await hears(page, "info depth 3");
    await stop(page);
    await hears(page, "\nbestmove");
    await send(page, "go depth 6");
    await hears(page, "\nbestmove", 2);
    const embedded = await (await fetch(`${address()}embed/embed.js`)).text();
    const program = /Chromosome value (\S+)"/.exec(embedded)[1];
    const expected = await natively([`setoption name Chromosome value ${program}`, ...set, "go depth 6"]);
    assert.deepEqual((await said(page)).slice(-7), expected);
  },
  { fragment: "embed/" },
);

e2e(
  "an engine whose worker cannot be started says so and ends",
  async (page) => {
    await page.route(/uci-worker/, (route) => route.fulfill({ status: 404 }));
    await page.reload();
    await hears(page, "cannot be started: its script could not be loaded");
    await send(page, "isready");
    await hears(page, "the engine has ended");
    assert.equal((await said(page)).filter((line) => line.includes("broke and was started again")).length, 2);
  },
  { fragment: "embed/", expected: /uci-worker|404/ },
);

e2e(
  "whoever listens may stop the search and end the engine, which then says that it has ended",
  async (page) => {
    const bare = `${address()}bare.html`;
    const script = 'import { UciEngine } from "./uci.js"; window.engine = await UciEngine.start();';
    const body = `<!doctype html><link rel="icon" href="icon.svg"><script type="module">${script}</script>`;
    await page.route(bare, (route) => route.fulfill({ contentType: "text/html", body }));
    await page.goto(bare);
    await page.waitForFunction(() => window.engine !== undefined);
    const heard = await page.evaluate(async () => {
      const heard = [];
      await new Promise((resolve) => {
        engine.onLine = (line) => {
          heard.push(line.replace(/^(info depth|bestmove) .*/, "$1"));
          if (line.startsWith("info depth 3 ")) engine.send("stop");
          if (line.startsWith("bestmove")) engine.send("isready");
          if (line === "readyok") for (const last of ["quit", "isready"]) engine.send(last);
          if (line.endsWith("has ended")) resolve();
        };
        engine.send("go infinite");
      });
      return heard.filter((line) => line !== "info depth");
    });
    assert.deepEqual(heard, ["bestmove", "readyok", "info string the engine has ended"]);
  },
  { fragment: "embed/" },
);

e2e(
  "pondering ends when the move is played",
  async (page) => {
    await ready(page);
    await send(page, "go ponder movetime 100");
    await hears(page, "info depth 5");
    await send(page, "ponderhit");
    await hears(page, "\nbestmove");
    await send(page, "go ponder depth 1");
    await hears(page, "info depth 1 ", 3);
    await send(page, "position startpos");
    await send(page, "go depth 2");
    await hears(page, "\nbestmove", 3);
  },
  { fragment: "embed/" },
);

e2e("the worker needs nobody's help", async (page) => {
  // Without a content policy a page may start a worker from an address.
  const bare = `${address()}bare.html`;
  const body = '<!doctype html><link rel="icon" href="icon.svg">';
  await page.route(bare, (route) => route.fulfill({ contentType: "text/html", body }));
  await page.goto(bare);
  const lines = await page.evaluate(async () => {
    const worker = new Worker(new URL("uci-worker.js", location.href), { type: "module" });
    const lines = [];
    const done = new Promise((resolve, reject) => {
      worker.onerror = (event) => reject(new Error(event.message));
      worker.onmessage = ({ data }) => {
        lines.push(data);
        if (data.startsWith("bestmove")) resolve();
      };
    });
    for (const line of ["isready", "position startpos\ngo depth 5"]) worker.postMessage(line);
    await done;
    worker.postMessage("quit");
    return lines;
  });
  assert.deepEqual(lines.map(timeless), await natively(["isready", "position startpos", "go depth 5"]));
});
