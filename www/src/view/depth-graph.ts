// EvoChess's depth module drawn as a graph, with the way that the position on the board takes through it.

import { html, nothing, svg, type TemplateResult } from "lit-html";
import { guard } from "lit-html/directives/guard.js";
import { keyed } from "lit-html/directives/keyed.js";
import { createRef, ref } from "lit-html/directives/ref.js";
import { translate } from "../language/language.ts";
import type { DepthPath, DepthStep, Gene, Play, Program, State } from "../model.ts";
import type { Context, Drawn } from "./context.ts";
import { type Box, type Drawing, type Edge, type Label, layout, LINE, PADDING } from "./depth-layout.ts";
import { counted } from "./format.ts";
import { helped, helpText } from "./help.ts";

const WORDS = "On the board now";
const WORDS_HELP =
  "What the program decides when it begins to search the position on the board, in the first search of a game. It decides again at every position further on: the table of what it tries first says what it decides after each move.";

/** Draws a gene that is a depth program. */
export function depthGraphView({ page }: Context): (gene: Gene, program: Program, state: State) => Drawn {
  const text = createRef<HTMLTextAreaElement>();
  const use = () => page.useDepthModule(text.value?.value ?? "");
  const asText = (body: string) =>
    html`<textarea
      rows=${Math.min(24, body.split("\n").length)} spellcheck="false" aria-label="Depth module as text" .value=${body}
      ${ref(text)}></textarea>`;
  return (gene, program, { play }) => {
    const { body, group, meaning, source, value, unit } = gene;
    const { depth } = program;
    if (body === undefined || depth === null) return nothing;
    const name = translate(group);
    const path = pathOf(program, play);
    return html`
      <figure class="depth-module" aria-label=${name}>
        <p class="title">
          ${helped(name.charAt(0).toUpperCase() + name.slice(1), helpText(translate(meaning), source))}
          <span class="quiet">${value} ${translate(unit)} of ${all(depth).length}</span>
        </p>
        ${keyed(
          body,
          html`<div class="depth-graph" tabindex="0" role="group" aria-label="Graph of the depth module, scrolls" ${ref(toBeginning)}>
            ${guard([depth, path], () => picture(depth, layout(depth, path)))}
          </div>`,
        )}
        ${legend(depth, path)} ${inWords(program, play)}
        <details class="more">
          <summary>Program as text</summary>
          ${keyed(body, asText(body))}
          <div class="buttons">
            <button @click=${() => page.copyProgramText(body)}>Copy the text</button>
            <button @click=${use}>Use this text</button>
          </div>
        </details>
      </figure>
    `;
  };
}

/** A wide graph is seen from where it begins: in its middle. */
function toBeginning(scrolled?: Element): void {
  // A `ref` is called while the element still is in a fragment.
  requestAnimationFrame(() => {
    const beginning = scrolled?.querySelector("circle");
    if (beginning) scrolled?.scrollTo(beginning.cx.baseVal.value - scrolled.clientWidth / 2, 0);
  });
}

/** The way that the position on the board takes, where this program is the one that is asked about it. */
function pathOf({ text }: Program, { shown }: Play): DepthPath | null {
  return shown?.judge === text ? shown.depth_path : null;
}

/** The steps of a program, those of branches too. */
function all(steps: DepthStep[]): DepthStep[] {
  return steps.flatMap((step) => [step, ...(step.branches ?? []).flatMap(all)]);
}

function picture(steps: DepthStep[], drawing: Drawing): TemplateResult {
  const { width, height, boxes, edges, labels, ends } = drawing;
  const instructions = all(steps);
  const decisions = instructions.filter(({ branches }) => branches !== null);
  const alternative = `${counted(instructions.length, "instruction")}, ${counted(decisions.length, "decision")}; the same as text is below.`;
  return html`<svg width=${width} height=${height} role="img" aria-label=${alternative}>
    ${edges.filter(({ lit }) => !lit).map(edge)} ${edges.filter(({ lit }) => lit).map(edge)}
    ${ends.map(([x, y]) => svg`<circle class=${lighted(edges[0]?.lit)} cx=${x} cy=${y} r="4" />`)}
    ${labels.map(label)} ${boxes.map(box)}
  </svg>`;
}

function lighted(lit = false): string {
  return lit ? "lit" : "";
}

function edge({ points, lit }: Edge): TemplateResult {
  return svg`<polyline class=${lighted(lit)} points=${points.map((point) => point.join(",")).join(" ")} />`;
}

function label({ text, x, y, end, lit }: Label): TemplateResult {
  return svg`<text class=${`branch ${lighted(lit)}`} x=${x} y=${y} text-anchor=${end ? "end" : "start"}>${text}</text>`;
}

function box({ steps, x, y, width, height, lit }: Box): TemplateResult {
  const kind = steps[0]?.branches ? "decision" : "straight";
  const dead = steps.some(({ effective }) => effective) ? "" : "dead";
  return svg`<g class=${`${kind} ${dead} ${lighted(lit)}`}>
    <rect x=${x} y=${y} width=${width} height=${height} rx=${kind === "decision" ? height / 2 : 3} />
    ${steps.map(
      ({ text, effective }, at) =>
        svg`<text class=${effective ? "" : "dead"} x=${x + width / 2} y=${y + PADDING.y + (at + 1) * LINE - 5} text-anchor="middle">${text}</text>`,
    )}
  </g>`;
}

function legend(steps: DepthStep[], path: DepthPath | null): Drawn {
  const without = all(steps).some(({ effective }) => !effective) ? "Grey, in italics: without effect. " : "";
  const way = path ? "Thick lines: what runs for the position on the board." : "";
  return without || way ? html`<p class="quiet">${without}${way}</p>` : nothing;
}

function inWords(program: Program, play: Play): Drawn {
  const { shown } = play;
  if (!shown) return nothing;
  const path = pathOf(program, play);
  const reason =
    shown.judge === program.text ? "There is nothing to search." : "Another program sits at the board.";
  return html`
    <p class="title">${helped(WORDS, WORDS_HELP)}</p>
    ${path ? html`<ol class="depth-words">${path.words.map((sentence) => html`<li>${translate(sentence)}</li>`)}</ol>` : html`<p class="quiet">${reason}</p>`}
  `;
}
