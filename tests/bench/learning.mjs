// Learning from self-play in the page against the command line, one worker against two: the same runs, in turns. And how long the page
// takes from random weights until a program takes three quarters of the points from players of fixed depth.
// Usage: node tests/bench/learning.mjs [--rounds N] [--games N] [--nodes N] [--beat GAMES]
// With --beat 0 the second part is left out.

import { execFileSync } from "node:child_process";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { serveSite } from "../e2e/site.mjs";
import { median, sayRatios, startBrowser } from "./runs.mjs";

const here = (path) => fileURLToPath(new URL(path, import.meta.url));

const { values: options } = parseArgs({
  options: {
    rounds: { type: "string", default: "3" },
    games: { type: "string", default: "80" },
    nodes: { type: "string", default: "1000" },
    beat: { type: "string", default: "400" },
  },
});
const millipawn = here("../../target/release/millipawn");
/** The default of the setting. */
const GAMES_A_ROUND = 8;
const MATCH = { games: 60, nodes: 2000 };
const OPPONENTS = ["depth:2", "depth:3"];

function command(...words) {
  const text = execFileSync(millipawn, words.map(String), { stdio: ["ignore", "pipe", "ignore"], maxBuffer: 1 << 28 });
  return text.toString().trim().split("\n").map((line) => JSON.parse(line));
}

/** A run natively: seconds of the whole command, its lines and the program it came to. */
function native(games, workers) {
  const start = performance.now();
  const lines = command("learn", "--games", games, "--nodes", options.nodes, "--workers", workers, "--json");
  const { chromosome } = lines.at(-1);
  return { seconds: (performance.now() - start) / 1000, records: lines.filter(({ round }) => round !== undefined), chromosome };
}

/** The same in the page: the seconds at which each round was over, from the press of the button, and the program. */
async function inPage(browser, address, games, workers) {
  const page = await browser.newPage();
  await page.goto(address);
  await page.getByText("118 games").first().waitFor();
  await page.getByRole("combobox", { name: "System" }).selectOption("meep");
  const rounds = Math.ceil(games / GAMES_A_ROUND);
  for (const [name, value] of [["Workers", workers], ["Nodes a move", options.nodes], ["Generations", rounds]]) {
    await page.getByRole("spinbutton", { name, exact: true }).fill(String(value));
    await page.keyboard.press("Enter");
  }
  const seconds = await page.evaluate(async (goal) => {
    const at = [];
    const status = document.querySelector("[role=status]");
    const button = [...document.querySelectorAll("button")].find((one) => one.textContent.trim() === "Run");
    const start = performance.now();
    button.click();
    await new Promise((resolve) => {
      const look = () => {
        // While a round is played the one before it is over; at the end the last.
        const [, round, ended] = /Round (\d+) of \d+(, finished)?/.exec(status.textContent) ?? [];
        if (round === undefined) return;
        const over = ended ? Number(round) : Number(round) - 1;
        for (let number = at.length; number <= over; number++) at.push((performance.now() - start) / 1000);
        if (ended && over === goal) resolve();
      };
      new MutationObserver(look).observe(status, { childList: true, characterData: true, subtree: true });
    });
    return at;
  }, rounds);
  await page.getByRole("button", { name: "Copy link" }).click();
  const link = await page.getByRole("textbox", { name: "The address copied" }).inputValue();
  const chromosome = link.split("#c=")[1];
  await page.close();
  return { seconds, chromosome };
}

/** Points of a program, of all in the match. */
function points(program, opponent) {
  const lines = command("match", program, opponent, "--games", MATCH.games, "--nodes", MATCH.nodes, "--json");
  return lines.at(-1).score;
}

const site = await serveSite();
const browser = await startBrowser();
try {
  console.log(`Chromium ${browser.version()}; ${execFileSync(millipawn, ["--version"]).toString().trim()}`);
  const games = Number(options.games);
  console.log(`learning with the defaults, ${games} games of ${options.nodes} nodes a move`);
  const times = { native1: [], native2: [], page1: [], page2: [] };
  const programs = new Set();
  let positions = 0;
  for (let round = 0; round < Number(options.rounds); round++) {
    for (const workers of [1, 2]) {
      const own = native(games, workers);
      const shown = await inPage(browser, site.address, games, workers);
      times[`native${workers}`].push(own.seconds);
      times[`page${workers}`].push(shown.seconds.at(-1));
      positions = own.records.reduce((sum, record) => sum + record.positions, 0);
      programs.add(own.chromosome).add(shown.chromosome);
    }
  }
  if (programs.size !== 1) throw new Error("the runs came to different programs: they must not");
  const row = (name, list) => {
    const seconds = median(list);
    console.log(`${name.padEnd(26)} ${seconds.toFixed(1).padStart(6)} s  ${(games / seconds).toFixed(1).padStart(5)} games a second  ${Math.round(positions / seconds / 1000)} thousand positions learned from a second`);
  };
  row("native, one thread", times.native1);
  row("native, two threads", times.native2);
  row("Chromium, one worker", times.page1);
  row("Chromium, two workers", times.page2);
  sayRatios(times);

  const most = Number(options.beat);
  if (most > 0) {
    const { seconds } = await inPage(browser, site.address, most, 2);
    const { records } = native(most, 2);
    for (const opponent of OPPONENTS) {
      const kept = records.filter(({ program }) => program !== undefined);
      let beaten = null;
      for (const { round, games, program } of kept) {
        const scored = points(program, opponent);
        if (scored < 0.75 * MATCH.games) continue;
        beaten = { round, games, scored };
        break;
      }
      console.log(
        beaten
          ? `three quarters of the points from ${opponent}: after ${seconds[beaten.round].toFixed(0)} s in Chromium with two workers (${beaten.games} games; ${beaten.scored} of ${MATCH.games} points, ${MATCH.nodes} nodes a move)`
          : `no program of ${most} games takes three quarters of the points from ${opponent}`,
      );
    }
  }
} finally {
  await browser.close();
  site.close();
}
