// Links in and out: a program (`#c=`), an experiment (`#x=`), a program's file.

import { version } from "../../package.json";
import type { Player } from "../host/player.ts";
import type { Experiment } from "../worker/protocol.ts";
import { download } from "./download.ts";
import type { Importing } from "./importing.ts";
import { readProgramFile, writeProgramFile } from "./program-file.ts";
import { reason } from "./reason.ts";
import type { Running } from "./running.ts";
import type { Showing } from "./showing.ts";
import type { Store } from "./store.ts";

/** Longer texts are not looked at: no program or experiment comes near. */
const LONGEST = 100_000;

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

export class Linking {
  readonly #store: Store;
  readonly #player: Player;
  readonly #importing: Importing;
  readonly #running: Running;
  readonly #showing: Showing;
  /** An experiment that waits for its games. */
  #awaited: Experiment | null = null;
  /** What was said of the latest games that were not those. */
  #mismatch = "";

  constructor(store: Store, player: Player, importing: Importing, running: Running, showing: Showing) {
    this.#store = store;
    this.#player = player;
    this.#importing = importing;
    this.#running = running;
    this.#showing = showing;
  }

  /** Opens a link. One that cannot be opened is named, and leaves everything as it is. */
  async open({ kind, text }: Link): Promise<void> {
    try {
      if (text.length > LONGEST) throw new Error(`it is ${text.length} characters long`);
      if (kind === "program") await this.#showing.welcome(text, "Program from a link");
      else await this.#openExperiment(await this.#player.call("read_experiment", { text }));
    } catch (error) {
      this.#store.trouble(
        `The link to ${kind === "program" ? "a program" : "an experiment"} cannot be opened: ${reason(error)}.`,
      );
    }
  }

  /** Other games are in use: perhaps those that an experiment waits for. */
  async onLessons(): Promise<void> {
    const awaited = this.#awaited;
    const games = this.#importing.lessons?.games;
    if (!awaited || !games) return;
    if (games.fingerprint === awaited.fingerprint) return this.#repeat(awaited);
    this.#store.withdraw(this.#mismatch);
    this.#mismatch = `The experiment of the link used examples with the fingerprint ${awaited.fingerprint}; those of ${games.title} have ${games.fingerprint}.`;
    this.#store.trouble(this.#mismatch);
  }

  copyProgram(): Promise<void> {
    const text = this.#showing.text;
    if (text) return this.#copy(`#c=${text}`);
    this.#store.notice("There is no program to link to yet.");
    return Promise.resolve();
  }

  copyExperiment(): Promise<void> {
    const text = this.#store.state.run.experiment_link;
    if (text) return this.#copy(`#x=${text}`);
    this.#store.notice("An experiment can be linked to once its run has paused or finished.");
    return Promise.resolve();
  }

  /** Writes the link to the experiment as far as it has come. */
  async writeExperiment(): Promise<void> {
    const { run, games } = this.#store.state;
    const last = run.records.at(-1);
    const settings = this.#running.settings;
    if (!last || !games || !settings) return;
    const experiment: Experiment = {
      settings: { ...settings, generations: last.generation },
      fingerprint: games.fingerprint,
      chromosome: last.champion,
    };
    try {
      const experiment_link = await this.#player.call("write_experiment", experiment);
      const still = this.#store.state.run;
      if (still.phase !== "running" && still.records.at(-1) === last)
        this.#store.changeRun({ experiment_link });
    } catch (error) {
      this.#store.trouble(`The link to this experiment could not be made: ${reason(error)}.`);
    }
  }

  exportProgram(): void {
    const chromosome = this.#showing.text;
    if (!chromosome) return this.#store.notice("There is no program to export yet.");
    const system = chromosome.split(".")[0] ?? "";
    const provenance = this.#showing.fromRun ? this.#provenance(chromosome) : null;
    const text = writeProgramFile({ program_version: version, system, chromosome, provenance });
    download(`millipawn-${system}.json`, text, "application/json");
  }

  async importProgram(file: File): Promise<void> {
    try {
      if (file.size > LONGEST) throw new Error(`it has ${file.size} bytes`);
      await this.#showing.welcome(readProgramFile(await file.text()), `Program from ${file.name}`);
    } catch (error) {
      this.#store.trouble(`${file.name} is not a program: ${reason(error)}.`);
    }
  }

  #provenance(chromosome: string) {
    const { run, games } = this.#store.state;
    const settings = this.#running.settings;
    const record = run.records.find(({ champion }) => champion === chromosome);
    if (!record || !games || !settings) return null;
    const { generation, best, positions } = record;
    const { title, examples, fingerprint } = games;
    const seed = typeof settings.seed === "number" ? settings.seed : null;
    return { generation, best, positions, seed, settings, games: title, examples, fingerprint };
  }

  async #openExperiment(experiment: Experiment): Promise<void> {
    if (this.#importing.lessons?.games.fingerprint !== experiment.fingerprint) {
      const sample = await this.#importing.readSample(experiment.settings);
      if (sample.games.fingerprint !== experiment.fingerprint) return this.#await(experiment);
      this.#importing.borrow(sample);
    }
    await this.#repeat(experiment);
  }

  /** The settings of the link come into force now, since they also say how the games are read. */
  #await(experiment: Experiment): void {
    this.#awaited = experiment;
    this.#store.settle(experiment.settings);
    this.#store.trouble(request(experiment));
  }

  async #repeat(experiment: Experiment): Promise<void> {
    this.#awaited = null;
    this.#store.withdraw(request(experiment));
    this.#store.withdraw(this.#mismatch);
    this.#store.settle(experiment.settings);
    this.#showing.turnToRun();
    await this.#running.repeat(this.#store.state.settings, experiment.chromosome);
  }

  async #copy(fragment: string): Promise<void> {
    const link = `${location.href.split("#")[0]}${fragment}`;
    this.#store.change({ link });
    try {
      await navigator.clipboard.writeText(link);
      this.#store.notice("Link copied.");
    } catch {
      this.#store.notice("The browser does not let the page copy: take the link from the field.");
    }
  }
}

function request({ fingerprint }: Experiment): string {
  return `The experiment of this link used other games, whose examples have the fingerprint ${fingerprint}. Choose those PGN files to run it again; its settings are set.`;
}
