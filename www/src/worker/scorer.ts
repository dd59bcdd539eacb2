// A pool worker: performs tasks. Each carries all it needs; what the core keeps from one to the next only saves time.

import { breakage, core, guard, messageOf, startCore } from "./core.ts";
import type { Serve, Start, Task, TaskReply } from "./protocol.ts";

let employer: MessagePort | null = null;
let worker: core.Worker | null = null;

self.onmessage = ({ data }: MessageEvent<Start | Serve>) => {
  if (data.kind === "start") guard(() => startCore(data));
  else serve(data.port);
};

function serve(port: MessagePort): void {
  employer?.close();
  employer = port;
  port.onmessage = ({ data }: MessageEvent<Task>) => guard(() => perform(port, data));
}

/** A task that cannot be performed breaks this worker: the page replaces it and the coordinator counts the loss. */
function perform(port: MessagePort, { id, bytes }: Task): void {
  try {
    worker ??= new core.Worker();
    const result = worker.perform(bytes, (seen: unknown) => reply(port, { kind: "seen", id, seen }));
    reply(port, { kind: "done", id, bytes: result }, [result.buffer]);
  } catch (error) {
    port.onmessage = null;
    reply(port, { kind: "broken", id, reason: breakage(error) ?? messageOf(error) });
    throw error;
  }
}

function reply(port: MessagePort, message: TaskReply, transfer: Transferable[] = []): void {
  port.postMessage(message, transfer);
}
