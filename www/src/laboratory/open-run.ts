// A run of any kind, at its place in the page: begun, gone on with, paused, stored, opened again, deleted, brought back. What is special
// about its kind is in `kinds`.

import { WorkerEnded } from "../host/line.ts";
import type { NewsEvent } from "../host/evolution.ts";
import type { Run, RunPhase, RunRecord, Settings } from "../model.ts";
import type { Removed, Storage } from "../storage/storage.ts";
import { hasEnded, isLinkable } from "../runs.ts";
import type { RunOrigin, Standing, ToShare } from "../worker/protocol.ts";
import { mayRest, stayAwake } from "./awake.ts";
import type { Beginning, KindOfRun, RunPart, Stored } from "./kinds/kind.ts";
import { type Provenance, takenInUntil } from "./program-file.ts";
import { reason } from "./reason.ts";
import type { Goal, Opening, RunController } from "./run-controller.ts";
import type { Store } from "./store.ts";
import type { Undoing } from "./undoing.ts";

export interface RunListener {
  /** The records have changed, or there are none any more. */
  onRecords?(): void;
  /** The run begins or goes on. */
  onStart?(): void;
  /** A stored run was opened. */
  onOpened?(): void;
  /** The run paused or finished, or a stored one was opened. */
  onStop(): void;
  /** The last generation asked for is scored. */
  onFinished?(): void;
  /** Whether it is one of several that are compared. */
  isCompared?(): boolean;
}

export interface RunParts {
  store: Store;
  storage: Storage;
  undoing: Undoing;
  controller: RunController;
}

export class OpenRun {
  readonly #kind: KindOfRun;
  readonly #parts: RunParts;
  readonly #listener: RunListener;
  /** That of the run on show; null when none is open. */
  #opening: Opening | null = null;
  /** The one last asked for. */
  #wanted: Opening | null = null;
  /** Counts the person's commands, so that a slow one notices that it has been overtaken. */
  #command = 0;
  #id: string | null = null;
  #checkpoint: string | null = null;
  #saving: Promise<void> | null = null;

  constructor(kind: KindOfRun, parts: RunParts, listener: RunListener) {
    this.#kind = kind;
    this.#parts = parts;
    this.#listener = listener;
  }

  /** Its identity; null where it is not stored, or none is open. */
  get id(): string | null {
    return this.#id;
  }

  /** The last; null when none is open. */
  get checkpoint(): string | null {
    return this.#checkpoint;
  }

