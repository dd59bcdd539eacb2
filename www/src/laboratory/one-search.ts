// One search of the position on the board, as the program on show searches while it learns.

import type { Player } from "../host/player.ts";
import type { Playing } from "./playing.ts";
import { reason } from "./reason.ts";
import type { Showing } from "./showing.ts";
import type { Store } from "./store.ts";

/** Enough for three plies in most positions, and few enough to be looked at one by one (our choice). */
const NODES = 1_000;

export class OneSearch {
  readonly #store: Store;
  readonly #player: Player;
  readonly #showing: Showing;
  readonly #playing: Playing;

  constructor(store: Store, player: Player, showing: Showing, playing: Playing) {
    this.#store = store;
    this.#player = player;
    this.#showing = showing;
    this.#playing = playing;
  }

  async draw(): Promise<void> {
    const { text, title } = this.#showing;
    if (!text) return this.#store.notice("There is no program to search with yet.");
    const game = this.#playing.gameOnShow;
    try {
      const tree = await this.#player.call("search_tree", { game, program: text, nodes: NODES });
      this.#store.change({ search_tree: { ...tree, program: title } });
    } catch (error) {
      this.#store.trouble(`This position cannot be searched: ${reason(error)}.`);
    }
  }
}
