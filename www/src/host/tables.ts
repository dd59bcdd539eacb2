// Where the games of a match are played: some players at once, each with the next game that nobody has.

import type { Snapshot } from "../model.ts";
import type { GameTask, Outcome } from "../worker/protocol.ts";
import { Desk } from "./player.ts";
import { withReplacements } from "./retry.ts";

/** Ticks for one move: no message comes while a player thinks about it, and a phone may be slow. */
const PATIENCE = 240;

export interface TablesListener {
  onSnapshot(table: number, task: GameTask, snapshot: Snapshot): void;
  /** Games end in any order. */
  onEnd(table: number, task: GameTask, outcome: Outcome): void;
}

export class Tables {
  readonly #desks: Desk[];
  #stopped = false;

  constructor(count: number) {
    this.#desks = Array.from({ length: count }, () => new Desk());
  }

  /** Plays the games; ends early, without a word, when it is stopped. */
  async play(
    tasks: Iterable<GameTask> | AsyncIterable<GameTask>,
    date: string,
    listener: TablesListener,
  ): Promise<void> {
    const left = oneByOne(tasks);
    const sit = async (desk: Desk, table: number) => {
      while (!this.#stopped) {
        const { value: task, done } = await left.next();
        if (done) return;
        const outcome = await this.#one(desk, table, task, date, listener);
        if (this.#stopped || !outcome) return;
        listener.onEnd(table, task, outcome);
      }
    };
    try {
      await Promise.all(this.#desks.map(sit));
    } finally {
      this.stop();
    }
  }

  /** Ends the players; a game under way is lost. */
  stop(): void {
    this.#stopped = true;
    for (const desk of this.#desks) desk.close();
  }

  /** A game whose player is lost is played again: it comes out the same. Null when the tables were cleared meanwhile. */
  #one(desk: Desk, table: number, task: GameTask, date: string, listener: TablesListener) {
    return withReplacements<Outcome | null>(async () => {
      if (this.#stopped) return null;
      const line = await desk.open();
      if (this.#stopped) {
        line.close();
        return null;
      }
      desk.hear((event) => {
        if (event.kind === "snapshot" && !this.#stopped) listener.onSnapshot(table, task, event.snapshot);
      });
      try {
        return await line.call("play_game", { task, date }, { patience: PATIENCE });
      } catch (error) {
        if (this.#stopped) return null;
        throw error;
      }
    });
  }
}

/** One source that all desks share: each task is taken once. */
async function* oneByOne(
  tasks: Iterable<GameTask> | AsyncIterable<GameTask>,
): AsyncGenerator<GameTask, void> {
  yield* tasks;
}
