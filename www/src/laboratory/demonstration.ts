// The demonstration: what the page shows of evolution before anyone has touched it. It is an ordinary run on the sample games, with one
// worker and a state of its own: nothing of it is stored or announced, and it ends at the first touch of a control.

import { Evolution, type NewsEvent } from "../host/evolution.ts";
import { Desk } from "../host/player.ts";
import type {
  Demonstration as Shown,
  GenerationRecord,
  Lessons,
  MatchGame,
  Position,
  Settings,
} from "../model.ts";
import type { Budget, Game, PlayerCalls } from "../worker/protocol.ts";
import { FixedScores } from "./fixed-scores.ts";
import { joined } from "./kinds/kind.ts";
import { IDLE } from "./store.ts";

/** It ends by itself. */
const WHOLE_MS = 50_000;
/** Between two moves, so that the eye follows. */
const MOVE_MS = 450;
/** A game that goes on for longer makes place for the next. */
const MOST_PLIES = 160;
/** As programs decide while they are bred: a ply, and captures until it is quiet. */
const BUDGET: Budget = { depth: 1, nodes: Infinity, milliseconds: Infinity, lines: 1 };

export interface DemonstrationParts {
  /** Chosen by measurement: see docs/demonstration.md. */
  settings(): Settings;
  readSample(settings: Settings): Promise<Lessons>;
  shown(): Shown | null;
  show(part: Shown | null): void;
}

export class Demonstration {
  readonly #parts: DemonstrationParts;
  /** Counts and plays. One that ends is not replaced: the demonstration ends with it. */
  readonly #desk = new Desk();
  #evolution: Evolution | null = null;
  #lessons: Lessons | null = null;
  #timers = new Set<ReturnType<typeof setTimeout>>();
  #isOver = false;
  readonly #scores = new FixedScores({
    count: (question) => this.#ask("sample_found", question),
    now: () => performance.now(),
    show: (sample) => this.#change({ sample }),
    // Nobody has asked for it, so nobody needs to know.
    failed: () => this.end(),
  });

  constructor(parts: DemonstrationParts) {
    this.#parts = parts;
  }

  /** Begins, unless it has ended already. */
  async begin(): Promise<void> {
    if (this.#isOver) return;
    try {
      await this.#begin();
    } catch {
      this.end();
    }
  }

  /** Its workers end at once, and it does not begin again. What it has come to stays on show until a run begins. */
  end(): void {
    if (this.#isOver) return;
    this.#isOver = true;
    for (const timer of this.#timers) clearTimeout(timer);
    this.#scores.end();
    this.#desk.close();
    this.#release();
    this.#change({ phase: "over" });
  }

  async #begin(): Promise<void> {
    const settings = this.#parts.settings();
    const run = { ...IDLE, phase: "running" as const, settings };
    this.#parts.show({ phase: "running", run, genes: [], sample: null, ancestor: null, game: null });
    this.#after(WHOLE_MS, () => this.end());
    const lessons = await this.#parts.readSample(settings);
    if (this.#isOver) return;
    this.#lessons = lessons;
    const evolution = new Evolution({ onNews: (event) => this.#onNews(event), onStuck: () => this.end() });
    this.#evolution = evolution;
    evolution.setWorkers(1);
    await evolution.load(lessons.examples);
    if (this.#isOver) return this.#release();
    const system = String(settings["system"]);
    await evolution.open({ kind: "new", run: "imitation", settings, programs: [], system, suite: null });
    if (this.#isOver) return this.#release();
    await evolution.run({ until: Number(settings["generations"]), step: false, alone: true });
  }

  async #ask<K extends keyof PlayerCalls>(
    call: K,
    argument: PlayerCalls[K]["argument"],
  ): Promise<PlayerCalls[K]["answer"]> {
    const line = await this.#desk.open();
    // It may have ended while the line was opened.
    if (this.#isOver) this.#desk.close();
    return line.call(call, argument);
  }

  #release(): void {
    const evolution = this.#evolution;
    if (!evolution) return;
    evolution.rest();
    evolution.pause().then(
      () => evolution.release(),
      () => {},
    );
  }

  #change(part: Partial<Shown>): void {
    const shown = this.#parts.shown();
    if (shown) this.#parts.show({ ...shown, ...part });
  }

  #after(milliseconds: number, act: () => void): void {
    const timer = setTimeout(() => {
      this.#timers.delete(timer);
      act();
    }, milliseconds);
    this.#timers.add(timer);
  }

  #onNews({ records, population, phase }: NewsEvent): void {
    const shown = this.#parts.shown();
    if (this.#isOver || !shown || records.length === 0) return;
    const run = {
      ...shown.run,
      records: joined(shown.run.records, records as GenerationRecord[]),
      population,
    };
    const ancestor = shown.ancestor ?? population?.programs[0] ?? null;
    this.#change({ run, ancestor });
    const { settings } = run;
    if (settings && this.#lessons)
      this.#scores.look({ settings, lessons: this.#lessons, records: run.records, phase });
    if (!shown.ancestor && ancestor)
      this.#divide(ancestor).then(
        () => this.#play(1),
        () => this.end(),
      );
    // The game goes on.
    if (phase === "finished") this.#release();
  }

  /** Where one gene ends and the next begins is the same in all programs. */
  async #divide(program: string): Promise<void> {
    const { genes } = await this.#ask("program", { text: program });
    this.#change({ genes });
  }

  /** A game of the champion, whichever it is at each move, against the random program; then the next with colours exchanged. */
  async #play(number: number): Promise<void> {
    const game: Game = { start: null, moves: [], resigned: null };
    try {
      await this.#move(game, number);
    } catch {
      this.end();
    }
  }

  async #move(game: Game, number: number): Promise<void> {
    const shown = this.#parts.shown();
    const champion = shown?.run.records.at(-1)?.champion;
    if (this.#isOver || !champion || !shown?.ancestor) return;
    const championIsWhite = number % 2 === 1;
    const program = (game.moves.length % 2 === 0) === championIsWhite ? champion : shown.ancestor;
    const thought = await this.#ask("think", { game, program, budget: BUDGET, remember: false });
    const move = thought.lines[0]?.move;
    if (this.#isOver || !move) return;
    const next = { ...game, moves: [...game.moves, move] };
    const position = await this.#ask("position", { game: next, program: null });
    if (this.#isOver) return;
    this.#change({ game: gameOf(position, number, championIsWhite) });
    const isOver = position.result !== null || next.moves.length >= MOST_PLIES;
    this.#after(isOver ? 4 * MOVE_MS : MOVE_MS, () =>
      isOver ? void this.#play(number + 1) : void this.#move(next, number).catch(() => this.end()),
    );
  }
}

function gameOf({ fen, last_move, history, result }: Position, number: number, isWhite: boolean): MatchGame {
  const names = ["the present champion", "a random program"];
  const [white = "", black = ""] = isWhite ? names : names.toReversed();
  return { fen, last_move, plies: history.length, number, white, black, end: result };
}
