// Browsers freeze hidden pages that work hard, but not while they hold a lock.

let release: (() => void) | null = null;

export function stayAwake(): void {
  if (release || !navigator.locks) return;
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  navigator.locks.request(`millipawn-run-${crypto.randomUUID()}`, () => held).catch(() => {});
}

export function mayRest(): void {
  release?.();
  release = null;
}
