// What was destroyed on purpose comes back, until something else is destroyed or the offer is put away.

import { reason } from "./reason.ts";
import type { Store } from "./store.ts";

const ABOUT = "undo";

export class Undoing {
  readonly #store: Store;
  #back: (() => Promise<unknown>) | null = null;
  #isUnderWay = false;

  constructor(store: Store) {
    this.#store = store;
  }

  /** Says what is gone, and offers to bring it back. `back` rejects where it cannot. */
  offer(text: string, back: () => Promise<unknown>): void {
    this.#back = back;
    this.#store.change({ undo: text });
  }

  /** What could not be brought back is still offered. */
  async undo(): Promise<void> {
    const back = this.#back;
    if (!back || this.#isUnderWay) return;
    this.#isUnderWay = true;
    try {
      await back();
      this.#store.mended(ABOUT);
      if (this.#back === back) this.hide();
    } catch (error) {
      this.#store.trouble(`That could not be undone: ${reason(error)}.`, ABOUT);
    } finally {
      this.#isUnderWay = false;
    }
  }

  hide(): void {
    this.#back = null;
    this.#store.change({ undo: null });
  }
}
