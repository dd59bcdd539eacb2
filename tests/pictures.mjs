// Takes the pictures of the README and the one of previews anew: node tests/pictures.mjs, after `make build`.

import { readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { driven } from "./e2e/browser.mjs";
import { serveSite } from "./e2e/site.mjs";
import { Visitor } from "./views/visitor.mjs";

const SCREENS = {
  page: { viewport: { width: 1440, height: 900 } },
  phone: { viewport: { width: 390, height: 844 }, deviceScaleFactor: 2, isMobile: true, hasTouch: true },
};

/** For those who put the page among their programs: name, size, and the margin that a round mask wants. */
const ICONS = [
  ["icon-192", 192, 0],
  ["icon-512", 512, 0],
  ["icon-maskable", 512, 64],
];

const DOCS = fileURLToPath(new URL("../docs/", import.meta.url));

const [site, browser] = await Promise.all([serveSite(), driven.launch()]);
try {
  for (const [name, screen] of Object.entries(SCREENS))
    for (const colorScheme of ["light", "dark"])
      await take(`docs/${name}-${colorScheme}`, { ...screen, colorScheme });
  await parts();
  for (const [name, size, margin] of ICONS) await icon(name, size, margin);
  await take("www/public/preview", { viewport: { width: 1200, height: 630 }, colorScheme: "light" });
} finally {
  await browser.close();
  site.close();
}

async function icon(name, size, margin) {
  const page = await browser.newPage({ viewport: { width: size, height: size } });
  const svg = readFileSync(new URL("../www/public/icon.svg", import.meta.url), "utf8");
  const [, colour] = /<rect[^>]* fill="([^"]*)"/.exec(svg);
  const inside = size - 2 * margin;
  const style = `html{background:${margin > 0 ? colour : "none"}}body{margin:${margin}px}svg{display:block;width:${inside}px}`;
  await page.setContent(`<style>${style}</style>${svg}`);
  const path = fileURLToPath(new URL(`../www/public/${name}.png`, import.meta.url));
  await page.screenshot({ path, omitBackground: true });
  await page.close();
}

/** A run of a hundred generations, and a few moves against its champion; on a phone what the run came to. */
async function take(name, screen) {
  const context = await browser.newContext({ ...screen, reducedMotion: "reduce" });
  const page = await context.newPage();
  await page.goto(site.address);
  await page.getByText("118 games").first().waitFor();
  await page.getByRole("button", { name: "Evolve", exact: true }).click();
  await page
    .getByRole("status")
    .filter({ hasText: "Generation 100 of 100, finished" })
    .waitFor({ timeout: 120_000 });
  const box = page.getByRole("textbox", { name: "Your move" });
  for (const [at, move] of ["e4", "Nf3"].entries()) {
    await box.fill(move);
    await box.press("Enter");
    await page.getByText(new RegExp(`^1\\.( \\S+){${3 * at + 2}}$`)).waitFor();
  }
  await page.getByRole("button", { name: "Hint", exact: true }).press("Enter");
  await page.locator(".turn", { hasText: "Hint:" }).waitFor();
  // Nothing has the focus, and each room begins at its top.
  await page.evaluate(() => {
    document.activeElement.blur();
    for (const room of document.querySelectorAll(".room")) room.scrollTop = 0;
    scrollTo(0, 0);
  });
  if (screen.isMobile) await page.evaluate(() => document.getElementById("watch").scrollIntoView());
  await page.screenshot({ path: fileURLToPath(new URL(`../${name}.png`, import.meta.url)) });
  await context.close();
}

/** A part of the page a picture: what a run became, a game, positions, the library, the link, a match. */
async function parts() {
  const form = { name: ".", screen: { ...SCREENS.page, colorScheme: "light" }, isWide: true };
  const visitor = new Visitor({ browser, address: site.address, form, folder: DOCS, walk: "part" });
  const save = (name, part) => part.screenshot({ path: join(DOCS, `part-${name}.png`) });
  try {
    await visitor.begin();
    const { page } = visitor;
    await visitor.evolve({ "Mutation probability": 0.03, Generations: 60 });
    await visitor.evolve({ "Mutation probability": 0.001, Generations: 100 });
    await page.evaluate(() => document.activeElement.blur());
    await save("watch", page.locator("#watch"));
    await visitor.choose("Clock", { index: 3 });
    await visitor.play("e4", 2);
    await visitor.play("Nf3", 4);
    await visitor.press("Hint");
    await page.locator(".turn", { hasText: "Hint:" }).waitFor();
    await page.evaluate(() => {
      document.activeElement.blur();
      document.getElementById("play").scrollTop = 0;
    });
    await save("play", page.locator("#play"));
    await visitor.press("Positions: before and now");
    const positions = visitor.dialog("What it learned to see");
    await positions.getByRole("listitem").first().getByRole("button").press("Enter");
    await page.getByRole("table", { name: "Scores of all moves" }).waitFor();
    await save("positions", positions);
    await visitor.escape("What it learned to see");
    await visitor.press("Library");
    const library = visitor.dialog("Library");
    for (const box of [0, 1]) await library.getByRole("checkbox").nth(box).press("Space");
    await visitor.press("Compare the chosen");
    const compared = library.getByRole("region", { name: "Comparison" });
    await compared.locator("table").filter({ visible: true }).first().waitFor();
    await compared.evaluate((region) => region.scrollIntoView({ block: "start", behavior: "instant" }));
    await save("library", library);
    await visitor.escape("Library");
    await visitor.press("More ways to share");
    await visitor.dialog("Share this program").locator("img.card").waitFor();
    await save("share", visitor.dialog("Share this program"));
    await visitor.escape("Share this program");
    await visitor.turnTo("Arena");
    await visitor.set({ "Games to play": 100, "Nodes a move": 200 });
    await visitor.press("Start match");
    await visitor.sees("The match is over.");
    await save("arena", page.locator("#play"));
  } finally {
    await visitor.leave();
  }
}
