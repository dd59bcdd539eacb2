// Reads stored runs without opening them in the page, with a coordinator of its own: one that waits beside it would be disturbed.

import { Evolution } from "../../host/evolution.ts";
import type { Standing } from "../../worker/protocol.ts";

export class RunReader {
  readonly #evolution = new Evolution({ onNews: () => {}, onStuck: () => {} });
  #loaded: { examples: Blob; fingerprint: string } | null = null;

  constructor() {
    this.#evolution.rest();
  }

  /** The fingerprint of examples. Rejects damaged ones. */
  async load(examples: Blob): Promise<string> {
    if (this.#loaded?.examples !== examples)
      this.#loaded = { examples, fingerprint: await this.#evolution.load(examples) };
    return this.#loaded.fingerprint;
  }

  /** Rejects a checkpoint that is damaged, or belongs to other examples. */
  read(checkpoint: string, suite: string | null): Promise<Standing> {
    return this.#evolution.open({ kind: "kept", checkpoint, suite });
  }

  end(): void {
    this.#evolution.release();
  }
}
