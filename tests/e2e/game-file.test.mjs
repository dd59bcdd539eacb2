// The games of one file, leafed through on the board.

import assert from "node:assert/strict";
import { moves } from "./board.mjs";
import { button, choose, downloaded, e2e, file, holds, play, press, shows, troubled } from "./page.mjs";

const PHONE = { viewport: { width: 390, height: 844 }, deviceScaleFactor: 2, hasTouch: true, isMobile: true };

function game(white, black, moves, result) {
  return `[Event "Three"]\n[White "${white}"]\n[Black "${black}"]\n[Result "${result}"]\n\n${moves} ${result}\n\n`;
}

const THREE = [
  game("Anna", "Berta", "1. e4 {first} e5", "1-0"),
  game("Clara", "Dora", "1. d4 d5 (1... Nf6 2. c4) 2. c4", "1/2-1/2"),
  game("Emma", "Frida", "1. c4", "0-1"),
].join("");

function list(page) {
  return page.getByRole("combobox", { name: "Game of the file" });
}

async function reads(page, text) {
  await page.getByText(text, { exact: true }).waitFor();
}

/** Waits until the game so numbered is chosen. */
async function chosen(page, number) {
  await holds(list(page), String(number - 1));
}

e2e("the games of a file are listed and chosen, by list and by button", async (page) => {
  await shows(page, "118 games");
  await choose(page, [file("three.pgn", THREE)], "Open game");
  await reads(page, "1. e4 e5");
  await shows(page, "Anna – Berta, 1-0: the first of 3 games");
  assert.deepEqual(
    (await list(page).locator("option").allInnerTexts()).map((text) => text.trim()),
    ["1. Anna – Berta 1-0", "2. Clara – Dora 1/2-1/2", "3. Emma – Frida 0-1"],
  );
  await button(page, "Next game").press("Enter");
  await reads(page, "1. d4 d5 (1... Nf6 2. c4) 2. c4");
  await chosen(page, 2);
  await press(page, "Previous game");
  await chosen(page, 1);
  // Faster than the page is drawn.
  await button(page, "Next game").evaluate((next) => {
    next.click();
    next.click();
  });
  await reads(page, "1. c4");
  await chosen(page, 3);
  assert.equal(await button(page, "Next game").isDisabled(), true);
  await press(page, "Previous game");
  await chosen(page, 2);
  await list(page).selectOption({ label: "1. Anna – Berta 1-0" });
  await reads(page, "1. e4 e5");
  assert.equal(await button(page, "Back to it").count(), 0, "what is in the file needs not to be put aside");

  await play(page, "Nf3");
  await reads(page, "1. e4 e5 2. Nf3");
  await press(page, "Next game");
  await reads(page, "1. d4 d5 (1... Nf6 2. c4) 2. c4");
  await press(page, "Back to it");
  await reads(page, "1. e4 e5 2. Nf3");
  await press(page, "New game");
  await moves(page).waitFor({ state: "detached" });
  await list(page).selectOption({ label: "3. Emma – Frida 0-1" });
  await reads(page, "1. c4");
  await press(page, "Close file");
  await list(page).waitFor({ state: "detached" });
  await reads(page, "1. c4");
});

e2e("names in a file of another age are read as they were written", async (page) => {
  await shows(page, "118 games");
  const latin1 = Buffer.from(game("Müller, Jörg", "Jiménez", "1. e4 e5", "1-0"), "latin1");
  await choose(page, [file("latin1.pgn", latin1)], "Open game");
  await reads(page, "1. e4 e5");
  await shows(page, /Müller, Jörg – Jiménez/);
});

e2e(
  "a game that cannot be played is told by its number, and the one on the board stays",
  async (page) => {
    await shows(page, "118 games");
    const wrong = game("Greta", "Hanna", "1. e4 Ke4", "*");
    await choose(page, [file("wrong.pgn", game("Anna", "Berta", "1. e4", "1-0") + wrong)], "Open game");
    await reads(page, "1. e4");
    await press(page, "Next game");
    await troubled(
      page,
      "Game 2 of wrong.pgn, from line 8 on, cannot be opened on the board: 1... Ke4 is not a legal move",
    );
    await reads(page, "1. e4");
    await chosen(page, 1);
  },
  { trouble: true },
);

