// Who works on what: the pool's book-keeping, without workers, messages or clocks.

import type { Task } from "./protocol.ts";

/** Tasks a worker holds at once: one in work, one waiting, so that it never idles between two. */
const DEPTH = 2;
/** Tasks a worker that are asked for ahead: a choice for those who look for one that they know. */
const AHEAD = 32;
/** Ticks without a word after which a worker with work in hand is given up, where its work is light. */
export const PATIENCE = 24;
/** Workers that may be lost over one task. */
const ATTEMPTS = 3;

interface Entry extends Task {
  /** The same in every generation for tasks on the same examples. */
  place: number;
  losses: number;
}

interface Worker {
  /** In the order given out: the first is in work. */
  tasks: Entry[];
  silent: number;
}

/**
 * A task whose like returns every generation goes to the worker that did it last, if there is a choice: it kept what it found
 * out, and no other need keep the same. One that has nothing of its own left takes from the others.
 */
export class Pool {
  readonly #workers = new Map<number, Worker>();
  /** Tasks without a worker, oldest first. */
  #waiting: Entry[] = [];
  /** By place, who did the task there last. */
  readonly #last = new Map<number, number>();
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
    for (const [place, last] of this.#last) if (last === worker) this.#last.delete(place);
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

  /** Whether there is use for another task. */
  get hasRoom(): boolean {
    return this.#waiting.length < AHEAD * this.#workers.size;
  }

  add(bytes: Uint8Array, place: number): void {
    this.#waiting.push({ id: this.#next, bytes, place, losses: 0 });
    this.#next += 1;
  }

  /** Gives waiting tasks to workers with room, the least busy first. */
  assign(): { worker: number; task: Task }[] {
    const given: { worker: number; task: Task }[] = [];
    for (let depth = 0; depth < DEPTH; depth += 1) {
      for (const [id, worker] of this.#workers) {
        if (worker.tasks.length > depth) continue;
        const task = this.#choose(id);
        if (!task) return given;
        this.#last.set(task.place, id);
        worker.tasks.push(task);
        given.push({ worker: id, task: { id: task.id, bytes: task.bytes } });
      }
    }
    return given;
  }

  /** Takes the task that `worker` did last time, else what nobody did, else the latest: its owner comes to that last. */
  #choose(worker: number): Entry | undefined {
    const find = (wanted: number | undefined) =>
      this.#waiting.findIndex(({ place }) => this.#last.get(place) === wanted);
    const own = find(worker);
    // Without either it is -1: the last.
    const at = own >= 0 ? own : find(undefined);
    return this.#waiting.splice(at, 1)[0];
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

  /** Drops all tasks: their run is over. Takes those who still work on one off the list, and answers who they are. */
  clear(): number[] {
    this.#waiting = [];
    this.#last.clear();
    const busy = [...this.#workers].filter(([, { tasks }]) => tasks.length > 0).map(([id]) => id);
    for (const worker of busy) this.#workers.delete(worker);
    return busy;
  }
}
