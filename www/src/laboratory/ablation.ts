// What a program loses without each of its genes, or groups of weights: it is counted on the fixed sample of its run, in a worker of its own and
// in parts, so that one sees how far it is and can end it. The run goes on as it did. A program that learns by playing itself has no games: it is
// counted on those of the sample games that are held out.

import { Desk } from "../host/player.ts";
import { withReplacements } from "../host/retry.ts";
import type { LaterStage, Lessons, Settings } from "../model.ts";
import type { Ablation, AblationStage } from "../understanding.ts";
import type { AblationQuestion, PlayerCalls } from "../worker/protocol.ts";
import { learnedOnShow } from "../runs.ts";
import { keyOf } from "./fixed-scores.ts";
import { reason } from "./reason.ts";
import { completed } from "./settings.ts";
import type { Store } from "./store.ts";

/** Positions counted at once: genes are counted side by side, groups of weights one after the other. */
const PARTS: Record<AblationStage, number> = { imitation: 100, learning: 20, supervised: 20 };
/** Ticks that a part may take. */
const PATIENCE = 240;

/** Without settings, those of learning from the sample games. */
type Question = Pick<AblationQuestion, "key" | "source" | "program"> & { settings: Settings | null };
type Asked = Question & Pick<Ablation, "title">;

export class Ablations {
  readonly #store: Store;
  readonly #lessons: () => Lessons | null;
  readonly #games: (stage: LaterStage) => string | null;
  #counting: Counting | null = null;

  constructor(store: Store, lessons: () => Lessons | null, games: (stage: LaterStage) => string | null) {
    this.#store = store;
    this.#lessons = lessons;
    this.#games = games;
  }

  begin(stage: AblationStage): void {
    const asked = stage === "imitation" ? this.#bred() : this.#learned(stage);
    if (!asked) return;
    const { ablation: known } = this.#store.state;
    const { program, title, key, source, settings } = asked;
    const isSame = known?.stage === stage && known.program === program && known.key === key;
    if (isSame && (known.phase === "known" || this.#counting?.isOver === false))
      return this.#change({ title });
    this.#counting?.end();
    const nothing = { done: 0, positions: 0, is_held_out: false, table: null, wrong: null };
    this.#store.change({ ablation: { stage, phase: "counting", program, title, key, ...nothing } });
    const counting = new Counting(PARTS[stage]);
    this.#counting = counting;
    counting
      .count({ key, source, settings, program }, (part) => this.#change(part))
      .then(
        (): Partial<Ablation> => ({ phase: counting.isOver ? "stopped" : "known" }),
        (error: unknown): Partial<Ablation> => ({
          phase: "stopped",
          wrong: counting.isOver ? null : reason(error),
        }),
      )
      .then((end) => {
        counting.end();
        // Another may have been begun in its place.
        if (this.#counting !== counting) return;
        this.#counting = null;
        this.#change(end);
      });
  }

  /** The champion on the slider. */
  #bred(): Asked | null {
    const { run, chosen_generation } = this.#store.state;
    const { settings, records } = run;
    const record = records.find(({ generation }) => generation === chosen_generation) ?? records.at(-1);
    const lessons = this.#lessons();
    if (!settings || !record || !lessons) return null;
    const title = `Generation ${record.generation}`;
    const { examples } = lessons;
    const key = keyOf({ settings, lessons });
    return { program: record.champion, title, key, source: { examples }, settings };
  }

  /** The one on show of those that were kept, or the last. */
  #learned(stage: "learning" | "supervised"): Asked | null {
    const { state } = this.#store;
    const run = state[stage];
    const record = learnedOnShow(state, stage);
    if (!record?.champion) return null;
    const isFromGames = stage === "supervised";
    const games = isFromGames ? this.#games(stage) : null;
    const settings = isFromGames ? run.settings : null;
    return {
      program: record.champion,
      title: isFromGames ? `Step ${record.generation}` : `Round ${record.generation}`,
      key: JSON.stringify({ settings, games }),
      source: { games },
      settings,
    };
  }

  stop(): void {
    this.#counting?.end();
  }

  #change(part: Partial<Ablation>): void {
    const { ablation } = this.#store.state;
    if (ablation) this.#store.change({ ablation: { ...ablation, ...part } });
  }
}

class Counting {
  readonly #desk = new Desk();
  readonly #part: number;
  isOver = false;

  constructor(part: number) {
    this.#part = part;
  }

  async count(question: Question, show: (part: Partial<Ablation>) => void): Promise<void> {
    const settings = question.settings ?? (await this.#ofSampleGames());
    let sums: number[] = [];
    for (let [done, positions] = [0, 1]; done < positions;) {
      const end = done + this.#part;
      const part = await this.#call("count_ablation", { ...question, settings, begin: done, end });
      sums = part.counts.map((count, at) => count + (sums[at] ?? 0));
      positions = part.positions;
      done = Math.min(end, positions);
      const { program } = question;
      const table = await this.#call("ablation", { program, positions: done, counts: sums });
      if (this.isOver) return;
      show({ done, positions, is_held_out: part.is_held_out, table });
    }
  }

  async #ofSampleGames(): Promise<Settings> {
    const table = await this.#call("settings", { kind: "supervised", system: "meep" });
    return completed(
      table.map((row) => ({ ...row, default: row.sample_default })),
      {},
    );
  }

  end(): void {
    this.isOver = true;
    this.#desk.close();
  }

  #call<K extends "count_ablation" | "ablation" | "settings">(
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
