// What the page is, once its language is there: the laboratory and its view.

import { fetchKit } from "./host/spawn.ts";
import { language, say } from "./language/language.ts";
import { Laboratory } from "./laboratory/laboratory.ts";
import { onlyBoard } from "./view/only-board.ts";
import { mount, pageView } from "./view/page.ts";

document.documentElement.lang = language;
document.title = say(document.title);

const root = document.getElementById("page");
if (!root) throw new Error("the page has no place to draw in");
// What stands there until the page can be drawn.
root.replaceChildren();
if (isSecureContext) {
  // The core is fetched and compiled while the page is drawn; who needs it says what is wrong with it.
  fetchKit().catch(() => {});
  const laboratory = new Laboratory();
  // `board.html` is this page too, for pages elsewhere.
  const isBoard = root.dataset["only"] === "board";
  mount(root, laboratory, isBoard ? onlyBoard : pageView);
  void (isBoard ? laboratory.startAtBoard() : laboratory.start());
} else {
  // Without the locks that browsers refuse here, two tabs would write over each other.
  const told = document.createElement("p");
  told.textContent = say("Millipawn needs an address that begins with https:// (or http://localhost).");
  root.replaceChildren(told);
}
