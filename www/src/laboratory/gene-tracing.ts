// What every gene was in the populations of a run, which is run once more for it, from one generation that is looked at to the next.

import { Desk } from "../host/player.ts";
import { withReplacements } from "../host/retry.ts";
import type { Gene, Population } from "../model.ts";
import type { GeneHistory, GeneSpread } from "../understanding.ts";
import { mayRest, stayAwake } from "./awake.ts";
import { reason } from "./reason.ts";
import type { Store } from "./store.ts";
import { type RunToTrace, Trace } from "./trace.ts";

/** Generations that are looked at: enough for a curve, few enough to decode all their programs. */
const MOST = 32;
/** What keeps the page awake. */
const TRACING = "history of genes";

export class GeneTracing {
  readonly #store: Store;
  readonly #run: RunToTrace;
  /** The one under way. */
  #trace: Trace | null = null;

  constructor(store: Store, run: RunToTrace) {
    this.#store = store;
    this.#run = run;
  }

  begin(): void {
    const { run, workers, gene_history } = this.#store.state;
    const { records, phase } = run;
    const last = records.at(-1);
    const [lessons, checkpoint] = [this.#run.lessons(), this.#run.checkpoint()];
    if (!checkpoint || !last || !lessons || phase === "running" || this.#trace) return;
    if (gene_history?.of === last.champion && gene_history.phase === "known") return;
    const generations = spread(last.generation);
    const spreads = new Map<string, GeneSpread[]>();
    this.#store.change({
      gene_history: {
        phase: "running",
        of: last.champion,
        generations: [],
        towards: 0,
        last: last.generation,
        genes: [],
        spreads,
        wrong: null,
      },
    });
    const trace = new Trace(workers);
    const desk = new Desk();
    this.#trace = trace;
    stayAwake(TRACING);
    this.#follow(trace, desk, async () => {
      await trace.open(lessons, checkpoint);
      for (const generation of generations) {
        this.#change({ towards: generation });
        const known = records.find((one) => one.generation === generation);
        const { record, population } = await trace.goTo(generation, known?.champion);
        const { genes, of } = await spreadsOf(desk, trace, population, record.champion ?? "");
        if (trace.isOver) return;
        this.#add(generation, genes, of);
      }
    });
  }

  stop(): void {
    this.#trace?.end();
  }

  #follow(trace: Trace, desk: Desk, act: () => Promise<void>): void {
    act()
      .then(
        () => this.#change({ phase: trace.isOver ? "stopped" : "known" }),
        (error: unknown) => this.#change({ phase: "stopped", wrong: trace.isOver ? null : reason(error) }),
      )
      .finally(() => {
        trace.end();
        desk.close();
        this.#trace = null;
        mayRest(TRACING);
      });
  }

  #add(generation: number, genes: Gene[], of: Map<string, GeneSpread>): void {
    const shown = this.#store.state.gene_history;
    if (!shown) return;
    const spreads = new Map(shown.spreads);
    for (const [name, one] of of) spreads.set(name, [...(spreads.get(name) ?? []), one]);
    this.#change({ generations: [...shown.generations, generation], genes, spreads });
  }

  #change(part: Partial<GeneHistory>): void {
    const { gene_history } = this.#store.state;
    if (gene_history) this.#store.change({ gene_history: { ...gene_history, ...part } });
  }
}

/** Of every gene, over all programs. */
async function spreadsOf(desk: Desk, trace: Trace, population: Population, champion: string) {
  const decode = (text: string) =>
    withReplacements(async () => {
      // Whoever was ended on purpose is not replaced.
      if (trace.isOver) throw new Error("stopped");
      return (await desk.open()).call("program", { text });
    });
  const { genes } = await decode(champion);
  const values = new Map<string, number[]>(genes.map(({ name }) => [name, []]));
  for (const text of population.programs) {
    if (trace.isOver) break;
    for (const { name, value } of (await decode(text)).genes) values.get(name)?.push(value);
  }
  const of = new Map(genes.map(({ name, value }) => [name, spreadOf(values.get(name) ?? [], value)]));
  return { genes, of };
}

function spreadOf(values: number[], champion: number): GeneSpread {
  const mean = values.reduce((sum, value) => sum + value, 0) / Math.max(1, values.length);
  return { least: Math.min(...values), mean, most: Math.max(...values), champion };
}

/** From 0 to the last, at most so many at equal distances. */
function spread(last: number): number[] {
  const count = Math.min(MOST, last + 1);
  if (count < 2) return [0];
  return Array.from({ length: count }, (_, at) => Math.round((at * last) / (count - 1)));
}
