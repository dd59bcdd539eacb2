// Owns the experiment: asks it for work, hands that to the pool, tells it the results, reports each generation.
// Driven by messages alone, so that a hidden tab does not slow it. Its only timer is the watchdog's tick.

import type { GenerationRecord, PopulationBits, Settings } from "../model.ts";
import { core, guard, report, serveCalls } from "./core.ts";
import { settingLines } from "./lines.ts";
import { Pool } from "./pool.ts";
import type { CoordinatorCalls, CoordinatorEvent, Standing, Task, TaskReply } from "./protocol.ts";

const TICK_MS = 500;

const pool = new Pool();
const ports = new Map<number, MessagePort>();
let examples = new Blob();
let run: core.Run | null = null;
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
    const fingerprint = core.fingerprint(await bytesOf(argument.examples));
    examples = argument.examples;
    closeRun();
    return fingerprint;
  },
  begin: ({ settings }) => open((bytes) => core.Run.begin(settingLines(settings), bytes)),
  resume: ({ checkpoint }) => open((bytes) => core.Run.resume(checkpoint, bytes)),
  run: (argument) => {
    if (!run) throw new Error("no run is open");
    until = argument.until;
    run.set_generations(until);
    pace = argument.step ? "step" : "go";
    generationStarted = performance.now();
    for (const bytes of held.splice(0)) tell(bytes);
    pump();
    return null;
  },
  pause: () => {
    pace = "still";
    return run?.checkpoint() ?? null;
  },
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

async function bytesOf(blob: Blob): Promise<Uint8Array> {
  return new Uint8Array(await blob.arrayBuffer());
}

/** The new run takes the place of the old one only when it could be opened. */
async function open(make: (examples: Uint8Array) => core.Run): Promise<Standing> {
  const opened = make(await bytesOf(examples));
  closeRun();
  run = opened;
  return {
    records: opened.records() as GenerationRecord[],
    population: populationOf(opened),
    settings: opened.settings() as Settings,
  };
}

function closeRun(): void {
  run?.free();
  run = null;
  pace = "still";
  held = [];
  pool.clear();
}

/** Keeps every worker supplied. */
function pump(): void {
  while (run && pace !== "still" && pool.hasRoom) {
    const task = run.ask();
    if (!task) break;
    pool.add(task);
  }
  for (const { worker, task } of pool.assign()) send(worker, task);
}

function send(worker: number, task: Task): void {
  ports.get(worker)?.postMessage(task);
}

function collect(worker: number, reply: TaskReply): void {
  if (reply.kind === "broken") return lose(worker, reply.reason);
  if (!pool.settle(worker, reply.id)) return;
  if (pace === "still") held.push(reply.bytes);
  else tell(reply.bytes);
  pump();
}

function tell(bytes: Uint8Array): void {
  const record = run?.tell(bytes) as GenerationRecord | undefined;
  if (run && record) reportGeneration(run, record);
}

function reportGeneration(current: core.Run, record: GenerationRecord): void {
  const now = performance.now();
  record.elapsed_ms = now - generationStarted;
  generationStarted = now;
  const phase = phaseAfter(record.generation);
  if (phase !== "running") pace = "still";
  const population = populationOf(current);
  const checkpoint = takeCheckpoint(current, phase !== "running");
  report<CoordinatorEvent>({ kind: "generation", record, population, checkpoint, phase }, [
    population.bytes.buffer,
  ]);
}

function populationOf(current: core.Run): PopulationBits {
  const shape = current.population_shape() as Omit<PopulationBits, "bytes">;
  return { ...shape, bytes: current.population() };
}

/** A checkpoint grows with the run. It is left out while the making of them would take more than a tenth of the time. */
function takeCheckpoint(current: core.Run, needed: boolean): string | null {
  const start = performance.now();
  if (!needed && start < nextCheckpoint) return null;
  const checkpoint = current.checkpoint();
  const end = performance.now();
  nextCheckpoint = end + (end - start) * 9;
  return checkpoint;
}

function phaseAfter(generation: number): "running" | "paused" | "finished" {
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
    pool.clear();
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
