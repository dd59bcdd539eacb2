import assert from "node:assert/strict";
import { type TestContext, test } from "node:test";
import type { RoomEvent } from "../../src/host/evolution.ts";
import {
  atMost,
  type Pollination,
  type PollinatorListener,
  paced,
  subjectOf,
} from "../../src/host/pollinator.ts";
import { Exchange, noExchange } from "../../src/laboratory/exchange.ts";
import type { Room, State } from "../../src/model.ts";
import type { RoomOfRuns } from "../../src/worker/protocol.ts";

const ROOM: Room = { server: "ws://127.0.0.1:1", room: "kitchen", deme: "own" };
const EVENT: RoomEvent = { kind: "room", offer: "the best", peers: [], entered: [], refused: null };
const PEER = { deme: "stove", generation: 3, best: 4.5 };

/** An exchange, what it has sent, and what its worker was told. */
function deme() {
  const store = {
    state: { exchange: noExchange() } as Pick<State, "exchange">,
    change(part: Pick<State, "exchange">) {
      store.state = part;
    },
  };
  const sent: string[] = [];
  const joined: (RoomOfRuns | null)[] = [];
  const heard: string[] = [];
  const opened: { room: Room; listener: PollinatorListener; closed: boolean }[] = [];
  const pollination: Pollination = (room, listener) => {
    const one = { room, listener, closed: false };
    opened.push(one);
    return {
      send: (offer) => sent.push(offer),
      close() {
        one.closed = true;
      },
    };
  };
  const evolution = {
    async join(room: RoomOfRuns | null) {
      joined.push(room);
    },
    async hear(offer: string) {
      heard.push(offer);
      return offer === "junk" ? null : [PEER];
    },
  };
  const exchange = new Exchange(store, [evolution], { tabs: pollination, network: pollination });
  return { exchange, store, sent, joined, heard, opened, shown: () => store.state.exchange };
}

test("nothing is sent and nothing heard before it is asked for", () => {
  const { exchange, sent, opened, joined, shown } = deme();
  exchange.onRoom(EVENT);
  assert.deepEqual([sent, opened, joined], [[], [], []]);
  assert.equal(shown().way, "none");
});

test("a room carries what the run offers, and what others do to the run", async () => {
  const { exchange, sent, heard, opened, joined, shown } = deme();
  exchange.join(ROOM);
  assert.deepEqual(joined.at(-1), { room: "kitchen", deme: "own" });
  assert.equal(shown().connection, "connecting");
  const [{ listener } = assert.fail()] = opened;
  listener.onConnection("open");
  assert.equal(shown().connection, "open");
  exchange.onRoom(EVENT);
  exchange.onRoom({ ...EVENT, offer: null, entered: [{ deme: "stove", program: "x", generation: 7 }] });
  assert.deepEqual(sent, ["the best"]);
  // Handed over, and gone out when it is told.
  assert.equal(shown().sent, 0);
  listener.onSent();
  assert.equal(shown().sent, 1);
  assert.deepEqual([shown().entered.at(-1)?.deme, shown().came], ["stove", 1]);
  listener.onOffer("theirs");
  await new Promise(setImmediate);
  assert.deepEqual([heard, shown().peers], [["theirs"], [PEER]]);
  listener.onOffer("junk");
  await new Promise(setImmediate);
  assert.deepEqual(shown().peers, [PEER]);
  exchange.onRoom({ ...EVENT, refused: "there is no room for it" });
  assert.equal(shown().refused, "there is no room for it");
});

