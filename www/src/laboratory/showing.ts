// Which program is on show: the chosen generation of the run, or one that came as a link or a file.

import type { Player } from "../host/player.ts";
import type { Program } from "../model.ts";
import { generationOfRun, named } from "../titles.ts";
import type { Playing, Shown } from "./playing.ts";
import { reason } from "./reason.ts";
import type { Store } from "./store.ts";

/** A quick run has more programs than anybody can look at. */
const FOLLOW_MS = 100;

export class Showing {
  readonly #store: Store;
  readonly #player: Player;
  readonly #playing: Playing;
  /** Stands in front of the run until the person turns to the run again. */
  #guest: Shown | null = null;
  /** A program bred on the page that will be the guest, while its genes are on their way. */
  #coming: { text: string; title: string } | null = null;
  #busy = false;
  /** Something has changed since the last look. */
  #stale = false;
  #insisted = false;
  /** What people call programs, by their texts. */
  readonly #names = new Map<string, string>();

  constructor(store: Store, player: Player, playing: Playing) {
    this.#store = store;
    this.#player = player;
    this.#playing = playing;
  }

  /** Chromosome text of the program on show: at once, while its genes may still be on their way. */
  get text(): string | null {
    return (this.#coming ?? this.#guest?.program)?.text ?? this.#chosen()?.champion ?? null;
  }

  /** What the page calls it. */
  get title(): string {
    const title = (this.#coming ?? this.#guest)?.title ?? generationOfRun(this.#chosen()?.generation ?? 0);
    return this.#called(this.text, title);
  }

  /** What people call a program; empty where they call it nothing. */
  nameOf(text: string): string {
    return this.#names.get(text) ?? "";
  }

  /** From now on people call it that. */
  rename(text: string, name: string): void {
    this.#names.set(text, name);
    if (this.text !== text) return;
    const program_title = this.title;
    this.#store.change({ program_title, program_name: name });
    this.#playing.rename(text, program_title);
  }

  #show(program: Program, title: string): void {
    const program_title = this.#called(program.text, title);
    this.#store.change({ program, program_title, program_name: this.nameOf(program.text) });
  }

  #called(text: string | null, title: string): string {
    const name = this.#names.get(text ?? "");
    return name ? named(name, title) : title;
  }

  get fromRun(): boolean {
    return this.#guest === null && this.#coming === null;
  }

  /** Shows a program from elsewhere, ready to play. Rejects, and changes nothing, when the text is not a program. */
  async welcome(text: string, title: string, name = ""): Promise<void> {
    const program = await this.#player.call("program", { text });
    this.#coming = null;
    this.#guest = { program, title };
    if (name !== "") this.#names.set(program.text, name);
    this.#show(program, title);
    await this.#playing.receive(program, this.title);
  }

  /** Shows a program that was bred on the page; a game under way keeps its opponent. */
  async offer(text: string, title: string): Promise<void> {
    const coming = { text, title };
    this.#coming = coming;
    try {
      const program = await this.#player.call("program", { text });
      // The person may have turned to another.
      if (this.#coming !== coming) return;
      this.#guest = { program, title };
      this.#show(program, title);
    } finally {
      if (this.#coming === coming) this.#coming = null;
    }
    const { program } = this.#guest;
    if (!this.#playing.engaged) await this.#playing.face(program, this.title, false);
  }

  /** The program on show; null when there is none. */
  async current(): Promise<Shown | null> {
    const chosen = this.#chosen();
    if (this.#guest) return { program: this.#guest.program, title: this.title };
    if (!chosen) return null;
    const { program: known } = this.#store.state;
    const program =
      known?.text === chosen.champion ? known : await this.#player.call("program", { text: chosen.champion });
    return { program, title: this.#called(program.text, generationOfRun(chosen.generation)) };
  }

  /** Another table at the board: whoever waits there plays with the program on show. */
  async seat(): Promise<void> {
    const shown = await this.current();
    if (shown && !this.#playing.engaged) await this.#playing.face(shown.program, shown.title, false);
  }

  async choose(generation: number | null): Promise<void> {
    this.turnToRun();
    this.#store.change({ chosen_generation: generation });
    await this.refresh(true);
  }

  /** Turns back to the run, whose next program will show. */
  turnToRun(): void {
    this.#coming = null;
    this.#guest = null;
  }

  /**
   * Follows the run: decodes the newest program, ten times a second at most. A game under way keeps its opponent, unless the person
   * chose another.
   */
  async refresh(chosenByPerson = false): Promise<void> {
    this.#stale = true;
    this.#insisted ||= chosenByPerson;
    if (this.#busy) return;
    this.#busy = true;
    try {
      await this.#catchUp();
      while (this.#stale) {
        if (!this.#insisted) await new Promise((resolve) => setTimeout(resolve, FOLLOW_MS));
        await this.#catchUp();
      }
    } catch (error) {
      this.#store.trouble(`The program's genes cannot be shown: ${reason(error)}.`);
    } finally {
      this.#busy = false;
    }
  }

  async #catchUp(): Promise<void> {
    this.#stale = false;
    const chosen = this.#chosen();
    if (this.#guest) return;
    if (!chosen) return this.#store.change({ program: null, program_name: "" });
    const program = await this.#player.call("program", { text: chosen.champion });
    if (this.#guest) return;
    const title = this.#called(program.text, generationOfRun(chosen.generation));
    this.#show(program, generationOfRun(chosen.generation));
    if (this.#playing.engaged && !this.#insisted) return;
    const insisted = this.#insisted;
    this.#insisted = false;
    await this.#playing.face(program, title, insisted);
  }

  #chosen(): { generation: number; champion: string } | undefined {
    const { run, chosen_generation } = this.#store.state;
    if (chosen_generation === null) return run.records.at(-1);
    return run.records.find(({ generation }) => generation === chosen_generation) ?? run.records.at(-1);
  }
}
