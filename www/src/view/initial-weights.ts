// What learning begins with: random weights, or a program of a person's own.

import { html, nothing } from "lit-html";
import { live } from "lit-html/directives/live.js";
import type { InitialPrograms, State } from "../model.ts";
import type { Context, View } from "./context.ts";
import { programsField } from "./initial-programs.ts";

const NAMES = { random: "Random weights", own: "A program of your own" } as const;

export function initialWeightsChoice({ page }: Context): View {
  const choose = (event: Event) =>
    page.chooseInitialPrograms((event.currentTarget as HTMLSelectElement).value as InitialPrograms);
  const words = { label: "Program", rows: 3, about: "initial-weights-about" };
  const field = programsField(words, (text) => page.pasteInitialPrograms(text));
  return (state) => {
    const chosen = beginsWithOwn(state) ? "own" : "random";
    const option = (name: keyof typeof NAMES) =>
      html`<option value=${name} ?selected=${name === chosen}>${NAMES[name]}</option>`;
    return html`
      <section class="initial-programs">
        <h3><label for="initial-weights">Begins with</label></h3>
        <select id="initial-weights" .value=${live(chosen)} @change=${choose}>
          ${option("random")} ${option("own")}
        </select>
        ${chosen === "own" ? field(state) : nothing}
        <p id="initial-weights-about" class=${state.own.wrong && chosen === "own" ? "wrong" : "quiet"} aria-live="polite">
          ${chosen === "own" ? lackOfOwn(state) : "1,812 weights near zero: the program knows nothing."}
        </p>
      </section>
    `;
  };
}

/** Whether there is what the person has chosen to begin with. */
export function hasInitialWeights(state: State): boolean {
  return !beginsWithOwn(state) || state.own.programs.length === 1;
}

function beginsWithOwn({ initial_programs }: State): boolean {
  return initial_programs === "own";
}

function lackOfOwn({ own: { programs, wrong } }: State): string {
  if (wrong !== null) return `${wrong.charAt(0).toUpperCase()}${wrong.slice(1)}.`;
  if (programs.length === 0) return "Paste a program of this system: a chromosome or a whole link.";
  return programs.length === 1 ? "It learns on." : "Only one program can learn.";
}
