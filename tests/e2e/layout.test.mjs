// Every view at every size: nothing is cut, nothing scrolls sideways but what is made to, and a finger finds what it presses.

import assert from "node:assert/strict";
import { strength, turnTo } from "./board.mjs";
import { cut } from "./cut.mjs";
import { button, evolve, file, choose, press, says, e2e, set, shows } from "./page.mjs";

const SIZES = {
  "1440x900": { viewport: { width: 1440, height: 900 } },
  "1280x720": { viewport: { width: 1280, height: 720 } },
  phone: {
    viewport: { width: 390, height: 844 },
    deviceScaleFactor: 2,
    hasTouch: true,
    isMobile: true,
  },
  tablet: { viewport: { width: 820, height: 1180 }, deviceScaleFactor: 2, hasTouch: true, isMobile: true },
  "200 %": { viewport: { width: 720, height: 450 }, deviceScaleFactor: 2 },
};
/** Long enough for "Generation 100 of this run". */
const RUN = { Population: 6, "Positions per generation": 20, Generations: 100 };

/** One game to learn from, and one with a move that is none. */
const MOVES =
  "1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. Ba4 Nf6 5. O-O Be7 6. Re1 b5 7. Bb3 d6 8. c3 O-O 9. h3 Nb8 10. d4 Nbd7 11. Nbd2 Bb7 12. Bc2 Re8";
const TAGS =
  '[Event "Test"]\n[White "Ruy"]\n[Black "Lopez"]\n[Result "1-0"]\n[WhiteElo "2700"]\n[BlackElo "2700"]\n\n';
const GAMES = `${TAGS}${MOVES} 1-0\n\n${TAGS}1. e4 e5 2. Ke3 1-0\n`;

for (const [size, screen] of Object.entries(SIZES)) {
  e2e(
    `nothing is cut at ${size}`,
    (page) => walked(page, async (view) => assert.deepEqual(await cut(page), [], view)),
    screen,
  );
}

e2e(
  "what a finger presses is 44 pixels high, and 24 where it only explains",
  (page) => walked(page, async (view) => assert.deepEqual(await small(page), [], view)),
  SIZES.phone,
);

e2e(
  "what is said in passing covers no button of the run",
  async (page) => {
    await evolve(page, { Population: 6, Generations: 1 });
    await press(page, "Evolve");
    await shows(page, "This run is finished.");
    for (const name of ["Evolve", "Pause", "Step", "Reset"]) {
      const { x, y, width, height } = await button(page, name).boundingBox();
      const above = ([left, top]) =>
        document.elementFromPoint(left, top).closest("button")?.textContent.trim();
      assert.equal(await page.evaluate(above, [x + width / 2, y + height / 2]), name);
    }
  },
  SIZES.phone,
);

for (const size of ["1440x900", "phone"])
  e2e(
    `what can be undone covers nothing, goes by key when it is put away, and is in the library too: ${size}`,
    async (page) => {
      await evolve(page, { Population: 6, Generations: 1 });
      await press(page, "Library");
      const library = page.getByRole("dialog", { name: "Library" });
      const experiments = library
        .getByRole("list", { name: "Experiments", exact: true })
        .getByRole("listitem");
      const deleteCopy = async () => {
        await library.getByRole("button", { name: /^Duplicate / }).click();
        await experiments.nth(1).waitFor();
        await library.getByRole("button", { name: /^Delete / }).click();
        await library.getByText("The stored run was deleted.").waitFor();
        assert.equal(await experiments.count(), 1);
      };
      await deleteCopy();
      await button(library, "Undo").press("Enter");
      await experiments.nth(1).waitFor();
      await library.getByRole("button", { name: /^Delete / }).click();
      await experiments.nth(1).waitFor({ state: "detached" });
      await button(library, "Close").click();

      const offer = page.locator(".offers p").filter({ hasText: "The stored run was deleted." });
      await offer.waitFor();
      // Where a phone has scrolled it stays in sight, and what is below it comes out at the top.
      await page.evaluate(() => scrollTo(0, 0));
      const { y, height } = await offer.boundingBox();
      for (const around of [page.getByRole("banner"), page.locator("#breed")]) {
        const other = await around.boundingBox();
        assert.ok(other.y + other.height <= y || other.y >= y + height, "it has a place of its own");
      }
      await button(page, "Put the offer away").press("Enter");
      await offer.waitFor({ state: "detached" });
    },
    SIZES[size],
  );

