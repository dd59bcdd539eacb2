// The evolution as the page sees it: one coordinator and its team. A coordinator that ends is replaced and resumes from the
// last checkpoint; since a run is a function of its settings and games, the result is the same.

import type { Peer, Settings } from "../model.ts";
import type {
  CoordinatorCalls,
  CoordinatorEvent,
  RoomOfRuns,
  RunOpening,
  Standing,
} from "../worker/protocol.ts";
import { Line, Refused } from "./line.ts";
import { ATTEMPTS, withReplacements } from "./retry.ts";
import { fetchKit, type Kit, spawn } from "./spawn.ts";
import { Team } from "./team.ts";

/** Ticks that opening a million examples may take. */
const LOAD_PATIENCE = 120;
/** Pool workers that may end without a generation in between before the page stops replacing them. */
const LOSSES = 12;
/** Who begins another run so soon does not wait for workers to start and to read the games. */
const IDLE_MS = 60_000;

export type NewsEvent = Extract<CoordinatorEvent, { kind: "news" }>;
export type RoomEvent = Extract<CoordinatorEvent, { kind: "room" }>;
export type BoardsEvent = Extract<CoordinatorEvent, { kind: "boards" }>;
type Coordinator = Line<CoordinatorCalls, CoordinatorEvent>;
type Goal = CoordinatorCalls["run"]["argument"];

export interface EvolutionListener {
  onNews(event: NewsEvent): void;
  onBoards?(event: BoardsEvent): void;
  onRoom?(event: RoomEvent): void;
  /** The run stopped because workers keep ending. */
  onStuck(reason: string): void;
}

export class Evolution {
  readonly #listener: EvolutionListener;
  #coordinator: Promise<Coordinator> | null = null;
  #current: Coordinator | null = null;
  #team: Team | null = null;
  #workers = 1;
  #resting = false;
  // What a new coordinator needs to take over.
  #examples: Blob | null = null;
  #opening: RunOpening | null = null;
  #goal: Goal | null = null;
  #room: RoomOfRuns | null = null;
  #idle: ReturnType<typeof setTimeout> | undefined;
  // Ended since the last generation.
  #coordinatorsLost = 0;
  #workersLost = 0;

  constructor(listener: EvolutionListener) {
    this.#listener = listener;
  }

