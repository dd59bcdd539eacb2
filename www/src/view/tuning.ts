// The second room while a search is bred: nodes by generation, and how much of the suite is solved.

import { html, nothing, type TemplateResult } from "lit-html";
import type { State, TuningRecord } from "../model.ts";
import { championButtons } from "./champion.ts";
import type { Context, View } from "./context.ts";
import { BEST_KEY, curvesView, MEAN_KEY } from "./curves.ts";
import type { Point } from "./fitness-chart.ts";
import { generationParts } from "./fitness-table.ts";
import { decimal, grouped } from "./format.ts";
import { helped } from "./help.ts";
import { bredView } from "./questions.ts";

const TITLE = "Nodes by generation";
const HELP =
  "How many positions the search looks at until the suite is solved, the cap in full for each that is not. Fewer is fitter.\nSource: David et al. 2014";
const COMPARISON =
  "Opens the arena with the program and its evolved search against the same program as it was before.";

export function tuningView(context: Context): View {
  const bred = bredView(context, "tuning");
  const pointsOf = mapped();
  const curves = curvesView(context, {
    measure: "nodes",
    rows: ({ tuning }) => pointsOf(tuning.records),
    generations: ({ tuning }) => Number(tuning.settings.generations ?? 50),
    changes: ({ tuning }) => tuning.changes,
    marked: () => null,
    choose: () => {},
    invitation: ({ tuning }) =>
      tuning.phase === "idle" ? "Press Run, and watch this curve fall." : "Searching with random parameters.",
    reading: (point, state) => reading(point, state),
    legend: () => html`${BEST_KEY} ${MEAN_KEY}`,
  });
  const parts = generationParts(context.redraw);
  let asTable = false;
  const toggle = () => {
    asTable = !asTable;
    context.redraw();
  };
  return (state) => {
    const { records } = state.tuning;
    const last = records.at(-1);
    return html`
      <figure class="fitness" aria-label=${TITLE}>
        <div class="fitness-head">
          <p class="title">${helped(TITLE, HELP)}</p>
          <button class="plain" aria-expanded=${asTable} @click=${toggle}>Show as table</button>
        </div>
        <p class="solved">
          ${last ? html`<strong>${last.solved} of ${last.positions}</strong> solved by the best, with ${grouped(last.best)} nodes` : nothing}
        </p>
        ${asTable ? nothing : curves(state)}
        ${asTable ? html`${parts.choice(records)} ${table(parts.shown(records))}` : nothing}
      </figure>
      ${last ? html`${championButtons(context, state, "tuning", COMPARISON)} ${bred(state)}` : introduction()}
    `;
  };
}

/** The same points for the same records. */
function mapped(): (records: TuningRecord[]) => Point[] {
  let known: TuningRecord[] = [];
  let points: Point[] = [];
  return (records) => {
    if (records !== known) {
      known = records;
      points = records.map(({ generation, best, mean, worst, positions }) => ({
        generation,
        best,
        mean,
        worst,
        positions,
      }));
    }
    return points;
  };
}

function reading({ generation, best, mean, worst, positions }: Point, { tuning }: State): string {
  const solved = tuning.records.find((record) => record.generation === generation)?.solved ?? 0;
  return `Generation ${generation}: best ${grouped(best)}, mean ${grouped(mean)}, worst ${grouped(worst)} nodes, ${solved} of ${positions} solved`;
}

function introduction(): TemplateResult {
  return html`<ol class="introduction">
    <li>
      <strong>Random searches.</strong> Ten of them: how far to look at checks and captures, when to give a line up, when a
      doubtful move is searched again.
    </li>
    <li>
      <strong>Who solves with less?</strong> Each looks for the proved best move of every position of the suite. What it searched
      until then is counted.
    </li>
    <li>
      <strong>The thrifty have offspring.</strong> The result is a whole program, judgement and search, in one link.
    </li>
  </ol>`;
}

function table(records: TuningRecord[]): TemplateResult {
  return html`
    <div class="scroll" tabindex="0" role="group" aria-label="Table, scrolls">
      <table class="fitness-table" aria-label=${TITLE}>
        <thead>
          <tr>
            <th scope="col">Generation</th>
            <th scope="col" class="number">Best</th>
            <th scope="col" class="number">Mean</th>
            <th scope="col" class="number">Worst</th>
            <th scope="col" class="number">Solved</th>
            <th scope="col" class="number">Diversity</th>
          </tr>
        </thead>
        <tbody>
          ${records.map(
            ({ generation, best, mean, worst, solved, diversity }) => html`<tr>
              <th scope="row">${generation}</th>
              <td class="number">${grouped(best)}</td>
              <td class="number">${grouped(mean)}</td>
              <td class="number">${grouped(worst)}</td>
              <td class="number">${solved}</td>
              <td class="number">${decimal(diversity, 3)}</td>
            </tr>`,
          )}
        </tbody>
      </table>
    </div>
  `;
}
