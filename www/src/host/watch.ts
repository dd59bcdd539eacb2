// Tells when a worker has ended. One that closes itself or runs out of memory fires no event at all.

import type { Broken } from "../worker/protocol.ts";
import type { Spawned } from "./spawn.ts";

/**
 * Calls `onEnd` once with the reason: an error event, a core that says it broke, or the release of the lock that the
 * worker holds while it lives. Answers how to stop watching.
 */
export function watch({ worker, life }: Spawned, onEnd: (reason: string) => void): () => void {
  const stop = new AbortController();
  const { signal } = stop;
  const end = (reason: string) => {
    if (signal.aborted) return;
    stop.abort();
    onEnd(reason);
  };
  worker.addEventListener("error", (event) => end(event.message || "its script could not be loaded"), {
    signal,
  });
  worker.addEventListener("messageerror", () => end("a message could not be read"), { signal });
  worker.addEventListener(
    "message",
    ({ data }: MessageEvent<Broken | { kind: "alive" | "other" }>) => {
      if (data.kind === "broken") end(data.reason);
      if (data.kind === "alive") awaitRelease(life, signal, () => end("it ended without a word"));
    },
    { signal },
  );
  return () => stop.abort();
}

/** Where the browser has no locks only the watchdogs that count ticks notice. */
function awaitRelease(life: string, signal: AbortSignal, released: () => void): void {
  navigator.locks?.request(life, { signal }, released).catch(() => {});
}

const TICK_MS = 500;

/**
 * Calls `tick` twice a second. Watchdogs count these instead of reading a clock: a frozen page gets none, so it accuses
 * nobody when it wakes.
 */
export function everyTick(tick: () => void): () => void {
  const timer = setInterval(tick, TICK_MS);
  return () => clearInterval(timer);
}
