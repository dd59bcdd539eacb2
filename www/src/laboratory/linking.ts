// Links in: a program (`#c=`) is shown at once; of an experiment (`#x=`) it is shown what it would run, and its program can be
// played, but nothing runs unasked. A program's file is opened like its link.

import type { Player } from "../host/player.ts";
import type { Link } from "../link.ts";
import { isLater } from "../runs.ts";
import type { SharedExperiment } from "../worker/protocol.ts";
import type { Importing } from "./importing.ts";
import { linkedImitation } from "./kinds/linked-imitation.ts";
import { linkedLater } from "./kinds/linked-later.ts";
import type { Linked, LinkedKind } from "./kinds/linked.ts";
import { isTable, LONGEST, readProgramFile } from "./program-file.ts";
import { reason } from "./reason.ts";
import type { Running } from "./running.ts";
import type { Showing } from "./showing.ts";
import type { Stages } from "./stages.ts";
import type { Store } from "./store.ts";
import { FROM_LINK, fromFile, OF_EXPERIMENT, withOtherDepthModule } from "../titles.ts";

/** What messages are about. */
const LINK = "link";

/** Where a program or an experiment goes. */
export interface LinkingParts {
  importing: Importing;
  running: Running;
  stages: Stages;
  showing: Showing;
}

export class Linking {
  readonly #store: Store;
  readonly #player: Player;
  readonly #parts: LinkingParts;
  /** What is done with a link that was opened: the address forgets it, so that a reload is about what is stored. */
  readonly #onOpened: () => void;
  readonly #imitation: LinkedKind;
  readonly #later: LinkedKind;
  #open: Linked | null = null;

  constructor(store: Store, player: Player, parts: LinkingParts, onOpened: () => void) {
    this.#store = store;
    this.#player = player;
    this.#parts = parts;
    this.#onOpened = onOpened;
    this.#imitation = linkedImitation({ store, ...parts });
    this.#later = linkedLater({ store, ...parts });
  }

  /** Opens a link. One that cannot be opened is named, and leaves everything as it is. */
  async open({ kind, text, name }: Link): Promise<void> {
    this.#store.mended(LINK);
    try {
      if (text.length > LONGEST) throw new Error(`it is ${text.length} characters long`);
      if (kind === "program") {
        await this.#parts.showing.welcome(text, FROM_LINK, name);
        this.#store.change({ linked: this.#parts.showing.text });
      } else await this.#offer(await this.#player.call("read_experiment", { text }), text);
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
      const text = await file.text();
      const program = isTable(file) ? await this.#player.call("read_table", { text }) : readProgramFile(text);
      await this.#parts.showing.welcome(program, fromFile(file.name));
    } catch (error) {
      this.#store.trouble(`${file.name} is not a program: ${reason(error)}.`, LINK);
    }
  }

  /** The program on show with the depth module of that text, as another program. */
  async useDepthModule(text: string): Promise<void> {
    this.#store.mended(LINK);
    const { program, program_title } = this.#store.state;
    if (!program) return;
    try {
      const changed = await this.#player.call("with_depth_module", { program: program.text, text });
      await this.#parts.showing.welcome(changed, withOtherDepthModule(program_title));
    } catch (error) {
      this.#store.trouble(`The depth module cannot be used: ${reason(error)}.`, LINK);
    }
  }

  /** Other games are in use, or none. */
  onLessons(): void {
    this.#open?.onLessons?.();
  }

  /** Runs what is offered. */
  async run(): Promise<void> {
    const { offer } = this.#store.state;
    if (!this.#open || !offer || offer.data === "missing") return;
    await this.#open.run();
  }

  /** What is offered is given up; its program stays. */
  giveUp(): void {
    this.#open?.end?.();
    this.#open = null;
    this.#store.change({ offer: null });
  }

  async #offer(experiment: SharedExperiment, text: string): Promise<void> {
    this.giveUp();
    const isOpen = () => this.#open === open;
    const store = this.#store;
    const open = (isLater(experiment.kind) ? this.#later : this.#imitation).open(experiment, text, {
      get offer() {
        return isOpen() ? store.state.offer : null;
      },
      change(part) {
        if (this.offer) store.change({ offer: { ...this.offer, ...part } });
      },
      giveUp: () => {
        if (isOpen()) this.giveUp();
      },
    });
    this.#open = open;
    const { kind, chromosome, fingerprint } = experiment;
    const playable = isPlayable(experiment);
    store.change({ offer: { kind, chromosome, fingerprint, playable, ...open.offer } });
    if (playable) await this.#parts.showing.welcome(chromosome, OF_EXPERIMENT);
    await open.look?.();
  }
}

/** Staunton with a search of its own is no program that can be shown. */
function isPlayable({ chromosome }: SharedExperiment): boolean {
  return !chromosome.startsWith("staunton");
}
