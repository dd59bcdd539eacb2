// What became of the person's games: each result is kept as soon as the game is over, and taken back with the resignation or the move
// that ended it.

import type { GameNote, PlayedGame, PlayedProgram, Play, Seat, State } from "../model.ts";
import { withAll, withGame, withoutGames } from "../results.ts";
import { seatOf } from "../seats.ts";
import type { Storage } from "../storage/storage.ts";
import type { Store } from "./store.ts";
import { outsideItsRun } from "../titles.ts";

/** A game that was given up before both sides had moved is none. */
const FEWEST_PLIES = 2;

type Change = (programs: PlayedProgram[]) => PlayedProgram[];

export class ResultsKeeper {
  readonly #store: Store;
  readonly #storage: Storage;
  readonly #keepBoard: () => void;
  #seen: Play["position"] = null;
  /** The game on the board as it was seen last. */
  #last = { id: "", plies: 0, isLate: false };

  /** `keepBoard` stores what is noted of the game on the board. */
  constructor(store: Store, storage: Storage, keepBoard: () => void) {
    this.#store = store;
    this.#storage = storage;
    this.#keepBoard = keepBoard;
  }

  /** From now on the board is watched. */
  async restore(): Promise<void> {
    await this.reload();
    this.#look(this.#store.state);
    this.#store.subscribe((state) => this.#look(state));
  }

  /** Another tab may have added some. */
  async reload(): Promise<void> {
    this.#show(await this.#storage.loadResults());
  }

  /** Another eye looks at the game under way. */
  onAnalysis(): void {
    const { mode, position } = this.#play;
    // In the arena the board keeps the game, which an analysis then begins with.
    const isOwn = mode === "play" || mode === "arena";
    if (isOwn && position?.result === null && position.history.length > 0) this.#note({ helped: true });
  }

  async remove(ids: string[]): Promise<void> {
    const { programs } = this.#store.state.results;
    const deleted = programs
      .map((one) => ({ ...one, games: one.games.filter(({ id }) => ids.includes(id)) }))
      .filter(({ games }) => games.length > 0);
    await this.#change((now) => withoutGames(now, ids));
    this.#store.change({ results: { ...this.#store.state.results, deleted } });
  }

  async bringBack(): Promise<void> {
    const { deleted } = this.#store.state.results;
    await this.add(deleted);
    this.#store.change({ results: { ...this.#store.state.results, deleted: [] } });
  }

  /** Answers whether they are stored. */
  add(programs: PlayedProgram[]): Promise<boolean> {
    return this.#change((now) => withAll(now, programs));
  }

  // ---- the game on the board ------------------------------------------------------------------

  #look({ play }: State): void {
    const { mode, position, search, note } = play;
    if (mode === "play" && search === "hint" && !note.helped) this.#note({ helped: true });
    if (!position || position === this.#seen) return;
    this.#seen = position;
    if (mode === "play") this.#follow(play, position);
  }

  #follow({ note, strength }: Play, { history, result }: NonNullable<Play["position"]>): void {
    const plies = history.length;
    const isOver = result !== null;
    // One that an earlier version stored.
    if (note.id === "" && isOver) return;
    const id = note.id || crypto.randomUUID();
    // A flag that fell is taken back without a move.
    const goesOn = id === this.#last.id && (plies < this.#last.plies || (this.#last.isLate && !isOver));
    this.#last = { id, plies, isLate: isOver && /\btime\b/.test(result) };
    const seat = this.#seat;
    const now = seat && `${seat.text} ${strength.kind} ${strength.amount}`;
    const noted = {
      id,
      helped: note.helped || goesOn,
      changed: note.changed || (note.against !== null && note.against !== now),
      against: plies > 0 ? (note.against ?? now) : null,
    };
    this.#note(noted);
    if (isOver && !note.recorded && seat) this.#record(seat);
    // Who brings a resigned game back brings back what was noted before that.
    else if (!isOver && (note.recorded || this.#isKept(id))) this.#takeBack(id);
  }

  #record(seat: Seat): void {
    const { position, side, strength, clock, note } = this.#play;
    if (!position) return;
    const { result, score, history } = position;
    const isResigned = /resign/i.test(result ?? "");
    // A position that was set up may be the end of a game.
    if (history.length < (isResigned ? FEWEST_PLIES : 1)) return;
    const won = score === (side === "white" ? "1-0" : "0-1");
    const game: PlayedGame = {
      id: note.id,
      strength,
      clocked: !!clock?.[side === "white" ? "black" : "white"],
      side,
      points: won ? 1 : score === "1/2-1/2" ? 0.5 : 0,
      result: (result ?? "").replace(/^\S+-\S+ /, ""),
      plies: history.length,
      when: Date.now(),
      helped: note.helped,
      changed: note.changed,
    };
    this.#note({ recorded: true });
    void this.#change((programs) => withGame(programs, this.#called(seat), game));
  }

  #takeBack(id: string): void {
    this.#note({ recorded: false });
    void this.#change((programs) => withoutGames(programs, [id]));
  }

  /** "of this run" says nothing once another is open. */
  #called({ text, title }: Seat): Omit<PlayedProgram, "games"> {
    const { systems } = this.#store.state;
    const [id = ""] = text.split(".");
    const system = systems.some((one) => one.id === id) ? id : "";
    return { text, title: outsideItsRun(title), system };
  }

  #note(part: Partial<GameNote>): void {
    const { note } = this.#play;
    const changed = { ...note, ...part };
    if ((Object.keys(changed) as (keyof GameNote)[]).every((key) => changed[key] === note[key])) return;
    this.#store.changePlay({ note: changed });
    this.#keepBoard();
  }

  // ---- what is kept ---------------------------------------------------------------------------

  /** Where the browser stores nothing, they are there until the page is left. Answers whether they are stored. */
  async #change(change: Change): Promise<boolean> {
    this.#show(change(this.#store.state.results.programs));
    const stored = await this.#storage.changeResults(change);
    if (stored) this.#show(stored);
    return stored !== null;
  }

  #isKept(id: string): boolean {
    const { programs } = this.#store.state.results;
    return programs.some(({ games }) => games.some((game) => game.id === id));
  }

  #show(programs: PlayedProgram[]): void {
    this.#store.change({ results: { ...this.#store.state.results, programs } });
  }

  get #play(): Play {
    return this.#store.state.play;
  }

  get #seat(): Seat | null {
    return seatOf(this.#store.state, this.#play.opponent);
  }
}
