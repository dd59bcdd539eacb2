// What every gene was in the populations of a run. Only champions are stored, but the same seed, settings and games give the same run: it is
// run once more, with a coordinator of its own, from one generation that is looked at to the next.

import { Evolution, type NewsEvent } from "../host/evolution.ts";
import { Desk } from "../host/player.ts";
import { withReplacements } from "../host/retry.ts";
import type { Gene, Lessons, Population, RunRecord, Settings } from "../model.ts";
import type { GeneHistory, GeneSpread } from "../understanding.ts";
import { mayRest, stayAwake } from "./awake.ts";
import { reason } from "./reason.ts";
import type { Store } from "./store.ts";

/** Generations that are looked at: enough for a curve, few enough to decode all their programs. */
const MOST = 32;
/** What keeps the page awake. */
const TRACING = "history of genes";

export class GeneTracing {
  readonly #store: Store;
  readonly #lessons: () => Lessons | null;
  /** The one under way. */
  #trace: Trace | null = null;

  constructor(store: Store, lessons: () => Lessons | null) {
    this.#store = store;
    this.#lessons = lessons;
  }

  begin(): void {
    const { run, workers, gene_history } = this.#store.state;
    const { settings, records, phase } = run;
    const last = records.at(-1);
    const lessons = this.#lessons();
    if (!settings || !last || !lessons || phase === "running" || this.#trace) return;
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
    this.#trace = trace;
    stayAwake(TRACING);
    this.#follow(trace, async () => {
      const system = this.#store.systemOf(settings);
      await trace.open(lessons, settings, system);
      for (const generation of generations) {
        this.#change({ towards: generation });
        const { record, population } = await trace.goTo(generation);
        const known = records.find((one) => one.generation === generation);
        if (record.champion !== known?.champion)
          throw new Error("the run did not come out as before: its games or the engine are others");
        const { genes, of } = await trace.spreadsOf(population, known.champion);
        if (trace.isOver) return;
        this.#add(generation, genes, of);
      }
    });
  }

  stop(): void {
    this.#trace?.end();
  }

  #follow(trace: Trace, act: () => Promise<void>): void {
    act()
      .then(
        () => this.#change({ phase: trace.isOver ? "stopped" : "known" }),
        (error: unknown) => this.#change({ phase: "stopped", wrong: trace.isOver ? null : reason(error) }),
      )
      .finally(() => {
        trace.end();
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

interface Reached {
  record: RunRecord;
  population: Population;
}

/** A run that is run once more. */
class Trace {
  readonly #evolution: Evolution;
  readonly #desk = new Desk();
  #reached: (reached: Reached) => void = () => {};
  #failed: (error: Error) => void = () => {};
  isOver = false;

  constructor(workers: number) {
    this.#evolution = new Evolution({
      onNews: (event) => this.#onNews(event),
      onStuck: (why) => this.#failed(new Error(`background threads keep crashing (${why})`)),
    });
    this.#evolution.setWorkers(workers);
  }

  async open({ examples }: Lessons, settings: Settings, system: string): Promise<void> {
    await this.#evolution.load(examples);
    await this.#evolution.open({
      kind: "new",
      run: "imitation",
      settings,
      programs: [],
      system,
      suite: null,
    });
  }

  goTo(generation: number): Promise<Reached> {
    const reached = new Promise<Reached>((resolve, reject) => {
      this.#reached = resolve;
      this.#failed = reject;
    });
    if (this.isOver) this.#failed(new Error("stopped"));
    else
      this.#evolution
        .run({ until: generation, step: false, alone: true })
        .catch((error: Error) => this.#failed(error));
    return reached;
  }

  async spreadsOf(population: Population, champion: string) {
    const decode = (text: string) =>
      withReplacements(async () => {
        // Whoever was ended on purpose is not replaced.
        if (this.isOver) throw new Error("stopped");
        return (await this.#desk.open()).call("program", { text });
      });
    const { genes } = await decode(champion);
    const values = new Map<string, number[]>(genes.map(({ name }) => [name, []]));
    for (const text of population.programs) {
      if (this.isOver) break;
      for (const { name, value } of (await decode(text)).genes) values.get(name)?.push(value);
    }
    const of = new Map(genes.map(({ name, value }) => [name, spreadOf(values.get(name) ?? [], value)]));
    return { genes, of };
  }

  end(): void {
    if (this.isOver) return;
    this.isOver = true;
    this.#failed(new Error("stopped"));
    this.#desk.close();
    this.#evolution.rest();
    this.#evolution.pause().then(
      () => this.#evolution.release(),
      () => {},
    );
  }

  #onNews({ records, population, phase }: NewsEvent): void {
    const record = records.at(-1);
    if (phase === "finished" && record && population) this.#reached({ record, population });
  }
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
