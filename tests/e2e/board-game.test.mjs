// A game at the board is a person's own: it goes on with its opponent, whatever is shown or bred meanwhile, survives a reload, and
// comes back where something took its place.

import assert from "node:assert/strict";
import { moves, placement, played, sitDown, strength, turnTo } from "./board.mjs";
import { evolveNatively } from "./command.mjs";
import {
  answers,
  button,
  choose,
  downloaded,
  evolve,
  file,
  holds,
  moveBox,
  play,
  press,
  e2e,
  set,
  shows,
  troubled,
} from "./page.mjs";

function opponent(page) {
  return page.getByRole("combobox", { name: "Opponent" });
}

const LINE =
  "1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. Ba4 Nf6 5. O-O Be7 6. Re1 b5 7. Bb3 d6 8. c3 O-O 9. h3 Nb8 10. d4 Nbd7";
const GAMES = `[White "A"]\n[Black "B"]\n[WhiteElo "2700"]\n[BlackElo "2700"]\n[Result "1-0"]\n\n${LINE} 11. c4 c6 12. cxb5 axb5 13. Nc3 Bb7 14. Bg5 b4 1-0\n`;

/** What the page calls the opponent. */
function seated(page) {
  return opponent(page).evaluate((list) => list.selectedOptions[0].textContent.trim());
}

async function follow(page, chromosome) {
  await page.evaluate((hash) => {
    location.hash = hash;
  }, `#c=${chromosome}`);
}

async function ofSeed(seed) {
  const { chromosome } = await evolveNatively("--generations", 0, "--seed", seed);
  return chromosome;
}

/** "1. e4 ..." against the champion of a run, with the program's answer. */
async function begin(page) {
  await evolve(page, { Generations: 3 });
  await shows(page, "You are to move, with White.");
  await strength(page, "Depth 1, as trained");
  await play(page, "e4");
  await played(page, 2);
  return moves(page).innerText();
}

e2e("a link, a run's champion and an earlier generation wait until the game is over", async (page) => {
  const game = await begin(page);
  const before = await seated(page);

  await follow(page, await ofSeed(7));
  await button(page, "Play Program from a link").waitFor();
  assert.equal(await moves(page).innerText(), game);
  assert.equal(await seated(page), before);
  assert.match(
    await page.getByRole("table", { name: "Genes", exact: true }).innerText(),
    /Program from a link/,
  );

  await page.getByRole("slider", { name: "Ancestor to play" }).press("Home");
  await button(page, "Play Generation 0 of this run").waitFor();
  assert.equal(await moves(page).innerText(), game);
  assert.equal(await seated(page), before);

  await page.getByRole("slider", { name: "Ancestor to play" }).press("End");
  await button(page, "Play Generation 0 of this run").waitFor({
    state: "detached",
  });
  await play(page, "a3");
  await played(page, 4);

  await follow(page, await ofSeed(8));
  await press(page, "Play Program from a link");
  await moves(page).waitFor({ state: "detached" });
  assert.equal(await seated(page), "Program from a link");
  await press(page, "Back to it");
  await shows(page, /^1\. e4 \S+ 2\. a3 \S+$/);
  assert.equal(await seated(page), before);
});

e2e("the game and its opponent come back after a reload", async (page) => {
  await begin(page);
  await opponent(page).selectOption("ancestor");
  await play(page, "a3");
  await played(page, 4);
  const game = await moves(page).innerText();
  await page.reload();
  await shows(page, "You are to move, with White.");
  assert.equal(await moves(page).innerText(), game);
  await holds(opponent(page), "ancestor");
  await shows(page, "Generation 3 of 3, finished");
  assert.equal(await moves(page).innerText(), game);
  await play(page, "h3");
  await played(page, 6);

  await press(page, "New game");
  await moves(page).waitFor({ state: "detached" });
  await opponent(page).selectOption("staunton");
  await answers(page, storedBoard, { opponent: "staunton" });
  await page.reload();
  await holds(opponent(page), "staunton");
});

e2e(
  "a game with a program from elsewhere goes on after a reload, and its link does not begin it anew",
  async (page) => {
    await sitDown(page);
    await play(page, "e4");
    await played(page, 2);
    const game = await moves(page).innerText();
    await page.reload();
    await shows(page, "You are to move, with White.");
    await page.getByText("118 games").first().waitFor();
    assert.equal(await moves(page).innerText(), game);
    assert.equal(await seated(page), "Program from a link");
    assert.equal(await button(page, "Play Program from a link").count(), 0);
  },
);

