// The second room while a program learns: what the pieces are worth to it, how far it errs, its games, and the programs that were kept.

import { html, nothing, type TemplateResult } from "lit-html";
import { translate } from "../language/language.ts";
import type { LearningRecord, State } from "../model.ts";
import { championButtons } from "./champion.ts";
import { chartView } from "./chart-view.ts";
import type { Context, View } from "./context.ts";
import { generationParts } from "./fitness-table.ts";
import { counted, fixed, grouped, percent } from "./format.ts";
import { helped } from "./help.ts";
import { ladderView } from "./ladder.ts";
import { capital, curveKey, keptPrograms, OF_PIECES, VALUES } from "./learned.ts";
import { type Curve, LearningChart, type Scale } from "./learning-chart.ts";
import { liveGames } from "./live-games.ts";
import { VALUES_HELP } from "./piece-values.ts";
import { learnedView } from "./questions.ts";
import { searchTreeView } from "./search-tree.ts";
import { chosenSystem, steps } from "./systems.ts";

const ERROR = "Error of learning";
const ERROR_HELP =
  "How far the evaluations of the positions searched are from what the searches found, in pawns: the root of the mean square. And the share of positions whose evaluation should change.";

const OF_ERROR: [Curve<LearningRecord>, Curve<LearningRecord>] = [
  { name: "error in pawns", colour: "--ink", dash: [], of: ({ error }) => error / 1000 },
  { name: "positions that teach", colour: "--accent", dash: [6, 3], of: shareChanged },
];

export function learningView(context: Context): View {
  const { page } = context;
  const rows = afterFirst();
  const choose = (index: number) => {
    const record = rows(page.state)[index];
    if (record?.champion) page.showChampion("learning", record.generation);
  };
  const chart = (
    cursor: string,
    scales: Scale<LearningRecord>[],
    reading: (record: LearningRecord) => string,
  ) =>
    chartView<LearningRecord>(context, {
      cursor,
      draw(host, events) {
        const chart = new LearningChart(host, scales, gamesOf, events);
        return {
          update: (state) => chart.update(rows(state)),
          point: (index) => chart.point(index),
          end: () => chart.end(),
        };
      },
      rows,
      choose,
      reading,
      legend: () => html`${scales.flatMap(({ curves }) => curves.map(curveKey))}`,
      invitation: ({ learning }) =>
        learning.phase === "idle"
          ? "Press Run, and watch these curves rise."
          : "The first games are being played.",
    });
  const values = chart("Cursor of the values", [{ curves: OF_PIECES, least: [0, 0.1] }], inWords);
  const [error, share] = OF_ERROR;
  const errors = chart(
    "Cursor of the error",
    [
      { curves: [error], least: [0, 0.1] },
      { curves: [share], text: (rate) => percent(rate, 0), least: [0, 1] },
    ],
    errorInWords,
  );
  const games = liveGames(() => "It plays itself");
  const opposed = liveGames(() => "It plays its opponent");
  const programs = keptPrograms(
    context,
    "learning",
    ({ generation, games }) => `Round ${generation}, after ${counted(games, "game")}`,
  );
  const strength = ladderView(context, "learning");
  const search = searchTreeView(context);
  const questions = learnedView(context, "learning");
  const parts = generationParts(context.redraw);
  let asTable = false;
  const toggle = () => {
    asTable = !asTable;
    context.redraw();
  };
  return (state) => {
    const { records, progress, phase, settings } = state.learning;
    if (phase === "idle") return steps(chosenSystem(state)?.texts.introduction);
    const diverged = records.at(-1)?.diverged;
    const boards = settings.opponent ? opposed : games;
    return html`
      <div class="learning">
        ${diverged ? html`<p class="wrong" role="alert">${diverged}</p>` : nothing}
        <figure class="fitness" aria-label=${VALUES}>
          <div class="fitness-head">
            <p class="title">${helped(VALUES, VALUES_HELP)} <span class="quiet">in pawns, by games</span></p>
            <button class="plain" aria-expanded=${asTable} @click=${toggle}>Show as table</button>
          </div>
          ${asTable ? html`${parts.choice(records)} ${table(parts.shown(records))}` : values(state)}
        </figure>
        ${programs(state)} ${championButtons(context, state, "learning", COMPARISON)} ${questions(state)}
        ${boards(progress?.games ?? [], phase)} ${strength(state)}
        <figure class="fitness" aria-label=${ERROR}>
          <p class="title">${helped(ERROR, ERROR_HELP)}</p>
          ${errors(state)}
        </figure>
        ${search(state)}
      </div>
    `;
  };
}

const gamesOf = ({ games }: LearningRecord) => games;

const COMPARISON = "Opens the arena with the program that has learned against the one that it began with.";

/** The same rows for the same records: a logarithmic axis begins at the first game. */
function afterFirst(): (state: State) => LearningRecord[] {
  let known: LearningRecord[] = [];
  let after: LearningRecord[] = [];
  return ({ learning: { records } }) => {
    if (records !== known) {
      known = records;
      after = records.filter(({ games }) => games > 0);
    }
    return after;
  };
}

function shareChanged({ changed: [exact, lower, upper], positions }: LearningRecord): number {
  return (exact + lower + upper) / Math.max(1, positions);
}

function inWords(record: LearningRecord): string {
  const values = OF_PIECES.map(({ name, of }) => `${translate(name)} ${fixed(of(record), 2)}`);
  return `${counted(record.games, "game")}: ${values.join(", ")}`;
}

function errorInWords(record: LearningRecord): string {
  const error = fixed(record.error / 1000, 2);
  return `${counted(record.games, "game")}: error ${error} pawns, ${percent(shareChanged(record), 0)} of ${grouped(record.positions)} positions teach`;
}

function table(records: LearningRecord[]): TemplateResult {
  return html`
    <div class="scroll" tabindex="0" role="group" aria-label="Table, scrolls">
      <table class="fitness-table" aria-label=${VALUES}>
        <thead>
          <tr>
            <th scope="col">Round</th>
            <th scope="col" class="number">Games</th>
            ${OF_PIECES.map(({ name }) => html`<th scope="col" class="number">${capital(translate(name))}</th>`)}
            <th scope="col" class="number">Error</th>
            <th scope="col" class="number">Teach</th>
          </tr>
        </thead>
        <tbody>
          ${records.map(
            (record) => html`<tr>
              <th scope="row">${record.generation}</th>
              <td class="number">${grouped(record.games)}</td>
              ${OF_PIECES.map(({ of }) => html`<td class="number">${fixed(of(record), 2)}</td>`)}
              <td class="number">${fixed(record.error / 1000, 2)}</td>
              <td class="number">${percent(shareChanged(record), 0)}</td>
            </tr>`,
          )}
        </tbody>
      </table>
    </div>
  `;
}
