// Browsers freeze hidden pages that work hard, but not while they hold a lock.

/** What works, by name. */
const working = new Set<string>();
let release: (() => void) | null = null;

export function stayAwake(what: string): void {
  working.add(what);
  if (release || !navigator.locks) return;
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  navigator.locks.request(`millipawn-run-${crypto.randomUUID()}`, () => held).catch(() => {});
}

export function mayRest(what: string): void {
  working.delete(what);
  if (working.size > 0) return;
  release?.();
  release = null;
}
