// A coordinator that answers when it is told to, for the tests of what drives it.

import type { NewsEvent } from "../../src/host/evolution.ts";
import type { Settings } from "../../src/model.ts";

/** What a run is, here. A checkpoint is this and the generation scored last, as JSON. */
export interface Recipe {
  settings: Settings;
  generation: number;
}

type Asked = { kind: "new"; settings: Settings } | { kind: "kept"; checkpoint: string };

/** As the real one does, it opens a run when that is answered, and pauses at once. */
export class Coordinator {
  opened: Recipe | null = null;
  going = false;
  until = 0;
  alone = false;
  refuses = false;
  /** Its news come without checkpoints. */
  leavesOut = false;
  readonly waiting: (() => void)[] = [];
  busiest = 0;

  load = () => this.#call(() => "games");
  open = (asked: Asked) =>
    this.#call(() => {
      if (this.refuses) throw new Error("these settings cannot be obeyed");
      this.opened =
        asked.kind === "new" ? { settings: asked.settings, generation: -1 } : JSON.parse(asked.checkpoint);
      this.going = false;
      const { settings, generation } = this.opened as Recipe;
      const records = Array.from({ length: generation + 1 }, (_, at) => ({ generation: at }));
      const standing = { population: null, progress: null, of_another_engine: false, changes: [] };
      return { ...standing, records, settings, checkpoint: this.#text };
    });
  run = ({ until, alone = false }: { until: number; alone?: boolean }) => {
    this.until = until;
    this.alone = alone;
    this.going = this.opened !== null;
    return this.#call(() => {});
  };
  pause = () => {
    this.going = false;
    const checkpoint = this.#text;
    return this.#call(() => checkpoint);
  };

  checkpoint = () => this.#call(() => this.#text);

  /** From the next generation on. */
  change = (settings: Settings) =>
    this.#call(() => {
      if (this.refuses) throw new Error("this stays as it is");
      if (!this.opened) return null;
      const generation = this.opened.generation + 2;
      const changes = Object.entries(settings).map(([name, value]) => ({
        ...{ generation, name, value },
        ...{ label: name, before: 0 },
      }));
      return { changes, checkpoint: this.#text };
    });

  get #text(): string {
    return JSON.stringify(this.opened);
  }

  answer(): void {
    this.waiting.shift()?.();
  }

  /** The next generation is scored, if anything runs. */
  score(): NewsEvent | null {
    if (!this.going || !this.opened) return null;
    this.opened.generation += 1;
    const { generation, settings } = this.opened;
    const phase = generation >= this.until ? "finished" : "running";
    if (phase === "finished") this.going = false;
    const record = { generation, champion: String(settings.seed) };
    const checkpoint = this.leavesOut ? null : this.#text;
    return { kind: "news", records: [record], population: null, progress: null, checkpoint, phase } as never;
  }

  #call<T>(act: () => T): Promise<T> {
    return new Promise((resolve, reject) => {
      this.waiting.push(() => {
        try {
          resolve(act());
        } catch (error) {
          reject(error);
        }
      });
      this.busiest = Math.max(this.busiest, this.waiting.length);
    });
  }
}

/** What the promises that are settled lead to. */
export function settled(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}

/** Every order of so many presses. */
export function* orders<P>(presses: P[], length: number): Generator<P[]> {
  if (length === 0) return yield [];
  for (const first of presses) for (const rest of orders(presses, length - 1)) yield [first, ...rest];
}