e2e(
  "where the first game cannot be played, the others can be opened",
  async (page) => {
    await shows(page, "118 games");
    const wrong = game("Greta", "Hanna", "1. e4 Ke4", "*");
    await choose(page, [file("wrong.pgn", `${wrong}${THREE}`)], "Open game");
    await troubled(
      page,
      "Game 1 of wrong.pgn, from line 1 on, cannot be opened on the board: 1... Ke4 is not a legal move",
    );
    assert.deepEqual(
      (await list(page).locator("option").allInnerTexts()).map((text) => text.trim()),
      ["Choose a game", "1. Greta – Hanna *", "2. Anna – Berta 1-0", "3. Clara – Dora 1/2-1/2", "4. Emma – Frida 0-1"],
    );
    await list(page).selectOption({ label: "2. Anna – Berta 1-0" });
    await reads(page, "1. e4 e5");
    await chosen(page, 2);
    await button(page, "Next game").press("Enter");
    await reads(page, "1. d4 d5 (1... Nf6 2. c4) 2. c4");
  },
  { trouble: true },
);

const LONDON = `[Event "London"]
[Site "London ENG"]
[Date "1851.06.21"]
[Round "?"]
[White "Anderssen"]
[Black "Kieseritzky"]
[Result "1-0"]
[WhiteElo "2600"]

{The Immortal Game} 1. e4 {best by test} e5 2. f4 $1 exf4 1-0
`;

e2e("an opened game keeps its names, date, result and comments: on the page, over a reload, and when it is saved", async (page) => {
  await shows(page, "118 games");
  await choose(page, [file("london.pgn", LONDON)], "Open game");
  await reads(page, "1. e4 e5 2. f4 exf4");
  await shows(page, "Its comments are not shown; they are saved with the game");
  await reads(page, "Anderssen – Kieseritzky, 1-0");
  await reads(page, "London, 1851.06.21");
  await moves(page).press("ArrowLeft");
  await shows(page, "Black is to move.");
  await play(page, "d5");
  await reads(page, "1. e4 e5 2. f4 exf4 (2... d5)");
  await page.reload();
  await reads(page, "1. e4 e5 2. f4 exf4 (2... d5)");
  await reads(page, "Anderssen – Kieseritzky, 1-0");
  await reads(page, "London, 1851.06.21");
  const pgn = (await downloaded(page, "Save game as PGN")).toString();
  for (const tag of LONDON.split("\n\n")[0].split("\n")) assert.ok(pgn.includes(`${tag}\n`), `${tag} is in ${pgn}`);
  const text = pgn.split("\n\n")[1].replaceAll(/\s+/g, " ").replaceAll(/([{(]) | ([})])/g, "$1$2").trim();
  assert.equal(text, "{The Immortal Game} 1. e4 {best by test} e5 2. f4 $1 2... exf4 (2... d5) 1-0");
  await press(page, "New game");
  await moves(page).waitFor({ state: "detached" });
  await page.getByText("Anderssen").waitFor({ state: "detached" });
});

e2e("a game in which nobody claimed a draw is read to its end, and goes on", async (page) => {
  await shows(page, "118 games");
  const shuffled = "1. Nf3 Nf6 2. Ng1 Ng8 3. Nf3 Nf6 4. Ng1 Ng8 5. e4 e5";
  await choose(page, [file("shuffled.pgn", game("Anna", "Berta", shuffled, "1-0"))], "Open game");
  await reads(page, shuffled);
  await play(page, "Nf3");
  await reads(page, `${shuffled} 6. Nf3`);
  await moves(page).getByText("Ng8", { exact: true }).last().click();
  await shows(page, "White is to move.");
  await play(page, "d4");
  await reads(page, `${shuffled.replace("5. e4 e5", "5. e4 (5. d4) 5... e5")} 6. Nf3`);
});

e2e(
  "a finger leafs through a thousand games",
  async (page) => {
    await shows(page, "118 games");
    const many = Array.from({ length: 1000 }, (_, at) => game(`White ${at + 1}`, "Black", "1. e4 c5", "1-0"));
    await choose(page, [file("many.pgn", many.join(""))], "Open game");
    await shows(page, "1,000 games");
    await chosen(page, 1);
    await button(page, "Next game").tap();
    await chosen(page, 2);
    await list(page).selectOption({ label: "1000. White 1000 – Black 1-0" });
    await shows(page, "White 1000 – Black, 1-0");
    await chosen(page, 1000);
  },
  PHONE,
);
