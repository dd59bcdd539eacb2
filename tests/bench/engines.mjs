// Nodes a second of the engine, native and in Chromium, beside engines that npm has for browsers, in turns in one Chromium.
// Nodes mean different things to different engines: compare loosely. js-chess-engine speaks no UCI, knows no time and counts nothing:
// its usual search (level 2) is repeated until the time is over, and every move made on one of its boards is a node.
// The others are installed in a folder that is thrown away.
// Usage: node tests/bench/engines.mjs [--seconds N]

import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { serveSite } from "../e2e/site.mjs";
import { median, startBrowser } from "./runs.mjs";
import { number, openWorker, search, searchNatively } from "./uci.mjs";

const here = (path) => fileURLToPath(new URL(path, import.meta.url));
const millipawn = here("../../target/release/millipawn");
const { values: options } = parseArgs({ options: { seconds: { type: "string", default: "3" } } });
const limit = `movetime ${Number(options.seconds) * 1000}`;

const POSITIONS = {
  start: "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
  Kiwipete: "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
  Dragon: "r1bq1rk1/pp2ppbp/2np1np1/8/3NP3/2N1BP2/PPPQ2PP/R3KB1R w KQ - 3 9",
  Scheveningen: "r2q1rk1/1p1bbppp/p1nppn2/8/3NPP2/2N1B3/PPPQB1PP/R4RK1 w - - 4 11",
  Queen: "r1bq1rk1/pp1nbppp/2p1pn2/3p4/2PP4/2NBPN2/PPQ2PPP/R1B2RK1 w - - 4 9",
};
const PEERS = {
  "Stockfish 19 lite (stockfish)": ["stockfish@19.0.0", "node_modules/stockfish/bin/stockfish-19-lite-single.js"],
  "Stockfish 10 (stockfish.js)": ["stockfish.js@10.0.2", "node_modules/stockfish.js/stockfish.wasm.js"],
  "js-chess-engine, level 2": ["js-chess-engine@1.0.3", "counting.mjs"],
};
/** A worker around js-chess-engine that hears as much UCI as is said here. */
const COUNTING = `
import { Game } from "./node_modules/js-chess-engine/lib/js-chess-engine.mjs";
import Board from "./node_modules/js-chess-engine/lib/Board.mjs";
let [nodes, fen] = [0, ""];
const move = Board.prototype.move;
Board.prototype.move = function (...squares) {
  nodes += 1;
  return move.apply(this, squares);
};
onmessage = ({ data }) => {
  if (data.startsWith("position fen ")) fen = data.slice("position fen ".length);
  if (!data.startsWith("go movetime ")) return;
  const [started, limit] = [performance.now(), Number(data.slice("go movetime ".length))];
  nodes = 0;
  let time;
  do {
    new Game(fen).aiMove(2);
    time = performance.now() - started;
  } while (time < limit);
  postMessage("info depth 2 nodes " + nodes + " time " + Math.round(time));
  postMessage("bestmove none");
};
`;

const folder = mkdtempSync(join(tmpdir(), "millipawn-engines-"));
writeFileSync(join(folder, "index.html"), "<!doctype html><title>engines</title>");
writeFileSync(join(folder, "counting.mjs"), COUNTING);
execFileSync("npm", ["install", "--ignore-scripts", "--no-audit", "--no-fund", "--silent", ...Object.values(PEERS).map(([name]) => name)], {
  cwd: folder,
  stdio: "inherit",
});
const sites = [await serveSite(), await serveSite(folder)];
const browser = await startBrowser();
try {
  const pages = {};
  const visit = async (name, site, address, type) => {
    pages[name] = await browser.newPage();
    await pages[name].goto(site.address);
    await openWorker(pages[name], new URL(address, site.address), type);
  };
  // A page without a content policy of its own, on the site of our worker.
  await visit("Millipawn (Staunton)", { address: `${sites[0].address}assets/none` }, "../uci-worker.js", "module");
  for (const [name, [, address]] of Object.entries(PEERS)) await visit(name, sites[1], address, address.endsWith(".mjs") ? "module" : "classic");
  console.log(`Chromium ${browser.version()}, one worker, ${options.seconds} s a position; ${execFileSync(millipawn, ["--version"]).toString().trim()} natively, one thread`);
  console.log("thousand nodes a second (depth reached); js-chess-engine: moves made on its boards, repeating its search of level 2");
  const rates = {};
  for (const [position, fen] of Object.entries(POSITIONS)) {
    const lines = { "Millipawn, native": await searchNatively(millipawn, fen, limit) };
    for (const [name, page] of Object.entries(pages)) {
      lines[name] = await search(page, fen, limit);
    }
    for (const [name, line] of Object.entries(lines)) {
      const rate = number(line, "nodes") / Math.max(1, number(line, "time"));
      (rates[name] ??= []).push(rate);
      console.log(`${position.padEnd(14)} ${name.padEnd(32)} ${rate.toFixed(rate < 10 ? 1 : 0).padStart(6)} (${number(line, "depth")})`);
    }
  }
  const ours = rates["Millipawn (Staunton)"];
  for (const [name, list] of Object.entries(rates)) {
    const ratio = median(ours.map((rate, at) => rate / list[at]));
    console.log(`${name.padEnd(32)} median ${median(list).toFixed(median(list) < 10 ? 1 : 0).padStart(6)}; ours in Chromium is ${ratio.toPrecision(3)} times that`);
  }
} finally {
  await browser.close();
  for (const site of sites) site.close();
  rmSync(folder, { recursive: true });
}
