// The board: a game against a program, an analysis, a game between two programs. Each has a game of its own, which is plain
// data; the player worker only answers questions about it. A game under way keeps its opponent, whatever program is shown meanwhile.

import { clockOf } from "../clock.ts";
import type { Player } from "../host/player.ts";
import type {
  ClockChoice,
  GameClock,
  Mode,
  Opponent,
  Play,
  Position,
  Program,
  Seat,
  Strength,
  Tag,
} from "../model.ts";
import { isMove, lacksPromotion } from "../move-form.ts";
import { say } from "../language/language.ts";
import { noteOfNew } from "../results.ts";
import { ancestorOf, seatOf } from "../seats.ts";
import {
  beginsWith,
  grown,
  hasNotes,
  type Line,
  lineThrough,
  mainLine,
  promoted,
  type Variations,
  without,
} from "../variations.ts";
import type { Game, GameFile, StartRead } from "../worker/protocol.ts";
import { FRESH, type KeptBoard } from "./board-game.ts";
import { BoardTables } from "./board-tables.ts";
import { BoardClock } from "./clock.ts";
import { download } from "./download.ts";
import { budgetFor, cut, lineWithTimes, movedOn, takenBack, upTo } from "./game.ts";
import { looksLikeGame, programIn, summaryOf, tagsOf } from "./game-file.ts";
import { OpenedFile, SET_UP } from "./opened-file.ts";
import { pastedSeat } from "./pasted.ts";
import { readVariations } from "./pgn-tree.ts";
import { reason } from "./reason.ts";
import { pgnOf, tagsOfPlayed, type ToSave } from "./saved-game.ts";
import type { Store } from "./store.ts";
import { analysisBudget, budgetOf, fitLines, fitPace, fitStrength, remembers } from "./strength.ts";
import { Thinking } from "./thinking.ts";
import { fitClock } from "./time-control.ts";
import { putAside, RESIGNED, takenOut } from "../titles.ts";

export type Side = "white" | "black";

/** A program to be met, and what it is called. */
export interface Shown {
  program: Program;
  title: string;
}

/** Whoever leafs through a game does not want each position analysed. */
const LEAFING_MS = 120;

/** What messages are about. */
const MOVE = "move";
const NOBODY = { opponent: "shown", program: null, program_title: "", pasted: null, ancestor: null } as const;

export class Playing {
  readonly #store: Store;
  readonly #player: Player;
  readonly #thinking: Thinking;
  readonly #clock: BoardClock;
  readonly #keep: () => void;
  readonly #tables: BoardTables;
  readonly #file: OpenedFile;
  /** The analysis that the opened game on the board came with. */
  #opened: Variations = [];
  #analysing = true;
  /** Aborted when the game moves on, or another one is on the board. */
  #turn = new AbortController();
  /** Of the positions looked at only the last one asked for is shown. */
  #looks = 0;

