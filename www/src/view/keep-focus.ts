// When what has the focus goes away, the focus goes to what is nearest, not to the beginning of the page.

const FOCUSABLE =
  "a[href], button:not(:disabled), select:not(:disabled), input:not(:disabled, [type=file]), textarea:not(:disabled), summary, [tabindex]:not([tabindex='-1'])";

/** Draws, and looks after the focus. */
export function keepingFocus(draw: () => void): void {
  const focused = document.activeElement;
  const inside = focused instanceof HTMLElement && focused !== document.body;
  const places = inside ? placesOf(focused) : [];
  draw();
  if (!inside) return;
  // What was moved in the page has lost it.
  if (isUsable(focused) && document.activeElement === document.body) focused.focus({ preventScroll: true });
  if (isUsable(focused)) return;
  // Whoever was told to take the focus has it.
  const now = document.activeElement;
  if (now !== null && now !== document.body && now !== focused) return;
  neighbour(places)?.focus({ preventScroll: true });
}

/** Where an element stands among what can be focused: in its parent, in that one's, and so on. */
interface Place {
  within: Element;
  index: number;
}

/** Looks through the document once: this is done before every frame, and a table may have thousands of cells. */
function placesOf(element: HTMLElement): Place[] {
  const all = [...document.querySelectorAll(FOCUSABLE)];
  const place = all.indexOf(element);
  const places: Place[] = [];
  let first = place;
  for (let within = element.parentElement; within; within = within.parentElement) {
    while (first > 0 && within.contains(all[first - 1] ?? null)) first -= 1;
    places.push({ within, index: place - first });
  }
  return places;
}

/** What stands there now, in the innermost of what is left. */
function neighbour(places: Place[]): HTMLElement | null {
  for (const { within, index } of places) {
    if (!within.isConnected) continue;
    const left = [...within.querySelectorAll<HTMLElement>(FOCUSABLE)].filter(isUsable);
    const next = left[Math.min(Math.max(0, index), left.length - 1)];
    if (next) return next;
  }
  return null;
}

function isUsable(element: HTMLElement): boolean {
  return element.isConnected && !element.matches(":disabled") && element.checkVisibility();
}
