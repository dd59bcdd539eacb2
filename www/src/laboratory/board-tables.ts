// The games at the board, one a mode, each with who plays it; and the game that the last new one took the place of.

import type { Mode, Play } from "../model.ts";
import { UNKNOWN_GAME } from "../results.ts";
import type { Variations } from "../variations.ts";
import type { Game } from "../worker/protocol.ts";
import { type Aside, type BoardMode, FRESH, type KeptBoard, type Seats, seatsOf } from "./board-game.ts";
import type { Store } from "./store.ts";

/** A game can be brought back until the one in its place has gone on by so many half-moves (our choice). */
const GONE_ON = 4;

/** Of what earlier versions stored. */
const NOTHING_NOTED = { note: UNKNOWN_GAME };

export class BoardTables {
  readonly #store: Store;
  readonly #keep: (board: Omit<KeptBoard, "version">) => void;
  readonly #games: Record<Mode, Game> = { play: FRESH, analyse: FRESH, watch: FRESH, arena: FRESH };
  readonly #over: Record<Mode, boolean> = { play: false, analyse: false, watch: false, arena: false };
  /** Of the modes that were left. */
  readonly #seats: Partial<Record<Mode, Seats>> = {};
  /** What was tried in the analysis. */
  variations: Variations = [];
  #aside: Aside | null = null;
  #kept = "";

  constructor(store: Store, keep: (board: Omit<KeptBoard, "version">) => void) {
    this.#store = store;
    this.#keep = keep;
  }

  /** The one on the board. */
  get game(): Game {
    return this.#games[this.#play.mode];
  }

  set game(game: Game) {
    this.#games[this.#play.mode] = game;
  }

  /** Whether there is something to lose: a game that has begun and is not over, or any analysis. */
  isUnderWay(mode: Mode = this.#play.mode): boolean {
    return this.#games[mode].moves.length > 0 && (mode === "analyse" || !this.#over[mode]);
  }

  /** Another table, with those who sit there. Whoever analyses a game is who sat at its table. */
  turnTo(mode: Mode): void {
    const { mode: before, next_side } = this.#play;
    this.#seats[before] = seatsOf(this.#play);
    const seats = mode === "play" || mode === "watch" ? this.#seats[mode] : undefined;
    this.#store.changePlay({
      mode,
      ...seats,
      next_side: seats?.side ?? next_side,
      aside: this.#toldIn(mode),
    });
  }

  /** The game on the board stands so. */
  settle(over: boolean): void {
    this.#over[this.#play.mode] = over;
    const aside = this.#aside;
    if (aside?.mode === this.#play.mode && this.#size(this.game) >= aside.since + GONE_ON) this.dropAside();
    this.#write();
  }

  /**
   * `next` takes the place of the game on the board, which can be brought back. One that has not begun is no loss. `left`: what is
   * left of an analysis.
   */
  putAside(next: Game, told: NonNullable<Play["aside"]>, left: Variations = []): void {
    const { mode } = this.#play;
    if (mode === "arena") return;
    if (!this.isUnderWay()) {
      // A resignation is taken back in its own game only.
      if (this.#over[mode] && this.#aside?.mode === mode) this.dropAside();
      if (mode === "analyse") this.variations = left;
      return;
    }
    const variations = this.#variationsOf(mode);
    this.#aside = { mode, game: this.game, seats: seatsOf(this.#play), since: 0, told, ...variations };
    if (mode === "analyse") this.variations = left;
    this.#aside.since = this.#size(next);
    this.#store.changePlay({ aside: told });
  }

  /** How far it has come. */
  #size({ moves }: Game): number {
    return this.#play.mode === "analyse" ? Math.max(this.variations.length, moves.length) : moves.length;
  }

  #variationsOf(mode: Mode): { variations?: Variations } {
    return mode === "analyse" ? { variations: this.variations } : {};
  }

  takeAside(): Aside | null {
    const aside = this.#aside;
    this.dropAside();
    return aside;
  }

  dropAside(): void {
    this.#aside = null;
    if (this.#play.aside) this.#store.changePlay({ aside: null });
  }

  /** What was stored comes back. */
  restore({ mode, tables, aside = null }: Omit<KeptBoard, "version">): void {
    for (const [name, table] of Object.entries(tables)) {
      this.#games[name as BoardMode] = table.game;
      this.#seats[name as BoardMode] = { ...NOTHING_NOTED, ...table.seats };
      this.#over[name as BoardMode] = !table.under_way;
    }
    this.#aside = aside && { ...aside, seats: { ...NOTHING_NOTED, ...aside.seats } };
    this.variations = tables.analyse?.variations ?? [];
    const seats = this.#seats[mode];
    this.#store.changePlay({
      mode,
      ...seats,
      aside: this.#toldIn(mode),
      next_side: seats?.side ?? this.#play.next_side,
    });
  }

  /** The browser has lost what was stored. */
  keepAgain(): void {
    this.#kept = "";
    this.#write();
  }

  /** Whatever was stored cannot be played. */
  clear(): void {
    this.dropAside();
    this.variations = [];
    for (const mode of ["play", "analyse", "watch", "arena"] as const) {
      this.#games[mode] = FRESH;
      this.#over[mode] = false;
      delete this.#seats[mode];
    }
  }

  /** What became of a game is said at its own table. */
  #toldIn(mode: Mode): Play["aside"] {
    return this.#aside?.mode === mode ? this.#aside.told : null;
  }

  get #play(): Play {
    return this.#store.state.play;
  }

  #write(): void {
    const { mode } = this.#play;
    if (mode === "arena") return;
    const table = (name: BoardMode) => ({
      game: this.#games[name],
      seats: (name === mode ? undefined : this.#seats[name]) ?? seatsOf(this.#play),
      under_way: this.isUnderWay(name),
      ...this.#variationsOf(name),
    });
    const board = {
      mode,
      tables: { play: table("play"), analyse: table("analyse"), watch: table("watch") },
      aside: this.#aside,
    };
    const text = JSON.stringify(board);
    if (text === this.#kept) return;
    this.#kept = text;
    this.#keep(board);
  }
}
