// The exchange of programs with demes elsewhere: off until it is asked for. The run's worker says what is offered, hears what others offer,
// and lets some of it into the generation that begins next; here it is only carried and shown.

import type { Evolution, RoomEvent } from "../host/evolution.ts";
import type { Pollination, Pollinator } from "../host/pollinator.ts";
import type { Exchange as Shown, Room, State } from "../model.ts";
import type { RoomOfRuns } from "../worker/protocol.ts";
import { reason } from "./reason.ts";

/** Of those that came, so many are listed. */
const LISTED = 10;
/** The room of the tabs of a browser. */
const TABS = "tabs";

/** None, and a name drawn for when there is one. Not where the module is read: an insecure page has nothing to draw from. */
export function noExchange(): Shown {
  return {
    can_connect: false,
    way: "none",
    room: { server: "", room: "", deme: crypto.randomUUID().slice(0, 4) },
    connection: "closed",
    trouble: null,
    sent: 0,
    peers: [],
    came: 0,
    entered: [],
    refused: null,
  };
}

/** As much of the state as this is about. */
type Home = {
  readonly state: Pick<State, "exchange">;
  change(part: Pick<State, "exchange">): void;
};

/** What hears and offers. */
type Deme = Pick<Evolution, "join" | "hear">;

export interface Ways {
  tabs: Pollination;
  network: Pollination;
}

export class Exchange {
  readonly #store: Home;
  readonly #evolutions: readonly Deme[];
  readonly #ways: Ways;
  #pollinator: Pollinator | null = null;

  /** Of the evolutions of the page at most one runs. */
  constructor(store: Home, evolutions: readonly Deme[], ways: Ways) {
    this.#store = store;
    this.#evolutions = evolutions;
    this.#ways = ways;
  }

  /** Whether this page may reach demes on other computers. */
  allow(can_connect: boolean): void {
    this.#change({ can_connect });
  }

  /** With the other tabs of this browser, or not at all. */
  set(on: boolean): void {
    const { way, room } = this.#store.state.exchange;
    if (on === (way === "tabs")) return;
    if (on) this.#begin("tabs", { ...room, server: "", room: TABS });
    else this.end();
  }

  join(room: Room): void {
    this.#begin("network", room);
  }

  /** Nothing leaves or enters any more, from now on. */
  end(trouble: string | null = null): void {
    this.#pollinator?.close();
    this.#pollinator = null;
    this.#enter(null);
    this.#change({ way: "none", connection: "closed", peers: [], refused: null, trouble });
  }

  /** A generation was scored. */
  onRoom({ offer, entered, peers, refused }: RoomEvent): void {
    if (!this.#pollinator) return;
    if (offer) this.#pollinator.send(offer);
    const { exchange } = this.#store.state;
    this.#change({
      peers,
      came: exchange.came + entered.length,
      entered: [...exchange.entered, ...entered].slice(-LISTED),
      refused: entered.length > 0 ? null : (refused ?? exchange.refused),
    });
  }

  #begin(way: "tabs" | "network", room: Room): void {
    this.end();
    // What was typed for a network stays while the tabs exchange.
    const kept = way === "network" ? room : this.#store.state.exchange.room;
    this.#change({ way, room: kept, connection: "connecting", sent: 0, came: 0, entered: [] });
    this.#enter({ room: room.room, deme: room.deme });
    let own: Pollinator | null = null;
    const ifOwn =
      <A extends unknown[]>(act: (...given: A) => void) =>
      (...given: A) => {
        if (own !== null && this.#pollinator === own) act(...given);
      };
    try {
      own = this.#ways[way](room, {
        onOffer: ifOwn((offer: string) => void this.#hear(offer)),
        onConnection: ifOwn((connection: "open" | "lost") => this.#change({ connection })),
        onSent: ifOwn(() => this.#change({ sent: this.#store.state.exchange.sent + 1 })),
        onRefused: ifOwn((why: string) => this.#fail(why)),
      });
      this.#pollinator = own;
    } catch (error) {
      this.#fail(`${reason(error)}.`);
    }
  }

  #fail(why: string): void {
    const { connection } = this.#store.state.exchange;
    this.end(
      connection === "connecting"
        ? `The room could not be joined. ${why}`
        : `The connection to the room ended. ${why}`,
    );
  }

  /** Whatever is no offer for this run is none of interest: anybody may write there. */
  async #hear(offer: string): Promise<void> {
    const answers = await Promise.all(this.#evolutions.map((evolution) => evolution.hear(offer)));
    const peers = answers.find((answer) => answer !== null);
    if (peers && this.#pollinator) this.#change({ peers });
  }

  #enter(room: RoomOfRuns | null): void {
    for (const evolution of this.#evolutions) void evolution.join(room);
  }

  #change(part: Partial<Shown>): void {
    this.#store.change({ exchange: { ...this.#store.state.exchange, ...part } });
  }
}
