// Links in: a program (`#c=`) is shown at once; of an experiment (`#x=`) it is shown what it would run, and its program can be
// played, but nothing runs unasked. A program's file is opened like its link.

import type { Player } from "../host/player.ts";
import type { Offer } from "../model.ts";
import type { Experiment, SharedExperiment, SharedStage } from "../worker/protocol.ts";
import type { Importing, Lessons } from "./importing.ts";
import { LONGEST, readProgramFile } from "./program-file.ts";
import { reason } from "./reason.ts";
import type { Running } from "./running.ts";
import type { Showing } from "./showing.ts";
import type { Stages } from "./stages.ts";
import type { Store } from "./store.ts";

/** What messages are about. */
const LINK = "link";

export interface Link {
  kind: "program" | "experiment";
  text: string;
}

/** The link in an address's fragment; null when there is none. */
export function linkIn(fragment: string): Link | null {
  const text = fragment.slice(3);
  if (fragment.startsWith("#c=")) return { kind: "program", text };
  return fragment.startsWith("#x=") ? { kind: "experiment", text } : null;
}

/** An experiment that is offered. */
interface Open {
  experiment: SharedExperiment;
  text: string;
  /** The sample games as it reads them, where those are its games and not yet in use. */
  sample: Lessons | null;
}

/** What a link brings things to. */
export interface Rooms {
  importing: Importing;
  running: Running;
  stages: Stages;
  showing: Showing;
}

export class Linking {
  readonly #store: Store;
  readonly #player: Player;
  readonly #rooms: Rooms;
  /** What is done with a link that was opened: the address forgets it, so that a reload is about what is stored. */
  readonly #onOpened: () => void;
  #open: Open | null = null;

  constructor(store: Store, player: Player, rooms: Rooms, onOpened: () => void) {
    this.#store = store;
    this.#player = player;
    this.#rooms = rooms;
    this.#onOpened = onOpened;
  }

