// A game scored move by move, when a person asks for it: one short search for each position, by whoever judges at the board.

import { Desk } from "../host/player.ts";
import { withReplacements } from "../host/retry.ts";
import type { Review, Seat } from "../model.ts";
import { seatOf } from "../seats.ts";
import type { Game } from "../worker/protocol.ts";
import { reason } from "./reason.ts";
import type { Store } from "./store.ts";
import { budgetOf } from "./strength.ts";

/** For each position (our choice): a long game takes some seconds on a phone, and it suffices to see where a piece was lost. */
const NODES = 5000;

export class Reviewing {
  readonly #store: Store;
  #going = new AbortController();

  constructor(store: Store) {
    this.#store = store;
  }

  /** Scores the line on the board, from its first position to its last. */
  async begin(): Promise<void> {
    const { position, start, mode } = this.#store.state.play;
    if (!position || mode === "arena" || position.history.length === 0) return;
    this.stop();
    const going = new AbortController();
    this.#going = going;
    const moves = position.history.map(({ uci }) => uci);
    const seat = this.#judge;
    const scored = position.result === null ? moves.length + 1 : moves.length;
    const names = namesOf(position.moves);
    this.#show({ start, moves, names, by: seat.title, scores: [], end: position.score, going: true });
    const desk = new Desk();
    try {
      for (let ply = 0; ply < scored && !going.signal.aborted; ply += 1)
        this.#add(
          await scoreOf(desk, { start, moves: moves.slice(0, ply), resigned: null, unclaimed: true }, seat),
          going.signal,
        );
    } catch (error) {
      if (!going.signal.aborted) this.#store.trouble(`The game could not be scored: ${reason(error)}.`);
    } finally {
      desk.close();
      if (!going.signal.aborted) this.stop();
    }
  }

  /** What is scored stays. */
  stop(): void {
    this.#going.abort();
    const { review } = this.#store.state.play;
    if (review?.going) this.#show({ ...review, going: false });
  }

  /** Whoever is met or asked at the board; of two programs the one on show. */
  get #judge(): Seat {
    const { state } = this.#store;
    const { mode, opponent } = state.play;
    const seat = seatOf(state, mode === "watch" ? "shown" : opponent) ?? seatOf(state, "staunton");
    if (!seat) throw new Error("nobody can judge");
    return seat;
  }

  #add(score: Score, aborted: AbortSignal): void {
    const { review } = this.#store.state.play;
    if (aborted.aborted || !review) return;
    this.#show({ ...review, scores: [...review.scores, score] });
  }

  #show(review: Review): void {
    this.#store.changePlay({ review });
  }
}

type Score = Review["scores"][number];

/** Of "1. e4 e5": "1. e4" and "1... e5". */
function namesOf(moves: string): string[] {
  let number = "";
  return moves.split(" ").flatMap((word) => {
    if (/^\d+\.+$/.test(word)) {
      number = word;
      return [];
    }
    const name = `${number} ${word}`;
    number = `${parseInt(number, 10)}...`;
    return [name];
  });
}

async function scoreOf(desk: Desk, game: Game, seat: Seat): Promise<Score> {
  const budget = budgetOf(seat, { kind: "nodes", amount: NODES });
  const question = { game, program: seat.text, budget, remember: false };
  const { lines } = await withReplacements(async () => (await desk.open()).call("think", question));
  const [best] = lines;
  return { pawns: best?.pawns ?? null, mate_in: best?.mate_in ?? null };
}
