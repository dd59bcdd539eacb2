// What a program loses without each of its genes: it is counted on the fixed sample of its run, in a worker of its own and in parts, so that
// one sees how far it is and can end it. The run goes on as it did.

import { Desk } from "../host/player.ts";
import { withReplacements } from "../host/retry.ts";
import type { Lessons } from "../model.ts";
import type { Ablation } from "../understanding.ts";
import type { PlayerCalls } from "../worker/protocol.ts";
import { keyOf } from "./fixed-scores.ts";
import { reason } from "./reason.ts";
import type { Store } from "./store.ts";

/** Positions counted at once. */
const PART = 100;
/** Ticks that a part may take. */
const PATIENCE = 240;

export class Ablations {
  readonly #store: Store;
  readonly #lessons: () => Lessons | null;
  #counting: Counting | null = null;

  constructor(store: Store, lessons: () => Lessons | null) {
    this.#store = store;
    this.#lessons = lessons;
  }

  begin(): void {
    const { run, chosen_generation, ablation: known } = this.#store.state;
    const { settings, records } = run;
    const record = records.find(({ generation }) => generation === chosen_generation) ?? records.at(-1);
    const lessons = this.#lessons();
    if (!settings || !record || !lessons || this.#counting) return;
    const program = record.champion;
    const title = `Generation ${record.generation}`;
    const key = keyOf({ settings, lessons });
    if (known?.program === program && known.key === key && known.phase === "known")
      return this.#change({ title });
    this.#store.change({
      ablation: {
        phase: "counting",
        program,
        title,
        key,
        done: 0,
        positions: 0,
        is_held_out: false,
        table: null,
        wrong: null,
      },
    });
    const counting = new Counting();
    this.#counting = counting;
    const { examples } = lessons;
    const question = { key, examples, settings, program };
    counting
      .count(question, (part) => this.#change(part))
      .then(
        () => this.#change({ phase: counting.isOver ? "stopped" : "known" }),
        (error: unknown) => this.#change({ phase: "stopped", wrong: counting.isOver ? null : reason(error) }),
      )
      .finally(() => {
        counting.end();
        this.#counting = null;
      });
  }

  stop(): void {
    this.#counting?.end();
  }

  #change(part: Partial<Ablation>): void {
    const { ablation } = this.#store.state;
    if (ablation) this.#store.change({ ablation: { ...ablation, ...part } });
  }
}

type Question = Omit<PlayerCalls["count_ablation"]["argument"], "begin" | "end">;

class Counting {
  readonly #desk = new Desk();
  isOver = false;

  async count(question: Question, show: (part: Partial<Ablation>) => void): Promise<void> {
    let sums: number[] = [];
    for (let [done, positions] = [0, 1]; done < positions;) {
      const end = done + PART;
      const part = await this.#call("count_ablation", { ...question, begin: done, end });
      sums = part.counts.map((count, at) => count + (sums[at] ?? 0));
      positions = part.positions;
      done = Math.min(end, positions);
      const { program } = question;
      const table = await this.#call("ablation", { program, positions: done, counts: sums });
      if (this.isOver) return;
      show({ done, positions, is_held_out: part.is_held_out, table });
    }
  }

  end(): void {
    this.isOver = true;
    this.#desk.close();
  }

  #call<K extends "count_ablation" | "ablation">(
    call: K,
    argument: PlayerCalls[K]["argument"],
  ): Promise<PlayerCalls[K]["answer"]> {
    return withReplacements(async () => {
      // Whoever was ended on purpose is not replaced.
      if (this.isOver) throw new Error("stopped");
      return (await this.#desk.open()).call(call, argument, { patience: PATIENCE });
    });
  }
}
