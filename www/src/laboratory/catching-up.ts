// What is done anew whenever something changes: once for all changes that come while it is being done.

export class CatchingUp {
  readonly #act: () => Promise<void>;
  #isStale = false;
  #underWay: Promise<void> | null = null;

  constructor(act: () => Promise<void>) {
    this.#act = act;
  }

  /** Something has changed. Settles when all that changed so far is done, or has failed. */
  run(): Promise<void> {
    this.#isStale = true;
    this.#underWay ??= this.#catchUp();
    return this.#underWay;
  }

  /** Settles when nothing is under way, however that ended. */
  async idle(): Promise<void> {
    await this.#underWay?.catch(() => {});
  }

  async #catchUp(): Promise<void> {
    try {
      while (this.#isStale) {
        this.#isStale = false;
        await this.#act();
      }
    } finally {
      this.#underWay = null;
    }
  }
}
