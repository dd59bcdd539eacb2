// The exchange of programs with demes elsewhere: off until it is asked for. Every few generations the best is sent, and the champion of a
// run that ends; what comes enters the generation that begins next.

import type { Evolution } from "../host/evolution.ts";
import type { Pollen, Pollination, Pollinator } from "../host/pollinator.ts";
import type { ClassesRecord, State } from "../model.ts";
import { reason } from "./reason.ts";

/** All demes of this page's version of programs meet here. */
const CHANNEL = "millipawn demes 1";
/** Of those that came, so many are listed. */
const LISTED = 100;

/** As much of the state as this is about. */
type Home = {
  readonly state: Pick<State, "classes" | "exchange">;
  change(part: Pick<State, "exchange">): void;
};

export class Exchange {
  readonly #store: Home;
  readonly #evolution: Pick<Evolution, "receive">;
  readonly #pollination: Pollination;
  /** What others call this deme. */
  readonly #name = crypto.randomUUID().slice(0, 4);
  #pollinator: Pollinator | null = null;
  /** What was sent last: a program with its generation. */
  #sent = "";

  constructor(store: Home, evolution: Pick<Evolution, "receive">, pollination: Pollination) {
    this.#store = store;
    this.#evolution = evolution;
    this.#pollination = pollination;
  }

  set(on: boolean): void {
    if (on === this.#store.state.exchange.on) return;
    this.#pollinator?.close();
    this.#pollinator = on ? this.#pollination(CHANNEL, (pollen) => void this.#receive(pollen)) : null;
    this.#change({ on, refused: null });
  }

  /** The records of the run have changed: its best may be due to travel. */
  onRecords(): void {
    const { records, settings, phase } = this.#store.state.classes;
    const last = records.at(-1);
    if (!last) return;
    const interval = Math.max(1, Number(settings["migration-interval"] ?? 1));
    if (phase === "running" && last.generation % interval === 0) this.#send(last);
  }

  /** A stored run was opened: it has sent its best before. */
  onOpened(): void {
    const { records, phase } = this.#store.state.classes;
    const last = records.at(-1);
    if (last && phase !== "running") this.#sent = pollenOf(last);
  }

  /** The run has come to its end: its champion travels, whatever the generation. */
  onFinished(): void {
    const last = this.#store.state.classes.records.at(-1);
    if (last) this.#send(last);
  }

  #send(last: ClassesRecord): void {
    const pollen = pollenOf(last);
    if (!this.#pollinator || pollen === this.#sent) return;
    this.#sent = pollen;
    const { champion: program, generation } = last;
    this.#pollinator.send({ program, from: this.#name, generation });
    this.#change({ sent: this.#store.state.exchange.sent + 1 });
  }

  /** Only a run that goes on takes programs in. */
  async #receive({ program, from }: Pollen): Promise<void> {
    if (this.#store.state.classes.phase !== "running") return;
    try {
      const generation = await this.#evolution.receive(program);
      const entered = [...this.#store.state.exchange.entered, { from, generation }].slice(-LISTED);
      this.#change({ entered, refused: null });
    } catch (error) {
      this.#change({ refused: reason(error) });
    }
  }

  #change(part: Partial<State["exchange"]>): void {
    this.#store.change({ exchange: { ...this.#store.state.exchange, ...part } });
  }
}

function pollenOf({ generation, champion }: ClassesRecord): string {
  return `${generation} ${champion}`;
}
