// What belongs to one tab: whoever holds its lock. The browser gives it back when the tab ends, however it ends.

/** How long the page that a reload ends may hold what this one is to have again. */
const RELOAD_MS = 2_000;

/** Gives it back. */
export type Release = () => void;

/**
 * Takes the lock and holds it; null when another tab has it. `again`: this tab had it before it was loaded again, and waits for itself
 * to let go. Without locks (an insecure context) everybody is alone.
 */
export function hold(name: string, again = false): Promise<Release | null> {
  if (!navigator.locks) return Promise.resolve(() => {});
  return new Promise((resolve) => {
    const options = again ? { signal: AbortSignal.timeout(RELOAD_MS) } : { ifAvailable: true };
    navigator.locks
      .request(name, options, (lock) => {
        if (!lock) return resolve(null);
        return new Promise<void>((release) => resolve(release));
      })
      .catch(() => resolve(null));
  });
}
