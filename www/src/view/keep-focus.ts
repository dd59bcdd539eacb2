// When what has the focus goes away, the focus goes to what is nearest, not to the beginning of the page.

const FOCUSABLE =
  "a[href], button:not(:disabled), select:not(:disabled), input:not(:disabled, [type=file]), textarea:not(:disabled), summary, [tabindex]:not([tabindex='-1'])";

/** Draws, and looks after the focus. */
export function keepingFocus(draw: () => void): void {
  const focused = document.activeElement;
  const inside = focused instanceof HTMLElement && focused !== document.body;
  const places = inside ? placesOf(focused) : [];
  draw();
  if (!inside || isUsable(focused)) return;
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

function placesOf(element: HTMLElement): Place[] {
  const places: Place[] = [];
  for (let within = element.parentElement; within; within = within.parentElement) {
    places.push({ within, index: [...within.querySelectorAll(FOCUSABLE)].indexOf(element) });
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
