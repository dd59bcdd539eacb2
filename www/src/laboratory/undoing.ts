// What was destroyed on purpose comes back, until something else is destroyed or the offer is put away.

import { reason } from "./reason.ts";
import type { Store } from "./store.ts";

export class Undoing {
  readonly #store: Store;
  #back: (() => Promise<unknown>) | null = null;

  constructor(store: Store) {
    this.#store = store;
  }

  /** Says what is gone, and offers to bring it back. */
  offer(text: string, back: () => Promise<unknown>): void {
    this.#back = back;
    this.#store.change({ undo: text });
  }

  async undo(): Promise<void> {
    const back = this.#back;
    this.hide();
    try {
      await back?.();
    } catch (error) {
      this.#store.trouble(`That could not be undone: ${reason(error)}.`);
    }
  }

  hide(): void {
    this.#back = null;
    this.#store.change({ undo: null });
  }
}