e2e("another run, and an analysis with another program, leave the game its opponent", async (page) => {
  await begin(page);
  await opponent(page).selectOption("ancestor");
  await press(page, "Reset");
  await shows(page, "Ready.");
  assert.equal(await seated(page), "Random ancestor");
  await turnTo(page, "Analyse");
  await page.getByRole("combobox", { name: "Analysed by" }).selectOption("staunton");
  await turnTo(page, "Watch a game");
  await page.getByLabel("The program on show plays").selectOption("as Black");
  await turnTo(page, "Play");
  await shows(page, "You are to move, with White.");
  assert.equal(await seated(page), "Random ancestor");
  await play(page, "a3");
  await played(page, 4);
});

e2e("a new game, a resignation and a position set up can be undone", async (page) => {
  await sitDown(page);
  await play(page, "e4");
  await played(page, 2);
  const game = await moves(page).innerText();

  await press(page, "New game");
  await moves(page).waitFor({ state: "detached" });
  await press(page, "Back to it");
  await moves(page).waitFor();
  assert.equal(await moves(page).innerText(), game);

  await press(page, "Resign");
  await shows(page, "White resigns");
  await press(page, "Undo");
  await shows(page, "You are to move, with White.");
  assert.equal(await moves(page).innerText(), game);

  await page.getByRole("textbox", { name: "Start from FEN" }).fill("4k3/8/8/8/8/8/4P3/4K3 w - - 0 1");
  await page.getByRole("textbox", { name: "Start from FEN" }).press("Enter");
  await moves(page).waitFor({ state: "detached" });
  await press(page, "Back to it");
  await moves(page).waitFor();
  assert.equal(await moves(page).innerText(), game);

  await press(page, "New game");
  await moves(page).waitFor({ state: "detached" });
  await answers(page, storedBoard, { aside: true });
  await page.reload();
  await press(page, "Back to it");
  await moves(page).waitFor();
  assert.equal(await moves(page).innerText(), game, "also after a reload");

  await press(page, "New game");
  await moves(page).waitFor({ state: "detached" });
  await play(page, "d4");
  await played(page, 2);
  await play(page, "a3");
  await played(page, 4);
  await button(page, "Back to it").waitFor({ state: "detached" });
  await answers(page, storedBoard, { aside: false });
  await page.reload();
  await shows(page, "You are to move, with White.");
  assert.equal(await button(page, "Back to it").count(), 0);
});

e2e("a side applies at once before the first move, and says when it applies later", async (page) => {
  await sitDown(page);
  const side = page.getByLabel("You play");
  await side.selectOption("as Black");
  await shows(page, /^1\. \S+$/);
  await shows(page, "You are to move, with Black.");
  await side.selectOption("as White");
  await moves(page).waitFor({ state: "detached" });
  await shows(page, "You are to move, with White.");
  await play(page, "e4");
  await played(page, 2);
  await side.selectOption("as Black");
  await shows(page, "You play Black from the next game on.");
  await shows(page, "You are to move, with White.");
  await press(page, "New game");
  await shows(page, "You are to move, with Black.");
});

e2e(
  "what was wrong is forgotten when it is wrong no more",
  async (page) => {
    await sitDown(page, "6k1/5ppp/8/8/8/8/8/R5K1 w - - 0 1");
    await play(page, "Ra8");
    await shows(page, "White mates");
    await play(page, "Kf1");
    await troubled(page, "The game is over");
    await press(page, "New game");
    await page.getByRole("alert").waitFor({ state: "detached" });

    const fen = page.getByRole("textbox", { name: "Start from FEN" });
    for (const wrong of ["nonsense", "8/8/8/8/8/8/8/8 w - - 0 1"]) {
      await fen.fill(wrong);
      await fen.press("Enter");
      await troubled(page, "This position cannot be set up");
      assert.equal(await button(page, "Dismiss").count(), 1, "one message about one thing");
    }
    await fen.press("Enter");
    await troubled(page, "(2 times)");
    await fen.fill("4k3/8/8/8/8/8/4P3/4K3 w - - 0 1");
    await fen.press("Enter");
    await page.getByRole("alert").waitFor({ state: "detached" });
    assert.equal(await placement(page), "4k3/8/8/8/8/8/4P3/4K3");
  },
  { trouble: true },
);

e2e("what the program thought goes with the move that is taken back", async (page) => {
  await sitDown(page);
  await strength(page, "Casual: 1,000 nodes");
  await play(page, "e4");
  await played(page, 2);
  await page.getByRole("table", { name: /^What it considered/ }).waitFor();
  await press(page, "Take back");
  await moves(page).waitFor({ state: "detached" });
  assert.equal(await page.getByRole("table", { name: /^What it consider/ }).count(), 0);
});

