// Strength by generation: champions of a run play the ladder, and what the results say. A game is played once: what was stopped
// goes on, and a measurement of more generations plays only what is new.

import type { Player } from "../host/player.ts";
import { Tables } from "../host/tables.ts";
import { isOfRun, sparse } from "../ladder.ts";
import type { Ladder, LadderPlan, LadderStep, MeasuredKind, Run, RunRecord } from "../model.ts";
import { runOf } from "../runs.ts";
import type { Storage } from "../storage/storage.ts";
import type { LadderGames, Measurement } from "../worker/protocol.ts";
import { mayRest, stayAwake } from "./awake.ts";
import { CatchingUp } from "./catching-up.ts";
import { fitLadderPlan, USUAL_LADDERS } from "./plan.ts";
import { reason } from "./reason.ts";
import type { Store } from "./store.ts";

/** Games at once (our choice), as in a match. */
const MOST_AT_ONCE = 4;
/** Between two times that the results are stored. */
const KEEP_MS = 2_000;
/** The engine of what was stored without naming one. */
const FIRST_ENGINE = 2_678_552;
/** Results remembered at most: several whole measurements. */
const MOST_KNOWN = 50_000;

export class Measuring {
  readonly #of: MeasuredKind;
  /** What keeps the page awake, and what messages are about. */
  readonly #about: string;
  readonly #store: Store;
  readonly #storage: Storage;
  readonly #player: Player;
  readonly #runId: () => string | null;
  /** A's half-points by what makes a game the same. */
  readonly #known = new Map<string, number>();
  #tables: Tables | null = null;
  #measurement: Measurement | null = null;
  #games: LadderGames = { tasks: [], keys: [], engine: 0, of_another_engine: false };
  readonly #table = new CatchingUp(() => this.#count());
  #kept = Number.NEGATIVE_INFINITY;

