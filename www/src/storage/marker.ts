// Outside the database is written that there was one: so that the page can tell one that the browser deleted from a first visit. And
// that nothing was bred yet, so that the page knows before the database is open what it will show.

import { MARKER_KEY, NEW_KEY } from "./names.ts";

let isMarked = false;

export function wasStored(): boolean {
  try {
    return localStorage.getItem(MARKER_KEY) !== null;
  } catch {
    return false;
  }
}

/** Whether the page will find nothing that was bred or brought here. */
export function isLikelyNew(): boolean {
  try {
    return !wasStored() || localStorage.getItem(NEW_KEY) !== null;
  } catch {
    return true;
  }
}

export function markNew(isNew: boolean): void {
  try {
    if (isNew) localStorage.setItem(NEW_KEY, "yes");
    else localStorage.removeItem(NEW_KEY);
  } catch {
    // Then every visit looks like the first until the page has started.
  }
}

export function markStored(): void {
  if (isMarked) return;
  isMarked = true;
  try {
    localStorage.setItem(MARKER_KEY, "yes");
  } catch {
    // Then nothing can be told.
  }
}