e2e("a game saved from the board is opened again, and says which program played", async (page, visit) => {
  await evolve(page, { Generations: 2 });
  await strength(page, "Casual: 1,000 nodes");
  await play(page, "e4");
  await played(page, 2);
  await play(page, "a3");
  const text = (await played(page, 4), await moves(page).innerText());
  const pgn = (await downloaded(page, "Save game as PGN")).toString();
  assert.match(pgn, /\[White "Person"\]/);
  assert.match(pgn, /\[Black "Millipawn ACPP generation 2 \(\S{6}\)"\]/);
  assert.match(pgn, /\[Date "\d{4}\.\d\d\.\d\d"\]/);
  assert.match(pgn, /\[BlackChromosome "acpp\.1\.\S+"\]/);
  assert.match(pgn, /\[Limit "1000 nodes a move"\]/);

  const other = await visit();
  await shows(other, "118 games");
  await choose(other, [file("mine.pgn", pgn)], "Open game");
  await shows(other, /^1\. e4 \S+ 2\. a3 \S+$/);
  assert.equal(await moves(other).innerText(), text);
  await holds(other.getByRole("radio", { name: "Analyse" }), "analyse");
  await press(other, "Play from here");
  await shows(other, "You are to move, with White.");
  assert.match(await seated(other), /^Millipawn ACPP generation 2 /);
  await strength(other, "Casual: 1,000 nodes");
  await play(other, "h3");
  await played(other, 6);
  await shows(other, "118 games");
});

e2e(
  "a game is dropped on the board or pasted; one that is damaged changes nothing",
  async (page) => {
    await sitDown(page);
    await play(page, "e4");
    await played(page, 2);
    const game = await moves(page).innerText();
    await dropOnBoard(page, "broken.pgn", "1. e4 e5 2. Nf3 Nc6 3. Kf3 *");
    await troubled(page, "broken.pgn cannot be opened on the board: 3. Kf3 is not a legal move");
    assert.equal(await moves(page).innerText(), game);

    await dropOnBoard(page, "two.pgn", '[White "A"]\n[Black "B"]\n\n1. d4 d5 1-0\n\n[White "C"]\n\n1. c4 *');
    await shows(page, "1. d4 d5");
    await shows(page, "A – B, 1-0: the first of 2 games");
    await shows(page, "118 games");
    await turnTo(page, "Play");
    await shows(page, game);
    assert.equal(await moves(page).innerText(), game);

    const fen = page.getByRole("textbox", { name: "Start from FEN" });
    await fen.fill('[White "A"] [Black "B"] 1. c4 (1. e4) e5 2. g3 *');
    await fen.press("Enter");
    await shows(page, "1. c4 (1. e4) 1... e5 2. g3");
    await page.getByRole("alert").waitFor({ state: "detached" });
    assert.equal(await moveBox(page).isEnabled(), true);
  },
  { trouble: true },
);

async function dropOnBoard(page, name, text) {
  const transfer = await page.evaluateHandle(
    ([title, content]) => {
      const data = new DataTransfer();
      data.items.add(new File([content], title));
      return data;
    },
    [name, text],
  );
  await page.dispatchEvent("#play", "dragover", { dataTransfer: transfer });
  await shows(page, "Drop to open this game on the board");
  await page.dispatchEvent("#play", "drop", { dataTransfer: transfer });
}

e2e("a button at the board keeps the focus when it cannot be pressed any more", async (page) => {
  const keepsFocus = async (name, said) => {
    await button(page, name).focus();
    await page.keyboard.press("Enter");
    await shows(page, said);
    const off = button(page, name).and(page.locator("[aria-disabled=true]"));
    await off.waitFor();
    assert.equal(await off.evaluate((element) => element === document.activeElement), true, name);
    // Pressed again it does nothing.
    await page.keyboard.press("Enter");
  };
  await sitDown(page);
  await play(page, "e4");
  await played(page, 2);
  await keepsFocus("First position", "The first position.");
  await keepsFocus("Last position", "You are to move, with White.");
  await keepsFocus("Take back", "You are to move, with White.");
  await play(page, "e4");
  await played(page, 2);
  await keepsFocus("Resign", "White resigns");

  await opponent(page).selectOption({ label: "Paste a link…" });
  await button(page, "Cancel").focus();
  await page.keyboard.press("Enter");
  await page.waitForFunction(() => document.activeElement?.matches("#play select"));
});

e2e(
  "a message that is dismissed hands the focus on",
  async (page) => {
    await sitDown(page);
    await moveBox(page).focus();
    await page.getByLabel("PGN files").setInputFiles([file("empty.pgn", "")]);
    await troubled(page, "empty.pgn");
    await button(page, "Dismiss").focus();
    await page.keyboard.press("Enter");
    await page.getByRole("alert").waitFor({ state: "detached" });
    assert.equal(await moveBox(page).evaluate((box) => box === document.activeElement), true);
  },
  { trouble: true },
);

