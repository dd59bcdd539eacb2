// Runs that go on one after the other, in the order that the person chose. A run that is paused holds the queue; one that is finished
// leaves it.

import type { Queue } from "../../experiments.ts";
import type { RunPhase } from "../../model.ts";
import { reason } from "../reason.ts";

export interface QueueParts {
  read(): Queue;
  /** Shown and stored. */
  change(queue: Queue): void;
  isRunning(): boolean;
  /** How an open run stands; null of one that is not open. */
  phaseOf(id: string): RunPhase | null;
  /** Whether it is stored; null where that cannot be told. */
  exists(id: string): Promise<boolean | null>;
  /** Answers whether it is open. */
  open(id: string): Promise<boolean>;
  /** An open one goes on to its end. */
  goOn(id: string): Promise<void>;
  say(text: string): void;
  /** At this run, for a reason that ends a sentence. */
  stopped(id: string, why: string): Promise<void>;
}

export class RunQueue {
  readonly #parts: QueueParts;
  #busy = false;
  /** The run that was set going last, or went on already. Where the person pauses it, the queue is held. */
  #begun: string | null = null;

  constructor(parts: QueueParts) {
    this.#parts = parts;
  }

  add(id: string): void {
    const { ids } = this.#queue;
    if (!ids.includes(id)) this.#change({ ids: [...ids, id] });
  }

  remove(id: string): void {
    const ids = this.#queue.ids.filter((other) => other !== id);
    this.#change({ ids, isOn: this.#queue.isOn && ids.length > 0 });
  }

  move(id: string, by: number): void {
    const from = this.#queue.ids.indexOf(id);
    const to = from + by;
    if (from < 0 || to < 0 || to >= this.#queue.ids.length) return;
    const ids = this.#queue.ids.toSpliced(from, 1).toSpliced(to, 0, id);
    this.#change({ ids });
  }

  async start(): Promise<void> {
    if (this.#queue.ids.length === 0) return;
    this.#begun = this.#queue.ids.find((id) => this.#parts.phaseOf(id) === "running") ?? null;
    this.#change({ isOn: true });
    await this.onRest();
  }

  /** The page was loaded again, and this run goes on where it was. */
  resume(run: string | null): void {
    this.#begun = run;
  }

  /** None follows the run that goes on. */
  hold(): void {
    if (this.#queue.isOn) this.#change({ isOn: false });
  }

  /** A run has come to rest. */
  async onRest(): Promise<void> {
    if (!this.#queue.isOn || this.#busy || this.#parts.isRunning()) return;
    // The person has paused it, wherever it is in the queue by now.
    if (this.#begun !== null && this.#parts.phaseOf(this.#begun) === "paused") return this.hold();
    this.#busy = true;
    try {
      await this.#next();
    } catch (error) {
      await this.#stop(reason(error));
    } finally {
      this.#busy = false;
    }
  }

  async #next(): Promise<void> {
    while (this.#queue.isOn) {
      const [first] = this.#queue.ids;
      if (!first) {
        this.hold();
        return this.#parts.say("The queue is done.");
      }
      const isWaiting = this.#parts.phaseOf(first) !== "finished" && (await this.#parts.exists(first));
      if (isWaiting === null) return this.#stop("this tab cannot read what is stored");
      if (!isWaiting) {
        this.#change({ ids: this.#queue.ids.slice(1) });
        continue;
      }
      const isOpen = await this.#parts.open(first);
      // The person has paused it meanwhile.
      if (!this.#queue.isOn) return;
      if (!isOpen) return this.#stop("it could not be opened");
      if (this.#parts.phaseOf(first) === "finished") continue;
      this.#begun = first;
      await this.#parts.goOn(first);
      if (this.#parts.isRunning()) return;
      if (this.#parts.phaseOf(first) !== "finished") return this.#stop("it did not go on");
    }
  }

  /** At the first. */
  async #stop(why: string): Promise<void> {
    const [first] = this.#queue.ids;
    this.hold();
    if (first) await this.#parts.stopped(first, why);
  }

  get #queue(): Queue {
    return this.#parts.read();
  }

  #change(part: Partial<Queue>): void {
    this.#parts.change({ ...this.#queue, ...part });
  }
}
