// The one door to the wasm package, for the workers: starts it, and tells a refusal from a broken core.

import { initSync } from "../../wasm/millipawn_wasm.js";
import type { Calls, FromWorker, Reply, Request, Start } from "./protocol.ts";

export * as core from "../../wasm/millipawn_wasm.js";

declare global {
  /** Called by the core's panic hook, before it traps. */
  var millipawn_panicked: (message: string) => void;
}

let panic: string | null = null;
globalThis.millipawn_panicked = (message) => {
  panic = message;
};

export function startCore({ module, life }: Start): void {
  holdLife(life);
  initSync({ module });
}

/** The browser releases the lock when this worker ends, however it ends; the page waits for that. */
function holdLife(life: string): void {
  const alive = () => post({ kind: "alive" });
  if (!navigator.locks) return alive();
  void navigator.locks.request(life, () => {
    alive();
    return new Promise<never>(() => {});
  });
}

/**
 * What is wrong when a call into the core threw: null for an error the core returned on purpose, else why it is broken.
 * A panic ends in a trap; running out of stack is a RangeError.
 */
export function breakage(error: unknown): string | null {
  const trapped = error instanceof WebAssembly.RuntimeError || error instanceof RangeError;
  if (!trapped && panic === null) return null;
  return panic ?? messageOf(error);
}

export function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

// ---- calls from the page ----------------------------------------------------------------------

export type Handlers<C extends Calls> = {
  [K in keyof C & string]: (argument: C[K]["argument"]) => C[K]["answer"] | Promise<C[K]["answer"]>;
};

/** Answers the page's calls, after the first message has started the core. */
export function serveCalls<C extends Calls>(handlers: Handlers<C>): void {
  self.onmessage = ({ data }: MessageEvent<Start | Request<C>>) => {
    if (data.kind === "start") guard(() => startCore(data));
    else void answer(handlers, data);
  };
}

async function answer<C extends Calls>(
  handlers: Handlers<C>,
  { id, call, argument }: Request<C>,
): Promise<void> {
  try {
    post({ kind: "answer", id, answer: await handlers[call](argument) });
  } catch (error) {
    const broken = breakage(error);
    if (broken === null) post({ kind: "refused", id, reason: messageOf(error) });
    else breakDown(broken);
  }
}

/** Runs something outside a call; whatever it throws means that the worker cannot go on. */
export function guard(act: () => void): void {
  try {
    act();
  } catch (error) {
    breakDown(breakage(error) ?? messageOf(error));
  }
}

/** After a panic the core still answers, wrongly: this worker asks it nothing more and waits to be replaced. */
function breakDown(reason: string): void {
  self.onmessage = null;
  post({ kind: "broken", reason });
}

export function report<E>(event: E, transfer: Transferable[] = []): void {
  post({ kind: "event", event }, transfer);
}

function post<E>(message: FromWorker<E> | Reply, transfer: Transferable[] = []): void {
  self.postMessage(message, { transfer });
}
