// One search at a time, seen while it goes on.

import type { Player, Search } from "../host/player.ts";
import type { Play, Seat, Thought } from "../model.ts";
import type { Budget, Game } from "../worker/protocol.ts";
import type { Store } from "./store.ts";

export interface Assignment {
  purpose: NonNullable<Play["search"]>;
  game: Game;
  /** The position at the end of the game. */
  fen: string;
  seat: Seat;
  budget: Budget;
  remember: boolean;
  onBegun?: () => void;
}

export class Thinking {
  readonly #store: Store;
  readonly #player: Player;
  #search: Search | null = null;

  constructor(store: Store, player: Player) {
    this.#store = store;
    this.#player = player;
  }

  /** The last thought; null when it was cancelled. */
  async begin(assignment: Assignment): Promise<Thought | null> {
    const { purpose, game, fen, seat, budget, remember, onBegun = () => {} } = assignment;
    this.cancel();
    this.#store.changePlay({ search: purpose });
    const show = (thought: Thought, milliseconds: number) =>
      this.#store.changePlay({ thinking: { ...thought, by: seat.title, fen, milliseconds } });
    const search = this.#player.think(
      { game, program: seat.text, budget, remember },
      { onBegun, onThought: show, onBusy: (nodes, milliseconds) => this.#goesOn(nodes, milliseconds) },
    );
    this.#search = search;
    try {
      const thought = await search.answer;
      if (thought) show(thought, this.#store.state.play.thinking?.milliseconds ?? 0);
      return thought;
    } finally {
      if (this.#search === search) {
        this.#search = null;
        this.#store.changePlay({ search: null });
      }
    }
  }

  /** Ends the search under way with the best that it has found. */
  hurry(): void {
    this.#search?.hurry();
  }

  cancel(): void {
    const search = this.#search;
    this.#search = null;
    search?.cancel();
    if (this.#store.state.play.search) this.#store.changePlay({ search: null });
  }

  #goesOn(nodes: number, milliseconds: number): void {
    const { thinking } = this.#store.state.play;
    if (thinking && nodes > thinking.nodes)
      this.#store.changePlay({ thinking: { ...thinking, nodes, milliseconds } });
  }
}
