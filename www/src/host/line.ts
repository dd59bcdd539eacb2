// The line to one worker: calls with answers. A call into a worker that has ended rejects, it never hangs.

import type { Calls, FromWorker, Request } from "../worker/protocol.ts";
import type { Spawned } from "./spawn.ts";
import { everyTick, watch } from "./watch.ts";

/** The worker ended; the call may be made again to another. */
export class WorkerEnded extends Error {}

/** The core refused the call, with a reason to show. */
export class Refused extends Error {}

/** Ticks that a worker may be silent while a call waits; long calls may ask for more. */
const PATIENCE = 24;
/** Ticks of silence after which an idle worker is asked whether it is there. */
const PING_AFTER = 4;

interface Waiting {
  resolve: (answer: never) => void;
  reject: (error: Error) => void;
  patience: number;
}

export interface LineListener<E> {
  onEvent?: (event: E) => void;
  onEnd?: (reason: string) => void;
}

export class Line<C extends Calls, E = never> {
  readonly #worker: Worker;
  readonly #listener: LineListener<E>;
  readonly #stops: (() => void)[];
  readonly #waiting = new Map<number, Waiting>();
  #next = 1;
  #silent = 0;
  #ended: string | null = null;

  constructor(spawned: Spawned, listener: LineListener<E> = {}) {
    this.#worker = spawned.worker;
    this.#listener = listener;
    this.#worker.onmessage = ({ data }: MessageEvent<FromWorker<E>>) => this.#receive(data);
    this.#stops = [watch(spawned, (reason) => this.#end(reason)), everyTick(() => this.#tick())];
  }

  get ended(): boolean {
    return this.#ended !== null;
  }

  call<K extends keyof C & string>(
    call: K,
    argument: C[K]["argument"],
    { transfer = [], patience = PATIENCE }: { transfer?: Transferable[]; patience?: number } = {},
  ): Promise<C[K]["answer"]> {
    if (this.#ended !== null) return Promise.reject(new WorkerEnded(this.#ended));
    const id = this.#next;
    this.#next += 1;
    return new Promise<C[K]["answer"]>((resolve, reject) => {
      const request: Request<C> = { kind: "request", id, call, argument };
      // What cannot be sent is no call that waits.
      this.#worker.postMessage(request, transfer);
      this.#waiting.set(id, { resolve, reject, patience });
    });
  }

  /** Ends the worker on purpose: waiting calls reject, `onEnd` stays silent. */
  close(): void {
    if (this.#ended === null) this.#shut("it was dismissed");
  }

  #receive(message: FromWorker<E>): void {
    this.#silent = 0;
    if (message.kind === "event") this.#listener.onEvent?.(message.event);
    if (message.kind !== "answer" && message.kind !== "refused") return;
    const waiting = this.#waiting.get(message.id);
    this.#waiting.delete(message.id);
    if (message.kind === "refused") waiting?.reject(new Refused(message.reason));
    else waiting?.resolve(message.answer as never);
  }

  #tick(): void {
    this.#silent += 1;
    if (this.#waiting.size === 0) {
      if (this.#silent > PING_AFTER) this.call("ping", null).catch(() => {});
      return;
    }
    const patience = Math.max(...[...this.#waiting.values()].map((waiting) => waiting.patience));
    if (this.#silent > patience) this.#end("it did not answer");
  }

  #end(reason: string): void {
    if (this.#ended !== null) return;
    this.#shut(reason);
    this.#listener.onEnd?.(reason);
  }

  #shut(reason: string): void {
    this.#ended = reason;
    for (const stop of this.#stops) stop();
    this.#worker.onmessage = null;
    this.#worker.terminate();
    for (const { reject } of this.#waiting.values()) reject(new WorkerEnded(reason));
    this.#waiting.clear();
  }
}
