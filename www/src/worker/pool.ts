// Who works on what: the pool's book-keeping, without workers, messages or clocks.

import type { Task } from "./protocol.ts";

/** Tasks a worker holds at once: one in work, one waiting, so that it never idles between two. */
const DEPTH = 2;
/** Ticks without a word after which a worker with work in hand is given up, where its work is light. */
export const PATIENCE = 24;
/** Workers that may be lost over one task. */
const ATTEMPTS = 3;

interface Entry extends Task {
  losses: number;
}

interface Worker {
  /** In the order given out: the first is in work. */
  tasks: Entry[];
  silent: number;
}

export class Pool {
  readonly #workers = new Map<number, Worker>();
  /** Tasks without a worker, oldest first. */
  #waiting: Entry[] = [];
  #next = 1;
  /** Ticks without a word after which a worker with work in hand is given up. */
  patience = PATIENCE;

  hire(worker: number): void {
    this.#workers.set(worker, { tasks: [], silent: 0 });
  }

  /**
   * Takes a worker off the list; its tasks wait for another. Answers whether it was on it.
   *
   * None of them is to blame, however it ended: several workers killed at once would pass one task on and on.
   */
  dismiss(worker: number): boolean {
    const tasks = this.#workers.get(worker)?.tasks;
    if (!tasks) return false;
    this.#workers.delete(worker);
    this.#waiting = [...tasks, ...this.#waiting].sort((a, b) => a.id - b.id);
    return true;
  }

  /** The same, for a worker that broke or fell silent: the task it was working on is to blame. */
  lose(worker: number): boolean {
    const first = this.#workers.get(worker)?.tasks[0];
    if (first) first.losses += 1;
    return this.dismiss(worker);
  }

  /** Whether some task has cost too many workers. */
  get stuck(): boolean {
    return this.#waiting.some((task) => task.losses >= ATTEMPTS);
  }

  /** Whether another task would find a worker. */
  get hasRoom(): boolean {
    let room = -this.#waiting.length;
    for (const worker of this.#workers.values()) room += DEPTH - worker.tasks.length;
    return room > 0;
  }

  add(bytes: Uint8Array): void {
    this.#waiting.push({ id: this.#next, bytes, losses: 0 });
    this.#next += 1;
  }

  /** Gives waiting tasks to workers with room, the least busy first. */
  assign(): { worker: number; task: Task }[] {
    const given: { worker: number; task: Task }[] = [];
    for (let depth = 0; depth < DEPTH; depth += 1) {
      for (const [id, worker] of this.#workers) {
        if (worker.tasks.length > depth) continue;
        const task = this.#waiting.shift();
        if (!task) return given;
        worker.tasks.push(task);
        given.push({ worker: id, task: { id: task.id, bytes: task.bytes } });
      }
    }
    return given;
  }

  /** Notes that a worker said something of a task. False when nobody waits for that any more. */
  hear(worker: number, task: number): boolean {
    const holder = this.#workers.get(worker);
    if (!holder?.tasks.some(({ id }) => id === task)) return false;
    holder.silent = 0;
    return true;
  }

  /** Notes a result. False when nobody waits for it any more. */
  settle(worker: number, task: number): boolean {
    const holder = this.#workers.get(worker);
    if (!holder) return false;
    holder.silent = 0;
    const rest = holder.tasks.filter(({ id }) => id !== task);
    const expected = rest.length < holder.tasks.length;
    holder.tasks = rest;
    return expected;
  }

  /** One tick of the watchdog: the workers that held work in silence for too long. */
  tick(): number[] {
    const overdue: number[] = [];
    for (const [id, worker] of this.#workers) {
      worker.silent = worker.tasks.length > 0 ? worker.silent + 1 : 0;
      if (worker.silent > this.patience) overdue.push(id);
    }
    return overdue;
  }

  /** Drops all tasks: their run is over. */
  clear(): void {
    this.#waiting = [];
    for (const worker of this.#workers.values()) worker.tasks = [];
  }
}