  /** `runId`: the identity of the open run, where it is stored. */
  constructor(of: MeasuredKind, store: Store, storage: Storage, player: Player, runId: () => string | null) {
    this.#of = of;
    this.#about = `strength of ${of}`;
    this.#store = store;
    this.#storage = storage;
    this.#player = player;
    this.#runId = runId;
    store.subscribe(() => this.#yield());
  }

  setPlan(plan: Partial<LadderPlan>): void {
    this.#change({ plan: this.#fit({ ...this.#ladder.plan, ...plan }) });
  }

  /** Brings the stored measurement back, where it is one of the open run and not here yet. */
  async restore(): Promise<void> {
    const id = this.#runId();
    if (!id || this.#isHere) return;
    const kept = await this.#storage.loadLadder(id);
    if (!kept || this.#isHere || this.#runId() !== id || !isOfRun(kept.steps, this.#run)) return;
    const plan = this.#fit(kept.plan);
    try {
      await this.#open(plan, kept.steps, kept.engine ?? FIRST_ENGINE);
      this.#games.keys.forEach((key, at) => {
        const halfPoints = kept.a_halves[at];
        if (typeof halfPoints === "number") this.#known.set(key, halfPoints);
      });
      this.#change({ plan, phase: this.#isWhole ? "over" : "stopped" });
      await this.#table.run();
    } catch (error) {
      this.#store.trouble(`The stored measurement of strength could not be opened (${reason(error)}).`);
    }
  }

  /** The browser has lost what was stored: the results are stored again. */
  keepAgain(): Promise<void> {
    return this.#keep();
  }

  /** Begins, or goes on. */
  async start(): Promise<void> {
    const { state } = this.#store;
    if (this.#tables || this.#run.records.length === 0) return;
    if (this.#known.size > MOST_KNOWN) this.#known.clear();
    const tables = new Tables(Math.min(MOST_AT_ONCE, state.workers));
    // That of another run says nothing of this one.
    if (this.#measurement && !isOfRun(this.#measurement.steps, this.#run)) this.#measurement = null;
    this.#tables = tables;
    stayAwake(this.#about);
    this.#store.mended(this.#about);
    this.#change({ phase: "measuring" });
    try {
      await this.#open(this.#ladder.plan, await this.#steps());
      await this.#table.run();
      if (this.#tables !== tables) return;
      const { tasks, keys } = this.#games;
      const missing = tasks.filter((_, at) => !this.#known.has(keys[at] ?? ""));
      await tables.play(missing, "", {
        onSnapshot: () => {},
        onEnd: (_, { number }, { a_half_points }) => {
          this.#known.set(keys[number] ?? "", a_half_points);
          this.#table.run().catch((error: unknown) => this.#fail(tables, error));
        },
      });
      await this.#table.run();
      if (this.#tables !== tables) return;
      this.#tables = null;
      await this.#close("over");
    } catch (error) {
      this.#fail(tables, error);
    }
  }

  /** Settles when what was played is told and stored. */
  async stop(): Promise<void> {
    const tables = this.#tables;
    if (!tables) return;
    this.#tables = null;
    tables.stop();
    await this.#close("stopped");
  }

  get #ladder(): Ladder {
    return this.#store.state.ladders[this.#of];
  }

  get #run(): Run<RunRecord> {
    return runOf(this.#store.state, this.#of);
  }

  #change(part: Partial<Ladder>): void {
    this.#store.changeLadder(this.#of, part);
  }

  #fit(plan: LadderPlan): LadderPlan {
    return fitLadderPlan(plan, USUAL_LADDERS[this.#of].plan);
  }

  /** Whether one is being made, or the last is one of the open run. */
  get #isHere(): boolean {
    return (
      this.#tables !== null || (this.#measurement !== null && isOfRun(this.#measurement.steps, this.#run))
    );
  }

  /** Whether every game was played. */
  get #isWhole(): boolean {
    return this.#games.keys.every((key) => this.#known.has(key));
  }

  /** The champions of the run that are worth their games. */
  async #steps(): Promise<LadderStep[]> {
    const steps = this.#run.records.flatMap((record): LadderStep[] => {
      const { generation, champion } = record;
      const held_out = "held_out" in record ? record.held_out : null;
      return champion === null ? [] : [{ generation, champion, held_out }];
    });
    if (USUAL_LADDERS[this.#of].fromNothing) {
      const chosen = sparse(steps.map(({ generation }) => generation));
      return steps.filter(({ generation }) => chosen.includes(generation));
    }
    const chosen = await this.#player.call("ladder_generations", {
      generations: steps.map(({ generation }) => generation),
      rated: steps.map(({ held_out }) => held_out !== null),
    });
    return steps.filter(({ generation }) => chosen.includes(generation));
  }

  /** `engine`: what was played by another is shown, and no game is added to it. */
  async #open(plan: LadderPlan, steps: LadderStep[], engine?: number): Promise<void> {
    const from_nothing = USUAL_LADDERS[this.#of].fromNothing;
    const measurement = { ...plan, from_nothing, steps, ...(engine === undefined ? {} : { engine }) };
    this.#games = await this.#player.call("ladder_games", { measurement });
    this.#measurement = measurement;
    const { tasks, of_another_engine } = this.#games;
    this.#change({ steps, measured: plan, planned: tasks.length, of_another_engine });
  }

  /** The run it is about is there no more: nothing is left to measure. */
  #yield(): void {
    if (this.#tables && this.#measurement && !isOfRun(this.#measurement.steps, this.#run)) void this.stop();
  }

  /** Says so when all that was played is counted and stored, unless another measurement has begun. */
  async #close(phase: Ladder["phase"]): Promise<void> {
    await this.#table.idle();
    await this.#keep();
    if (this.#tables) return;
    mayRest(this.#about);
    this.#change({ phase });
  }

  #fail(tables: Tables, error: unknown): void {
    if (this.#tables !== tables) return;
    void this.stop();
    this.#store.trouble(`The measurement of strength cannot go on: ${reason(error)}.`, this.#about);
  }

  /** Brings the table up to date. */
  async #count(): Promise<void> {
    const measurement = this.#measurement;
    if (!measurement) return;
    const half_points = this.#counted();
    const table = await this.#player.call("ladder_table", { measurement, half_points });
    if (measurement !== this.#measurement) return;
    this.#change({ table, played: half_points.length });
    if (performance.now() - this.#kept > KEEP_MS) void this.#keep();
  }

  /** The results before the first game that is missing, so that long games count as often as short ones. */
  #counted(): number[] {
    const results: number[] = [];
    for (const key of this.#games.keys) {
      const halfPoints = this.#known.get(key);
      if (halfPoints === undefined) break;
      results.push(halfPoints);
    }
    return results;
  }

  async #keep(): Promise<void> {
    const id = this.#runId();
    // A run from a link is not stored.
    if (!this.#measurement || !id || !isOfRun(this.#measurement.steps, this.#run)) return;
    this.#kept = performance.now();
    const { steps, nodes, games, seed } = this.#measurement;
    const plan = { nodes, games, seed };
    const { keys, engine } = this.#games;
    const a_halves = keys.map((key) => this.#known.get(key) ?? null);
    await this.#storage.saveLadder(id, { plan, steps, a_halves, engine });
  }
}