  /** `keep` stores the strength and the other choices at the board, `keepBoard` the games. */
  constructor(
    store: Store,
    player: Player,
    keep: () => void,
    keepBoard: (board: Omit<KeptBoard, "version">) => void,
  ) {
    this.#store = store;
    this.#player = player;
    this.#thinking = new Thinking(store, player);
    this.#clock = new BoardClock(store, (clock, late) => void this.#flag(clock, late));
    this.#tables = new BoardTables(store, keepBoard);
    this.#keep = keep;
    this.#file = new OpenedFile(
      store,
      player,
      (...game) => this.#present(...game),
      () => this.setMode("analyse"),
    );
  }

  /** Whether the program on show is busy at the board: then another takes its place only when a person says so. */
  get engaged(): boolean {
    const { mode, opponent, search, watched } = this.#play;
    if (mode === "arena") return false;
    if (mode === "watch") return watched !== "waiting";
    if (opponent !== "shown") return false;
    return mode === "analyse" || search !== null || this.#tables.isUnderWay();
  }

  /** The game up to the position on the board. */
  get gameOnShow(): Game {
    return upTo(this.#game, this.#play.ply);
  }

  /** The browser has lost what was stored. */
  keepAgain(): void {
    this.#tables.keepAgain();
  }

  /** The games that were stored come back, at rest; without any a new one begins. */
  async restore(kept: Omit<KeptBoard, "version"> | null): Promise<void> {
    if (!kept) return this.newGame("white", null);
    this.#tables.restore(kept);
    this.#analysing = false;
    if (this.#play.mode === "watch" && this.#game.moves.length > 0)
      this.#store.changePlay({ watched: "held" });
    try {
      await this.#go(this.#game);
    } catch (error) {
      this.#store.trouble(`The stored game could not be opened: ${reason(error)}.`);
      this.#tables.clear();
      this.#store.changePlay({ ...NOBODY, mode: "play" });
      await this.newGame("white", null);
    }
  }

  // ---- who plays ------------------------------------------------------------------------------

  /** Puts the program on show at its seat; a person who chose it wants to meet it, after the game under way. */
  async face(program: Program, title: string, chosenByPerson: boolean): Promise<void> {
    const { mode, opponent, program: before, program_title } = this.#play;
    if (chosenByPerson && mode === "play" && this.#tables.isUnderWay()) return this.#invite(program, title);
    if (!chosenByPerson && before?.text === program.text && program_title === title) return;
    this.#store.changePlay({ program, program_title: title });
    if (chosenByPerson) this.#store.changePlay({ opponent: "shown" });
    if (chosenByPerson || opponent === "shown" || mode === "watch") await this.#seated();
  }

  /** A program that came by a link, by a file or from the run: a game against it, after the one under way. */
  async receive(program: Program, title: string): Promise<void> {
    if (this.#tables.isUnderWay("play")) {
      await this.setMode("play");
      return this.#invite(program, title);
    }
    this.#leave();
    if (this.#play.mode !== "play") this.#tables.turnTo("play");
    this.#store.changePlay({ program, program_title: title, opponent: "shown", invited: null });
    await this.newGame("white", null);
  }

  /** Where this program sits, it has another title now. */
  rename(text: string, title: string): void {
    if (this.#play.program?.text !== text) return;
    this.#store.changePlay({ program_title: title });
    this.keepAgain();
  }

  /** The next game is against this program; the one under way goes on as it is. */
  #invite(program: Program, title: string): void {
    const { opponent } = this.#play;
    if (opponent !== "shown") this.#store.changePlay({ program, program_title: title });
    const sitsThere = this.#seat?.text === program.text;
    this.#store.changePlay({ invited: sitsThere ? null : title });
  }

  async setOpponent(opponent: Opponent): Promise<void> {
    if (!seatOf(this.#store.state, opponent)) return;
    this.#store.changePlay({ opponent, ...(opponent === "ancestor" ? this.#ancestor : {}) });
    await this.#seated();
  }

  /** That of the run there is, or the one that sat there before. */
  get #ancestor(): Pick<Play, "ancestor"> {
    return { ancestor: ancestorOf(this.#store.state.run) ?? this.#play.ancestor };
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

  /** For the game on the board where the person has not moved yet, else for the next one. */
  async setClock(choice: ClockChoice): Promise<void> {
    this.#store.changePlay({ clock_choice: fitClock(choice) });
    this.#keep();
    const { mode, position } = this.#play;
    if (mode !== "play" || !position) return;
    if (this.#hasMoved(position) || position.result !== null)
      return this.#store.notice("The clock is set for the next game.");
    await this.#go(this.#withClock(this.#game));
  }

  setSounds(sounds: boolean): void {
    this.#store.changePlay({ sounds });
    this.#keep();
  }

  setPace(milliseconds: number): void {
    this.#store.changePlay({ pace_ms: fitPace(milliseconds) });
    this.#keep();
  }

  #seated(): Promise<void> {
    this.#store.changePlay({ thinking: null });
    return this.#go(this.#game, this.#play.ply);
  }

  // ---- the game -------------------------------------------------------------------------------

  async setMode(mode: Mode): Promise<void> {
    if (mode === this.#play.mode) return;
    const { ply, opponent, position } = this.#play;
    const from = { ...this.#game, tags: this.#tagsOfGame() };
    this.#leave();
    this.#tables.turnTo(mode);
    // The arena has boards of its own; the game on this one waits there to be analysed.
    if (mode === "arena") this.#tables.game = from;
    if (mode === "arena") return;
    if (mode !== "analyse") return this.#go(this.#game);
    // Nothing to analyse: then what was analysed last.
    if (from.moves.length > 0 || from.start)
      this.#examineGame(from, lineWithTimes(from, position?.history ?? []));
    this.#analysing = true;
    if (!seatOf(this.#store.state, opponent)) this.#store.changePlay({ opponent: "staunton" });
    await this.#go(this.#game, from.moves.length > 0 ? ply : undefined);
  }

  /** What was tried in it before is still there, unless it has become another game. */
  #examineGame(game: Game, line: Line): void {
    const main = mainLine(this.#tables.variations);
    const isTheSame = beginsWith(main, game.moves) || beginsWith(game.moves, main);
    if (!isTheSame || this.#game.start !== game.start) this.#tables.variations = [];
    this.#tables.variations = grown(this.#tables.variations, line);
    const { start, moves, tags } = game;
    this.#tables.game = { start, moves, resigned: null, ...(tags && { tags }) };
  }

  /** Against the program `shown`, where whoever sits there is the one on show. */
  async newGame(side: Side, shown: Shown | null): Promise<void> {
    const { mode, invited } = this.#play;
    this.#putAside(FRESH);
    if (shown) this.#store.changePlay({ program: shown.program, program_title: shown.title });
    if (mode === "play" && invited !== null) this.#store.changePlay({ opponent: "shown", invited: null });
    this.#store.changePlay({ side, next_side: side, thinking: null, ...this.#ancestor });
    this.#player.forget();
    if (mode === "watch") this.#store.changePlay({ watched: "on" });
    await this.#go(this.#withClock(FRESH));
  }

  /** For the game on the board where the person has not moved yet, else for the next one. */
  async setSide(side: Side): Promise<void> {
    const { mode, position, watched } = this.#play;
    this.#store.changePlay({ next_side: side });
    if (!position || mode === "analyse" || mode === "arena" || side === this.#play.side) return;
    const begun = mode === "watch" ? watched !== "waiting" : this.#hasMoved(position);
    if (begun || position.result !== null)
      return this.#store.notice(`You play ${side === "white" ? "White" : "Black"} from the next game on.`);
    const game = upTo(this.#game, 0);
    // Nobody took a move back: it is another game.
    this.#store.changePlay({ side, thinking: null, note: noteOfNew(game) });
    await this.#go(this.#withClock(game));
  }

  /** In the game on the board the program thinks as its strength says, whatever clock it would have. */
  async thinkByStrength(): Promise<void> {
    const { clock_choice, side } = this.#play;
    const game = this.#game;
    await this.#go({
      ...game,
      clock: clockOf({ ...clock_choice, odds: "setting" }, side, game.moves.length),
    });
  }

  /** Whether the person has. */
  #hasMoved({ turn }: Position): boolean {
    const { moves } = this.#game;
    const begins = moves.length % 2 === 0 ? turn : other(turn);
    return moves.length >= (begins === this.#play.side ? 1 : 2);
  }

  /** A position as FEN, or a game as PGN. What is refused changes nothing. */
  async setUp(text: string): Promise<void> {
    if (looksLikeGame(text)) return this.#file.openText(text, "The text");
    try {
      // Looked at first: the game there is, and the search for its next move, must outlive a refused one.
      const read = await this.#player.call("read_start", { fen: text.trim() });
      const game: Game = { start: read.fen, moves: [], resigned: null };
      this.#putAside(game);
      this.#store.mended(SET_UP);
      this.#store.changePlay({ thinking: null });
      if (this.#play.mode === "watch") this.#store.changePlay({ watched: "waiting" });
      await this.#go(this.#withClock(game));
      const lost = lostOf(read);
      if (lost !== "") this.#store.notice(lost);
    } catch (error) {
      this.#store.trouble(`This position cannot be set up: ${reason(error)}.`, SET_UP);
    }
  }

  async objectionTo(fen: string): Promise<string | null> {
    try {
      await this.#describe({ start: fen, moves: [], resigned: null });
      return null;
    } catch (error) {
      return reason(error);
    }
  }

  /** A file with a game comes onto the board. */
  openGame(file: File): Promise<void> {
    return this.#file.open(file);
  }

  openGameOfFile(at: number): Promise<void> {
    return this.#file.openGame(at);
  }

  closeFile(): void {
    this.#file.close();
  }

  /** A game to look at, and to go on with: an analysis, by the program that played it where its file names one. */
  async #present(read: GameFile, text: string, isAsked = () => true): Promise<void> {
    const program = await programIn(this.#player, read);
    const { variations, left_out } = await readVariations(this.#player, text, read.game);
    // Another was asked for meanwhile.
    if (!isAsked()) return;
    // Whoever leafs through a file puts nothing aside that is not there any more.
    const isAsRead = this.#play.file !== null && this.#tables.variations === this.#opened;
    if (this.#play.mode === "analyse" && !isAsRead) this.#putAside(read.game, variations);
    this.#store.mended(SET_UP);
    this.#leave();
    if (this.#play.mode !== "analyse") this.#tables.turnTo("analyse");
    this.#analysing = false;
    this.#tables.variations = variations;
    if (program) this.#store.changePlay(program);
    else if (!this.#seat) this.#store.changePlay({ opponent: "staunton" });
    await this.#go({ ...read.game, tags: tagsOf(read) });
    this.#opened = this.#tables.variations;
    this.#store.notice(summaryOf(read, left_out, hasNotes(variations)));
  }

  /** The game that was taken from the board comes back. */
  async bringBack(): Promise<void> {
    const aside = this.#tables.takeAside();
    if (!aside) return;
    this.#leave();
    const { side } = aside.seats;
    const watched = aside.mode === "watch" ? "held" : this.#play.watched;
    this.#store.changePlay({ ...aside.seats, next_side: side, watched, invited: null });
    if (aside.variations) this.#tables.variations = aside.variations;
    await this.#go(aside.game);
  }

  #putAside(next: Game, variations: Variations = []): void {
    const { mode } = this.#play;
    this.#tables.putAside(next, putAside(mode, this.#seat?.title), variations);
    if (mode === "play") this.#store.changePlay({ note: noteOfNew(next) });
    const { file } = this.#play;
    if (mode === "analyse" && file) this.#store.changePlay({ file: { ...file, at: null } });
  }

  /** Plays the person's move, after the program's where that is awaited; answers what is wrong with it, or null. */
  async move(text: string): Promise<string | null> {
    return this.#awaits() ? this.#premove(text) : this.#makeMove(text, this.#clock.spent_ms);
  }

  async #makeMove(text: string, spent_ms: number): Promise<string | null> {
    const wrong = this.#objection();
    if (wrong) return wrong;
    const whole = this.#game;
    const game = this.#play.mode === "analyse" ? cut(whole, this.#play.ply) : whole;
    try {
      const move = await this.#player.call("read_move", { game, text });
      if (whole !== this.#game) return "The position has changed meanwhile.";
      const ply = game.moves.length + 1;
      const known = whole.moves[ply - 1] === move;
      await this.#go(known ? whole : this.#movedOn(game, move, spent_ms), ply);
      return null;
    } catch (error) {
      return reason(error);
    }
  }

  /** Whether the program thinks about its move in the person's game. */
  #awaits(): boolean {
    const { mode, search, position, side } = this.#play;
    return mode === "play" && search === "move" && position?.result === null && position.turn !== side;
  }

  #premove(text: string): string | null {
    if (!isMove(text)) return `"${text}" is not a move to play after the program's.`;
    if (lacksPromotion(text))
      return `${text} does not say what the pawn becomes: write ${text.replace(/[+#!?]+$/, "")}=Q`;
    this.#store.changePlay({ premove: text });
    return null;
  }

  forgetPremove(): void {
    if (this.#play.premove !== null) this.#store.changePlay({ premove: null });
  }

  /**
   * Back to the person's last decision; a resignation is itself one, and a fallen flag took one away. In an analysis the move on the
   * board goes.
   */
  async takeBack(): Promise<void> {
    const { position, side, mode } = this.#play;
    if (!position || mode === "watch" || mode === "arena") return;
    if (mode === "analyse") return this.#takeOut();
    const { moves, resigned } = this.#game;
    const undone = takenBack(this.#game, position.turn, side);
    if (undone > moves.length) return;
    this.#store.changePlay({ thinking: null });
    if (resigned) this.#tables.dropAside();
    await this.#go(upTo(this.#game, moves.length - undone));
  }

  /** The move on the board, and what was tried after it: more than one move can be brought back. */
  async #takeOut(): Promise<void> {
    const { ply } = this.#play;
    const { moves } = this.#game;
    if (ply === 0) return;
    const before = this.#tables.variations;
    const left = without(before, moves.slice(0, ply));
    const lost = before.length - left.length;
    if (lost > 1) this.#tables.putAside(this.#game, takenOut(lost), left);
    else this.#tables.variations = left;
    this.#store.changePlay({ thinking: null });
    await this.#go(this.#through(moves.slice(0, ply - 1)), ply - 1);
  }

  async resign(): Promise<void> {
    const { position, side, mode } = this.#play;
    if (mode !== "play" || position?.result !== null) return;
    const game: Game = { ...this.#game, resigned: side };
    this.#tables.putAside(game, RESIGNED);
    await this.#go(game);
  }

  async #flag(clock: GameClock, late: Side): Promise<void> {
    const game = this.#game;
    // By now another game may be on the board, or a move may have come in time.
    if (game.clock === clock && this.#play.position?.result === null)
      await this.#go({ ...game, flagged: late });
  }

  async downloadPgn(): Promise<void> {
    const pgn = await pgnOf(this.#player, this.#saved, this.#store.state.systems);
    download("millipawn.pgn", pgn, "application/x-chess-pgn");
  }

  get #saved(): ToSave {
    const { mode, strength, side, variations } = this.#play;
    const isPlayed = mode === "play" || mode === "watch";
    const seats = isPlayed ? { white: this.#programOf("white"), black: this.#programOf("black") } : null;
    return { game: this.#game, variations, seats, side, strength };
  }

  /** What is known of the game on the board. */
  #tagsOfGame(): Tag[] {
    const { position } = this.#play;
    return tagsOfPlayed(this.#saved, position?.score ?? "*", this.#store.state.systems);
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

  /** The position after these moves of the analysis; the line that it is in goes on. */
  async follow(moves: string[]): Promise<void> {
    if (this.#play.mode !== "analyse") return;
    const isThere = beginsWith(this.#game.moves, moves);
    await this.#go(isThere ? this.#game : this.#through(moves), moves.length);
  }

  async makeMain(): Promise<void> {
    const { mode, ply } = this.#play;
    if (mode !== "analyse") return;
    this.#tables.variations = promoted(this.#tables.variations, this.#game.moves.slice(0, ply));
    await this.#go(this.#game, ply);
  }

  /** After a move that a person made; in an analysis with what is known to follow. */
  #movedOn(game: Game, move: string, spent_ms: number): Game {
    const { mode, position } = this.#play;
    if (mode === "analyse" || !position) return this.#through([...game.moves, move]);
    return movedOn(game, position.turn, move, spent_ms);
  }

  /** The game with the clock that was chosen, where a person plays it. */
  #withClock(game: Game): Game {
    const { mode, clock_choice, side } = this.#play;
    return mode === "play" ? { ...game, clock: clockOf(clock_choice, side, game.moves.length) } : game;
  }

  /** The line that begins with these moves, as far as the analysis knows it. */
  #through(moves: string[]): Game {
    const { mode } = this.#play;
    const line = mode === "analyse" ? lineThrough(this.#tables.variations, moves) : moves;
    return { ...this.#game, moves: line };
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
    const thought = await this.#thinking.begin({
      purpose: "hint",
      game: this.#game,
      fen: position.fen,
      seat,
      budget: budgetOf(seat, strength),
      remember: remembers(strength),
    });
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
    const { start, moves } = cut(this.#game, ply);
    const game: Game = { start, moves, resigned: null };
    const { opponent, pasted, program, program_title, ancestor } = this.#play;
    await this.setMode("play");
    this.#putAside(game);
    const seats = { opponent, pasted, program, program_title, ancestor };
    this.#store.changePlay({
      ...seats,
      side: shown.turn,
      next_side: shown.turn,
      invited: null,
      thinking: null,
    });
    await this.#go(this.#withClock(game));
  }

  /** Lets two programs play on, holds their game, or ends it. */
  async watch(how: "on" | "held" | "stopped"): Promise<void> {
    if (this.#play.mode !== "watch") return;
    const again = how === "on" && this.#play.watched === "stopped";
    this.#store.changePlay({ watched: how });
    await this.#go(again ? upTo(this.#game, 0) : this.#game);
  }

  // ---- inside ---------------------------------------------------------------------------------

  get #play(): Play {
    return this.#store.state.play;
  }

  get #game(): Game {
    return this.#tables.game;
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
    this.#clock.clear();
    const held = this.#play.watched === "on" ? "held" : this.#play.watched;
    this.#store.changePlay({ thinking: null, hint: null, premove: null, watched: held });
  }

  #describe(game: Game): Promise<Position> {
    return this.#player.call("position", { game, program: this.#judge?.text ?? null });
  }

  /** Shows the game as it now stands, and lets whoever is to move think. A refused game changes nothing. */
  async #go(asked: Game, ply = asked.moves.length): Promise<void> {
    const game = this.#ruled(asked);
    this.#turn.abort();
    this.#thinking.cancel();
    const turn = new AbortController();
    this.#turn = turn;
    this.#looks += 1;
    const before = this.#game;
    this.#tables.game = game;
    try {
      const last = this.#describe(game);
      const [position, shown] = await Promise.all([
        last,
        ply === game.moves.length ? last : this.#describe(cut(game, ply)),
      ]);
      if (turn.signal.aborted) return;
      const variations = this.#tried(position);
      this.#store.changePlay({
        position,
        shown,
        ply,
        start: game.start,
        tags: game.tags ?? null,
        may_take_back: takenBack(game, position.turn, this.#play.side) <= game.moves.length,
        variations,
        hint: null,
        premove: null,
      });
      this.#tables.settle(position.result !== null);
      this.#showClock(game, position);
      void this.#act(position, shown, turn.signal);
    } catch (error) {
      if (this.#turn === turn) this.#tables.game = before;
      throw error;
    }
  }

  /** Nobody claims a draw in an analysis; in a game it is given. */
  #ruled(game: Game): Game {
    const unclaimed = this.#play.mode === "analyse";
    return (game.unclaimed ?? false) === unclaimed ? game : { ...game, unclaimed };
  }

  #showClock({ clock, flagged = null }: Game, { turn, result }: Position): void {
    if (clock && this.#play.mode === "play") this.#clock.show(clock, turn, result !== null, flagged);
    else this.#clock.clear();
  }

  /** In the analysis, the line that is followed among it. */
  #tried({ history }: Position): Variations {
    if (this.#play.mode !== "analyse") return [];
    this.#tables.variations = grown(this.#tables.variations, history);
    return this.#tables.variations;
  }

  async #act(position: Position, shown: Position, turn: AbortSignal): Promise<void> {
    try {
      if (this.#play.mode === "analyse") await this.#examine(shown, turn);
      else if (position.result === null) await this.#answer(position, turn);
    } catch (error) {
      if (turn.aborted) return;
      this.#store.trouble(`The program could not move: ${reason(error)}.`, MOVE);
    }
  }

  async #answer(position: Position, turn: AbortSignal): Promise<void> {
    const { mode, strength, watched } = this.#play;
    const seat = this.#programOf(position.turn);
    if (!seat || mode === "arena" || (mode === "watch" && watched !== "on")) return;
    const game = this.#game;
    const [thought] = await Promise.all([
      this.#thinking.begin({
        purpose: "move",
        game,
        fen: position.fen,
        seat,
        ...budgetFor(game, position.turn, seat, strength),
        onBegun: () => this.#clock.start(position.turn),
      }),
      mode === "watch" ? delay(this.#play.pace_ms) : null,
    ]);
    const move = thought?.lines[0]?.move;
    if (turn.aborted || !move) return;
    this.#store.mended(MOVE);
    const { premove } = this.#play;
    const next = movedOn(game, position.turn, move, this.#clock.spent_ms);
    await this.#go(next);
    // Another game may be on the board by now.
    if (premove === null || this.#game !== next || this.#play.position?.result !== null) return;
    // A premove costs no time.
    const refused = await this.#makeMove(premove, 0);
    if (refused) this.#store.notice(`${premove} cannot be played now.`);
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
}

/** What of a FEN was left out, and why. */
function lostOf({ castling, en_passant }: StartRead): string {
  const rights =
    castling === ""
      ? ""
      : say`Castling rights of the FEN were left out, as king and rook do not stand there: ${castling}`;
  const passed =
    en_passant === null
      ? ""
      : say`Its en passant square was left out, as no pawn has just passed it: ${en_passant}`;
  return [rights, passed]
    .filter(Boolean)
    .map((text) => `${text}.`)
    .join(" ");
}

function other(side: Side): Side {
  return side === "white" ? "black" : "white";
}

function delay(milliseconds: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, milliseconds));
}
