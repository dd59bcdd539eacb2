// What each system has of the later stages. That of the chosen system is in the state, for all to see; what the others have
// waits here until they are chosen again.

import type { LaterStage, StageRecord, StageRun, State } from "../model.ts";
import { ofLaterStages } from "../runs.ts";
import { NO_STAGES, type Store } from "./store.ts";

/** A stage of a system. */
export interface Place {
  system: string;
  stage: LaterStage;
}

export type Shelf = Pick<State, keyof typeof NO_STAGES>;

export class Shelves {
  readonly #store: Store;
  readonly #waiting = new Map<string, Shelf>();
  #system: string;

  /** Whatever chooses another system, its shelf comes into the state at once: nobody draws a mixture. */
  constructor(store: Store) {
    this.#store = store;
    this.#system = store.systemOf(store.state.settings);
    store.subscribe(({ settings }) => this.#turnTo(store.systemOf(settings)));
  }

  /** The chosen one; empty before any is known. */
  get system(): string {
    return this.#system;
  }

  /** All that have anything of the later stages. */
  get systems(): string[] {
    return [this.#system, ...this.#waiting.keys()];
  }

  of(system: string): Shelf {
    return system === this.#system ? this.#store.state : (this.#waiting.get(system) ?? NO_STAGES);
  }

  change(system: string, part: Partial<Shelf>): void {
    if (system === this.#system) this.#store.change(part);
    else this.#waiting.set(system, { ...this.of(system), ...part });
  }

  run({ system, stage }: Place): StageRun<StageRecord> {
    return this.of(system)[stage];
  }

  changeRun(place: Place, part: Partial<StageRun<StageRecord>>): void {
    this.change(place.system, { [place.stage]: { ...this.run(place), ...part } } as Partial<Shelf>);
  }

  #turnTo(system: string): void {
    if (system === this.#system) return;
    if (this.#system === "") {
      // What was pressed before any system was known is the first one's.
      this.#system = system;
      return;
    }
    const { stage, initial_programs, own, ...state } = this.#store.state;
    const runs = ofLaterStages((later) => state[later]) as Pick<State, LaterStage>;
    const next = this.of(system);
    if (this.#system !== "") this.#waiting.set(this.#system, { stage, initial_programs, own, ...runs });
    this.#waiting.delete(system);
    this.#system = system;
    this.#store.change(next);
  }
}