  /** Takes the examples of the runs to come; answers their fingerprint, and rejects damaged ones. */
  async load(examples: Blob): Promise<string> {
    this.#goal = null;
    const fingerprint = await this.#ask((line) =>
      line.call("load", { examples }, { patience: LOAD_PATIENCE }),
    );
    this.#examples = examples;
    this.#opening = null;
    return fingerprint;
  }

  /** A run in place of what was open. */
  async open(opening: RunOpening): Promise<Standing> {
    this.#goal = null;
    const standing = await this.#ask((line) => line.call("open", opening, { patience: LOAD_PATIENCE }));
    this.#opening = opening;
    return standing;
  }

  async run(goal: Goal): Promise<void> {
    this.#coordinatorsLost = 0;
    this.#workersLost = 0;
    this.#goal = goal;
    this.#resting = false;
    this.#team?.resize(this.#workers);
    await this.#pursue(goal);
  }

  /** Answers a checkpoint once no further generation can come; null when no run is open. */
  async pause(): Promise<string | null> {
    this.#goal = null;
    if (!this.#coordinator) return checkpointOf(this.#opening);
    const checkpoint = await this.#ask((line) => line.call("pause", null));
    if (checkpoint) this.#keep(checkpoint);
    return checkpoint;
  }

  /** Of the open run as it is now, also while it goes on: the news leaves out some; null when no run is open. */
  async checkpoint(): Promise<string | null> {
    const checkpoint = await this.#ask((line) => line.call("checkpoint", null));
    if (checkpoint) this.#keep(checkpoint);
    return checkpoint;
  }

  /** Other values of settings from the next generation on; answers all changes of the open run. */
  async change(settings: Settings): Promise<CoordinatorCalls["change"]["answer"]> {
    const changed = await this.#ask((line) => line.call("change", { settings }));
    if (changed) this.#keep(changed.checkpoint);
    return changed;
  }

  /** Runs exchange programs with the demes of a room from now on, whatever coordinator they have; null: they do not. */
  async join(room: RoomOfRuns | null): Promise<void> {
    this.#room = room;
    await this.#current?.call("join", room).catch(() => {});
  }

  /** An offer that came in the room: answers who is there, or null where it is none for the open run. */
  async hear(offer: string): Promise<Peer[] | null> {
    return this.#current?.call("hear", { offer }).catch(() => null) ?? null;
  }

  /** Without workers until there is something to run. */
  rest(): void {
    this.#resting = true;
    this.#team?.resize(0);
  }

  /** Gives all memory back once nothing was asked for a minute. */
  releaseSoon(): void {
    clearTimeout(this.#idle);
    this.#idle = setTimeout(() => this.release(), IDLE_MS);
  }

  /** Gives all memory back; whoever asks next gets a coordinator that is where this one was. Nothing while something runs. */
  release(): void {
    clearTimeout(this.#idle);
    if (this.#goal) return;
    this.rest();
    this.#current?.close();
    this.#current = null;
    this.#coordinator = null;
  }

  setWorkers(count: number): void {
    this.#workers = count;
    if (!this.#resting) this.#team?.resize(count);
  }

  /** A coordinator that takes over does nothing about a goal that was given up meanwhile. */
  #pursue(goal: Goal): Promise<null> {
    return this.#ask(async (line) => (this.#goal === goal ? line.call("run", goal) : null));
  }

  #ask<T>(call: (line: Coordinator) => Promise<T>): Promise<T> {
    clearTimeout(this.#idle);
    return withReplacements(async () => call(await this.#ready()));
  }

  #ready(): Promise<Coordinator> {
    if (this.#coordinator) return this.#coordinator;
    const mine = this.#open();
    this.#coordinator = mine;
    // By the time it fails another may have taken its place.
    mine.catch(() => {
      if (this.#coordinator === mine) this.#coordinator = null;
    });
    return mine;
  }

  /** Starts a coordinator and brings it to where the last one was. */
  async #open(): Promise<Coordinator> {
    const kit = await fetchKit();
    const line: Coordinator = new Line<CoordinatorCalls, CoordinatorEvent>(spawn("coordinator", kit), {
      onEvent: (event) => {
        if (this.#current === line) this.#receive(event);
      },
      onEnd: (reason) => {
        if (this.#current === line) this.#ended(reason);
      },
    });
    this.#current?.close();
    this.#current = line;
    try {
      await this.#bringUp(line);
    } catch (error) {
      line.close();
      throw error;
    }
    if (this.#current === line) this.#staff(kit);
    return line;
  }

  async #bringUp(line: Coordinator): Promise<void> {
    if (this.#examples) await line.call("load", { examples: this.#examples }, { patience: LOAD_PATIENCE });
    if (this.#room) await line.call("join", this.#room);
    const opening = this.#opening;
    if (!opening) return;
    try {
      await line.call("open", opening, { patience: LOAD_PATIENCE });
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
      // It would be refused every time: what needs a run will say that there is none.
      if (this.#opening === opening) this.#opening = null;
    }
  }

  #staff(kit: Kit): void {
    if (this.#team) return this.#team.introduceAll();
    this.#team = new Team(kit, {
      hire: (worker, port) => this.#tell("hire", { worker, port }, [port]),
      dismiss: (worker) => this.#tell("dismiss", { worker }),
      lost: (reason) => this.#workerLost(reason),
    });
    if (!this.#resting) this.#team.resize(this.#workers);
  }

  /** To the coordinator there is; a later one is told when it starts. */
  #tell<K extends "hire" | "dismiss">(
    call: K,
    argument: CoordinatorCalls[K]["argument"],
    transfer: Transferable[] = [],
  ): void {
    this.#current?.call(call, argument, { transfer }).catch(() => {});
  }

  #receive(event: CoordinatorEvent): void {
    if (event.kind === "lost") return this.#team?.replace(event.worker, event.reason);
    if (event.kind === "outdated") return this.#team?.renew(event.worker);
    if (event.kind === "stuck") return this.#giveUp(event.reason);
    if (event.kind === "boards") return this.#listener.onBoards?.(event);
    if (event.kind === "room") return this.#listener.onRoom?.(event);
    this.#coordinatorsLost = 0;
    this.#workersLost = 0;
    if (event.checkpoint) this.#keep(event.checkpoint);
    if (event.phase !== "running") this.#goal = null;
    this.#listener.onNews(event);
  }

  #ended(reason: string): void {
    this.#coordinator = null;
    this.#coordinatorsLost += 1;
    if (!this.#goal) return;
    if (this.#coordinatorsLost >= ATTEMPTS) return this.#giveUp(reason);
    const goal = this.#goal;
    this.#pursue(goal).catch((error: Error) => this.#giveUp(error.message));
  }

  #workerLost(reason: string): boolean {
    this.#workersLost += 1;
    if (this.#workersLost < LOSSES) return true;
    if (this.#workersLost === LOSSES) this.#giveUp(reason);
    return false;
  }

  /** From here a new coordinator goes on. */
  #keep(checkpoint: string): void {
    this.#opening = { kind: "kept", checkpoint, suite: this.#opening?.suite ?? null };
  }

  /** Closes the coordinator too: the next one starts afresh from the last checkpoint. */
  #giveUp(reason: string): void {
    const running = this.#goal !== null;
    this.#goal = null;
    this.#current?.close();
    this.#coordinator = null;
    if (running) this.#listener.onStuck(reason);
  }
}

function checkpointOf(opening: RunOpening | null): string | null {
  return opening?.kind === "kept" ? opening.checkpoint : null;
}