  /** One with every generation that is shown: while the run goes on the last may lack the newest. */
  async freshCheckpoint(): Promise<string | null> {
    const opening = this.#opening;
    const fresh = opening && (await this.#parts.controller.checkpoint(opening));
    return fresh && this.#opening === opening ? fresh : this.#checkpoint;
  }

  /** Whether programs from elsewhere are a part of its history. */
  get tookIn(): boolean {
    return /^immigrant /m.test(this.#checkpoint ?? "");
  }

  get state(): Run<RunRecord> {
    return this.#kind.run();
  }

  /** What a link to it is made of; null while there is nothing to link to. */
  toShare(): ToShare | null {
    return this.#checkpoint && isLinkable(this.state) ? this.#kind.toShare(this.#checkpoint) : null;
  }

  /** Where a program comes from, if it is the one on show of this run. */
  provenance(chromosome: string): Provenance | null {
    const bred = this.#kind.provenance(chromosome);
    return bred && { ...bred, ...takenInUntil(this.#checkpoint ?? "", bred.generation) };
  }

  /** A command takes over; the answer tells it whether a later one has overtaken it. */
  take(): () => boolean {
    this.#command += 1;
    const command = this.#command;
    return () => command !== this.#command;
  }

  // ---- opened ---------------------------------------------------------------------------------

  /** Opens the run of last time, paused where it was; answers whether it was running. */
  async restore(): Promise<boolean> {
    const { workspace } = this.#parts.storage;
    const id = workspace.openAt(this.#kind.place);
    return id !== null && (await this.open(id)) && workspace.wasRunning(this.#kind.place);
  }

  /** Opens a stored run, paused where it was; answers whether that was possible. Else it stays stored. */
  async open(id: string): Promise<boolean> {
    const { store, storage } = this.#parts;
    const { noun } = this.#kind;
    const overtaken = this.take();
    const failed = (error: unknown) => store.trouble(unopened(noun, error));
    if (!(await storage.workspace.claim(id))) {
      store.trouble(elsewhere(noun));
      return false;
    }
    const stored = await this.#kind.load(id).catch(failed);
    // What the person has asked for meanwhile stands.
    if (!stored || overtaken()) return false;
    return this.#openStored(id, stored, failed);
  }

  #openStored(id: string, stored: Stored, failed: First["failed"]): Promise<boolean> {
    const { workspace } = this.#parts.storage;
    stored.onOpening?.();
    const { checkpoint, part, elapsed_ms } = stored;
    const opened = (standing: Standing) => {
      this.#id = id;
      workspace.setOpen(this.#kind.place, id);
      stored.onOpened?.();
      const { records } = standing;
      this.#show(
        standing,
        { ...part, phase: phaseAtRest({ records, generations: part.generations ?? 0 }) },
        elapsed_ms,
      );
      this.#checkpoint = stored.origin ? standing.checkpoint : checkpoint;
      if (stored.isBare || stored.origin) void this.#kind.save(id, this.#checkpoint);
      this.#listener.onOpened?.();
      this.#listener.onStop();
    };
    const origin = stored.origin ?? { kind: "kept", checkpoint };
    return this.#open({ first: () => this.#ask(origin, stored), opened, failed }, null);
  }

  /** A new run in place of the open one; answers whether it could begin. */
  async begin(beginning: () => Promise<Beginning>, goal: Goal): Promise<boolean> {
    this.take();
    const { place, noun } = this.#kind;
    const { controller, storage, store } = this.#parts;
    let begun: Beginning | null = null;
    this.#goes();
    return this.#open(
      {
        first: async () => {
          begun = await beginning();
          return this.#ask(begun.origin);
        },
        opened: (standing) => {
          const aside = this.#kind.isAside() || (begun?.isLinked === true && this.#kind.hasOwn());
          this.#id = aside ? null : storage.workspace.begin(place);
          this.#show(standing, { phase: "running", generations: goal.until, ...begun?.part, aside });
          this.#kind.onGoing?.();
          if (this.#id) void this.#kind.saveMaterial(this.#id);
          // A page that is left at once has something to go on with.
          void this.#keep(standing.checkpoint);
          const goesOn = !goal.step && controller.goesOn(this.#wanted);
          storage.workspace.setRunning(place, this.#id !== null && goesOn);
          this.#restIfOvertaken();
        },
        failed: (error) => {
          this.#rest();
          store.trouble(`The ${noun} could not begin: ${reason(error)}.`, place);
        },
      },
      goal,
    );
  }

  /** Asks for it, and answers whether it was opened. */
  async #open({ first, opened, failed }: First, goal: Goal | null): Promise<boolean> {
    const isShown = () => this.#opening === opening;
    const opening: Opening = {
      open: () => {
        const checkpoint = isShown() ? this.#checkpoint : null;
        return checkpoint ? this.#ask({ kind: "kept", checkpoint }) : first();
      },
      opened: (standing) => {
        if (isShown()) return;
        this.#opening = opening;
        opened(standing);
      },
      failed: (error) => {
        if (isShown()) return this.#halted(error);
        this.#wanted = this.#opening;
        failed(error);
      },
      still: (checkpoint) => {
        if (!isShown()) return;
        if (checkpoint) void this.#keep(checkpoint);
        this.#restIfOvertaken();
      },
      halted: (error) => this.#halted(error),
      onNews: (event) => {
        if (isShown()) this.#onNews(event);
      },
      onBoards: ({ games }) => {
        const { progress } = this.state;
        if (isShown() && progress) this.#kind.change({ progress: { ...progress, games } });
      },
      onStuck: (why) => {
        if (isShown()) this.#onStuck(why);
      },
      // Linked runs and runs of a series must not take in programs.
      isAlone: () => this.state.expected !== null || (this.#listener.isCompared?.() ?? false),
    };
    this.#wanted = opening;
    await this.#reached(this.#parts.controller.open(opening, goal));
    return isShown();
  }

  async #ask(origin: RunOrigin, stored?: Stored): Promise<Standing> {
    return this.#parts.controller.engine.open(await this.#kind.opening(origin, stored));
  }

  #show(standing: Standing, part: RunPart, elapsed_ms: number[] = []): void {
    this.#checkpoint = null;
    this.#kind.change({ expected: null, ...this.#kind.shown(standing, elapsed_ms), ...part });
    this.#kind.onShown?.();
    this.#listener.onRecords?.();
  }

  // ---- going on, and resting ------------------------------------------------------------------

  /** The open run goes on. */
  async goOn(goal: Goal): Promise<void> {
    const opening = this.#opening;
    if (!opening) return;
    this.#kind.change({ generations: goal.until });
    this.#goes();
    // One step is not a run that goes on when the page is opened again, even where it is left in the middle.
    if (this.#id) this.#parts.storage.workspace.setRunning(this.#kind.place, !goal.step);
    this.#wanted = opening;
    await this.#reached(this.#parts.controller.open(opening, goal));
  }

  async pause(): Promise<void> {
    if (this.state.phase !== "running") return;
    this.take();
    await this.#reached(this.#parts.controller.pause(this.#wanted));
  }

  /**
   * Other values for settings of the open run, from its next generation on. Where that is not possible, the person hears why. Answers
   * whether it was.
   */
  async change(settings: Settings): Promise<boolean> {
    const opening = this.#opening;
    if (!opening) return false;
    const { place, noun } = this.#kind;
    try {
      const changed = await this.#parts.controller.change(opening, settings);
      if (this.#opening !== opening) return false;
      if (!changed) {
        this.#parts.store.notice("Another run goes on. Pause it to change this one.");
        return false;
      }
      this.#parts.store.mended(place);
      this.#kind.change({ changes: changed.changes });
      void this.#keep(changed.checkpoint);
      return true;
    } catch (error) {
      this.#parts.store.trouble(`The settings of the ${noun} stay as they are: ${reason(error)}.`, place);
      return false;
    }
  }

  /** What another wish has overtaken before the coordinator heard of it rests. */
  async #reached(settled: Promise<void>): Promise<void> {
    await settled;
    this.#restIfOvertaken();
  }

  #restIfOvertaken(): void {
    const { phase } = this.state;
    if (phase === "running" && !this.#parts.controller.goesOn(this.#wanted)) this.#rest();
  }

  #rest(): void {
    this.#stopped(this.#opening ? phaseAtRest(this.state) : "idle");
  }

  /** The resting run is to end elsewhere: how many generations there will be changes nothing of what was bred so far. */
  endAt(part: RunPart & { generations: number }): void {
    this.#kind.change(part);
    this.#rest();
    void this.keepAgain();
  }

  #goes(): void {
    const { place } = this.#kind;
    this.#parts.store.mended(place);
    this.#kind.change({ phase: "running" });
    this.#kind.onGoing?.();
    stayAwake(place);
    this.#listener.onStart?.();
  }

  #stopped(phase: RunPhase): void {
    const { place } = this.#kind;
    mayRest(place);
    if (this.#id) this.#parts.storage.workspace.setRunning(place, false);
    this.#kind.change({ phase });
    this.#listener.onStop();
  }

  #halted(error: unknown): void {
    const { noun, place } = this.#kind;
    this.#rest();
    this.#parts.store.trouble(`The ${noun} could not go on: ${reason(error)}.`, place);
  }

  #onStuck(why: string): void {
    const { place, retry } = this.#kind;
    this.#rest();
    this.#parts.store.trouble(
      `The run has stopped: background threads keep crashing (${why}). ${retry}`,
      place,
    );
  }

  #onNews(event: NewsEvent): void {
    const { records, checkpoint, phase } = event;
    const isNew = records.length > 0 || this.#kind.isSlow;
    if (isNew) {
      this.#kind.change(this.#kind.told(event));
      this.#listener.onRecords?.();
    }
    // One that comes in the middle of a generation may be the first since the last was scored.
    if (checkpoint) void this.#keep(checkpoint);
    if (!isNew) return;
    if (phase === "finished") this.#judge();
    if (phase === "running" || this.#parts.controller.goesOn(this.#wanted)) return;
    this.#stopped(phase);
    if (phase === "finished") this.#listener.onFinished?.();
  }

  /** Whether the run has come to the program its link promised. */
  #judge(): void {
    const { expected, records } = this.state;
    const reached = records.at(-1)?.champion === expected?.chromosome;
    if (expected) this.#kind.change({ expected: { ...expected, reached } });
  }