  /** Opens a link. One that cannot be opened is named, and leaves everything as it is. */
  async open({ kind, text }: Link): Promise<void> {
    this.#store.mended(LINK);
    try {
      if (text.length > LONGEST) throw new Error(`it is ${text.length} characters long`);
      if (kind === "program") await this.#rooms.showing.welcome(text, "Program from a link");
      else await this.#offer(await this.#player.call("read_experiment", { text }), text);
      this.#onOpened();
    } catch (error) {
      this.#store.trouble(
        `The link to ${kind === "program" ? "a program" : "an experiment"} cannot be opened: ${reason(error)}.`,
        LINK,
      );
    }
  }

  async importProgram(file: File): Promise<void> {
    this.#store.mended(LINK);
    try {
      if (file.size > LONGEST) throw new Error(`it has ${file.size} bytes`);
      await this.#rooms.showing.welcome(readProgramFile(await file.text()), `Program from ${file.name}`);
    } catch (error) {
      this.#store.trouble(`${file.name} is not a program: ${reason(error)}.`, LINK);
    }
  }

  /** Other games are in use, or none: perhaps those that the experiment needs. */
  onLessons(): void {
    const { offer } = this.#store.state;
    const open = this.#open;
    if (!offer || open?.experiment.kind !== "imitation") return;
    const { importing } = this.#rooms;
    const games = importing.lessons?.games;
    if (games?.fingerprint === open.experiment.fingerprint) return this.#change({ data: "here" });
    if (offer.data === "looking" || open.sample) return;
    importing.wanted = open.experiment;
    // What was loaded for it is not what it needs.
    const isOther = games !== undefined && offer.data !== "here" && !importing.areSample;
    this.#change({ data: isOther ? "other" : "missing" });
  }

  /** Runs what is offered. */
  async run(): Promise<void> {
    const open = this.#open;
    if (!open || this.#store.state.offer?.data === "missing") return;
    if (open.experiment.kind === "imitation") await this.#repeat(open.experiment, open.sample);
    else await this.#repeatStage(open.experiment, open.text);
  }

  /** What is offered is given up; its program stays. */
  giveUp(): void {
    this.#open = null;
    this.#rooms.importing.wanted = null;
    this.#store.change({ offer: null });
  }

  async #offer(experiment: SharedExperiment, text: string): Promise<void> {
    const open: Open = { experiment, text, sample: null };
    this.giveUp();
    this.#open = open;
    this.#store.change({ offer: this.#described(experiment) });
    if (isPlayable(experiment))
      await this.#rooms.showing.welcome(experiment.chromosome, "Program of a shared experiment");
    if (experiment.kind === "imitation") await this.#lookForGames(open, experiment);
  }

  #described(experiment: SharedExperiment): Offer {
    const { kind, settings, chromosome, fingerprint } = experiment;
    const common = { kind, settings, chromosome, fingerprint, playable: isPlayable(experiment) };
    if (kind === "imitation") {
      const system = this.#store.systemOf(settings);
      const table = this.#store.tableOf(system);
      return {
        ...common,
        system,
        table,
        initial: "random",
        data: "looking",
        exact: true,
        another_engine: false,
      };
    }
    const system = this.#systemFor(experiment);
    const { built_in, repeatable: exact, of_another_engine: another_engine } = experiment;
    const initial = experiment.kind === "tuning" ? "program" : experiment.initial;
    const data = built_in ? "built in" : "own";
    const { table } = this.#rooms.stages.of(system)[kind];
    const count =
      initial === "programs" && experiment.kind === "coevolution" ? experiment.programs.length : null;
    return {
      ...common,
      settings: count === null ? settings : { ...settings, population: count },
      ...{ system, table, initial, data, exact, another_engine },
    };
  }

  #systemFor(experiment: SharedStage & SharedExperiment): string {
    if (experiment.kind === "coevolution") return experiment.system;
    const [system = ""] = experiment.chromosome.split(".");
    return this.#rooms.stages.knows(system) ? system : this.#store.system;
  }

  async #lookForGames(open: Open, experiment: Experiment): Promise<void> {
    const { importing } = this.#rooms;
    if (importing.lessons?.games.fingerprint === experiment.fingerprint)
      return this.#change({ data: "here" });
    const sample = await importing.readSample(experiment.settings);
    if (this.#open !== open || this.#store.state.offer?.data !== "looking") return;
    const isSample = sample.games.fingerprint === experiment.fingerprint;
    if (isSample) open.sample = sample;
    else importing.wanted = experiment;
    const table = this.#store.tableOf(this.#store.systemOf(experiment.settings), isSample);
    this.#change({ data: isSample ? "here" : "missing", table });
  }

  #change(part: Partial<Offer>): void {
    const { offer } = this.#store.state;
    if (offer) this.#store.change({ offer: { ...offer, ...part } });
  }

  /** With the settings of the link, since they also say how the games are read. */
  async #repeat(experiment: Experiment, sample: Lessons | null): Promise<void> {
    const { importing, running, stages, showing } = this.#rooms;
    await importing.idle();
    const atHand = importing.lessons?.games.fingerprint === experiment.fingerprint;
    if (!atHand && !sample) return;
    this.giveUp();
    if (!atHand && sample) importing.borrow(sample);
    this.#store.settle(experiment.settings);
    stages.show("imitation");
    showing.turnToRun();
    await running.repeat(this.#store.state.settings, experiment.chromosome);
  }

  async #repeatStage(experiment: SharedStage & SharedExperiment, text: string): Promise<void> {
    if (experiment.kind === "imitation") return;
    const { running, stages } = this.#rooms;
    const system = this.#systemFor(experiment);
    if (this.#store.system !== system) this.#store.settle({ system });
    stages.show(experiment.kind);
    await running.pause();
    if (await stages.repeat(experiment, text)) this.giveUp();
  }
}

/** Staunton with a search of its own is no program that can be shown. */
function isPlayable({ chromosome }: SharedExperiment): boolean {
  return !chromosome.startsWith("staunton");
}
