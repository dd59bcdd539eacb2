// What the views of learning have in common: the curves of the pieces' values, and the choice of a program that was kept.

import { html, nothing, svg, type TemplateResult } from "lit-html";
import { live } from "lit-html/directives/live.js";
import { translate } from "../language/language.ts";
import type { LearningRecord, State, SupervisedRecord } from "../model.ts";
import type { Context, View } from "./context.ts";
import type { Curve } from "./learning-chart.ts";
import { PIECES } from "./piece-values.ts";

/** A record of a program that learns. */
export type Learned = LearningRecord | SupervisedRecord;

export const VALUES = "Values of the pieces";

const LOOKS: Pick<Curve<Learned>, "colour" | "dash">[] = [
  { colour: "--quiet", dash: [2, 3] },
  { colour: "--held-out", dash: [] },
  { colour: "--wrong", dash: [6, 3] },
  { colour: "--accent", dash: [] },
  { colour: "--ink", dash: [] },
];

/** As they stand above each other. */
export const OF_PIECES: Curve<Learned>[] = PIECES.map((name, at) => ({
  name,
  ...(LOOKS[at] ?? { colour: "--ink", dash: [] }),
  of: ({ values }: Learned) => (values[at] ?? 0) / 1000,
})).reverse();

/** Chooses one of the programs that were kept. `inWords`: which it is. */
export function keptPrograms<S extends "learning" | "supervised">(
  { page }: Context,
  stage: S,
  inWords: (record: State[S]["records"][number]) => string,
): View {
  const keptOf = (state: State) => {
    const records: State[S]["records"][number][] = state[stage].records;
    return records.filter(({ champion }) => champion !== null);
  };
  const choose = (event: Event) => {
    const record = keptOf(page.state)[Number((event.currentTarget as HTMLInputElement).value)];
    if (record) page.showChampion(stage, record.generation);
  };
  return (state) => {
    const kept = keptOf(state);
    const shown = kept.findLastIndex(({ champion }) => champion === state.program?.text);
    const at = shown < 0 ? kept.length - 1 : shown;
    const record = kept[at];
    if (!record || kept.length < 2) return nothing;
    const words = inWords(record);
    return html`<div class="kept-programs">
      <label for="kept-program">Program to show and play</label>
      <input
        id="kept-program" type="range" min="0" max=${kept.length - 1} step="1" .value=${live(String(at))}
        aria-valuetext=${words} @change=${choose} />
      <span class="quiet">${words}</span>
    </div>`;
  };
}

export function curveKey({
  name,
  colour,
  dash,
}: Pick<Curve<never>, "name" | "colour" | "dash">): TemplateResult {
  return html`<span class="key">
    <svg viewBox="0 0 18 10">
      ${svg`<path class=${`curve${colour}`} stroke-dasharray=${dash.join(" ")} d="M0 5h18" />`}</svg>${translate(name)}
  </span>`;
}

export function capital(word: string): string {
  return word.charAt(0).toUpperCase() + word.slice(1);
}
