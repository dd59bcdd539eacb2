// What a link to an experiment leads to, whatever its kind: it is offered, and run when the person says so.

import type { Offer } from "../../model.ts";
import type { SharedExperiment } from "../../worker/protocol.ts";

/** An experiment that is offered. */
export interface Linked {
  /** What is said of it at first. */
  readonly offer: OwnOffer;
  /** Looks for what it works on. */
  look?(): Promise<void>;
  /** Other games are in use, or none: perhaps those that it needs. */
  onLessons?(): void;
  run(): Promise<void>;
  /** It is offered no more. */
  end?(): void;
}

/** What its kind says of it. */
export type OwnOffer = Pick<
  Offer,
  "system" | "settings" | "changes" | "table" | "initial" | "data" | "exact" | "another_engine"
>;

/** The place where it is offered. */
export interface Offering {
  /** Null once it is offered no more. */
  readonly offer: Offer | null;
  change(part: Partial<Offer>): void;
  giveUp(): void;
}

/** How one kind of run opens links to its experiments. */
export interface LinkedKind {
  open(experiment: SharedExperiment, text: string, offering: Offering): Linked;
}