e2e("whoever does not see the board hears what happens there", async (page) => {
  await sitDown(page);
  const heard = (text) =>
    page.locator("[aria-live=polite]").filter({ hasText: text }).waitFor({ state: "attached" });
  await play(page, "e4");
  await heard(/^The program plays \S+\.$/);
  await press(page, "Flip");
  await heard("Black is below.");
  await press(page, "Flip");
  await heard("White is below.");
  await press(page, "First position");
  await heard("White to move.");
  await press(page, "Later move");
  await heard("After 1. e4: Black to move.");
  await press(page, "Last position");
  await heard(/After 1\.\.\. \S+: White to move/);
  await press(page, "Take back");
  await heard("Taken back. White to move.");
  await page.getByRole("textbox", { name: "Start from FEN" }).fill("6k1/5ppp/8/8/8/8/8/R5K1 w - - 0 1");
  await page.getByRole("textbox", { name: "Start from FEN" }).press("Enter");
  await heard("New game. White to move.");
  await turnTo(page, "Analyse");
  await heard(/^Analysis\./);
  await heard("Ra8#, M1.");
});

e2e(
  "a match and a measurement keep a hidden tab awake, and let it sleep when they are over",
  async (page) => {
    await evolve(page, { Generations: 1 });
    const awake = (wanted) =>
      answers(
        page,
        async (expected) => {
          const { held } = await navigator.locks.query();
          return held.some(({ name }) => name.startsWith("millipawn-run-")) === expected;
        },
        wanted,
      );
    await awake(false);
    await turnTo(page, "Arena");
    await page.getByRole("spinbutton", { name: "Games to play" }).fill("1000");
    await press(page, "Start match");
    await awake(true);
    await press(page, "Stop match");
    await awake(false);
    await press(page, "Measure strength");
    await awake(true);
    await press(page, "Stop measuring");
    await awake(false);
  },
);

e2e("games that replaced others give their place back, and the run on those is there again", async (page) => {
  await evolve(page, { Generations: 2 });
  await shows(page, "Generation 2 of 2, finished");
  const genes = await page.getByRole("table", { name: "Genes", exact: true }).innerText();
  await page.getByLabel("PGN files").setInputFiles([file("mine.pgn", GAMES)]);
  await page.getByText("mine.pgn", { exact: true }).waitFor();
  await shows(page, "Ready.");
  await press(page, "Back to Sample games");
  await shows(page, "118 games");
  await shows(page, "Generation 2 of 2, finished");
  assert.equal(await page.getByRole("table", { name: "Genes", exact: true }).innerText(), genes);
  assert.equal(await button(page, "Back to Sample games").count(), 0);
  await page.reload();
  await shows(page, "Generation 2 of 2, finished");

  await page.getByLabel("PGN files").setInputFiles([file("mine.pgn", GAMES)]);
  await button(page, "Back to Sample games").waitFor();
  await set(page, { "Positions per generation": 10 });
  await press(page, "Step");
  await shows(page, /^Generation 0 of/);
  await button(page, "Back to Sample games").waitFor({ state: "detached" });
});

/** Runs in the page: what is stored of the games at the board, and not only on its way there. */
async function storedBoard({ aside, opponent }) {
  const database = await new Promise((resolve, reject) => {
    const opening = indexedDB.open("millipawn /play/");
    opening.onsuccess = () => resolve(opening.result);
    opening.onerror = () => reject(opening.error);
  });
  try {
    return await new Promise((resolve, reject) => {
      const reading = database.transaction("settings").objectStore("settings").get("first board");
      reading.onsuccess = () => {
        const { aside: kept = null, tables } = reading.result ?? {};
        resolve(
          tables !== undefined &&
            (aside === undefined || aside === (kept !== null)) &&
            (opponent === undefined || opponent === tables.play.seats.opponent),
        );
      };
      reading.onerror = () => reject(reading.error);
    });
  } finally {
    database.close();
  }
}

e2e("what a person chooses while the page starts holds, and undoes nothing that was stored", async (page) => {
  const squares = () => page.locator(":root").getAttribute("data-squares");
  await page.getByText("Squares, pieces, coordinates, blindfold").click();
  await page.getByRole("radio", { name: "Blue" }).press("Space");
  await opponent(page).selectOption("depth:1");
  await play(page, "e4");
  await shows(page, /^1\. e4 \S+$/);

  // The page starts, and its core does not come yet.
  let release;
  const held = new Promise((resolve) => (release = resolve));
  await page.route(/\.wasm$/, async (route) => {
    await held;
    await route.continue();
  });
  await page.reload({ waitUntil: "commit" });
  await strength(page, "Strong: 100,000 nodes");
  await opponent(page).selectOption("staunton");
  release();
  await shows(page, /^1\. e4 \S+$/);
  await holds(opponent(page), "staunton");
  await holds(page.getByRole("combobox", { name: "Strength" }), "nodes:100000");
  assert.equal(await squares(), "blue");
  await page.reload();
  await shows(page, /^1\. e4 \S+$/);
  await holds(opponent(page), "staunton");
  assert.equal(await squares(), "blue");
});
