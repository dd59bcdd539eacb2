// Links and files out: a program, the experiment of the stage on show, a program's file with where it comes from.

import { version } from "../../package.json";
import type { Player } from "../host/player.ts";
import { isLater } from "../runs.ts";
import { download } from "./download.ts";
import type { OpenRun } from "./open-run.ts";
import { systemOf, writeProgramFile } from "./program-file.ts";
import { reason } from "./reason.ts";
import type { Showing } from "./showing.ts";
import type { Stages } from "./stages.ts";
import type { Store } from "./store.ts";

/** Longer texts of programs are rounded: a link is to be sent in a message. */
const LONGEST_LINK = 2_500;

export class Sharing {
  readonly #store: Store;
  readonly #player: Player;
  readonly #imitation: OpenRun;
  readonly #stages: Stages;
  readonly #showing: Showing;

  constructor(store: Store, player: Player, imitation: OpenRun, stages: Stages, showing: Showing) {
    this.#store = store;
    this.#player = player;
    this.#imitation = imitation;
    this.#stages = stages;
    this.#showing = showing;
  }

  async copyProgram(): Promise<void> {
    const text = this.#showing.text;
    if (!text) return this.#store.notice("There is no program to link to yet.");
    if (text.length <= LONGEST_LINK) return this.#copy(`#c=${text}`);
    const short = await this.#player.call("short_program", { text });
    await this.#copy(`#c=${short}`, ' It rounds the weights; "Save program" does not.');
  }

  /** Of the stage on show. */
  async copyExperiment(): Promise<void> {
    try {
      const experiment = this.#shown.toShare();
      if (experiment) await this.#copy(`#x=${await this.#player.call("write_experiment", experiment)}`);
      else this.#store.notice("An experiment can be linked to once its run has paused or finished.");
    } catch (error) {
      this.#store.trouble(`The link to this experiment could not be made: ${reason(error)}.`);
    }
  }

  async exportProgram(): Promise<void> {
    const champion = this.#showing.text;
    if (!champion) return this.#store.notice("There is no program to export yet.");
    const system = systemOf(champion);
    const bredBy = this.#showing.fromRun ? this.#imitation : this.#stages;
    const provenance = bredBy.provenance(champion);
    const chromosome = await this.#inFull(champion);
    const text = writeProgramFile({ program_version: version, system, chromosome, provenance });
    download(`millipawn-${system}.json`, text, "application/json");
  }

  async exportGenes(): Promise<void> {
    const champion = this.#showing.text;
    if (!champion) return this.#store.notice("There is no program to export yet.");
    const text = await this.#inFull(champion);
    const table = await this.#player.call("program_table", { text });
    download(`millipawn-${systemOf(text)}.csv`, table, "text/csv");
  }

  /** A run may keep what it has come to more precisely than it shows it. */
  async #inFull(champion: string): Promise<string> {
    const { checkpoint } = this.#shown;
    return checkpoint ? this.#player.call("exact_program", { champion, checkpoint }) : champion;
  }

  /** The run of the stage on show. */
  get #shown(): OpenRun {
    const { stage } = this.#store.state;
    return isLater(stage) ? this.#stages.openRun(stage) : this.#imitation;
  }

  async #copy(fragment: string, remark = ""): Promise<void> {
    const link = `${location.href.split("#")[0]}${fragment}`;
    this.#store.change({ link });
    try {
      await navigator.clipboard.writeText(link);
      this.#store.notice(`Link copied.${remark}`);
    } catch {
      this.#store.notice("The browser does not let the page copy: take the link from the field.");
    }
  }
}
