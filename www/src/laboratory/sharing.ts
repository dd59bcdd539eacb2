// Links and files out: a program, the experiment of the stage on show, a program's file with where it comes from.

import { version } from "../../package.json";
import type { Player } from "../host/player.ts";
import { isLinkable, LATER_STAGES, runOf } from "../runs.ts";
import type { ToShare } from "../worker/protocol.ts";
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
    try {
      const experiment = this.#experiment();
      if (experiment) await this.#copy(`#x=${await this.#player.call("write_experiment", experiment)}`);
      else this.#store.notice("An experiment can be linked to once its run has paused or finished.");
    } catch (error) {
      this.#store.trouble(`The link to this experiment could not be made: ${reason(error)}.`);
    }
  }

  /** As far as it has come. */
  #experiment(): ToShare | null {
    const { state } = this.#store;
    const { stage, games } = state;
    const run = runOf(state, stage);
    const last = run.records.at(-1);
    if (!last || !isLinkable(run)) return null;
    const { generation, champion: chromosome } = last;
    if (stage !== "imitation") {
      const checkpoint = this.#stages.checkpoint(stage);
      return checkpoint ? { kind: "stage", checkpoint, chromosome } : null;
    }
    if (!games || !run.settings) return null;
    const settings = { ...run.settings, generations: generation };
    return { kind: "imitation", settings, fingerprint: games.fingerprint, chromosome };
  }

  exportProgram(): void {
    const chromosome = this.#showing.text;
    if (!chromosome) return this.#store.notice("There is no program to export yet.");
    const system = chromosome.split(".")[0] ?? "";
    const provenance = this.#showing.fromRun ? this.#fromRun() : this.#fromStage(chromosome);
    const text = writeProgramFile({ program_version: version, system, chromosome, provenance });
    download(`millipawn-${system}.json`, text, "application/json");
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
    for (const stage of LATER_STAGES) {
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