test("who leaves hears nothing more, and what was opened before says nothing of what came after", () => {
  const { exchange, sent, heard, opened, joined, shown } = deme();
  exchange.join(ROOM);
  exchange.end();
  const [first = assert.fail()] = opened;
  assert.equal(first.closed, true);
  assert.equal(joined.at(-1), null);
  exchange.onRoom(EVENT);
  first.listener.onOffer("late");
  first.listener.onSent();
  first.listener.onRefused("late");
  assert.deepEqual([sent, heard, shown().sent, shown().trouble], [[], [], 0, null]);
  exchange.set(true);
  assert.deepEqual([shown().way, opened[1]?.room.server, opened[1]?.room.room], ["tabs", "", "tabs"]);
  exchange.join(ROOM);
  assert.deepEqual([opened[1]?.closed, shown().way], [true, "network"]);
  opened[2]?.listener.onRefused("No such user.");
  assert.deepEqual([shown().way, opened[2]?.closed], ["none", true]);
  assert.equal(shown().trouble, "The room could not be joined. No such user.");
  exchange.join(ROOM);
  assert.equal(shown().trouble, null);
  opened[3]?.listener.onConnection("open");
  opened[3]?.listener.onConnection("lost");
  opened[3]?.listener.onRefused("Another password.");
  assert.equal(shown().trouble, "The connection to the room ended. Another password.");
});

test("what cannot be an offer is dropped, and so is what comes too often", () => {
  const heard: string[] = [];
  let now = 0;
  const hear = atMost(
    (offer) => heard.push(offer),
    () => now,
  );
  for (const data of [null, 5, {}, ["x"], "x".repeat(4_097)]) hear(data);
  assert.deepEqual(heard, []);
  hear("x".repeat(4_096));
  for (let at = 0; at < 300; at += 1) hear("an offer");
  assert.equal(heard.length, 195);
  now = 1_000;
  hear("later");
  assert.equal(heard.at(-1), "later");
});

/** A clock that this test alone moves on. */
function clock({ mock }: TestContext) {
  mock.timers.enable({ apis: ["setTimeout"] });
  let now = 1e6;
  mock.method(performance, "now", () => now);
  return (ms: number) => {
    now += ms;
    mock.timers.tick(ms);
  };
}

/** What goes out while the connection is open, and how many are told of. */
function carried() {
  const sent: string[] = [];
  const carrier = {
    isOpen: true,
    told: 0,
    send(offer: string) {
      if (carrier.isOpen) sent.push(offer);
      return carrier.isOpen;
    },
    close: () => void sent.push("closed"),
  };
  return { sent, carrier, pollinator: paced(carrier, () => (carrier.told += 1)) };
}

test("only what goes out is counted, and once", (context) => {
  const pass = clock(context);
  const { sent, carrier, pollinator } = carried();
  for (let generation = 0; generation < 10; generation += 1) {
    pollinator.send(`of ${generation}`);
    pass(100);
  }
  pass(1_000);
  assert.deepEqual(sent, ["of 0", "of 9"]);
  assert.equal(carrier.told, 2);
  for (let minute = 0; minute < 2; minute += 1) pass(60_000);
  assert.equal(sent.length, 4);
  assert.equal(carrier.told, 2, "a repetition is no other program");
  carrier.isOpen = false;
  pollinator.send("while the connection is lost");
  for (let minute = 0; minute < 2; minute += 1) pass(60_000);
  assert.deepEqual([sent.length, carrier.told], [4, 2]);
  carrier.isOpen = true;
  pollinator.again();
  pass(2_000);
  assert.deepEqual([sent.at(-1), carrier.told], ["while the connection is lost", 3]);
});

test("the newest offer is sent, at most once a second, again every minute", (context) => {
  const pass = clock(context);
  const { sent, pollinator } = carried();
  pollinator.again();
  pass(60_000);
  assert.deepEqual(sent, []);
  pollinator.send("one");
  pass(0);
  pollinator.send("two");
  pollinator.send("three");
  pollinator.send("three");
  pass(999);
  assert.deepEqual(sent, ["one"]);
  pass(1);
  assert.deepEqual(sent, ["one", "three"]);
  pass(60_000);
  assert.deepEqual(sent.slice(2), ["three"]);
  pollinator.again();
  pass(2_000);
  assert.deepEqual(sent.slice(3), ["three"]);
  pollinator.close();
  pass(60_000);
  assert.deepEqual(sent.slice(4), ["closed"]);
});

test("an offer has one address", () => {
  assert.equal(subjectOf(ROOM, ROOM.deme), "mp.v1.offer.kitchen.own");
  assert.equal(subjectOf(ROOM, "*"), "mp.v1.offer.kitchen.*");
});
