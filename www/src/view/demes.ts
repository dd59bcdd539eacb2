// Demes as islands: the programs of each on one scale of fitness, and which of them came from another.

import { html, nothing, svg, type TemplateResult } from "lit-html";
import type { Settings } from "../model.ts";
import { counted } from "./format.ts";
import { helped } from "./help.ts";

const HELP =
  "Each deme is a population of its own. A dot is a program, further to the right the fitter. Every few generations each deme sends copies of its best programs to the next, and the last sends them to the first: these are drawn as rings.\nSource: Gross et al. 2002";

/** A scored generation. */
export interface Islands {
  generation: number;
  settings: Settings;
  /** How fit each program is, deme by deme: more is fitter. */
  fitness: number[];
  /** What is drawn at the left and at the right end. */
  scale: [number, number];
  /** The places of programs that came from the deme before. */
  migrants: number[];
  /** A fitness in words. */
  words: (fitness: number) => string;
}

/** Nothing of a single one. */
export function demesView(islands: Islands): TemplateResult | typeof nothing {
  const { settings, fitness, migrants, words } = islands;
  const demes = Number(settings.demes ?? 1);
  if (demes < 2) return nothing;
  const size = fitness.length / demes;
  return html`
    <figure class="demes" aria-label="Demes">
      <p class="title">${helped("Demes", HELP)} <span class="quiet">${exchanges(islands)}</span></p>
      <ol>
        ${Array.from({ length: demes }, (_, at) => {
          const places = Array.from({ length: size }, (_, program) => at * size + program);
          const best = Math.max(...places.map((place) => fitness[place] ?? 0));
          const came = places.filter((place) => migrants.includes(place)).length;
          const from = ((at + demes - 1) % demes) + 1;
          return html`<li>
            <span>
              Deme ${at + 1} <span class="quiet">best ${words(best)}${came > 0 ? `, ${came} came from deme ${from}` : ""}</span>
            </span>
            ${dots(islands, places)}
          </li>`;
        })}
      </ol>
    </figure>
  `;
}

/** When they exchanged programs last, and when they will again. */
function exchanges({ generation, settings }: Islands): string {
  const interval = Number(settings["migration-interval"] ?? 5);
  if (settings.migrants === 0) return "which never exchange programs";
  const last = generation - (generation % interval);
  const every = `exchange their best every ${counted(interval, "generation")}`;
  return last > 0 ? `${every}, last for generation ${last}` : `${every}, first for generation ${interval}`;
}

function dots({ fitness, scale: [least, most], migrants }: Islands, places: number[]): TemplateResult {
  const x = (place: number) => 2 + (96 * ((fitness[place] ?? least) - least)) / (most - least || 1);
  return html`<svg viewBox="0 0 100 6" aria-hidden="true">
    <line x1="2" x2="98" y1="3" y2="3"></line>
    ${places.map((place) => {
      const came = migrants.includes(place);
      return svg`<circle class=${came ? "came" : ""} cx=${x(place)} cy="3" r=${came ? 1.9 : 1.4}></circle>`;
    })}
  </svg>`;
}