e2e(
  "at 200 % the run's buttons stand below its settings, with no gap",
  async (page) => {
    await evolve(page, { Population: 6, Generations: 1 });
    const bottom = await page.getByText("Exchange programs with others").boundingBox();
    const { y } = await page.getByRole("region", { name: "Run", exact: true }).boundingBox();
    assert.ok(y - bottom.y - bottom.height < 40, `${y - bottom.y - bottom.height} pixels`);
  },
  SIZES["200 %"],
);

e2e(
  "the page ends with what stands last in it",
  async (page) => {
    await evolve(page, { Population: 6, Generations: 1 });
    const bottom = await page.getByRole("link", { name: "Open in Lichess" }).boundingBox();
    const below = await page.evaluate(
      (end) => document.documentElement.scrollHeight - window.scrollY - end,
      bottom.y + bottom.height,
    );
    assert.ok(below >= 0 && below < 60, `${below} pixels`);
  },
  SIZES.phone,
);

e2e(
  "the board is never higher than the window",
  async (page) => {
    const board = await page.getByRole("group", { name: "Board", exact: true }).boundingBox();
    assert.ok(board.height <= 450, `${board.height}`);
    assert.ok(board.height >= 280, `${board.height}`);
  },
  SIZES["200 %"],
);

/** Goes through all that the page can show. */
async function walked(page, look) {
  await shows(page, "118 games");
  await look("at first sight");
  await page.getByText("More settings").click();
  await evolve(page, RUN);
  await look("finished, settings open");
  await press(page, "Show as table");
  await look("as a table");
  await press(page, "Show as table");
  await strength(page, "Very strong: 1,000,000 nodes");
  await look("at the longest strength");
  await strength(page, "Other…");
  const programsClock = page.getByRole("timer", { name: "Program's clock" });
  await page.getByRole("combobox", { name: "Clock" }).selectOption({ label: "Custom…" });
  await programsClock.waitFor();
  await look("with any clock");
  await page.getByRole("combobox", { name: "Program's time" }).selectOption({ label: "Program: no clock" });
  await programsClock.waitFor({ state: "detached" });
  await look("with any clock and any strength");
  await press(page, "Copy link");
  for (const mode of ["Analyse", "Watch a game", "Arena", "Play"]) {
    await turnTo(page, mode);
    if (mode === "Analyse") await press(page, "Stop analysis");
    await look(mode);
  }
  await choose(page, [file("a-club-with-quite-a-long-name-spring-2019.pgn", GAMES)]);
  await press(page, "Why 1 game was skipped");
  await look("why games were skipped");
  await press(page, "Close");
  await press(page, "About");
  await look("about");
  await press(page, "Close");
  await page.getByRole("combobox", { name: "System" }).selectOption("falcon");
  await shows(page, /^35 parameters/);
  await look("Falcon");
  await page.getByRole("tab", { name: /Coevolution/ }).click();
  await page
    .getByRole("tabpanel", { name: /Coevolution/ })
    .getByText("More settings")
    .click();
  await look("a coevolution");
  await set(page, {
    Population: 4,
    Generations: 0,
    "Games per pair": 1,
    "Nodes a move": 20,
  });
  await press(page, "Run");
  await says(page, "Generation 0 of 0, finished");
  await look("a cross table");
  await page.getByRole("tab", { name: /Search/ }).click();
  await page.getByRole("tabpanel", { name: /Search/ }).waitFor();
  await look("a search");
}

/** What is smaller than a finger wants it. */
function small(page) {
  return page.evaluate(() => {
    const pressed = "button, select, summary, input:not([type=file], [type=radio]), .modes label";
    return [...document.querySelectorAll(pressed)]
      .filter((element) => element.checkVisibility() && !element.closest(".unseen"))
      .map((element) => [element, element.getBoundingClientRect(), element.matches(".helped") ? 24 : 44])
      .filter(
        ([, { width, height }, least]) =>
          Math.round(height) < least || Math.round(width) < Math.min(least, 24),
      )
      .map(
        ([element, { width, height }]) =>
          `${element.textContent.trim() || element.ariaLabel || element.id}: ${width} x ${height}`,
      );
  });
}
