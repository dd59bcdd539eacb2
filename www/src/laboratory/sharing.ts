// Links and files out: a program, the experiment of the stage on show, a program's file with where it comes from.

import { version } from "../../package.json";
import { Refused } from "../host/line.ts";
import type { Player } from "../host/player.ts";
import { programAddress, programFragment, tidyName } from "../link.ts";
import type { Shared } from "../model.ts";
import { repeatCommand } from "../repeat.ts";
import { isLater, isLearned } from "../runs.ts";
import type { ToShare } from "../worker/protocol.ts";
import { download } from "./download.ts";
import { SAMPLE } from "./importing.ts";
import type { OpenRun } from "./open-run.ts";
import { type Provenance, systemOf, writeProgramFile } from "./program-file.ts";
import { reason } from "./reason.ts";
import type { Showing } from "./showing.ts";
import type { Stages } from "./stages.ts";
import type { Store } from "./store.ts";

/** Longer texts of programs are rounded: a link is to be sent in a message. */
const LONGEST_LINK = 2_500;

const UNKNOWN =
  "This page does not know how the program was made. Whoever made it can copy a link to the experiment.";
const RUNNING = "Its run goes on. Pause it, or wait until it is finished.";
const ONCE =
  "This run cannot be repeated exactly: a clock decided its games, it began with more programs than a command takes, or programs came from elsewhere. Its checkpoint can be gone on with.";
const GAMES = "The files must be those that the games here came from, in the same order.";
const FILE = "The file must be the one that was chosen here.";

/** Whether it was bred on games. */
function isFromGames(provenance: Provenance): provenance is Extract<Provenance, { stage: "imitation" }> {
  return provenance.stage === "imitation";
}

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
    const short = await this.#short(text);
    const remark = short === text ? "" : ' It rounds the weights; "Save program" does not.';
    await this.#copy(programFragment(short, this.#showing.nameOf(text)), remark);
  }

  async #short(text: string): Promise<string> {
    return text.length <= LONGEST_LINK ? text : this.#player.call("short_program", { text });
  }

  // ---- more ways --------------------------------------------------------------------------------

  async open(): Promise<void> {
    const full = this.#showing.text;
    if (!full) return this.#store.notice("There is no program to share yet.");
    const [program, text, repeat] = await Promise.all([
      this.#player.call("program", { text: full }),
      this.#short(full),
      this.#repeat(full),
    ]);
    const name = this.#showing.nameOf(full);
    this.#store.change({ shared: { program, name, text, is_rounded: text !== full, repeat } });
  }

  close(): void {
    if (this.#store.state.shared) this.#store.change({ shared: null });
  }

  rename(written: string): void {
    const { shared } = this.#store.state;
    if (!shared) return;
    const name = tidyName(written);
    this.#store.change({ shared: { ...shared, name } });
    this.#showing.rename(shared.program.text, name);
  }

  /** Whoever thinks better of it has not failed. */
  async send(): Promise<void> {
    const { shared, systems } = this.#store.state;
    if (!shared) return;
    const title = shared.name || "A chess program";
    const who = shared.name || "a program";
    const system = systems.find(({ id }) => id === shared.program.system);
    const text =
      system && isLearned(system)
        ? `Play chess against ${who}: it learned to play, and nobody wrote it.`
        : `Play chess against ${who} that was bred, not written.`;
    try {
      await navigator.share({ title, text, url: programAddress(shared) });
    } catch (error) {
      if (!(error instanceof DOMException && error.name === "AbortError")) throw error;
    }
  }

  /** The command that makes this program. */
  async #repeat(champion: string): Promise<Shared["repeat"]> {
    const bredBy = this.#showing.fromRun ? this.#imitation : this.#stages;
    const provenance = bredBy.provenance(champion);
    if (!provenance) return { why: UNKNOWN };
    const { stage, settings, changes = [], generation } = provenance;
    const system = systemOf(champion);
    const about = { kind: stage, system, settings, changes, generation };
    const table = await this.#player.call("settings", { kind: stage, system });
    if (isFromGames(provenance)) {
      const { checkpoint } = this.#imitation;
      if (checkpoint && !(await this.#written({ checkpoint, chromosome: champion }))) return { why: ONCE };
      const { files } = this.#store.state.games?.report ?? { files: [] };
      const isBuiltIn = provenance.games === SAMPLE;
      const command = repeatCommand({ ...about, table, isBuiltIn, files, programs: [] });
      return { command, needs: isBuiltIn ? [] : [GAMES] };
    }
    const experiment = this.#stages.openRun(provenance.stage).toShare();
    if (!experiment) return { why: RUNNING };
    const written = await this.#written(experiment);
    if (!written) return { why: ONCE };
    const read = await this.#player.call("read_experiment", { text: written });
    if (!("repeatable" in read)) return { why: UNKNOWN };
    const { built_in: isBuiltIn } = read;
    if (!read.repeatable) return { why: ONCE };
    const programs = "program" in read ? [read.program] : "programs" in read ? read.programs : [];
    const files = isBuiltIn ? [] : [this.#store.state[provenance.stage].suite.title];
    const command = repeatCommand({ ...about, table, isBuiltIn, files, programs });
    return { command, needs: isBuiltIn ? [] : [FILE] };
  }

  /** The text of a link; null where a link alone does not repeat the run. */
  #written(experiment: ToShare): Promise<string | null> {
    return this.#player.call("write_experiment", experiment).catch((error: unknown) => {
      if (error instanceof Refused) return null;
      throw error;
    });
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
