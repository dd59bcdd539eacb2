// What every gene was in the populations of a run. An imitation is run once more for it, from one generation that is looked at to the next; the
// checkpoint of a later stage has all results, and with them all programs.

import { spreadOf } from "../gene-spread.ts";
import { Desk } from "../host/player.ts";
import { withReplacements } from "../host/retry.ts";
import type { Gene, LaterStage, Population } from "../model.ts";
import { runOf } from "../runs.ts";
import type { GeneHistory, GeneSpread, BreedingStage } from "../understanding.ts";
import { mayRest, stayAwake } from "./awake.ts";
import type { OpenStage } from "./families.ts";
import { reason } from "./reason.ts";
import type { Store } from "./store.ts";
import { type RunToTrace, Trace } from "./trace.ts";

/** Generations that are looked at: enough for a curve, few enough to decode all their programs. */
const MOST = 32;
/** Ticks that a long run may take to be told. */
const PATIENCE = 240;
/** What keeps the page awake. */
const TRACING = "history of genes";

/** What is under way, and can be ended. */
type Effort = Pick<Trace, "isOver" | "end">;

export class GeneTracing {
  readonly #store: Store;
  readonly #run: RunToTrace;
  readonly #stage: (stage: LaterStage) => Promise<OpenStage>;
  #effort: Effort | null = null;

  constructor(store: Store, run: RunToTrace, stage: (stage: LaterStage) => Promise<OpenStage>) {
    this.#store = store;
    this.#run = run;
    this.#stage = stage;
  }

  begin(stage: BreedingStage): void {
    const { gene_history: known } = this.#store.state;
    const last = runOf(this.#store.state, stage).records.at(-1);
    if (!last) return;
    const [of, { generation }] = [last.champion ?? "", last];
    const isThis = known?.stage === stage && known.of === of && known.last === generation;
    if (isThis && (known.phase === "known" || this.#effort?.isOver === false)) return;
    this.#effort?.end();
    const empty = { generations: [], towards: 0, genes: [], spreads: [] };
    const history: GeneHistory = { stage, phase: "running", of, last: generation, ...empty, wrong: null };
    if (stage === "imitation") this.#trace(history);
    else this.#read(history, stage);
  }

  #trace(history: GeneHistory): void {
    const { run, workers } = this.#store.state;
    const { records, phase } = run;
    const [lessons, checkpoint] = [this.#run.lessons(), this.#run.checkpoint()];
    if (!checkpoint || !lessons || phase === "running") return;
    const generations = spread(history.last);
    const trace = new Trace(workers);
    const desk = new Desk();
    this.#follow(history, trace, desk, async () => {
      await trace.open(lessons, checkpoint);
      for (const generation of generations) {
        if (trace.isOver) return;
        this.#change({ towards: generation });
        const known = records.find((one) => one.generation === generation);
        const { record, population } = await trace.goTo(generation, known?.champion);
        const { genes, of } = await spreadsOf(desk, trace, population, record.champion ?? "");
        if (trace.isOver) return;
        this.#add(generation, genes, of);
      }
    });
  }

  #read(history: GeneHistory, stage: LaterStage): void {
    const desk = new Desk();
    const effort: Effort = {
      isOver: false,
      end() {
        this.isOver = true;
        desk.close();
      },
    };
    this.#follow(history, effort, desk, async () => {
      const { checkpoint, suite } = await this.#stage(stage);
      if (!checkpoint) throw new Error("no run is open");
      const question = { checkpoint, suite, generations: spread(history.last) };
      const past = await withReplacements(async () => {
        if (effort.isOver) throw new Error("stopped");
        return (await desk.open()).call("gene_history", question, { patience: PATIENCE });
      });
      if (effort.isOver) return;
      for (const { generation, spreads } of past.generations) this.#add(generation, past.genes, spreads);
    });
  }

  stop(): void {
    this.#effort?.end();
  }

  #follow(gene_history: GeneHistory, effort: Effort, desk: Desk, act: () => Promise<void>): void {
    this.#effort = effort;
    this.#store.change({ gene_history });
    stayAwake(TRACING);
    act()
      .then(
        (): Partial<GeneHistory> => ({ phase: effort.isOver ? "stopped" : "known" }),
        (error: unknown): Partial<GeneHistory> => ({
          phase: "stopped",
          wrong: effort.isOver ? null : reason(error),
        }),
      )
      .then((end) => {
        effort.end();
        desk.close();
        // Another may have been begun in its place.
        if (this.#effort !== effort) return;
        this.#effort = null;
        mayRest(TRACING);
        this.#change(end);
      });
  }

  #add(generation: number, genes: Gene[], of: GeneSpread[]): void {
    const shown = this.#store.state.gene_history;
    if (!shown) return;
    const spreads = of.map((one, at) => [...(shown.spreads[at] ?? []), one]);
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
  const values: number[][] = genes.map(() => []);
  for (const text of population.programs) {
    if (trace.isOver) break;
    for (const [at, { value }] of (await decode(text)).genes.entries()) values[at]?.push(value);
  }
  const of = genes.map(({ value }, at) => spreadOf(values[at] ?? [], value));
  return { genes, of };
}

/** From 0 to the last, at most so many at equal distances. */
function spread(last: number): number[] {
  const count = Math.min(MOST, last + 1);
  if (count < 2) return [0];
  return Array.from({ length: count }, (_, at) => Math.round((at * last) / (count - 1)));
}
