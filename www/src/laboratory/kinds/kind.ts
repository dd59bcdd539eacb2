// What one kind of run has of its own, so that one controller can drive them all (`open-run.ts`).

import type { NewsEvent } from "../../host/evolution.ts";
import type { Run, RunRecord, Settings, StageRecord, StageRun } from "../../model.ts";
import type { Place } from "../../storage/schema.ts";
import type { RunOpening, RunOrigin, Standing, ToShare } from "../../worker/protocol.ts";
import type { Provenance } from "../program-file.ts";

/** Part of what the page shows of a run. */
export type RunPart = Partial<Omit<StageRun<StageRecord>, "records" | "settings">> & {
  records?: RunRecord[];
  settings?: Settings | null;
};

/** What a run begins with. */
export interface Beginning {
  origin: RunOrigin;
  /** What the page shows of it from the start. */
  part: RunPart;
  /** A link describes it: it takes the place of no run of the person's own. */
  isLinked?: boolean;
}

/** A stored run, to go on from. */
export interface Stored {
  checkpoint: string;
  /** Of one that was not begun: what it begins with. */
  origin?: RunOrigin;
  part: RunPart;
  /** How long each generation took, where that is stored. */
  elapsed_ms: number[];
  /** An earlier version stored it, and nothing of what it is. */
  isBare: boolean;
  /** The text of its openings, positions or games; null: those that are built in, or none. */
  suite: string | null;
  /** It will be opened: what the coordinator is given comes into use. */
  onOpening?(): void;
  /** It is open: so does what is shown of it. */
  onOpened?(): void;
}

/** One kind of run, where the page has it. */
export interface KindOfRun {
  /** How messages call such a run. */
  readonly noun: string;
  /** Where the workspace has it. */
  readonly place: Place;
  /** How to go on when workers have kept ending. */
  readonly retry: string;
  /** What is shown while none is open. */
  readonly idle: RunPart;
  /** Whether its generations take so long that what happens within one is shown and stored. */
  readonly isSlow: boolean;

  run(): Run<RunRecord>;
  change(part: RunPart): void;
  /** Whether the run on show is a link's and not stored, while the person's own is. */
  isAside(): boolean;
  /** Whether there is anything of the person's own that a link's run would take the place of. */
  hasOwn(): boolean;

  /** What the coordinator is asked to open, once it has what the run works on. */
  opening(origin: RunOrigin, stored?: Stored): Promise<RunOpening>;
  /** What the page shows of a run as it stands. */
  shown(standing: Standing, elapsed_ms: number[]): RunPart;
  /** What news tells. */
  told(event: NewsEvent): RunPart;
  /** What a link to it is made of, as far as it has come; null while there is nothing to link to. */
  toShare(checkpoint: string): ToShare | null;
  /** Where a program comes from, if it is the one on show of this run. */
  provenance(chromosome: string): Provenance | null;
  /** Another run is on show, or none. */
  onShown?(): void;
  /** It begins or goes on. */
  onGoing?(): void;

  /** Null where it is not stored, or of no use. Rejects where what belongs to it cannot be had. Nothing comes into use yet. */
  load(id: string): Promise<Stored | null>;
  /** The open run at this checkpoint as `load` would answer it, to be opened again where it is not stored. */
  asStored(checkpoint: string): Stored;
  save(id: string, checkpoint: string): Promise<void>;
  /** A run that is stored begins: what it works on is stored too. */
  saveMaterial(id: string): Promise<void>;
}

/** The records with newer ones, which take the place of those they do again. */
export function joined<R extends RunRecord>(known: R[], more: R[]): R[] {
  const first = more[0]?.generation;
  if (first === undefined) return known;
  // A long run has thousands, and news comes many times a second.
  const kept = known.findLastIndex(({ generation }) => generation < first) + 1;
  return (kept === known.length ? known : known.slice(0, kept)).concat(more);
}
