// Links and files out: a program, the experiment of the stage on show, a program's file with where it comes from.

import { version } from "../../package.json";
import type { Player } from "../host/player.ts";
import type { LaterStage } from "../model.ts";
import type { Experiment } from "../worker/protocol.ts";
import { download } from "./download.ts";
import { type Provenance, writeProgramFile } from "./program-file.ts";
import { reason } from "./reason.ts";
import type { Showing } from "./showing.ts";
import type { Stages } from "./stages.ts";
import type { Store } from "./store.ts";

export class Sharing {
  readonly #store: Store;
  readonly #player: Player;
  readonly #stages: Stages;
  readonly #showing: Showing;

  constructor(store: Store, player: Player, stages: Stages, showing: Showing) {
    this.#store = store;
    this.#player = player;
    this.#stages = stages;
    this.#showing = showing;
  }

  async copyProgram(): Promise<void> {
    const text = this.#showing.text;
    if (text) return this.#copy(`#c=${text}`);
    this.#store.notice("There is no program to link to yet.");
  }

  /** Of the stage on show. */
  async copyExperiment(): Promise<void> {
    const { stage, run } = this.#store.state;
    try {
      const text = stage === "imitation" ? run.experiment_link : await this.#stageText(stage);
      if (text) return await this.#copy(`#x=${text}`);
      this.#store.notice("An experiment can be linked to once its run has paused or finished.");
    } catch (error) {
      this.#store.trouble(`The link to this experiment could not be made: ${reason(error)}.`);
    }
  }

  /** Writes the link to the experiment of the first stage as far as it has come. */
  async writeExperiment(): Promise<void> {
    const { run, games } = this.#store.state;
    const last = run.records.at(-1);
    if (!last || !games || !run.settings) return;
    const experiment: Experiment = {
      kind: "imitation",
      settings: { ...run.settings, generations: last.generation },
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
    const provenance = this.#showing.fromRun ? this.#fromRun() : this.#fromStage(chromosome);
    const text = writeProgramFile({ program_version: version, system, chromosome, provenance });
    download(`millipawn-${system}.json`, text, "application/json");
  }

  async #stageText(stage: LaterStage): Promise<string | null> {
    const { phase, records } = this.#store.state[stage];
    const checkpoint = this.#stages.checkpoint(stage);
    const champion = records.at(-1)?.champion;
    if (phase === "running" || !checkpoint || !champion) return null;
    return this.#player.call("write_experiment", { kind: "stage", checkpoint, chromosome: champion });
  }

  /** The generation on show: the same champion may have led the generations before it. */
  #fromRun(): Provenance | null {
    const { run, games, chosen_generation } = this.#store.state;
    const { settings, records } = run;
    const record =
      chosen_generation === null
        ? records.at(-1)
        : records.find(({ generation }) => generation === chosen_generation);
    if (!record || !games || !settings) return null;
    const { generation, best, positions } = record;
    const { title, examples, fingerprint } = games;
    const seed = typeof settings.seed === "number" ? settings.seed : null;
    return {
      stage: "imitation",
      generation,
      best,
      positions,
      seed,
      settings,
      games: title,
      examples,
      fingerprint,
    };
  }

  #fromStage(chromosome: string): Provenance | null {
    for (const stage of ["coevolution", "tuning"] as const) {
      const { records, settings, origin, suite } = this.#store.state[stage];
      const last = records.at(-1);
      if (last?.champion !== chromosome) continue;
      const { generation, best } = last;
      const seed = typeof settings.seed === "number" ? settings.seed : null;
      return { stage, generation, best, seed, settings, from: origin, suite: suite.title };
    }
    return null;
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
