// The clocks of the game on the board, as they run. What each side has left after a move the game itself carries.

import { leftNow, leftTo, lowFrom, runs } from "../clock.ts";
import type { ClockFace, Dial, GameClock, Play } from "../model.ts";
import type { Store } from "./store.ts";

type Side = Play["side"];

export class BoardClock {
  readonly #store: Store;
  readonly #onFlag: (clock: GameClock, late: Side) => void;
  #clock: GameClock | null = null;
  #timer: ReturnType<typeof setTimeout> | undefined;

  /** `onFlag` hears whose time is over, by the clock of that game. */
  constructor(store: Store, onFlag: (clock: GameClock, late: Side) => void) {
    this.#store = store;
    this.#onFlag = onFlag;
  }

  /** The time since the clock that runs began to. */
  get spent_ms(): number {
    const { clock } = this.#store.state.play;
    return clock?.running ? performance.now() - clock.since : 0;
  }

  /**
   * The game stands so: the clock of a person who is to move runs. That of a program waits until it is told to, so that a program
   * does not pay for the start of its worker. `late`: whose time is over.
   */
  show(clock: GameClock, turn: Side, isOver: boolean, late: Side | null): void {
    const { side, clock: face } = this.#store.state.play;
    const isSame = clock === this.#clock && face !== null;
    // Another opponent took a seat meanwhile.
    if (isSame && !isOver && turn === side && face.running === turn) return;
    const was_low = face !== null && face.was_low && clock.left_ms.length > 0;
    const dial = (one: Side): Dial | null => {
      // A resignation stops the clock where it was seen.
      const now = isOver && isSame ? stopped(face, one) : dialOf(clock, turn, one);
      return now && one === late ? { ...now, left_ms: 0 } : now;
    };
    const dials = { white: dial("white"), black: dial("black") };
    this.#clock = clock;
    this.#put({ ...dials, running: null, since: 0, was_low });
    if (!isOver && turn === side) this.start(turn);
  }

  /** The clock of the side to move runs, from what it had before this move. */
  start(turn: Side): void {
    const face = this.#store.state.play.clock;
    if (!face || !this.#clock || !runs(this.#clock, turn)) return;
    this.#put({ ...face, [turn]: dialOf(this.#clock, turn, turn), running: turn, since: performance.now() });
  }

  /** There is no game with a clock on the board. */
  clear(): void {
    this.#clock = null;
    if (this.#store.state.play.clock) this.#put(null);
  }

  #put(clock: ClockFace | null): void {
    clearTimeout(this.#timer);
    this.#store.changePlay({ clock });
    if (clock?.running) this.#watch();
  }

  /** Until time is low, then until it is over. */
  #watch(): void {
    const { clock: face, side } = this.#store.state.play;
    const { running } = face ?? {};
    const clock = this.#clock;
    if (!face || !clock || !running) return;
    const left = leftNow(face, running, performance.now()) ?? 0;
    if (left === 0) return this.#onFlag(clock, running);
    const untilLow = running === side && !face.was_low ? left - (face[running]?.low_ms ?? 0) : left;
    if (untilLow <= 0) this.#store.changePlay({ clock: { ...face, was_low: true } });
    this.#timer = setTimeout(() => this.#watch(), untilLow > 0 ? untilLow : left);
  }
}

function dialOf(clock: GameClock, turn: Side, side: Side): Dial | null {
  const control = clock[side];
  const left_ms = leftTo(clock, turn, side);
  return control && left_ms !== null ? { left_ms, low_ms: lowFrom(control) } : null;
}

function stopped(face: ClockFace, side: Side): Dial | null {
  const left_ms = leftNow(face, side, performance.now());
  const dial = face[side];
  return dial && left_ms !== null ? { ...dial, left_ms } : null;
}
