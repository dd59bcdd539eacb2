// The second room while programs play fixed-depth opponents: the games, the fitness by generations, and whom the fittest holds its own against.

import { html, nothing, type TemplateResult } from "lit-html";
import { translate } from "../language/language.ts";
import type { ClassesRecord, ClassScore, ScoredProgram, Settings, State } from "../model.ts";
import { championButtons } from "./champion.ts";
import { chartView } from "./chart-view.ts";
import type { Context, View } from "./context.ts";
import { demesView } from "./demes.ts";
import { generationParts } from "./fitness-table.ts";
import { counted, decimal, fixed, grouped } from "./format.ts";
import { helped } from "./help.ts";
import { curveKey } from "./learned.ts";
import { type Curve, GENERATIONS, LearningChart } from "./learning-chart.ts";
import { liveGames } from "./live-games.ts";
import { bredView } from "./questions.ts";
import { steps } from "./systems.ts";

const TITLE = "Fitness";
const HELP =
  "From 1 to 15. An opponent that looks one ply ahead is of class 2, one of two plies of class 4, and so on to class 14. The fitness is the mean class of the opponents that a program neither always beats nor always loses to, a point higher for each win and lower for each loss.\nSource: Gross et al. 2002";
const CLASSES_HELP =
  "Games of the fittest program, those of earlier generations too. Classes marked with a dot count for its fitness: below them it has won everything, above them lost everything.\nSource: Gross et al. 2002";

/** Of a class, in which the core counts. */
const MILLIONTHS = 1e6;

const CURVES: Curve<ClassesRecord, number | null>[] = [
  { name: "best", colour: "--ink", dash: [], of: ({ best }) => best },
  { name: "mean", colour: "--ink", dash: [6, 3], of: ({ mean }) => mean },
];

export function classesView(context: Context): View {
  const { page } = context;
  const games = liveGames(({ white, black }) => `${translate(white)} – ${translate(black)}`);
  const choose = (index: number) => {
    const record = page.state.classes.records[index];
    if (record) page.showChampion("classes", record.generation);
  };
  const chart = chartView<ClassesRecord>(context, {
    cursor: "Cursor of the fitness",
    draw(host, events) {
      const drawn = new LearningChart<ClassesRecord>(
        host,
        [{ curves: CURVES, text: (fitness) => fixed(fitness, 0), least: [1, 5] }],
        ({ generation }) => generation,
        events,
        GENERATIONS,
      );
      return {
        update: ({ classes }) => drawn.update(classes.records, classes.generations),
        point: (index) => drawn.point(index),
        end: () => drawn.end(),
      };
    },
    rows: ({ classes }) => classes.records,
    choose,
    reading,
    legend: () => html`${CURVES.map(curveKey)}`,
    invitation: () => "The first games are being played.",
  });
  const parts = generationParts(context.redraw);
  const bred = bredView(context, "classes");
  let asTable = false;
  const toggle = () => {
    asTable = !asTable;
    context.redraw();
  };
  return (state) => {
    const { records, progress, phase } = state.classes;
    if (phase === "idle") return steps(INTRODUCTION);
    const last = records.at(-1);
    return html`
      ${games(progress?.games ?? [], phase)}
      <figure class="fitness" aria-label=${TITLE}>
        <div class="fitness-head">
          <p class="title">${helped(TITLE, HELP)} <span class="quiet">by generations</span></p>
          <button class="plain" aria-expanded=${asTable} @click=${toggle}>Show as table</button>
        </div>
        ${outcome(state, last)}
        ${asTable ? html`${parts.choice(records)} ${table(parts.shown(records))}` : chart(state)}
      </figure>
      ${last ? html`${championButtons(context, state, "classes", null)} ${bred(state)} ${byClass(last)}` : nothing}
      ${last ? islands(state, last) : nothing}
    `;
  };
}

const INTRODUCTION = [
  {
    heading: "Random programs.",
    text: "Each has a random order of moves, a random evaluation, and a small random program that decides how deep to look at every move.",
  },
  {
    heading: "How far up do they hold their own?",
    text: "They play opponents that look one ply ahead, then two, three, four. Who loses both first games makes place at once.",
  },
  {
    heading: "The best live on and have children.",
    text: "They keep their games, so that luck counts less and less. Their weights are mixed and changed a little, and their depth programs exchange parts.",
  },
];

/** The demes, from the least fitness there can be to the greatest. */
function islands(
  { classes: { settings } }: State,
  { generation, fitness, migrants }: ClassesRecord,
): TemplateResult | typeof nothing {
  const scale: [number, number] = [MILLIONTHS, MILLIONTHS * highestOf(settings)];
  const words = (millionths: number) => fixed(millionths / MILLIONTHS, 2);
  return demesView({ generation, settings, fitness, scale, migrants, words });
}

