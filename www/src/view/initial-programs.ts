// The initial programs of a coevolution, and where a person pastes programs to begin it with.

import { html, nothing } from "lit-html";
import { live } from "lit-html/directives/live.js";
import { gamesOfGeneration, timeOfGames } from "../estimate.ts";
import {
  bestOfItsRun,
  candidates,
  FEWEST,
  initialProgramCount,
  initialProgramsIn,
  runBefore,
} from "../initial-programs.ts";
import { translate } from "../language/language.ts";
import type { InitialPrograms, State } from "../model.ts";
import type { Context, View } from "./context.ts";
import { counted, grouped, roughly } from "./format.ts";
import { chosenSystem, chromosomeHint } from "./systems.ts";
import { unhurried } from "./unhurried.ts";

const NAMES: Record<InitialPrograms, string> = {
  champions: "Champions of the runs",
  population: "Best of this run",
  random: "Random programs",
  own: "Programs of your own",
};

export function initialProgramsChoice({ page }: Context): View {
  const choose = (event: Event) =>
    page.chooseInitialPrograms((event.currentTarget as HTMLSelectElement).value as InitialPrograms);
  const words = { label: "Programs, one a line", rows: 5, about: "initial-programs-about" };
  const field = programsField(words, (text) => page.pasteInitialPrograms(text));
  return (state) => {
    const { champions, best } = candidates(state);
    const there: InitialPrograms[] = ["random", "own"];
    if (best) there.unshift("population");
    if (champions.length > 0) there.unshift("champions");
    const chosen = initialProgramsIn(state);
    const names = runBefore(state) === state.run ? NAMES : { ...NAMES, population: "Best of the games" };
    const option = (name: InitialPrograms) =>
      html`<option value=${name} ?selected=${name === chosen}>${names[name]}</option>`;
    const owns = chosen === "own";
    const lack = owns ? lackOfOwn(state) : null;
    const looks = owns && state.own.wrong ? "wrong" : lack ? "quiet" : "";
    return html`
      <section class="initial-programs">
        <h3><label for="initial-programs">Begins with</label></h3>
        <select
          id="initial-programs" aria-describedby=${owns ? nothing : "initial-programs-about"} .value=${live(chosen)} @change=${choose}>
          ${there.map(option)}
        </select>
        ${owns ? field(state) : nothing}
        <p id="initial-programs-about" class=${looks} aria-live="polite">${lack ?? inWords(state, chosen)}</p>
        ${lack === null ? html`<p class="quiet">${howLong(state)}</p>` : nothing}
      </section>
    `;
  };
}

/** A thousand links have fewer characters. */
const LONGEST = 2_000_000;
/** Typing that rests so long is read. */
const REST_MS = 300;

/** The field for programs of a person's own. `about`: the identifier of what describes it. */
export function programsField(
  { label, rows, about }: { label: string; rows: number; about: string },
  read: (text: string) => void,
): View {
  let timer: number | null = null;
  const write = ({ currentTarget }: Event) => {
    if (timer !== null) clearTimeout(timer);
    timer = window.setTimeout(() => finish(currentTarget as HTMLTextAreaElement), REST_MS);
  };
  const finish = ({ value }: HTMLTextAreaElement) => {
    if (timer === null) return;
    clearTimeout(timer);
    timer = null;
    read(value);
  };
  const leave = ({ currentTarget }: Event) => finish(currentTarget as HTMLTextAreaElement);
  return (state) => {
    const { text, wrong } = state.own;
    return html`
      <label for="own-programs">${label}</label>
      <textarea
        id="own-programs" rows=${rows} wrap="off" maxlength=${LONGEST} autocomplete="off" spellcheck="false"
        placeholder=${chromosomeHint(chosenSystem(state))} .value=${unhurried(text)}
        aria-invalid=${wrong ? "true" : "false"} aria-describedby=${about} @input=${write} @blur=${leave}></textarea>
    `;
  };
}

/** What keeps a person's programs from playing; null where nothing does. */
function lackOfOwn({ own: { programs, wrong } }: State): string | null {
  if (wrong !== null) return `${wrong.charAt(0).toUpperCase()}${wrong.slice(1)}.`;
  if (programs.length === 0) return "Paste two programs or more: chromosomes or whole links.";
  return programs.length < FEWEST ? "One program. One more is needed to play it." : null;
}

function inWords(state: State, chosen: InitialPrograms): string {
  const { champions } = candidates(state);
  const count = initialProgramCount(state);
  const who = {
    champions: `The champions of ${champions.length} runs`,
    population: translate(bestOfItsRun(state)),
    random: `${WORDS[count] ?? grouped(count)} random programs`,
    own: `${grouped(count)} programs of your own`,
  }[chosen];
  return `${who}: ${counted(gamesOfGeneration(count, state.coevolution.settings), "game")} a generation.`;
}

const WORDS: Record<number, string> = { 10: "Ten", 50: "Fifty" };

/** Of all generations, from the random ones on. */
function howLong(state: State): string {
  const { settings, pace } = state.coevolution;
  const games = gamesOfGeneration(initialProgramCount(state), settings);
  const generation = timeOfGames(games, settings, pace, state.workers);
  const rounds = Number(settings.generations ?? 0) + 1;
  const from = pace
    ? "as fast as the games played so far"
    : "a rough guess until games have been played here";
  return `About ${roughly(generation)} a generation, ${roughly(generation * rounds)} in all: ${from}.`;
}
