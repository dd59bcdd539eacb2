// The service worker: it keeps all files of one build, so that the page opens without a network. A newer build is fetched beside it and
// waits until a person takes it in some tab; what other tabs have loaded stays, and what they would fetch later is gone: they say so.

import { cleanupOutdatedCaches, precacheAndRoute } from "workbox-precaching";

/** What of the types of service workers is needed here. */
interface Scope {
  /** The files of this build, as `vite.config.ts` lists them. */
  __FILES: { url: string; revision: string | null }[];
  skipWaiting(): Promise<void>;
  addEventListener(type: "message", listener: (event: MessageEvent<unknown>) => void): void;
}

declare const self: Scope;

precacheAndRoute(self.__FILES);
cleanupOutdatedCaches();

self.addEventListener("message", ({ data }) => {
  const isTaken = typeof data === "object" && data !== null && "type" in data && data.type === "SKIP_WAITING";
  if (isTaken) void self.skipWaiting();
});
