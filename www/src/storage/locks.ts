// What belongs to one tab: whoever holds its lock. The browser gives it back when the tab ends, however it ends. A page that is loaded
// again may have to wait for its predecessor: the browser ends that one when it comes to it.

import { LEFT_KEY } from "./names.ts";

/** Gives it back. */
export type Release = () => void;

/** Who held the locks of this tab's page before this one; null where there was none, or it told nobody. */
const before = takeMark();
/** Whom the next page of this tab is to wait for: as long as this one holds nothing, whom it waits for itself. */
let left = before;

/**
 * Takes the lock and holds it; null when another tab has it. While the page that this one follows has it, this waits, however long that
 * takes. Where the browser has no locks (because it may store nothing) everybody is alone.
 */
export async function hold(name: string): Promise<Release | null> {
  if (!navigator.locks) return () => {};
  try {
    return await heldOrWaitedFor(name);
  } catch {
    return () => {};
  }
}

async function heldOrWaitedFor(name: string): Promise<Release | null> {
  for (;;) {
    const release = await request(name, { ifAvailable: true });
    if (release) return release;
    const holder = await holderOf(name);
    // Nobody: it was let go meanwhile.
    if (holder !== null) return holder === before ? request(name, {}) : null;
  }
}

/** The page that follows this one in its tab will know whom to wait for. To be called before anything is held. */
export function willLeaveMark(): void {
  addEventListener("pagehide", ({ persisted }) => {
    // One that may be shown again keeps what it has.
    if (left && !persisted) mark(left);
  });
}

/** It is this page. `name`: a lock that it holds. */
export async function leaveMark(name: string): Promise<void> {
  if (!navigator.locks) return;
  left = await holderOf(name).catch(() => null);
}

/** The names of the locks that pages hold or wait for; null where the browser does not tell. */
export async function locksInUse(): Promise<Set<string> | null> {
  if (!navigator.locks) return null;
  try {
    const { held = [], pending = [] } = await navigator.locks.query();
    return new Set([...held, ...pending].flatMap(({ name }) => name ?? []));
  } catch {
    return null;
  }
}

function request(name: string, options: LockOptions): Promise<Release | null> {
  return new Promise((resolve, reject) => {
    const granted = (lock: Lock | null) =>
      lock ? new Promise<void>((release) => resolve(release)) : resolve(null);
    navigator.locks.request(name, options, granted).catch(reject);
  });
}

async function holderOf(name: string): Promise<string | null> {
  const { held } = await navigator.locks.query();
  return held?.find((lock) => lock.name === name)?.clientId ?? null;
}

function mark(self: string): void {
  try {
    sessionStorage.setItem(LEFT_KEY, self);
  } catch {
    // A browser that stores nothing at all has nothing to wait for.
  }
}

/** Of the tab, and not of its duplicate: that would wait for a page that lives. */
function takeMark(): string | null {
  try {
    const left = sessionStorage.getItem(LEFT_KEY);
    sessionStorage.removeItem(LEFT_KEY);
    return left;
  } catch {
    return null;
  }
}
