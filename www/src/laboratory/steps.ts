// One generation being made, step by step: after Step, how the generation that it made was bred from the one before. What is shown is written
// down while that is bred once more, so that the run is the same, looked at or not.

import type { Family, Stop, StepsShown } from "../understanding.ts";
import { reason } from "./reason.ts";
import type { Store } from "./store.ts";

export class Steps {
  readonly #store: Store;
  readonly #familyOf: (individual: number) => Promise<Family | null>;
  /** The generation that a step is to make; null: none was asked for. */
  #awaited: number | null = null;
  /** Whether the run has begun to make it. */
  #isUnderWay = false;
  /** Counts what was asked for, so that a slow answer notices that it has been overtaken. */
  #asked = 0;

  constructor(store: Store, familyOf: (individual: number) => Promise<Family | null>) {
    this.#store = store;
    this.#familyOf = familyOf;
    store.subscribe(() => this.#look());
  }

  /** Step was pressed. */
  expect(): void {
    this.#isUnderWay = false;
    this.#awaited = (this.#store.state.run.records.at(-1)?.generation ?? -1) + 1;
  }

  /** On to the next stop of the way. */
  next(): void {
    const { steps } = this.#store.state;
    if (!steps || steps.phase !== "known" || !steps.family) return;
    const { stop, family } = steps;
    const after: Partial<Record<Stop, Stop>> = { score: "rank", select: "cross", cross: "mutate" };
    const inPlace = after[stop];
    if (inPlace) return this.#change({ stop: inPlace });
    if (stop === "rank") return this.#change({ stop: family.birth === "child" ? "select" : "whole" });
    if (stop === "end") return this.finish();
    const individual = family.individual + 1;
    if (individual >= family.individuals) return this.#change({ stop: "end" });
    // The first child is made slowly, the others at once.
    const isFirstChild = stop === "whole" && family.birth !== "child";
    this.#ask(individual, ({ birth }) => (isFirstChild && birth === "child" ? "select" : "whole"));
  }

  /** Looks no longer. */
  finish(): void {
    this.#asked += 1;
    this.#awaited = null;
    if (this.#store.state.steps) this.#store.change({ steps: null });
  }

  #look(): void {
    const { run, steps } = this.#store.state;
    const last = run.records.at(-1)?.generation ?? -1;
    if (run.phase === "running") {
      this.#isUnderWay = true;
      return;
    }
    const isThere = this.#isUnderWay && this.#awaited === last;
    if (!isThere) return steps && steps.generation !== last ? this.#hide() : undefined;
    this.#awaited = null;
    this.#store.change({
      steps: { phase: "asking", generation: last, stop: "score", family: null, wrong: null },
    });
    this.#ask(0, () => "score");
  }

  #hide(): void {
    this.#asked += 1;
    this.#store.change({ steps: null });
  }

  #ask(individual: number, stop: (family: Family) => Stop): void {
    const asked = ++this.#asked;
    const isLatest = () => asked === this.#asked;
    this.#change({ phase: "asking" });
    this.#familyOf(individual)
      .then((family) => {
        if (!isLatest()) return;
        if (!family || family.generation !== this.#store.state.steps?.generation)
          throw new Error("the run does not know the generation before any more");
        this.#change({ phase: "known", family, stop: stop(family) });
      })
      .catch((error: unknown) => {
        if (isLatest()) this.#change({ phase: "stopped", wrong: reason(error) });
      });
  }

  #change(part: Partial<StepsShown>): void {
    const { steps } = this.#store.state;
    if (steps) this.#store.change({ steps: { ...steps, ...part } });
  }
}
