// The systems of the registry, as views ask for them.

import { html, type TemplateResult } from "lit-html";
import { systemOf } from "../laboratory/systems.ts";
import type { State, Step, System } from "../model.ts";
import { isLearned } from "../runs.ts";

/** The system that is chosen for the next run; none before they are known. */
export function chosenSystem({ systems, settings }: State): System | undefined {
  return named(systems, systemOf(systems, settings));
}

/** The system of the open run, which its programs name; without a run the one that is chosen. */
export function systemOfRun(state: State): System | undefined {
  const champion = state.run.records.at(-1)?.champion;
  return champion ? systemOfProgram(state, champion) : chosenSystem(state);
}

/** The system that a chromosome names. */
export function systemOfProgram({ systems }: State, text: string): System | undefined {
  return named(systems, text.split(".")[0] ?? "");
}

/** Whether it learned what it knows; otherwise it was bred. */
export function isLearnedProgram(state: State, text: string): boolean {
  const system = systemOfProgram(state, text);
  return system !== undefined && isLearned(system);
}

/** What people call it; of one that this build does not know, its identifier. */
export function titleOf({ systems }: State, id: string): string {
  return named(systems, id)?.title ?? id;
}

/** How its chromosomes begin, to show in an empty field. */
export function chromosomeHint(system: System | undefined): string {
  return system ? `${system.id}.${system.version}.… or a whole link` : "";
}

/** The items of an ordered list. */
export function steps(list: Step[] | undefined): TemplateResult {
  return html`<ol class="introduction">
    ${(list ?? []).map(({ heading, text }) => html`<li><strong>${heading}</strong> ${text}</li>`)}
  </ol>`;
}

function named(systems: System[], id: string): System | undefined {
  return systems.find((system) => system.id === id);
}
