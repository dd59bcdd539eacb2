// Offers over a NATS server. Its client is loaded when a room is joined, and only network.html may connect.

import type { Msg, NatsConnection } from "@nats-io/nats-core";
import type { Room } from "../model.ts";
import { atMost, type Pollination, type PollinatorListener, paced, subjectOf } from "./pollinator.ts";
import { roomError } from "./room-error.ts";

const AGAIN_MS = 1_000;

export const overNetwork: Pollination = (room, listener) => {
  let connection: NatsConnection | null = null;
  let isOpen = false;
  let closed = false;
  const refused = (error: unknown) => {
    if (!closed) listener.onRefused(roomError(error, room.server, location.origin));
  };
  const pollinator = paced(
    {
      // What is published while the connection is lost would be kept and go out late: the newest is sent again then.
      send(offer) {
        if (isOpen) connection?.publish(subjectOf(room, room.deme), offer);
        return isOpen;
      },
      close() {
        closed = true;
        void connection?.close();
      },
    },
    listener.onSent,
  );
  const onConnection = (now: "open" | "lost") => {
    isOpen = now === "open";
    listener.onConnection(now);
    if (isOpen) pollinator.again();
  };
  const open = async () => {
    const opened = await connect(room);
    if (closed) return opened.close();
    connection = opened;
    const hear = atMost(listener.onOffer);
    const callback = (error: Error | null, message: Msg) => (error ? refused(error) : hear(text(message)));
    opened.subscribe(subjectOf(room, "*"), { callback });
    onConnection("open");
    void follow(opened, onConnection);
    refused(await opened.closed());
  };
  open().catch(refused);
  return pollinator;
};

/** The user and the password stand in the address, as `millipawn network` prints it. */
async function connect({ server, deme }: Room): Promise<NatsConnection> {
  const url = new URL(server);
  const [user, pass] = [url.username, url.password].map(decodeURIComponent);
  [url.username, url.password] = ["", ""];
  const { wsconnect } = await import("@nats-io/nats-core");
  return wsconnect({
    servers: url.href,
    ...(user ? { user, pass } : {}),
    name: `deme ${deme}`,
    maxReconnectAttempts: -1,
    reconnectTimeWait: AGAIN_MS,
    // The server that was named, and no other that it may name.
    ignoreClusterUpdates: true,
    noRandomize: true,
  });
}

async function follow(connection: NatsConnection, onConnection: PollinatorListener["onConnection"]) {
  for await (const { type } of connection.status()) {
    if (type === "disconnect") onConnection("lost");
    if (type === "reconnect") onConnection("open");
  }
}

/** Null of bytes that are too many to be read. */
function text({ data }: Msg): string | null {
  return data.length > 4_096 ? null : new TextDecoder().decode(data);
}
