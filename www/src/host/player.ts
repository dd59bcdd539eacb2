// The player as the page sees it: calls that survive the death of the worker behind them. It remembers nothing that an answer
// needs (each call carries its game), so a new worker takes over at once.

import { inLanguage } from "../language/told.ts";
import type { Thought } from "../model.ts";
import type { PlayerCalls, PlayerEvent, Question } from "../worker/protocol.ts";
import { Line } from "./line.ts";
import { withReplacements } from "./retry.ts";
import { fetchKit, spawn } from "./spawn.ts";

export interface SearchListener {
  /** The program begins to think; again where its worker had to be replaced. */
  onBegun(): void;
  onThought(thought: Thought, milliseconds: number): void;
  onBusy(nodes: number, milliseconds: number): void;
}

export class Player {
  readonly #quick = new Desk();
  /** Searches have a worker of their own, so that they keep nothing else waiting. */
  readonly #slow = new Desk();

  call<K extends keyof PlayerCalls>(
    call: K,
    argument: PlayerCalls[K]["argument"],
    options: { patience?: number } = {},
  ): Promise<PlayerCalls[K]["answer"]> {
    return withReplacements(async () =>
      inLanguage(call, await (await this.#quick.open()).call(call, argument, options)),
    );
  }

  /** One search at a time: the next begins when this one has ended. */
  think(question: Question, listener: SearchListener): Search {
    return new Search(this.#slow, question, listener);
  }

  /** Another game begins: programs forget what they thought of the last one. */
  forget(): void {
    this.#slow.leave();
  }
}

/** A search under way. A running one hears no message, so whoever ends it early ends its worker, and the next takes the desk. */
export class Search {
  readonly #desk: Desk;
  readonly #last: Promise<Thought | null>;
  #answer: (thought: Thought | null) => void = () => {};
  #fail: (error: Error) => void = () => {};
  #best: Thought | null = null;
  #hurried = false;
  #over = false;

  constructor(desk: Desk, question: Question, listener: SearchListener) {
    this.#desk = desk;
    this.#last = new Promise((resolve, reject) => {
      this.#answer = resolve;
      this.#fail = reject;
    });
    this.#run(question, listener).then(
      (thought) => this.#end(thought),
      (error: Error) => {
        this.#over = true;
        this.#fail(error);
      },
    );
  }

  /** The last thought; null when the search was cancelled. */
  get answer(): Promise<Thought | null> {
    return this.#last;
  }

  /** Ends it with the best line reported so far, or with the first one to come. */
  hurry(): void {
    this.#hurried = true;
    if (this.#best) this.#cut(this.#best);
  }

  cancel(): void {
    this.#cut(null);
  }

  #cut(thought: Thought | null): void {
    if (this.#over) return;
    this.#end(thought);
    this.#desk.replace();
  }

  #end(thought: Thought | null): void {
    if (this.#over) return;
    this.#over = true;
    this.#answer(thought);
  }

  #run(question: Question, listener: SearchListener): Promise<Thought | null> {
    return withReplacements(async () => {
      const line = await this.#desk.open();
      if (this.#over) return null;
      this.#desk.hear((event) => this.#hear(event, listener));
      try {
        return await line.call("think", question);
      } catch (error) {
        if (this.#over) return null;
        throw error;
      }
    });
  }

  #hear(event: PlayerEvent, listener: SearchListener): void {
    if (this.#over) return;
    if (event.kind === "snapshot") return;
    if (event.kind === "begun") return listener.onBegun();
    if (event.kind === "busy") return listener.onBusy(event.nodes, event.milliseconds);
    this.#best = event.thought;
    listener.onThought(event.thought, event.milliseconds);
    if (this.#hurried) this.hurry();
  }
}

/** A place for one player at a time: the first, and after its end the next. */
export class Desk {
  #line: Line<PlayerCalls, PlayerEvent> | null = null;
  #listener: (event: PlayerEvent) => void = () => {};

  async open(): Promise<Line<PlayerCalls, PlayerEvent>> {
    const kit = await fetchKit();
    if (!this.#line || this.#line.ended) {
      this.#line = new Line<PlayerCalls, PlayerEvent>(spawn("player", kit), {
        onEvent: (event) => this.#listener(event),
      });
    }
    return this.#line;
  }

  hear(listener: (event: PlayerEvent) => void): void {
    this.#listener = listener;
  }

  /** Ends the player that sits there and lets the next one come already. */
  replace(): void {
    this.#line?.close();
    this.open().catch(() => {});
  }

  /** Ends the player that sits there for good. */
  close(): void {
    this.#line?.close();
  }

  /** Whoever sits there, if anyone, forgets. */
  leave(): void {
    if (this.#line && !this.#line.ended) this.#line.call("forget", null).catch(() => {});
  }
}
