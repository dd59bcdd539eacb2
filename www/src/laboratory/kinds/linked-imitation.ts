// An imitation that a link describes. It is repeated on the same games: those in use, the sample, or those the person loads for it.

import type { Lessons } from "../../model.ts";
import type { Experiment } from "../../worker/protocol.ts";
import type { Importing } from "../importing.ts";
import type { Running } from "../running.ts";
import type { Showing } from "../showing.ts";
import type { Stages } from "../stages.ts";
import type { Store } from "../store.ts";
import type { Linked, LinkedKind, Offering, OwnOffer } from "./linked.ts";

export interface LinkedImitationParts {
  store: Store;
  importing: Importing;
  running: Running;
  stages: Stages;
  showing: Showing;
}

export function linkedImitation(parts: LinkedImitationParts): LinkedKind {
  return {
    open: (experiment: Experiment, _: string, offering: Offering) =>
      new LinkedImitation(experiment, offering, parts),
  };
}

class LinkedImitation implements Linked {
  readonly #experiment: Experiment;
  readonly #offering: Offering;
  readonly #parts: LinkedImitationParts;
  /** The sample games as it reads them, where those are its games and not yet in use. */
  #sample: Lessons | null = null;

  constructor(experiment: Experiment, offering: Offering, parts: LinkedImitationParts) {
    this.#experiment = experiment;
    this.#offering = offering;
    this.#parts = parts;
  }

  get offer(): OwnOffer {
    const { store } = this.#parts;
    const { settings, changes } = this.#experiment;
    const system = store.systemOf(settings);
    const table = store.tableOf(system);
    return {
      ...{ system, settings, changes, table, initial: "random" },
      ...{ data: "looking", exact: true, another_engine: false },
    };
  }

  async look(): Promise<void> {
    const { importing, store } = this.#parts;
    const { settings, fingerprint } = this.#experiment;
    if (this.#areInUse) return this.#offering.change({ data: "here" });
    const sample = await importing.readSample(settings);
    if (this.#offering.offer?.data !== "looking") return;
    const isSample = sample.games.fingerprint === fingerprint;
    if (isSample) this.#sample = sample;
    else importing.wanted = this.#experiment;
    const table = store.tableOf(store.systemOf(settings), isSample);
    this.#offering.change({ data: isSample ? "here" : "missing", table });
  }

  onLessons(): void {
    const { importing } = this.#parts;
    const { offer } = this.#offering;
    if (this.#areInUse) return this.#offering.change({ data: "here" });
    if (!offer || offer.data === "looking" || this.#sample) return;
    importing.wanted = this.#experiment;
    // What was loaded for it is not what it needs.
    const isOther = importing.lessons !== null && offer.data !== "here" && !importing.areSample;
    this.#offering.change({ data: isOther ? "other" : "missing" });
  }

  /** With the settings of the link, since they also say how the games are read. */
  async run(): Promise<void> {
    const { importing, running, showing, stages, store } = this.#parts;
    await importing.idle();
    const borrowed = this.#areInUse ? null : this.#sample;
    if (!this.#areInUse && !borrowed) return;
    this.#offering.giveUp();
    if (borrowed) importing.borrow(borrowed);
    store.settle(this.#experiment.settings);
    stages.show(this.#experiment.kind);
    showing.turnToRun();
    const { changes, chromosome } = this.#experiment;
    await running.repeat(store.state.settings, changes, chromosome);
  }

  end(): void {
    this.#parts.importing.wanted = null;
  }

  get #areInUse(): boolean {
    return this.#parts.importing.lessons?.games.fingerprint === this.#experiment.fingerprint;
  }
}
