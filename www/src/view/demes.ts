// Demes as islands: the programs of each on one scale of fitness.

import { html, nothing, svg, type TemplateResult } from "lit-html";
import type { ClassesRecord } from "../model.ts";
import { fixed } from "./format.ts";
import { helped } from "./help.ts";

const HELP =
  "Each deme is a population of its own. A dot is a program, further to the right the fitter. Every few generations each deme sends copies of its best programs to the next, and the last sends them to the first.\nSource: Gross et al. 2002";
/** In millionths. */
const LOWEST = 1_000_000;

/** Nothing of a single one. `highest`: the fitness at the right end. */
export function demesView(
  { fitness }: ClassesRecord,
  demes: number,
  highest: number,
): TemplateResult | typeof nothing {
  if (demes < 2) return nothing;
  const size = fitness.length / demes;
  const islands = Array.from({ length: demes }, (_, at) => fitness.slice(at * size, (at + 1) * size));
  return html`
    <figure class="demes" aria-label="Demes">
      <p class="title">${helped("Demes", HELP)}</p>
      <ol>
        ${islands.map(
          (programs, at) => html`<li>
            <span>Deme ${at + 1} <span class="quiet">best ${fixed(Math.max(...programs) / 1e6, 2)}</span></span>
            ${dots(programs, highest)}
          </li>`,
        )}
      </ol>
    </figure>
  `;
}

function dots(programs: number[], highest: number): TemplateResult {
  const x = (fitness: number) => 2 + (96 * (fitness - LOWEST)) / (1e6 * highest - LOWEST);
  return html`<svg viewBox="0 0 100 6" aria-hidden="true">
    <line x1="2" x2="98" y1="3" y2="3"></line>
    ${programs.map((fitness) => svg`<circle cx=${x(fitness)} cy="3" r="1.4"></circle>`)}
  </svg>`;
}
