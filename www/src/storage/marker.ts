// Outside the database is written that there was one: so that the page can tell one that the browser deleted from a first visit.

import { MARKER_KEY } from "./names.ts";

let isMarked = false;

export function wasStored(): boolean {
  try {
    return localStorage.getItem(MARKER_KEY) !== null;
  } catch {
    return false;
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