/** What the best came to, of what can be reached, and what it takes. */
function outcome(
  { classes: { settings } }: State,
  last: ClassesRecord | undefined,
): TemplateResult | typeof nothing {
  if (!last) return nothing;
  const winner = last.finalists[0];
  const { effective, nodes } = winner ?? last.fittest;
  const finals = winner
    ? `, the champion ${fixed(winner.fitness, 2)} in ${counted(gamesOf(winner), "more game")}`
    : "";
  const games = last.preset ? `The games of the preset “${last.preset}”` : "These games";
  const effort = nodes === null ? "" : ` It takes ${grouped(nodes)} nodes a move.`;
  const has = effective === 1 ? "has" : "have";
  return html`<p class="solved">
    <strong>Best fitness ${fixed(last.best, 2)}</strong>${finals}.${effort} ${counted(effective, "instruction")} of its depth program ${has}
    an effect. <span class="quiet">${games} go up to ${highestOf(settings)}.</span>
  </p>`;
}

/** One above the class of the strongest opponent. */
function highestOf(settings: Settings): number {
  return 2 * Number(settings["strongest-opponent"] ?? 7) + 1;
}

function gamesOf({ classes }: ScoredProgram): number {
  return classes.reduce((sum, { games }) => sum + games, 0);
}

function reading({ generation, best, mean, games }: ClassesRecord): string {
  return `Generation ${generation}: best fitness ${fixed(best, 2)}, mean ${fixed(mean, 2)}, ${counted(games, "game")}`;
}

/** The games of the fittest, or of the finalists. */
function byClass(last: ClassesRecord): TemplateResult {
  const { finalists, fittest } = last;
  return html`
    ${scores(helped("The fittest, by opponents", CLASSES_HELP), fittest)}
    ${finalists.map((finalist, at) => scores(html`Finalist ${at + 1}: fitness ${fixed(finalist.fitness, 2)}`, finalist))}
  `;
}

function scores(caption: unknown, { classes }: ScoredProgram): TemplateResult {
  return html`
    <table class="class-scores">
      <caption>${caption}</caption>
      <thead>
        <tr>
          <th scope="col">Opponent</th>
          <th scope="col" class="number">Won</th>
          <th scope="col" class="number">Drawn</th>
          <th scope="col" class="number">Lost</th>
          <th scope="col" class="number">Points</th>
          <td class="bar-cell"></td>
        </tr>
      </thead>
      <tbody>${classes.map(row)}</tbody>
    </table>
  `;
}

function row({ class: number, games, won, lost, sum, tells }: ClassScore): TemplateResult {
  const points = (games + sum / 100) / 2;
  const plies = number / 2;
  return html`<tr>
    <th scope="row">
      ${plies === 1 ? "1 ply" : `${plies} plies`} <span class="quiet">class ${number}</span>
      ${tells ? html`<span class="tells" role="img" aria-label="counts for the fitness">•</span>` : nothing}
    </th>
    <td class="number">${won}</td>
    <td class="number">${games - won - lost}</td>
    <td class="number">${lost}</td>
    <td class="number">${fixed((100 * points) / games, 0)} %</td>
    <td class="bar-cell">${resultBar(won / games, lost / games)}</td>
  </tr>`;
}

/** Won, drawn and lost from left to right. */
function resultBar(won: number, lost: number): TemplateResult {
  return html`<svg class="results" viewBox="0 0 100 10" preserveAspectRatio="none" aria-hidden="true">
    <rect class="drawn" width="100" height="10"></rect>
    <rect class="won" width=${100 * won} height="10"></rect>
    <rect class="lost" x=${100 * (1 - lost)} width=${100 * lost} height="10"></rect>
  </svg>`;
}

function table(records: ClassesRecord[]): TemplateResult {
  return html`
    <div class="scroll" tabindex="0" role="group" aria-label="Table, scrolls">
      <table class="fitness-table" aria-label=${TITLE}>
        <thead>
          <tr>
            <th scope="col">Generation</th>
            <th scope="col" class="number">Best</th>
            <th scope="col" class="number">Mean</th>
            <th scope="col" class="number">Worst</th>
            <th scope="col" class="number">Games</th>
            <th scope="col" class="number">Replaced</th>
            <th scope="col" class="number">Immigrants</th>
            <th scope="col" class="number">Nodes a move</th>
            <th scope="col" class="number">Diversity</th>
          </tr>
        </thead>
        <tbody>
          ${records.map(
            ({ generation, best, mean, worst, games, replaced, immigrants, fittest, diversity }) => html`<tr>
              <th scope="row">${generation}</th>
              <td class="number">${fixed(best, 2)}</td>
              <td class="number">${fixed(mean, 2)}</td>
              <td class="number">${fixed(worst, 2)}</td>
              <td class="number">${games}</td>
              <td class="number">${replaced}</td>
              <td class="number">${immigrants}</td>
              <td class="number">${fittest.nodes === null ? "" : grouped(fittest.nodes)}</td>
              <td class="number">${decimal(diversity, 3)}</td>
            </tr>`,
          )}
        </tbody>
      </table>
    </div>
  `;
}
