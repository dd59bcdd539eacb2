// Owns the evolution, of whichever kind: asks it for work, hands that to the pool, tells it the results, reports each generation.
// Driven by messages alone, so that a hidden tab does not slow it. Its only timer is the watchdog's tick.

import { core, guard, report, serveCalls } from "./core.ts";
import { Machine, type Phase } from "./machine.ts";
import { Pool } from "./pool.ts";
import type { CoordinatorCalls, CoordinatorEvent, RoomOfRuns, Task, TaskReply } from "./protocol.ts";

const TICK_MS = 500;
/** A run that goes on is kept no more often: whoever leaves it loses about as much. */
const KEEP_MS = 1_000;

const pool = new Pool();
const ports = new Map<number, MessagePort>();
/** None before they came. */
let examples: core.Examples | null = null;
let machine: Machine | null = null;
/** Where its runs exchange programs. */
let room: RoomOfRuns | null = null;
/** The open run has no part in that. */
let alone = false;
/** Generations asked for. */
let until = 0;
/** Work is given out while going; a step goes until the next generation is scored. */
let pace: "still" | "step" | "go" = "still";
/** Results that came while nothing may happen: a paused run stands where its person saw it stop. */
let held: Uint8Array[] = [];
let generationStarted = 0;
let nextCheckpoint = 0;

serveCalls<CoordinatorCalls>({
  ping: () => null,
  load: async (argument) => {
    const bytes = new Uint8Array(await argument.examples.arrayBuffer());
    const read = new core.Examples(bytes);
    examples?.free();
    examples = read;
    close();
    return examples.fingerprint();
  },
  open: (opening) => {
    examples ??= core.Examples.none();
    // The new run takes the place of the old one only when it could be opened.
    const opened = new Machine(opening, examples);
    close();
    machine = opened;
    alone = false;
    machine.join(room);
    pool.patience = opened.patience;
    return opened.standing;
  },
  run: (argument) => {
    if (!machine) throw new Error("no run is open");
    until = argument.until;
    alone = argument.alone;
    machine.join(alone ? null : room);
    if (machine.setGenerations(until)) machine.reportLast();
    pace = argument.step ? "step" : "go";
    generationStarted = performance.now();
    const completed = machine.completed();
    if (completed !== null) reportGeneration(machine, completed);
    for (const bytes of held.splice(0)) tell(bytes);
    pump();
    return null;
  },
  pause: () => {
    pace = "still";
    return machine?.checkpoint() ?? null;
  },
  checkpoint: () => machine?.checkpoint() ?? null,
  change: ({ settings }) => {
    if (!machine) return null;
    const changes = machine.change(settings);
    return { changes, checkpoint: machine.checkpoint() };
  },
  join: (argument) => {
    room = argument;
    machine?.join(alone ? null : room);
    return null;
  },
  hear: ({ offer }) => machine?.hear(offer) ?? null,
  hire: ({ worker, port }) => {
    ports.set(worker, port);
    port.onmessage = ({ data }: MessageEvent<TaskReply>) => guard(() => collect(worker, data));
    pool.hire(worker);
    pump();
    return null;
  },
  dismiss: ({ worker }) => {
    pool.dismiss(worker);
    disconnect(worker);
    pump();
    return null;
  },
});

setInterval(() => {
  for (const worker of pool.tick()) lose(worker, "it did not answer");
}, TICK_MS);

function close(): void {
  machine?.free();
  machine = null;
  pace = "still";
  held = [];
  dropTasks();
}

/** Nobody waits for what the workers are at: others take their places, for a game may take a minute. */
function dropTasks(): void {
  for (const worker of pool.clear()) {
    disconnect(worker);
    report<CoordinatorEvent>({ kind: "outdated", worker });
  }
}

/** Keeps every worker supplied. */
function pump(): void {
  if (!machine || pace === "still") return;
  while (pool.hasRoom) {
    const task = machine.ask();
    if (!task) break;
    pool.add(task, core.place(task));
  }
  for (const { worker, task } of pool.assign()) send(worker, task);
}

function send(worker: number, task: Task): void {
  ports.get(worker)?.postMessage(task);
}

function collect(worker: number, reply: TaskReply): void {
  if (reply.kind === "broken") return lose(worker, reply.reason);
  if (reply.kind === "seen") return see(worker, reply);
  if (!pool.settle(worker, reply.id)) return;
  if (pace === "still") held.push(reply.bytes);
  else tell(reply.bytes);
  pump();
}

/** A paused run stands still, also to the eye. */
function see(worker: number, { id, seen }: Extract<TaskReply, { kind: "seen" }>): void {
  if (pool.hear(worker, id) && pace !== "still") machine?.see(seen);
}

function tell(bytes: Uint8Array): void {
  const current = machine;
  if (!current) return;
  const generation = current.tell(bytes);
  if (generation === null) current.reportProgress(() => takeCheckpoint(current, false));
  else reportGeneration(current, generation);
}

function reportGeneration(current: Machine, generation: number): void {
  const now = performance.now();
  const elapsed = now - generationStarted;
  generationStarted = now;
  const phase = current.isFinished ? "finished" : phaseAfter(generation);
  if (phase !== "running") pace = "still";
  // Before the checkpoint: who came is a part of the run.
  const came = current.visit();
  // The workers begin the next generation while this one is reported.
  pump();
  current.reportGeneration(phase, takeCheckpoint(current, came || phase !== "running"), elapsed);
}

/**
 * A checkpoint takes time from the workers where there are few cores: to make, to hand over and to store. It grows with the run, too, and
 * is left out while the making of them would take more than a tenth of the time.
 */
function takeCheckpoint(current: Machine, needed: boolean): string | null {
  const start = performance.now();
  if (!needed && start < nextCheckpoint) return null;
  const checkpoint = current.checkpoint();
  const end = performance.now();
  nextCheckpoint = end + Math.max(KEEP_MS, (end - start) * 9);
  return checkpoint;
}

function phaseAfter(generation: number): Phase {
  if (generation >= until) return "finished";
  return pace === "go" ? "running" : "paused";
}

/** What broke the worker goes to the others, unless it has cost too many of them already. */
function lose(worker: number, reason: string): void {
  if (!pool.lose(worker)) return;
  disconnect(worker);
  report<CoordinatorEvent>({ kind: "lost", worker, reason });
  if (pool.stuck) {
    pace = "still";
    dropTasks();
    report<CoordinatorEvent>({ kind: "stuck", reason });
  }
  pump();
}

function disconnect(worker: number): void {
  const port = ports.get(worker);
  if (port) port.onmessage = null;
  port?.close();
  ports.delete(worker);
}