  // ---- closed ---------------------------------------------------------------------------------

  /** Deletes the open run; that can be undone. What is stored of it goes at once: the coordinator may take its time to rest. */
  async reset(): Promise<void> {
    const { storage, undoing } = this.#parts;
    const { noun } = this.#kind;
    const id = this.#id;
    const open = this.#checkpoint === null ? null : this.#kind.asStored(this.#checkpoint);
    const closed = this.close();
    if (!id) return closed;
    await this.#saving;
    const removed = await storage.remove(id);
    const said = removed
      ? `The ${noun} was deleted.`
      : `The ${noun} is closed. Nothing was deleted from what is stored.`;
    undoing.offer(said, async () => {
      await closed;
      if (removed?.states !== undefined) await this.#putBack(removed);
      else if (open) await this.#openAgain(id, open);
    });
    await closed;
  }

  /** What was deleted is stored again, and open where no other run is. */
  async #putBack(removed: Removed): Promise<void> {
    const { store, storage } = this.#parts;
    await storage.putBack(removed);
    if (this.state.phase === "idle") await this.open(removed.id);
    else store.notice("It is stored again. Another run is open in its place.");
  }

  /** What was not stored is open again as the page had it, and is stored where that is possible by now. Rejects where it cannot be. */
  async #openAgain(id: string, open: Stored): Promise<void> {
    const overtaken = this.take();
    if (!(await this.#parts.storage.workspace.claim(id))) throw new Error("it is open in another tab");
    if (overtaken() || this.state.phase !== "idle") throw new Error("another run is open in its place");
    const faults: unknown[] = [];
    const isOpen = await this.#openStored(id, open, (error) => faults.push(error));
    if (!isOpen) throw faults[0] ?? new Error("another run is open in its place");
    await this.#kind.saveMaterial(id);
    await this.keepAgain();
  }

  /** No run is open any more; what is stored of it stays. `overtakes`: nor is the person's last command carried out. */
  close(overtakes = true): Promise<void> {
    if (overtakes) this.take();
    const wanted = this.#wanted;
    this.#opening = null;
    this.#wanted = null;
    this.#checkpoint = null;
    this.#id = null;
    mayRest(this.#kind.place);
    this.#kind.change(this.#kind.idle);
    this.#kind.onShown?.();
    this.#listener.onRecords?.();
    return this.#parts.controller.close(wanted);
  }

  // ---- stored ---------------------------------------------------------------------------------

  /** Stores the run again as it stands: the browser has lost it, or something else than its checkpoint has changed. */
  async keepAgain(): Promise<void> {
    if (this.#id && this.#checkpoint) await this.#kind.save(this.#id, this.#checkpoint);
  }

  /** A link's run is stored too, and is the one of the next visit. */
  async keepInstead(): Promise<void> {
    const { workspace } = this.#parts.storage;
    const { place } = this.#kind;
    this.#kind.change({ aside: false });
    this.#id = workspace.begin(place);
    workspace.setRunning(place, this.state.phase === "running");
    await this.#kind.saveMaterial(this.#id);
    if (this.#checkpoint) await this.#keep(this.#checkpoint);
  }

  /** When all that it has come to is stored; at once while it goes on, for then there is always more. */
  async saved(): Promise<void> {
    if (this.state.phase !== "running") await this.#saving;
  }

  /** Keeps the newest checkpoint; those that come while one is being written are skipped but for the last. */
  #keep(checkpoint: string): Promise<void> {
    this.#checkpoint = checkpoint;
    this.#saving ??= this.#save().finally(() => {
      this.#saving = null;
    });
    return this.#saving;
  }

  async #save(): Promise<void> {
    for (let saved: string | null = null; this.#id && this.#checkpoint && saved !== this.#checkpoint;) {
      saved = this.#checkpoint;
      await this.#kind.save(this.#id, saved);
    }
  }
}

/** How a run is opened at first. */
interface First {
  first(): Promise<Standing>;
  opened(standing: Standing): void;
  failed(error: unknown): void;
}

function phaseAtRest({ records, generations }: Pick<Run<RunRecord>, "records" | "generations">): RunPhase {
  const last = records.at(-1);
  const isFinished = last && (last.generation >= generations || hasEnded(last));
  return isFinished ? "finished" : "paused";
}

/** Why something stored cannot be opened: of damage and of workers that end the person hears apart. It stays stored. */
export function unopened(what: string, error: unknown): string {
  const why = reason(error);
  if (error instanceof WorkerEnded)
    return `The stored ${what} could not be opened, for background threads keep crashing (${why}). It stays stored: reload the page to try again.`;
  return `The stored ${what} cannot be opened (${why}). It stays stored; everything stored here can be saved as one file.`;
}

/** Another tab has opened what was open here before. */
function elsewhere(what: string): string {
  return `The ${what} that was open here is open in another tab. Close that tab and reload this page to go on here.`;
}
