// How programs travel from deme to deme, whoever carries them. What travels is the text of an offer, which the run that takes programs in
// writes, reads and checks (crate/evolve: text::offer, run::room); here it is text of a certain length and nothing else.

import type { Room } from "../model.ts";

/** Carries offers between the demes of a room until it is closed. */
export interface Pollinator {
  /** Offers this in the place of what was offered before. */
  send(offer: string): void;
  close(): void;
}

export interface PollinatorListener {
  onOffer(offer: string): void;
  onConnection(connection: "open" | "lost"): void;
  /** An offer has gone out. That it is repeated is not told. */
  onSent(): void;
  /** It cannot be reached, or refuses, and why: a sentence. It is closed. */
  onRefused(reason: string): void;
}

export type Pollination = (room: Room, listener: PollinatorListener) => Pollinator;

/** No offer is longer. */
const LONGEST = 4_096;
/** More in a second nobody looks at: whoever sends more does not keep this page busy. */
const MOST_A_SECOND = 200;
/** Offers are no closer together: of those that come faster the newest is sent. */
const PAUSE_MS = 1_000;
/** An offer is repeated so often, for those who came meanwhile. */
const REPEAT_MS = 60_000;

/** Between the tabs of one browser. */
export const betweenTabs: Pollination = (room, listener) => {
  const channel = new BroadcastChannel(subjectOf(room, "*"));
  const hear = atMost(listener.onOffer);
  channel.onmessage = ({ data }: MessageEvent<unknown>) => hear(data);
  queueMicrotask(() => listener.onConnection("open"));
  return paced(
    {
      send(offer) {
        channel.postMessage(offer);
        return true;
      },
      close: () => channel.close(),
    },
    listener.onSent,
  );
};

/** Where the offers of a deme are published; `*`: all of the room. */
export function subjectOf({ room }: Room, deme: string): string {
  return `mp.v1.offer.${room}.${deme}`;
}

/** Hands on what may be an offer: other pages, and anybody, may write there. */
export function atMost(
  onOffer: (offer: string) => void,
  now = () => performance.now(),
): (data: unknown) => void {
  let began = 0;
  let heard = 0;
  return (data) => {
    if (now() - began >= 1_000) [began, heard] = [now(), 0];
    heard += 1;
    if (heard <= MOST_A_SECOND && typeof data === "string" && data.length <= LONGEST) onOffer(data);
  };
}

/** What offers go out by. */
export interface Carrier {
  /** Whether it went out: it does not while there is no connection. */
  send(offer: string): boolean;
  close(): void;
}

/** Sends no more by it than is of use, and tells of each offer that went out. */
export function paced(carrier: Carrier, onSent: () => void): Pollinator & { again(): void } {
  let newest = "";
  let told = "";
  let sent = Number.NEGATIVE_INFINITY;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const send = () => {
    sent = performance.now();
    const isNew = carrier.send(newest) && newest !== told;
    plan(REPEAT_MS);
    if (!isNew) return;
    told = newest;
    onSent();
  };
  const plan = (after: number) => {
    clearTimeout(timer);
    timer = setTimeout(send, after);
  };
  return {
    send(offer) {
      if (offer === newest) return;
      newest = offer;
      plan(Math.max(0, sent + PAUSE_MS - performance.now()));
    },
    /** To those who may have missed it. */
    again() {
      if (newest) plan(2 * PAUSE_MS);
    },
    close() {
      clearTimeout(timer);
      carrier.close();
    },
  };
}
