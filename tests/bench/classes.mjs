// EvoChess's programs bred by games, in the page against the command line, one worker against two: the same runs, in turns.
// Usage: node tests/bench/classes.mjs [--rounds N] [--generations N] [--nodes N]

import { execFileSync } from "node:child_process";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { serveSite } from "../e2e/site.mjs";
import { median, sayRatios, startBrowser } from "./runs.mjs";

const here = (path) => fileURLToPath(new URL(path, import.meta.url));

const { values: options } = parseArgs({
  options: {
    rounds: { type: "string", default: "3" },
    generations: { type: "string", default: "2" },
    nodes: { type: "string", default: "5000" },
  },
});
const millipawn = here("../../target/release/millipawn");
/** By their names in the page. */
const SETTINGS = {
  Population: 8,
  Generations: Number(options.generations),
  "Nodes a move": Number(options.nodes),
  "Strongest opponent": 3,
  "Final games": 4,
};

const assignment = ([name, value]) => ["--set", `${name.toLowerCase().replaceAll(" ", "-")}=${value}`];

/** A run natively: seconds of the whole command, its games and the program it came to. */
function native(workers) {
  const start = performance.now();
  const words = ["evolve", "--system", "evochess", "--set", "fitness=games", ...Object.entries(SETTINGS).flatMap(assignment)];
  const text = execFileSync(millipawn, [...words, "--workers", workers, "--json"].map(String), { stdio: ["ignore", "pipe", "ignore"] });
  const lines = text.toString().trim().split("\n").map((line) => JSON.parse(line));
  const records = lines.slice(0, -1);
  const finals = records.at(-1).finalists.flatMap(({ classes }) => classes);
  const games = [...records, ...finals].reduce((sum, one) => sum + one.games, 0);
  return { seconds: (performance.now() - start) / 1000, games, chromosome: lines.at(-1).chromosome };
}

/** The same in the page, from the press of the button to its end. */
async function inPage(browser, address, workers) {
  const page = await browser.newPage();
  await page.goto(address);
  await page.getByText("118 games").first().waitFor();
  await page.getByRole("combobox", { name: "System" }).selectOption("evochess");
  await page.getByRole("tab", { name: /Games/ }).click();
  await page.getByRole("tabpanel", { name: /Games/ }).waitFor();
  await page.getByText("More settings").click();
  for (const [name, value] of Object.entries({ ...SETTINGS, Workers: workers })) {
    await page.getByRole("spinbutton", { name, exact: true }).fill(String(value));
    await page.keyboard.press("Enter");
  }
  const seconds = await page.evaluate(async () => {
    const status = document.querySelector("[role=status]");
    const button = [...document.querySelectorAll("button")].find((one) => one.textContent.trim() === "Run");
    const start = performance.now();
    button.click();
    await new Promise((resolve) => {
      const look = () => status.textContent.includes("finished") && resolve();
      new MutationObserver(look).observe(status, { childList: true, characterData: true, subtree: true });
    });
    return (performance.now() - start) / 1000;
  });
  await page.getByRole("button", { name: "Copy link" }).click();
  const link = await page.getByRole("textbox", { name: "The address copied" }).inputValue();
  await page.close();
  return { seconds, chromosome: link.split("#c=")[1] };
}

const site = await serveSite();
const browser = await startBrowser();
try {
  console.log(`Chromium ${browser.version()}; ${execFileSync(millipawn, ["--version"]).toString().trim()}`);
  console.log(`EvoChess's games: ${Object.entries(SETTINGS).map((pair) => pair.join(" ")).join(", ")}`);
  const times = { native1: [], native2: [], page1: [], page2: [] };
  const programs = new Set();
  let games = 0;
  for (let round = 0; round < Number(options.rounds); round++) {
    for (const workers of [1, 2]) {
      const own = native(workers);
      const shown = await inPage(browser, site.address, workers);
      times[`native${workers}`].push(own.seconds);
      times[`page${workers}`].push(shown.seconds);
      games = own.games;
      programs.add(own.chromosome).add(shown.chromosome);
    }
  }
  if (programs.size !== 1) throw new Error("the runs came to different programs: they must not");
  const row = (name, list) => {
    const seconds = median(list);
    console.log(`${name.padEnd(26)} ${seconds.toFixed(1).padStart(6)} s  ${(games / seconds).toFixed(1).padStart(5)} games a second`);
  };
  row("native, one thread", times.native1);
  row("native, two threads", times.native2);
  row("Chromium, one worker", times.page1);
  row("Chromium, two workers", times.page2);
  sayRatios(times);
} finally {
  await browser.close();
  site.close();
}
