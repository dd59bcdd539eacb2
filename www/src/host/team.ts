// The pool's workers as the page sees them: as many as wanted, each dead one replaced by a new one.

import type { Serve } from "../worker/protocol.ts";
import { type Kit, type Spawned, spawn } from "./spawn.ts";
import { watch } from "./watch.ts";

/** How the team speaks to the coordinator. */
export interface Employer {
  hire(worker: number, port: MessagePort): void;
  dismiss(worker: number): void;
  /** A worker ended; answers whether to replace it. */
  lost(reason: string): boolean;
}

interface Member {
  spawned: Spawned;
  stopWatching: () => void;
}

export class Team {
  readonly #kit: Kit;
  readonly #employer: Employer;
  readonly #members = new Map<number, Member>();
  #next = 1;

  constructor(kit: Kit, employer: Employer) {
    this.#kit = kit;
    this.#employer = employer;
  }

  resize(count: number): void {
    while (this.#members.size < count) this.#join();
    for (const worker of [...this.#members.keys()].slice(count)) this.#remove(worker);
  }

  /** Every member gets a new line to the coordinator, which is new itself. */
  introduceAll(): void {
    for (const [worker, member] of this.#members) this.#introduce(worker, member.spawned.worker);
  }

  /** Ends a worker that broke or fell silent, and puts a new one in its place. */
  replace(worker: number, reason: string): void {
    if (!this.#members.has(worker)) return;
    this.#remove(worker);
    if (this.#employer.lost(reason)) this.#join();
  }

  /** The same for a worker that nothing is wrong with, but whose work is of no use any more. */
  renew(worker: number): void {
    if (!this.#members.has(worker)) return;
    this.#remove(worker);
    this.#join();
  }

  #join(): void {
    const worker = this.#next;
    this.#next += 1;
    const spawned = spawn("scorer", this.#kit);
    const stopWatching = watch(spawned, (reason) => this.replace(worker, reason));
    this.#members.set(worker, { spawned, stopWatching });
    this.#introduce(worker, spawned.worker);
  }

  #introduce(worker: number, scorer: Worker): void {
    const { port1, port2 } = new MessageChannel();
    scorer.postMessage({ kind: "serve", port: port2 } satisfies Serve, [port2]);
    this.#employer.hire(worker, port1);
  }

  #remove(worker: number): void {
    const member = this.#members.get(worker);
    this.#members.delete(worker);
    member?.stopWatching();
    member?.spawned.worker.terminate();
    this.#employer.dismiss(worker);
  }
}
