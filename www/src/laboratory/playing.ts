// The third room: a game against a program, an analysis, a game between two programs. Each has a game of its own, which is plain
// data; the player worker only answers questions about it.

import type { Player } from "../host/player.ts";
import type { Mode, Opponent, Play, Position, Program, Seat, Strength } from "../model.ts";
import { seatOf } from "../seats.ts";
import type { Game } from "../worker/protocol.ts";
import { download } from "./download.ts";
import { pastedSeat } from "./pasted.ts";
import { reason } from "./reason.ts";
import type { Store } from "./store.ts";
import { analysisBudget, budgetOf, fitLines, fitStrength, remembers } from "./strength.ts";
import { Thinking } from "./thinking.ts";

export type Side = "white" | "black";

const FRESH: Game = { start: null, moves: [], resigned: null };
/** Two programs do not move faster than an eye can follow. */
const PACE_MS = 600;
/** Whoever leafs through a game does not want each position analysed. */
const LEAFING_MS = 120;

export class Playing {
  readonly #store: Store;
  readonly #player: Player;
  readonly #thinking: Thinking;
  readonly #keep: () => void;
  readonly #games: Record<Mode, Game> = {
    play: FRESH,
    analyse: FRESH,
    watch: FRESH,
    arena: FRESH,
  };
  #analysing = true;
  /** Aborted when the game moves on, or another one is on the board. */
  #turn = new AbortController();
  /** Of the positions looked at only the last one asked for is shown. */
  #looks = 0;

  /** `keep` stores the strength and the number of lines. */
  constructor(store: Store, player: Player, keep: () => void) {
    this.#store = store;
    this.#player = player;
    this.#thinking = new Thinking(store, player);
    this.#keep = keep;
  }

  /** Whether the program on show is busy at the board: then another takes its place only when a person says so. */
  get engaged(): boolean {
    const { mode, opponent, position, search } = this.#play;
    if (mode === "watch") return this.#play.watched !== "waiting";
    if (opponent !== "shown") return false;
    if (mode === "analyse") return true;
    return search !== null || (this.#games.play.moves.length > 0 && position?.result === null);
  }

  // ---- who plays ------------------------------------------------------------------------------

  /** Puts the program on show at its seat; a person who chose it wants to meet it. */
  async face(program: Program, title: string, chosenByPerson: boolean): Promise<void> {
    this.#store.changePlay({ program, program_title: title });
    if (chosenByPerson) this.#store.changePlay({ opponent: "shown" });
    if (this.#play.opponent === "shown" || this.#play.mode === "watch") await this.#seated();
  }

  /** A program that came by a link or a file: a game against it. */
  async receive(program: Program, title: string): Promise<void> {
    this.#leave();
    this.#store.changePlay({ program, program_title: title, opponent: "shown", mode: "play" });
    await this.newGame("white");
  }

  async setOpponent(opponent: Opponent): Promise<void> {
    if (!seatOf(this.#store.state, opponent)) return;
    this.#store.changePlay({ opponent });
    await this.#seated();
  }

  /** Takes a chromosome or a link; answers what is wrong with it, or null. */
  async paste(text: string): Promise<string | null> {
    try {
      this.#store.changePlay({ pasted: await pastedSeat(this.#player, text), opponent: "pasted" });
      await this.#seated();
      return null;
    } catch (error) {
      return `This is no program to play: ${reason(error)}.`;
    }
  }

  setStrength(strength: Strength): void {
    this.#store.changePlay({ strength: fitStrength(strength) });
    this.#keep();
  }

  #seated(): Promise<void> {
    this.#store.changePlay({ thinking: null });
    return this.#go(this.#game, this.#play.ply);
  }

  // ---- the game -------------------------------------------------------------------------------

  async setMode(mode: Mode): Promise<void> {
    if (mode === this.#play.mode) return;
    const { ply, opponent } = this.#play;
    const from = this.#game;
    this.#leave();
    this.#store.changePlay({ mode });
    // The arena has boards of its own; the game on this one waits there to be analysed.
    if (mode === "arena") this.#games.arena = from;
    if (mode === "arena") return;
    if (mode !== "analyse") return this.#go(this.#game);
    this.#games.analyse = { ...from, resigned: null };
    this.#analysing = true;
    if (!seatOf(this.#store.state, opponent)) this.#store.changePlay({ opponent: "staunton" });
    await this.#go(this.#game, ply);
  }

  async newGame(side: Side): Promise<void> {
    this.#store.changePlay({ side, thinking: null });
    this.#player.forget();
    if (this.#play.mode === "watch") this.#store.changePlay({ watched: "on" });
    await this.#go(FRESH);
  }

  async loadFen(fen: string): Promise<void> {
    const game: Game = { start: fen.trim(), moves: [], resigned: null };
    try {
      // Looked at first: the game there is, and the search for its next move, must outlive a refused one.
      await this.#player.call("position", { game, program: null });
      this.#store.changePlay({ thinking: null });
      if (this.#play.mode === "watch") this.#store.changePlay({ watched: "waiting" });
      await this.#go(game);
    } catch (error) {
      this.#store.trouble(`This position cannot be set up: ${reason(error)}.`);
    }
  }

  /** Plays the person's move; answers what is wrong with it, or null. */
  async move(text: string): Promise<string | null> {
    const wrong = this.#objection();
    if (wrong) return wrong;
    const whole = this.#game;
    const game = this.#play.mode === "analyse" ? cut(whole, this.#play.ply) : whole;
    try {
      const move = await this.#player.call("read_move", { game, text });
      if (whole !== this.#game) return "The position has changed meanwhile.";
      const ply = game.moves.length + 1;
      const known = whole.moves[ply - 1] === move;
      await this.#go(known ? whole : { ...game, moves: [...game.moves, move] }, ply);
      return null;
    } catch (error) {
      return reason(error);
    }
  }

  /** Back to the person's last decision; a resignation is itself one. An analysis goes back by one half-move. */
  async takeBack(): Promise<void> {
    const { position, side, mode } = this.#play;
    if (!position || mode === "watch" || mode === "arena") return;
    const { moves, resigned } = this.#game;
    const undone = mode === "analyse" ? 1 : resigned ? 0 : position.turn === side ? 2 : 1;
    if (undone > moves.length) return;
    await this.#go({ ...this.#game, moves: moves.slice(0, moves.length - undone), resigned: null });
  }

  async resign(): Promise<void> {
    const { position, side, mode } = this.#play;
    if (mode === "play" && position?.result === null) await this.#go({ ...this.#game, resigned: side });
  }

  async downloadPgn(): Promise<void> {
    const [white, black] = this.#names();
    const date = new Date().toISOString().slice(0, 10).replaceAll("-", ".");
    download(
      "millipawn.pgn",
      await this.#player.call("pgn", { game: this.#game, white, black, date }),
      "application/x-chess-pgn",
    );
  }

  /** Shows the position after so many half-moves. */
  async look(wanted: number): Promise<void> {
    const ply = Math.min(this.#game.moves.length, Math.max(0, wanted));
    if (ply === this.#play.ply) return;
    if (this.#play.mode === "analyse") return this.#go(this.#game, ply);
    this.#looks += 1;
    const look = this.#looks;
    const game = this.#game;
    const shown = await this.#describe(cut(game, ply));
    if (look === this.#looks && game === this.#game) this.#store.changePlay({ shown, ply });
  }

  // ---- thinking -------------------------------------------------------------------------------

  moveNow(): void {
    this.#thinking.hurry();
  }

  async hint(): Promise<void> {
    const seat = this.#seat;
    const { mode, position, side, search, strength } = this.#play;
    const theirs = position?.result === null && position.turn === side;
    if (mode !== "play" || !seat || !theirs || search) return;
    const turn = this.#turn.signal;
    const thought = await this.#think("hint", this.#game, position.fen, seat, strength);
    if (!turn.aborted && thought) this.#store.changePlay({ hint: thought.lines[0] ?? null });
  }

  async analyse(on: boolean): Promise<void> {
    if (this.#play.mode !== "analyse") return;
    this.#analysing = on;
    if (on) await this.#go(this.#game, this.#play.ply);
    else this.#thinking.cancel();
  }

  async setLines(lines: number): Promise<void> {
    this.#store.changePlay({ lines: fitLines(lines) });
    this.#keep();
    if (this.#play.mode === "analyse") await this.#go(this.#game, this.#play.ply);
  }

  /** A game against the opponent from the analysed position on, the person to move. */
  async playFromHere(): Promise<void> {
    const { mode, shown, ply } = this.#play;
    if (mode !== "analyse" || !shown) return;
    const game = cut(this.#game, ply);
    this.#leave();
    this.#store.changePlay({ mode: "play", side: shown.turn });
    await this.#go(game);
  }

  /** Lets two programs play on, holds their game, or ends it. */
  async watch(how: "on" | "held" | "stopped"): Promise<void> {
    if (this.#play.mode !== "watch") return;
    const again = how === "on" && this.#play.watched === "stopped";
    this.#store.changePlay({ watched: how });
    await this.#go(again ? { ...this.#game, moves: [] } : this.#game);
  }

  // ---- inside ---------------------------------------------------------------------------------

  get #play(): Play {
    return this.#store.state.play;
  }

  get #game(): Game {
    return this.#games[this.#play.mode];
  }

  get #seat(): Seat | null {
    return seatOf(this.#store.state, this.#play.opponent);
  }

  /** Whose opinion of the position is shown. */
  get #judge(): Seat | null {
    return this.#play.mode === "watch" ? seatOf(this.#store.state, "shown") : this.#seat;
  }

  /** The program that has this colour; null where a person has. */
  #programOf(colour: Side): Seat | null {
    const { mode, side } = this.#play;
    if (colour !== side) return this.#seat;
    return mode === "watch" ? seatOf(this.#store.state, "shown") : null;
  }

  #names(): [string, string] {
    if (this.#play.mode === "analyse") return ["?", "?"];
    const name = (colour: Side) => {
      const seat = this.#programOf(colour);
      return seat ? `Millipawn (${seat.title})` : colour === this.#play.side ? "Person" : "Millipawn";
    };
    return [name("white"), name("black")];
  }

  #objection(): string | null {
    const { mode, position, shown, side } = this.#play;
    if (!position || !shown) return "The board is not ready yet.";
    if (mode === "arena") return "A match is played here. Choose Play or Analyse to move yourself.";
    if (mode === "watch") return "Two programs play here. Choose Play or Analyse to move yourself.";
    if (mode === "analyse") return shown.result === null ? null : "The game ends here.";
    if (position.result !== null) return "The game is over. Press New game.";
    if (!this.#seat) return "There is no program to play against yet. Press Evolve.";
    return position.turn === side ? null : "It is the program's turn.";
  }

  /** Whatever goes on at the board ends. */
  #leave(): void {
    this.#turn.abort();
    this.#thinking.cancel();
    const held = this.#play.watched === "on" ? "held" : this.#play.watched;
    this.#store.changePlay({ thinking: null, hint: null, watched: held });
  }

  #describe(game: Game): Promise<Position> {
    return this.#player.call("position", { game, program: this.#judge?.text ?? null });
  }

  /** Shows the game as it now stands, and lets whoever is to move think. A refused game changes nothing. */
  async #go(game: Game, ply = game.moves.length): Promise<void> {
    this.#turn.abort();
    this.#thinking.cancel();
    const turn = new AbortController();
    this.#turn = turn;
    this.#looks += 1;
    const { mode } = this.#play;
    const before = this.#games[mode];
    this.#games[mode] = game;
    try {
      const last = this.#describe(game);
      const [position, shown] = await Promise.all([
        last,
        ply === game.moves.length ? last : this.#describe(cut(game, ply)),
      ]);
      if (turn.signal.aborted) return;
      this.#store.changePlay({ position, shown, ply, hint: null });
      void this.#act(position, shown, turn.signal);
    } catch (error) {
      if (this.#turn === turn) this.#games[mode] = before;
      throw error;
    }
  }

  async #act(position: Position, shown: Position, turn: AbortSignal): Promise<void> {
    try {
      if (this.#play.mode === "analyse") await this.#examine(shown, turn);
      else if (position.result === null) await this.#answer(position, turn);
    } catch (error) {
      if (turn.aborted) return;
      this.#store.trouble(`The program could not move: ${reason(error)}.`);
    }
  }

  async #answer(position: Position, turn: AbortSignal): Promise<void> {
    const { mode, strength, watched } = this.#play;
    const seat = this.#programOf(position.turn);
    if (!seat || mode === "arena" || (mode === "watch" && watched !== "on")) return;
    const game = this.#game;
    const [thought] = await Promise.all([
      this.#think("move", game, position.fen, seat, strength),
      mode === "watch" ? delay(PACE_MS) : null,
    ]);
    const move = thought?.lines[0]?.move;
    if (!turn.aborted && move) await this.#go({ ...game, moves: [...game.moves, move] });
  }

  async #examine({ fen, result }: Position, turn: AbortSignal): Promise<void> {
    const seat = this.#seat;
    if (!this.#analysing || !seat || result !== null) return;
    this.#store.changePlay({ search: "analysis" });
    await delay(LEAFING_MS);
    if (turn.aborted || !this.#analysing) return;
    const game = cut(this.#game, this.#play.ply);
    const budget = analysisBudget(this.#play.lines);
    await this.#thinking.begin({ purpose: "analysis", game, fen, seat, budget, remember: true });
  }

  #think(purpose: "move" | "hint", game: Game, fen: string, seat: Seat, strength: Strength) {
    const budget = budgetOf(strength);
    return this.#thinking.begin({ purpose, game, fen, seat, budget, remember: remembers(strength) });
  }
}

/** The game up to that half-move. */
function cut(game: Game, ply: number): Game {
  if (ply >= game.moves.length) return game;
  return { ...game, moves: game.moves.slice(0, ply), resigned: null };
}

function delay(milliseconds: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, milliseconds));
}
