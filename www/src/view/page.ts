// The page: a header and three rooms, drawn from one state, at most once a frame; while a run goes on, ten times a second,
// so that drawing takes little from the workers on a machine with few cores.

import { html, render } from "lit-html";
import { repeat } from "lit-html/directives/repeat.js";
import type { Page, State } from "../model.ts";
import { isRunning } from "../runs.ts";
import { about } from "./about.ts";
import { announceView } from "./announce.ts";
import { breedRoom } from "./breed.ts";
import type { Context, View } from "./context.ts";
import { isDialogOpen } from "./dialog.ts";
import { dropView } from "./drop.ts";
import { help, installHelp } from "./help.ts";
import { keepingFocus } from "./keep-focus.ts";
import { languageChoice } from "./language-choice.ts";
import { library } from "./library.ts";
import { playRoom } from "./play.ts";
import { playsLikeMeView } from "./plays-like-me.ts";
import { tour } from "./tour.ts";
import { noticeView, offersView, troubleView } from "./trouble.ts";
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
  const view = viewOf({ page, redraw, classroom: { isOn: false } });
  render(view(page.state), root);
  page.subscribe(redraw);
  installHelp();
}

/** All of it. */
export function pageView(context: Context): View {
  const [sheet, shelf, walk] = [about(context), library(context), tour(context)];
  const rooms = {
    breed: breedRoom(context, shelf.open),
    watch: watchRoom(context, walk.open),
    play: playRoom(context),
  };
  const [trouble, offers, notice] = [troubleView(context), offersView(context), noticeView()];
  const turnClassroom = () => {
    context.classroom.isOn = !context.classroom.isOn;
    context.redraw();
  };
  const isNarrow = window.matchMedia("(max-width: 699px)");
  isNarrow.addEventListener("change", context.redraw);
  /** On a phone the demonstration comes first: it is what there is to see. */
  const order = ({ demonstration, is_demonstration_due }: State): (keyof typeof rooms)[] =>
    (demonstration || is_demonstration_due) && isNarrow.matches
      ? ["watch", "breed", "play"]
      : ["breed", "watch", "play"];
  const outside = [dropView(context), announceView(), playsLikeMeView(context)];
  let roomsDrawn = 0;
  /** At first a room a frame, so that a slow phone can answer in between. */
  const drawable = (state: State) => {
    if (roomsDrawn < order(state).length) {
      roomsDrawn += 1;
      context.redraw();
    }
    return order(state).slice(0, roomsDrawn);
  };
  /** A dialog says them itself. */
  const saidHere = (state: State) => (isDialogOpen() ? { ...state, ...NOTHING_SAID } : state);
  return (state) => html`
    ${header({ about: sheet.open, library: shelf.open, classroom: turnClassroom }, context.classroom.isOn)}
    <main class=${context.classroom.isOn ? "classroom" : ""}>
      <div class="messages">${trouble(saidHere(state))}${offers(saidHere(state))}</div>
      ${repeat(
        drawable(state),
        (room) => room,
        (room) => rooms[room](state),
      )}${notice(saidHere(state))}${outside.map((view) => view(state))}${sheet.draw(state)}${shelf.draw(state)}${walk.draw(state)}
    </main>
  `;
}

const NOTHING_SAID = { troubles: [], notice: null, undo: null };

const CLASSROOM_HELP =
  "For a projector: the curve, the picture of the population and the board large, and the run before this one behind the curve.";

/** As they are called, by what they are in the document. */
const ROOMS = { breed: "Breed", watch: "Watch", play: "Play" };

interface Head {
  about(): void;
  library(): void;
  classroom(): void;
}

function header({ about, library, classroom }: Head, isClassroom: boolean) {
  return html`
    <header class="page-head">
      <h1>Millipawn</h1>
      <p>Programs that learn chess by evolving, in your browser.</p>
      <nav aria-label="Rooms">
        ${Object.entries(ROOMS).map(([room, name]) => html`<button class="plain" @click=${() => show(room)}>${name}</button>`)}
      </nav>
      <button class="plain to-classroom" aria-pressed=${isClassroom} ${help(CLASSROOM_HELP)} @click=${classroom}>
        Classroom
      </button>
      <button class="plain to-library" @click=${library}>Library</button>
      <button class="plain about" @click=${about}>About</button>
      ${languageChoice()}
    </header>
  `;
}

/** Past the controls of the others; on a phone the rooms stand below each other. Not by fragment: that belongs to the links of programs. */
function show(room: string): void {
  const section = document.getElementById(room);
  section?.scrollIntoView();
  section?.focus({ preventScroll: true });
}
