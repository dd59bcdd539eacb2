// The page: a header and three rooms, drawn from one state, at most once a frame; while a run goes on, ten times a second,
// so that drawing takes little from the workers on a machine with few cores.

import { html, render } from "lit-html";
import type { Page } from "../model.ts";
import { isRunning } from "../runs.ts";
import { about } from "./about.ts";
import { announceView } from "./announce.ts";
import { breedRoom } from "./breed.ts";
import type { Context, View } from "./context.ts";
import { dropView } from "./drop.ts";
import { installHelp } from "./help.ts";
import { keepingFocus } from "./keep-focus.ts";
import { playRoom } from "./play.ts";
import { playsLikeMeView } from "./plays-like-me.ts";
import { noticeView, troubleView } from "./trouble.ts";
import { watchRoom } from "./watch.ts";

const RUNNING_MS = 100;

/** Draws the page into the root, now and whenever the state changes. */
export function mount(root: HTMLElement, page: Page, viewOf: (context: Context) => View): void {
  let waiting = false;
  let drawn = Number.NEGATIVE_INFINITY;
  const draw = () => {
    waiting = false;
    drawn = performance.now();
    keepingFocus(() => render(view(page.state), root));
  };
  const redraw = () => {
    if (waiting) return;
    waiting = true;
    const early = isRunning(page.state) ? drawn + RUNNING_MS - performance.now() : 0;
    if (early > 0) setTimeout(draw, early);
    else requestAnimationFrame(draw);
  };
  const view = viewOf({ page, redraw });
  render(view(page.state), root);
  page.subscribe(redraw);
  installHelp();
}

/** All of it. */
export function pageView(context: Context): View {
  const views = [troubleView(context), breedRoom(context), watchRoom(context), playRoom(context)];
  const outside = [dropView(context), noticeView(context), announceView(), playsLikeMeView(context)];
  const sheet = about(context);
  return (state) => html`
    ${header(sheet.open)}
    <main>${views.map((view) => view(state))}${outside.map((view) => view(state))}${sheet.draw(state)}</main>
  `;
}

function header(openAbout: () => void) {
  return html`
    <header class="page-head">
      <h1>Millipawn</h1>
      <p>Programs that learn chess by evolving, in your browser.</p>
      <nav aria-label="Rooms">
        ${["Breed", "Watch", "Play"].map((room) => html`<button class="plain" @click=${() => show(room)}>${room}</button>`)}
      </nav>
      <button class="plain about" @click=${openAbout}>About</button>
    </header>
  `;
}

/** Past the controls of the others; on a phone the rooms stand below each other. Not by fragment: that belongs to the links of programs. */
function show(room: string): void {
  const section = document.getElementById(room.toLowerCase());
  section?.scrollIntoView();
  section?.focus({ preventScroll: true });
}
