// Where a program came from. Its generation is bred once more from the one before, and this time written down. The page remembers the two
// generations of an imitation that were scored last; for any other the run is run once more. The checkpoint of a later stage has all results,
// and with them every generation. Nothing more is stored for it.

import type { Player } from "../host/player.ts";
import type { LaterStage, Population } from "../model.ts";
import { fitnessOf } from "../runs.ts";
import type { Family, FamilyShown, BreedingStage } from "../understanding.ts";
import { mayRest, stayAwake } from "./awake.ts";
import { reason } from "./reason.ts";
import type { Store } from "./store.ts";
import { type RunToTrace, Trace } from "./trace.ts";

/** What keeps the page awake. */
const TRACING = "family";

/** A generation, and the one that it was bred from; of the first itself. */
interface Couple {
  generation: number;
  now: Population;
  before: Population;
}

/** The open run of a later stage: a checkpoint with all of its generations, and its file where it has one of its own. */
export interface OpenStage {
  checkpoint: string | null;
  suite: string | null;
}

/** A run that is run once more. */
interface Traced {
  trace: Trace;
  generation: number;
  /** When it has come there. */
  couple: Promise<Couple>;
  /** The records of the run that it is. */
  of: unknown;
}

export class Families {
  readonly #store: Store;
  readonly #player: Pick<Player, "call">;
  readonly #run: RunToTrace;
  readonly #stage: (stage: LaterStage) => Promise<OpenStage>;
  /** The two generations scored last; null where the one before is not known. */
  #last: Couple | null = null;
  #seen: { generation: number; population: Population } | null = null;
  #traced: Traced | null = null;
  /** Counts what was asked for, so that a slow answer notices that it has been overtaken. */
  #asked = 0;

  constructor(
    store: Store,
    player: Pick<Player, "call">,
    run: RunToTrace,
    stage: (stage: LaterStage) => Promise<OpenStage>,
  ) {
    this.#store = store;
    this.#player = player;
    this.#run = run;
    this.#stage = stage;
    store.subscribe(() => this.#remember());
  }

  lookAt(stage: BreedingStage, generation: number, individual: number): void {
    const { state } = this.#store;
    const individuals = fitnessOf(state, stage).length;
    if (individuals === 0) return;
    if (stage === "imitation" && state.run.phase === "running")
      return this.#store.notice("Pause the run to see where one of its programs came from.");
    const asked = ++this.#asked;
    const isLatest = () => asked === this.#asked;
    const shown = { stage, phase: "asking", generation, individual, individuals, is_traced: false } as const;
    this.#store.change({ family: { ...shown, family: null, wrong: null } });
    const found =
      stage === "imitation"
        ? this.#find(generation, individual, isLatest)
        : this.#ofStage(stage, generation, individual);
    found.then(
      (family) => isLatest() && this.#change({ phase: "known", family }),
      (error: unknown) => isLatest() && this.#change({ phase: "stopped", wrong: reason(error) }),
    );
  }

  /** Nobody looks any more. */
  leave(): void {
    this.#asked += 1;
    this.#endTrace();
  }

  /** Of a program of the generation scored last; null where the one before is not remembered. */
  async ofLast(individual: number): Promise<Family | null> {
    return this.#last ? this.#ask(this.#last, individual) : null;
  }

  async #ask(couple: Couple, individual: number): Promise<Family | null> {
    const checkpoint = this.#run.checkpoint();
    return checkpoint ? this.#player.call("family", { ...couple, checkpoint, individual }) : null;
  }

  #remember(): void {
    const { population, records } = this.#store.state.run;
    const generation = records.at(-1)?.generation;
    if (population === this.#seen?.population) return;
    const before = this.#seen;
    this.#seen = population && generation !== undefined ? { generation, population } : null;
    this.#last = null;
    if (!population || generation === undefined) return;
    if (generation === 0) this.#last = { generation, now: population, before: population };
    else if (before?.generation === generation - 1)
      this.#last = { generation, now: population, before: before.population };
  }

  async #ofStage(stage: LaterStage, generation: number, individual: number): Promise<Family> {
    const { checkpoint, suite } = await this.#stage(stage);
    if (!checkpoint) throw new Error("no run is open");
    const question = { checkpoint, suite, generation, individual };
    const family = await this.#player.call("family_of_stage", question);
    if (!family) throw new Error("the run does not know this generation yet");
    return family;
  }

  async #find(generation: number, individual: number, isLatest: () => boolean): Promise<Family> {
    if (this.#last?.generation === generation) {
      const family = await this.ofLast(individual);
      if (family) return family;
    }
    if (!isLatest()) throw new Error("overtaken");
    this.#change({ is_traced: true });
    const couple = await this.#traceTo(generation);
    const family = await this.#ask(couple, individual);
    if (!family) throw new Error("the run did not come out as before: its games or the engine are others");
    return family;
  }

  /** The run once more, as far as that generation. */
  #traceTo(generation: number): Promise<Couple> {
    const { run, workers } = this.#store.state;
    const known = this.#traced;
    if (known?.of === run.records && known.generation === generation) return known.couple;
    this.#endTrace();
    const trace = new Trace(workers);
    const couple = this.#retrace(trace, generation);
    this.#traced = { trace, generation, couple, of: run.records };
    return couple;
  }

  async #retrace(trace: Trace, generation: number): Promise<Couple> {
    const { records } = this.#store.state.run;
    const [lessons, checkpoint] = [this.#run.lessons(), this.#run.checkpoint()];
    const goTo = async (number: number) => {
      const known = records.find((record) => record.generation === number);
      return (await trace.goTo(number, known?.champion)).population;
    };
    stayAwake(TRACING);
    try {
      if (!checkpoint || !lessons) throw new Error("no run is open");
      await trace.open(lessons, checkpoint);
      const before = await goTo(Math.max(0, generation - 1));
      return { generation, before, now: generation > 0 ? await goTo(generation) : before };
    } catch (error) {
      // Whoever asks again gets another run.
      if (this.#traced?.trace === trace) this.#traced = null;
      throw error;
    } finally {
      trace.end();
      mayRest(TRACING);
    }
  }

  #endTrace(): void {
    this.#traced?.trace.end();
    this.#traced = null;
  }

  #change(part: Partial<FamilyShown>): void {
    const { family } = this.#store.state;
    if (family) this.#store.change({ family: { ...family, ...part } });
  }
}
