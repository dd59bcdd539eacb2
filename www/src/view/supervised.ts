// The second room while a program learns from games: how many moves it finds, what the pieces are worth to it, and the programs kept.

import { html, nothing, type TemplateResult } from "lit-html";
import { translate } from "../language/language.ts";
import type { State, SupervisedRecord } from "../model.ts";
import { championButtons } from "./champion.ts";
import { chartView } from "./chart-view.ts";
import type { Context, View } from "./context.ts";
import { generationParts } from "./fitness-table.ts";
import { fixed, grouped, percent } from "./format.ts";
import { helped } from "./help.ts";
import { capital, curveKey, keptPrograms, OF_PIECES, VALUES } from "./learned.ts";
import { likenessView } from "./likeness.ts";
import { type Curve, LearningChart, type Scale } from "./learning-chart.ts";
import { VALUES_HELP } from "./piece-values.ts";
import { learnedView } from "./questions.ts";

const FOUND = "Moves found";
const FOUND_HELP =
  "How often the program chooses the move that was played, by one ply and captures. In the games it learns from: the mean of the last steps, each counted before it is taken. In games never seen: measured from time to time on games that are set aside.";

/** A step has few positions: so many together make a curve. */
const TOGETHER = 25;

/** A step with what is drawn of it. */
interface Row extends SupervisedRecord {
  /** The share found at the last steps. */
  learned: number;
  /** That of games never seen, as it was measured last; null where none are set aside. */
  unseen: number | null;
}

const OF_FOUND: Curve<Row, number | null>[] = [
  { name: "in games never seen", colour: "--held-out", dash: [], of: ({ unseen }) => unseen },
  { name: "in the games it learns from", colour: "--ink", dash: [6, 3], of: ({ learned }) => learned },
];

export function supervisedView(context: Context): View {
  const { page } = context;
  const rows = rowsOf();
  const choose = (index: number) => {
    const record = rows(page.state)[index];
    if (record?.champion) page.showChampion("supervised", record.generation);
  };
  const chart = (cursor: string, scale: Scale<Row>, reading: (row: Row) => string) =>
    chartView<Row>(context, {
      cursor,
      draw(host, events) {
        const chart = new LearningChart<Row>(host, [scale], stepOf, events);
        return {
          update: (state) => chart.update(rows(state)),
          point: (index) => chart.point(index),
          end: () => chart.end(),
        };
      },
      rows,
      choose,
      reading,
      legend: () => html`${scale.curves.map(curveKey)}`,
      invitation: () => "The first step is being taken.",
    });
  const found = chart(
    "Cursor of the moves found",
    { curves: OF_FOUND, text: (rate) => percent(rate, 0), least: [0, 0.1] },
    foundInWords,
  );
  const values = chart("Cursor of the values", { curves: OF_PIECES, least: [0, 0.1] }, valuesInWords);
  const programs = keptPrograms(context, "supervised", ({ generation }) => `Step ${grouped(generation)}`);
  const likeness = likenessView(context);
  const questions = learnedView(context, "supervised");
  const parts = generationParts(context.redraw);
  let asTable = false;
  const toggle = () => {
    asTable = !asTable;
    context.redraw();
  };
  return (state) => {
    const { records, phase } = state.supervised;
    if (phase === "idle") return introduction();
    const diverged = records.at(-1)?.diverged;
    return html`
      <div class="learning">
        ${diverged ? html`<p class="wrong" role="alert">${diverged}</p>` : nothing} ${likeness(state)}
        <figure class="fitness" aria-label=${FOUND}>
          <div class="fitness-head">
            <p class="title">${helped(FOUND, FOUND_HELP)} <span class="quiet">by steps</span></p>
            <button class="plain" aria-expanded=${asTable} @click=${toggle}>Show as table</button>
          </div>
          ${asTable ? html`${parts.choice(records)} ${table(parts.shown(records))}` : found(state)}
        </figure>
        ${programs(state)} ${championButtons(context, state, "supervised", COMPARISON)} ${questions(state)}
        <figure class="fitness" aria-label=${VALUES}>
          <p class="title">${helped(VALUES, VALUES_HELP)} <span class="quiet">in pawns, by steps</span></p>
          ${values(state)}
        </figure>
      </div>
    `;
  };
}

const COMPARISON = "Opens the arena with the program that has learned against the one that it began with.";

const stepOf = ({ generation }: SupervisedRecord) => generation;

/** Those after the first record; the same answer to the same records, for views ask at every frame. */
function rowsOf(): (state: State) => Row[] {
  let known: SupervisedRecord[] = [];
  let rows: Row[] = [];
  return ({ supervised: { records } }) => {
    if (records !== known) {
      known = records;
      rows = drawn(records).slice(1);
    }
    return rows;
  };
}

function drawn(records: SupervisedRecord[]): Row[] {
  let unseen: number | null = null;
  let found = 0;
  let positions = 0;
  return records.map((record, at) => {
    const left = records[at - TOGETHER];
    found += record.found - (left?.found ?? 0);
    positions += record.positions - (left?.positions ?? 0);
    unseen = record.held_out?.rate ?? unseen;
    return { ...record, learned: found / Math.max(1, positions), unseen };
  });
}

function introduction(): TemplateResult {
  return html`
    <ol class="introduction">
      <li>
        <strong>It sees games.</strong> Positions of the games are drawn, each with the move that was played.
      </li>
      <li>
        <strong>It says how likely it would have played it.</strong> Every legal move is scored; the better, the likelier.
      </li>
      <li>
        <strong>The weights move.</strong> Each is changed a little, so that the moves played become likelier. Games that are set aside
        tell how many it finds on its own.
      </li>
    </ol>
  `;
}

function foundInWords({ generation, learned, unseen }: Row): string {
  const elsewhere = unseen === null ? "" : `${percent(unseen, 1)} found in games never seen, `;
  return `Step ${grouped(generation)}: ${elsewhere}${percent(learned, 1)} found in those it learns from`;
}

function valuesInWords(row: Row): string {
  const values = OF_PIECES.map(({ name, of }) => `${translate(name)} ${fixed(of(row), 2)}`);
  return `Step ${grouped(row.generation)}: ${values.join(", ")}`;
}

function table(records: SupervisedRecord[]): TemplateResult {
  return html`
    <div class="scroll" tabindex="0" role="group" aria-label="Table, scrolls">
      <table class="fitness-table" aria-label=${FOUND}>
        <thead>
          <tr>
            <th scope="col">Step</th>
            <th scope="col" class="number">Found</th>
            <th scope="col" class="number">Of</th>
            <th scope="col" class="number">Never seen</th>
            ${OF_PIECES.map(({ name }) => html`<th scope="col" class="number">${capital(translate(name))}</th>`)}
          </tr>
        </thead>
        <tbody>
          ${records.map(
            (record) => html`<tr>
              <th scope="row">${record.generation}</th>
              <td class="number">${record.found}</td>
              <td class="number">${record.positions}</td>
              <td class="number">${record.held_out ? percent(record.held_out.rate, 1) : ""}</td>
              ${OF_PIECES.map(({ of }) => html`<td class="number">${fixed(of(record), 2)}</td>`)}
            </tr>`,
          )}
        </tbody>
      </table>
    </div>
  `;
}
