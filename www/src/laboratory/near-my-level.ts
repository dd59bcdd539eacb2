// An opponent near the person's level: found, seated, and said why.

import type { Player } from "../host/player.ts";
import { candidates, type Candidate, measuredIn, metBy, nearest, reasonFor } from "../level.ts";
import type { Level, Opponent, State } from "../model.ts";
import type { Measured } from "../scale.ts";
import type { Storage } from "../storage/storage.ts";
import type { Playing } from "./playing.ts";
import type { Showing } from "./showing.ts";
import type { Store } from "./store.ts";

interface Parts {
  store: Store;
  storage: Storage;
  player: Player;
  playing: Playing;
  showing: Showing;
}

export class NearMyLevel {
  readonly #parts: Parts;

  constructor(parts: Parts) {
    this.#parts = parts;
  }

  /** How well the person plays, as far as the results tell. */
  async measure(): Promise<void> {
    await this.#level(await this.#measured());
  }

  /** A new game against the opponent that is nearest. */
  async find(): Promise<void> {
    const measured = await this.#measured();
    const level = await this.#level(measured);
    const found = level && nearest(candidates(this.#state, measured), level.rating);
    if (!found) return;
    const { text, strength } = found;
    await this.#seat(found);
    this.#show({ found: { text, strength, why: reasonFor(found, level) } });
  }

  async #level(measured: Measured): Promise<Level | null> {
    const met = metBy(this.#state.results.programs, measured);
    const found = await this.#parts.player.call("level", met);
    // All begin with a drawn game, so that there is one.
    const level = found && { ...found, games: met.opponents.length - 1 };
    this.#show({ level });
    return level;
  }

  async #measured(): Promise<Measured> {
    return measuredIn(this.#state, await this.#parts.storage.loadHall());
  }

  /** The game under way is put aside first: it keeps its opponent. */
  async #seat(found: Candidate): Promise<void> {
    const { playing } = this.#parts;
    const side = this.#state.play.next_side;
    // With White first: nobody thinks before the opponent sits there.
    await playing.newGame("white", null);
    playing.setStrength(found.strength);
    await this.#oppose(found);
    await playing.setSide(side);
    // Its strength is what it was found for, so that it has no clock of its own.
    await playing.thinkByStrength();
  }

  async #oppose({ text, title, generation }: Candidate): Promise<void> {
    const { playing, showing } = this.#parts;
    if (!text.includes(".")) return playing.setOpponent(text as Opponent);
    if (generation !== null) await showing.choose(generation);
    else if (this.#state.play.program?.text !== text) return showing.welcome(text, title);
    await playing.setOpponent("shown");
  }

  #show(part: Partial<State["results"]>): void {
    const { store } = this.#parts;
    store.change({ results: { ...store.state.results, ...part } });
  }

  get #state(): State {
    return this.#parts.store.state;
  }
}
