// The systems: the registry in Rust (crate/evolve/src/system).

import type { StageName } from "./stages.ts";

/** A system of the registry. */
export interface System {
  /** What chromosomes and settings call it. */
  id: string;
  /** What people call it, without and with the year. */
  name: string;
  title: string;
  /** The version of its gene table, which its chromosomes name. */
  version: number;
  /** The paper. */
  source: string;
  /** The kinds of run that its programs come from, in their order: the stages that it has. */
  kinds: StageName[];
  texts: SystemTexts;
}

/** What people read about a system. */
export interface SystemTexts {
  /** One or two sentences below the choice; the idea of the paper, and where that is found. */
  about: string;
  help: string;
  citation: string;
  /** A paragraph on who described it and what it is, and what its figures do not show. */
  history: string;
  caution: string;
  /** How long a generation took its authors, and how that is known. */
  then: string;
  then_help: string;
  /** What the count of a generation means. */
  count_help: string;
  /** Which of the paper's own values its genes stand beside; null where it prints none. */
  published_help: string | null;
  /** How its imitation goes on, and its coevolution. */
  introduction: Step[];
  coevolution: Step[];
  /** What the champion of a coevolution is called, and the best program before it; who meets when they play. */
  coevolved: string;
  before: string;
  before_help: string;
  /** Where each of its stages comes from, in their order. */
  stage_sources: string[];
  /** Whether the paper made ten runs of an experiment, so that the page offers to. */
  ten_runs: boolean;
}

export interface Step {
  heading: string;
  text: string;
}
