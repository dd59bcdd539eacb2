// The page without a network: the service worker that keeps its files, and newer builds of them.

import { Workbox } from "workbox-window";
import { SERVICE_WORKER, trustedScript } from "../host/trusted.ts";

/** How often a page that stays open looks for a newer build. */
const LOOK_MS = 3_600_000;

/** Answers what brings the newer build in; `onNewer` is called when there is one. */
export async function keepOffline(onNewer: () => void): Promise<() => void> {
  const worker = new Workbox(trustedScript(SERVICE_WORKER));
  worker.addEventListener("waiting", onNewer);
  const registration = await worker.register({ immediate: true });
  setInterval(() => void worker.update().catch(() => {}), LOOK_MS);
  let isTaken = false;
  return () => {
    // Another tab has taken it already.
    if (!registration?.waiting) return location.reload();
    if (!isTaken) worker.addEventListener("controlling", () => location.reload());
    isTaken = true;
    worker.messageSkipWaiting();
  };
}
