// The second room while programs play each other: games that are being played, who scored what against whom, and where the genes
// drift.

import { html, nothing, svg, type TemplateResult } from "lit-html";
import { guard } from "lit-html/directives/guard.js";
import { translate } from "../language/language.ts";
import type { CoevolutionRecord, State } from "../model.ts";
import { championButtons } from "./champion.ts";
import { crossTable } from "./cross-table.ts";
import type { Context, View } from "./context.ts";
import { fixed } from "./format.ts";
import { liveGames } from "./live-games.ts";
import { bredView, masterMovesView } from "./questions.ts";
import { thinned } from "./thinned.ts";
import { chosenSystem, steps } from "./systems.ts";
import { helped, helpText } from "./help.ts";

const DRIFT_HELP =
  "The mean of every gene over the programs of a generation, from the first to the latest, and its standard deviation.";

export function coevolutionView(context: Context): View {
  const games = liveGames(({ white, black }) => `${translate(white)} – ${translate(black)}`);
  const cross = crossTable(context);
  const bred = bredView(context, "coevolution");
  const masterMoves = masterMovesView(context, "coevolution");
  return (state) => {
    const { records, progress, phase } = state.coevolution;
    if (phase === "idle") return introduction(state);
    const { cross: found } = progress ?? {};
    return html`
      <div class="coevolution">
        ${games(progress?.games ?? [], phase)}
        ${records.length > 0 ? championButtons(context, state, "coevolution", comparison(state)) : nothing}
        ${bred(state)} ${choosesByEvaluation(state) ? masterMoves(state) : nothing}
        ${found ? cross(found) : FIRST_GAMES}
        ${guard([records], () => drift(records))}
      </div>
    `;
  };
}

/** EvoChess's programs choose by a search of their own. */
function choosesByEvaluation(state: State): boolean {
  return chosenSystem(state)?.kinds.includes("imitation") ?? false;
}

function introduction(state: State): TemplateResult {
  return steps(chosenSystem(state)?.texts.coevolution);
}

const FIRST_GAMES = html`<p class="quiet">The first games are being played.</p>`;

function drift(records: CoevolutionRecord[]): TemplateResult | typeof nothing {
  const first = records[0];
  const last = records.at(-1);
  if (!first || !last) return nothing;
  return html`
    <table class="drift">
      <caption>${helped("Drift of the genes", DRIFT_HELP)}</caption>
      <thead>
        <tr>
          <th scope="col">Gene</th>
          <th scope="col" class="number">First mean</th>
          <th scope="col" class="number">Now</th>
          <th scope="col" class="number">Spread</th>
          <td class="bar-cell"></td>
        </tr>
      </thead>
      <tbody>
        ${last.genes.map((gene, at) => {
          const means = thinned(records).map(({ genes }) => genes[at]?.mean ?? 0);
          return html`<tr>
            <th scope="row">${translate(gene.name)
              .split(/(?<=_)/)
              .map((part) => html`${part}<wbr />`)}</th>
            <td class="number quiet">${fixed(means[0] ?? 0, 1)}</td>
            <td class="number">${fixed(gene.mean, 1)}</td>
            <td class="number quiet">${fixed(gene.spread, 1)}</td>
            <td class="bar-cell">${curve(means)}</td>
          </tr>`;
        })}
      </tbody>
    </table>
  `;
}

const WIDTH = 100;
const HEIGHT = 18;

/** The means by generation, each gene on its own scale. */
function curve(means: number[]): TemplateResult {
  const low = Math.min(...means);
  const range = Math.max(...means) - low;
  const x = (at: number) => ((at / Math.max(1, means.length - 1)) * WIDTH).toFixed(1);
  const y = (mean: number) =>
    (range > 0 ? HEIGHT - 2 - ((mean - low) / range) * (HEIGHT - 4) : HEIGHT / 2).toFixed(1);
  const line = means.map((mean, at) => `${x(at)},${y(mean)}`).join(" ");
  return html`<svg viewBox="0 0 ${WIDTH} ${HEIGHT}" preserveAspectRatio="none" aria-hidden="true">
    ${svg`<polyline points=${line} vector-effect="non-scaling-stroke" />`}
  </svg>`;
}

/** Of the champion with who was there before. */
function comparison(state: State): string {
  const { kinds = [], texts } = chosenSystem(state) ?? {};
  return helpText(texts?.before_help ?? "", texts?.stage_sources[kinds.indexOf("coevolution")] ?? "");
}
