// What learning begins with: random weights, what was learned from games, or a program of a person's own.

import { html, nothing } from "lit-html";
import { live } from "lit-html/directives/live.js";
import type { InitialPrograms, State } from "../model.ts";
import type { Context, View } from "./context.ts";
import { learnedFromGames } from "../initial-programs.ts";
import { programsField } from "./initial-programs.ts";

const NAMES = {
  random: "Random weights",
  population: "What was learned from games",
  own: "A program of your own",
} as const;

type Choice = keyof typeof NAMES;

/** A stage whose weights learn. */
type Learner = "learning" | "supervised";

export function initialWeightsChoice({ page }: Context, stage: Learner): View {
  const choose = (event: Event) =>
    page.chooseInitialPrograms((event.currentTarget as HTMLSelectElement).value as InitialPrograms);
  const words = { label: "Program", rows: 3, about: "initial-weights-about" };
  const field = programsField(words, (text) => page.pasteInitialPrograms(text));
  return (state) => {
    const chosen = choice(state, stage);
    const there: Choice[] = hasLearned(state, stage) ? ["random", "population", "own"] : ["random", "own"];
    const option = (name: Choice) =>
      html`<option value=${name} ?selected=${name === chosen}>${NAMES[name]}</option>`;
    return html`
      <section class="initial-programs">
        <h3><label for="initial-weights">Begins with</label></h3>
        <select id="initial-weights" .value=${live(chosen)} @change=${choose}>
          ${there.map(option)}
        </select>
        ${chosen === "own" ? field(state) : nothing}
        <p id="initial-weights-about" class=${state.own.wrong && chosen === "own" ? "wrong" : "quiet"} aria-live="polite">
          ${about(state, chosen)}
        </p>
      </section>
    `;
  };
}

/** Whether there is what the person has chosen to begin with. */
export function hasInitialWeights(state: State, stage: Learner): boolean {
  return choice(state, stage) !== "own" || state.own.programs.length === 1;
}

/** Self-play goes on from what was learned from games; the other way round nothing of it would be left. */
function hasLearned(state: State, stage: Learner): boolean {
  return stage === "learning" && learnedFromGames(state) !== null;
}

function choice(state: State, stage: Learner): Choice {
  const { initial_programs } = state;
  if (initial_programs === "own") return "own";
  return initial_programs === "population" && hasLearned(state, stage) ? "population" : "random";
}

function about(state: State, chosen: Choice): string {
  if (chosen === "own") return lackOfOwn(state);
  if (chosen === "random") return "1,812 weights near zero: the program knows nothing.";
  return `Step ${learnedFromGames(state)?.generation ?? 0} of the stage Masters, its weights rounded as in a link. It learns on by playing itself.`;
}

function lackOfOwn({ own: { programs, wrong } }: State): string {
  if (wrong !== null) return `${wrong.charAt(0).toUpperCase()}${wrong.slice(1)}.`;
  if (programs.length === 0) return "Paste a program of this system: a chromosome or a whole link.";
  return programs.length === 1 ? "It learns on." : "Only one program can learn.";
}
