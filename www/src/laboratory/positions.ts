// What the first champion of a run and the present one choose in positions of masters' games, and why: the scores of all moves, and the
// terms of the evaluation where the lines end that these scores come from.

import { Desk } from "../host/player.ts";
import { withReplacements } from "../host/retry.ts";
import type { Position, Setting, State } from "../model.ts";
import type {
  MasterPosition,
  Positions as Shown,
  PositionsStage,
  SeenPosition,
  TermAtEnds,
  Written,
} from "../understanding.ts";
import type { Budget, Game, PlayerCalls } from "../worker/protocol.ts";
import { joined, movesOf } from "./master-moves.ts";
import { learnedOnShow } from "../runs.ts";
import { reason } from "./reason.ts";
import { completed } from "./settings.ts";
import type { Store } from "./store.ts";

/** As programs decide while they are bred: a ply, and captures until it is quiet; every legal move. */
const ALL_MOVES: Budget = { depth: 1, nodes: Infinity, milliseconds: Infinity, lines: 256 };
/** Ticks that counting may take: two programs are asked for some thousands of moves. */
const PATIENCE = 240;
/** Positions of games are read as the kind of run reads them that learns from games. */
const READER = { kind: "supervised", system: "meep" } as const;

/** What records are of. */
const COUNTED = { coevolution: "Generation", learning: "Round", supervised: "Step" };

/** Who is asked: texts, and what they are called. */
type Pair = Pick<Shown, "champion" | "ancestor" | "title" | "ancestor_title">;

type Call = <K extends keyof PlayerCalls>(
  call: K,
  argument: PlayerCalls[K]["argument"],
) => Promise<PlayerCalls[K]["answer"]>;

export class Positions {
  readonly #store: Store;
  readonly #desk = new Desk();
  /** Counts what was asked for, so that a slow answer notices that it has been overtaken. */
  #asked = 0;
  /** Whether the latest waits for its answer. */
  #isAsking = false;

  constructor(store: Store) {
    this.#store = store;
  }

  /** Nobody looks any more. What was still asked for is asked for anew when somebody does. */
  leave(): void {
    this.#desk.close();
    if (!this.#isAsking) return;
    this.#asked += 1;
    this.#isAsking = false;
    this.#store.change({ positions: null });
  }

  countPositions(stage: PositionsStage): void {
    const { state } = this.#store;
    const pair = stage === "imitation" ? ofImitation(state) : ofLater(state, stage);
    if (!pair) return;
    const { ancestor, champion, title } = pair;
    const known = this.#shown;
    const isThis = known?.stage === stage && known.title === title;
    if (isThis && known.champion === champion && known.ancestor === ancestor && !known.wrong) return;
    this.leave();
    const nothing = { tried: 0, found: 0, found_by_ancestor: 0, list: [], seen: null, wrong: null };
    this.#store.change({ positions: { stage, phase: "counting", ...pair, ...nothing } });
    this.#do(async (call) => {
      const table: Setting[] = await call("settings", READER);
      const sample = table.map((row) => ({ ...row, default: row.sample_default }));
      const settings = completed(sample, {});
      const ask = (program: string, other: string) =>
        call("likeness", { text: null, settings, program, other });
      const old = await ask(ancestor, champion);
      const present = await ask(champion, ancestor);
      const { positions: tried, found: found_by_ancestor } = old;
      const list = joined(old, present);
      return { phase: "known", tried, found: present.found, found_by_ancestor, list };
    });
  }

  lookAt(position: MasterPosition): void {
    const { champion } = this.#shown ?? {};
    if (!champion) return;
    this.#change({ seen: null, wrong: null });
    this.#do(async (call) => ({ seen: await this.#see(call, position, champion) }));
  }

  async #see(call: Call, position: MasterPosition, program: string): Promise<SeenPosition> {
    const game: Game = { start: position.fen, moves: [], resigned: null };
    const { lines } = await call("think", {
      game,
      program,
      budget: ALL_MOVES,
      remember: false,
      plain: true,
    });
    const sign = position.is_white ? 1 : -1;
    const moves = lines.map(({ move, san, pawns }) => ({
      uci: move,
      san: movesOf(san)[0] ?? move,
      line: san,
      pawns: pawns === null ? null : sign * pawns,
    }));
    const { master, ancestor, champion } = position;
    const other = [ancestor, champion].find(([, uci]) => uci !== master[1]) ?? null;
    const lineOf = ([, uci]: Written) => moves.find((move) => move.uci === uci)?.line;
    const [mine, theirs] = [lineOf(master), other && lineOf(other)];
    if (!mine || !theirs) return { position, moves, other, terms: [] };
    const ends = [await endOf(call, game, mine, program), await endOf(call, game, theirs, program)] as const;
    return { position, moves, other, terms: termsAt(ends, sign) };
  }

  get #shown(): Shown | null {
    return this.#store.state.positions;
  }

  #change(part: Partial<Shown>): void {
    const shown = this.#shown;
    if (shown) this.#store.change({ positions: { ...shown, ...part } });
  }

  #do(act: (call: Call) => Promise<Partial<Shown>>): void {
    const asked = ++this.#asked;
    const isLatest = () => asked === this.#asked;
    const call: Call = (call, argument) =>
      withReplacements(async () => {
        // Whoever was ended on purpose is not replaced.
        if (!isLatest()) throw new Error("overtaken");
        return (await this.#desk.open()).call(call, argument, { patience: PATIENCE });
      });
    this.#isAsking = true;
    act(call)
      .catch((error: unknown): Partial<Shown> => ({ phase: "known", wrong: reason(error) }))
      .then((part) => {
        if (!isLatest()) return;
        this.#isAsking = false;
        this.#change(part);
      });
  }
}

/** The position that a line ends in. */
async function endOf(call: Call, game: Game, line: string, program: string): Promise<Position> {
  let at = game;
  for (const text of movesOf(line))
    at = { ...at, moves: [...at.moves, await call("read_move", { game: at, text })] };
  return call("position", { game: at, program });
}

function ofImitation({ run: { records }, chosen_generation }: State): Pair | null {
  const first = records[0];
  const chosen = records.find(({ generation }) => generation === chosen_generation) ?? records.at(-1);
  if (!first || !chosen) return null;
  const title = `Generation ${chosen.generation}`;
  return { ancestor: first.champion, champion: chosen.champion, title, ancestor_title: "" };
}

function ofLater(state: State, stage: Exclude<PositionsStage, "imitation">): Pair | null {
  const { before } = state[stage];
  const now = stage === "coevolution" ? state.coevolution.records.at(-1) : learnedOnShow(state, stage);
  if (!before || !now?.champion) return null;
  const title = `${COUNTED[stage]} ${now.generation}`;
  return { ancestor: before.text, champion: now.champion, title, ancestor_title: before.title };
}

function termsAt([master, other]: readonly [Position, Position], sign: number): TermAtEnds[] {
  const theirs = new Map(other.evaluation.map(({ name, pawns }) => [name, pawns]));
  return master.evaluation
    .map(({ name, meaning, pawns }) => ({
      name,
      meaning,
      master: sign * pawns,
      other: sign * (theirs.get(name) ?? 0),
    }))
    .filter(({ master, other }) => Math.abs(master - other) >= 0.005)
    .sort((a, b) => Math.abs(b.master - b.other) - Math.abs(a.master - a.other));
}
