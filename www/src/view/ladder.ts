// Strength by generation: whether the programs that find more of the masters' moves also play better; or by games, how strong a program
// becomes that learns.

import { html, nothing, type TemplateResult } from "lit-html";
import { live } from "lit-html/directives/live.js";
import { written } from "../language/decimal-mark.ts";
import { say } from "../language/language.ts";
import { isOfRun } from "../ladder.ts";
import { LADDER_GAMES } from "../ranges.ts";
import type { Elo, Ladder, LadderPlan, LadderRow, LadderTable, MeasuredKind, Page, State } from "../model.ts";
import { runOf } from "../runs.ts";
import { chartView } from "./chart-view.ts";
import type { Context, View } from "./context.ts";
import { counted, fixed, grouped, percent, signed } from "./format.ts";
import { margin } from "./held-out.ts";
import { help, helped } from "./help.ts";
import { LadderChart } from "./ladder-chart.ts";
import { type NumberFields, numberFields } from "./number-field.ts";

/** What is the kind's own. */
interface Words {
  title: string;
  help: string;
  /** How they may play, and with how many nodes. */
  ways: [string, number | null][];
  wayHelp: string;
  gamesHelp: string;
  invitation: string;
  measuring: string;
  /** In the table. */
  column: string;
  /** The program of a generation, in a sentence, and as short as a row of a table asks for. */
  program(state: State, generation: number): string;
  row(state: State, generation: number): string;
  /** Whether they are bred on moves, of which they find a share in games never seen. */
  hasRates: boolean;
  /** Where a generation stands on the axis, and how far that goes. */
  place(state: State, generation: number): number;
  last(state: State): number;
  /** Shows the program of a generation. */
  show(page: Page, generation: number): void;
}

const RULE = "rule";

const OF_IMITATION: Words = {
  title: "Strength by generation",
  help: "Champions of this run play fixed-depth players that look two to five plies ahead with EvoChess's standard evaluation, all in the same openings. The ratings are those that explain all games together, with 95 % intervals.\nOn the command line: millipawn ladder",
  ways: [
    ["one move plus captures, as trained", null],
    ["with 300 nodes a move", 300],
    ["with 1,000 nodes a move", 1_000],
  ],
  wayHelp:
    "As trained: each move is judged by looking one move ahead and then at captures. With a number of nodes the engine looks further, using the same weights; that takes several times as long.",
  gamesHelp:
    "Games of each champion with each of three fixed-depth players. Each opening is played twice, with colours exchanged; with 80 every opening has been. Fewer than 34 make no rating.",
  invitation: "Do programs that find more of the masters' moves play better? Let this run's champions play.",
  measuring: "Champions of this run play fixed-depth players. Ratings appear from 100 games on.",
  column: "Generation",
  program: (_, generation) => `generation ${generation}`,
  row: (_, generation) => String(generation),
  hasRates: true,
  place: (_, generation) => generation,
  last: ({ run }) => run.generations,
  show(page, generation) {
    const last = page.state.run.records.at(-1)?.generation;
    page.chooseGeneration(generation === last ? null : generation);
  },
};

const OF_LEARNING: Words = {
  title: "Strength by games",
  help: "Programs of this run, as they were after 1, 2, 5, 10, 20, … rounds, play a player that moves at random and players that look one to three plies ahead with EvoChess's standard evaluation, all in the same openings. The ratings are those that explain all games together, with 95 % intervals; the random mover is 0.",
  ways: [
    ["with 300 nodes a move", 300],
    ["with 1,000 nodes a move", 1_000],
    ["with 5,000 nodes a move", 5_000],
  ],
  wayHelp:
    "How much each program searches for a move. More takes longer, and plays better with the same weights.",
  gamesHelp:
    "Games of each program with each of four players. Each opening is played twice, with colours exchanged. Fewer than 26 make no rating.",
  invitation: "How strong does it become? Let the programs that were kept play.",
  measuring:
    "Programs of this run play a random mover and fixed-depth players. Ratings appear from 100 games on.",
  column: "Games",
  program(state, generation) {
    const games = learnedFrom(state, generation);
    return games === 0 ? "the program that knows nothing" : `the program after ${counted(games, "game")}`;
  },
  row: (state, generation) => grouped(learnedFrom(state, generation)),
  hasRates: false,
  place: learnedFrom,
  last: ({ learning }) => learning.records.at(-1)?.games ?? 1,
  show: (page, generation) => page.showChampion("learning", generation),
};

const WORDS: Record<MeasuredKind, Words> = { imitation: OF_IMITATION, learning: OF_LEARNING };

/** Games that the program of a round has learned from. */
function learnedFrom({ learning }: State, round: number): number {
  return learning.records[round]?.games ?? 0;
}

export function ladderView(context: Context, of: MeasuredKind): View {
  const words = WORDS[of];
  const chart = ladderChart(context, of);
  let asTable = false;
  const toggle = () => {
    asTable = !asTable;
    context.redraw();
  };
  const numbers = numberFields(context.redraw);
  return (state) => {
    const ladder = state.ladders[of];
    if (runOf(state, of).records.length === 0) return nothing;
    const table = measuredHere(state, of);
    return html`
      <figure class="ladder" aria-label=${words.title}>
        <div class="fitness-head">
          <p class="title">${helped(words.title, words.help)}</p>
          ${
            table
              ? html`<button class="plain" aria-expanded=${asTable} @click=${toggle}>Strength as table</button>`
              : nothing
          }
        </div>
        <p class="quiet" aria-live="polite">${said(state, of, table)}</p>
        ${asTable || !table ? nothing : chart(state)}
        ${asTable && table ? tableOf(state, of, table) : nothing} ${form(context, of, ladder, numbers)}
      </figure>
    `;
  };
}

/** What was measured of this run. */
function measuredHere(state: State, of: MeasuredKind): LadderTable | null {
  const { steps, table } = state.ladders[of];
  return isOfRun(steps, runOf(state, of)) ? table : null;
}

function form(
  { page }: Context,
  of: MeasuredKind,
  { plan, phase, played, planned, of_another_engine }: Ladder,
  numbers: NumberFields,
): TemplateResult {
  const measuring = phase === "measuring";
  const change = (part: Partial<LadderPlan>) => page.setLadderPlan(of, part);
  const { ways, wayHelp, gamesHelp } = WORDS[of];
  const games = numbers.draw({
    id: "ladder-games",
    value: plan.games,
    whole: true,
    min: LADDER_GAMES[0],
    max: LADDER_GAMES[1],
    step: 2,
    help: gamesHelp,
    disabled: measuring,
    take: (value) => change({ games: value }),
  });
  return html`
    <div class="ladder-plan">
      <label class="seat">
        <span data-help=${wayHelp}>They play</span>
        <select
          .value=${live(plan.nodes === null ? RULE : String(plan.nodes))} ?disabled=${measuring}
          ${help(wayHelp)} @change=${(event: Event) => {
            const { value } = event.currentTarget as HTMLSelectElement;
            change({ nodes: value === RULE ? null : Number(value) });
          }}>
          ${ways.map(
            ([name, nodes]) =>
              html`<option value=${nodes ?? RULE} ?selected=${nodes === plan.nodes}>${name}</option>`,
          )}
        </select>
      </label>
      <label class="seat" for="ladder-games">
        <span data-help=${gamesHelp}>Games with each</span>${games.input}
      </label>
      ${
        measuring
          ? html`<button @click=${() => page.stopMeasuring(of)}>Stop measuring</button>`
          : html`<button @click=${() => page.measureStrength(of)}>${of_another_engine ? "Measure again" : "Measure strength"}</button>`
      }
      ${games.wrong}
    </div>
    ${of_another_engine && !measuring ? otherEngine : nothing}
    ${
      measuring
        ? html`<p class="quiet ladder-progress">
            <progress aria-label="Measuring" max=${Math.max(1, planned)} .value=${played}></progress>
            <span>${grouped(played)} of ${counted(planned, "game")}</span>
          </p>`
        : nothing
    }
  `;
}

/** In words, and only what does not change with every game: it is read out. */
function said(state: State, of: MeasuredKind, table: LadderTable | null): string {
  const { phase, measured, played, planned } = state.ladders[of];
  const words = WORDS[of];
  if (phase === "measuring") {
    return words.measuring;
  }
  if (!table) return words.invitation;
  const how = measured.nodes === null ? "As trained" : `With ${grouped(measured.nodes)} nodes a move`;
  const lacking =
    phase === "stopped" ? ` Stopped after ${grouped(played)} of ${counted(planned, "game")}.` : "";
  const verdicts = [gained(state, words, table), related(table)].filter((text) => text !== "").join(" ");
  if (verdicts) return `${how}: ${verdicts}${lacking}`;
  const rated = table.steps.findLast(({ rating }) => rating !== null);
  if (!rated?.rating) return `Too few games for a rating.${lacking}`;
  return `${how}: ${words.program(state, rated.generation)} is ${compared(rated.rating, rungName(table.anchor))}.${lacking}`;
}

/** What came of the whole run. */
function gained(state: State, { program }: Words, { steps, gain }: LadderTable): string {
  const [first, last] = [steps[0], steps.at(-1)];
  if (!gain || !first || !last) return "";
  const apart = gain.low > 0 || gain.high < 0;
  const change = `${program(state, last.generation)} is ${compared(gain, program(state, first.generation))}`;
  return apart ? `${change}.` : `${change}: too few games to tell them apart.`;
}

function related({ correlation, programs }: LadderTable): string {
  if (correlation === null) return "";
  const so =
    Math.abs(correlation) < NO_RELATION
      ? "no better and no worse"
      : correlation > 0
        ? say("better")
        : say("worse");
  return `Better guessers played ${so} (rank correlation ${signed(correlation)} over ${counted(programs, "program")}); one family, so weak evidence.`;
}

/** A rank correlation nearer to nought than this says nothing (our choice). */
const NO_RELATION = 0.1;

/** 92 Elo stronger than generation 0 (95 %: 31 to 153); the anchor has no interval. */
function compared({ elo, low, high }: Elo, other: string): string {
  const weaker = elo < 0;
  const [least, most] = weaker ? [-high, -low] : [low, high];
  const difference = `${fixed(Math.abs(elo), 0)} Elo ${weaker ? say("weaker") : say("stronger")} than ${other}`;
  return low === high ? difference : `${difference} (95 %: ${fixed(least, 0)} to ${fixed(most, 0)})`;
}

/** +92 (+31 to +153); the anchor has no interval. */
function interval({ elo, low, high }: Elo): string {
  if (low === high) return signed(elo, 0);
  return `${signed(elo, 0)} (${signed(low, 0)} to ${signed(high, 0)})`;
}

function reading({ generation, held_out, rating, games }: LadderRow, state: State, words: Words): string {
  const seen = held_out ? `: finds ${percent(held_out.rate)} ± ${margin(held_out)} of moves never seen` : "";
  const strength = rating ? `rating ${interval(rating)}` : `${counted(games, "game")}, no rating yet`;
  const program = words.program(state, generation);
  return `${program.charAt(0).toUpperCase()}${program.slice(1)}${seen}; ${strength}`;
}

function ladderChart(context: Context, of: MeasuredKind): View {
  const { page } = context;
  const words = WORDS[of];
  const rows = (state: State) => measuredHere(state, of)?.steps ?? NONE;
  return chartView(context, {
    cursor: "Cursor of strength",
    rows,
    choose: (index) => {
      const generation = rows(page.state)[index]?.generation;
      if (generation !== undefined) words.show(page, generation);
    },
    reading: (row, state) => reading(row, state, words),
    legend: (state) => legend(measuredHere(state, of), words),
    draw(host, events) {
      const chart = new LadderChart(host, !words.hasRates, events);
      const place = (state: State) => (generation: number) => words.place(state, generation);
      return {
        update: (state) => chart.update(rows(state), place(state), words.last(state)),
        point: (index) => chart.point(index),
        end: () => chart.end(),
      };
    },
  });
}

const NONE: LadderRow[] = [];

/** Told apart by shape as well as by colour. */
function legend(table: LadderTable | null, { hasRates }: Words): TemplateResult {
  return html`
    ${hasRates ? foundKey : nothing}
    <span class="key">
      <svg viewBox="0 0 18 10">
        <path class="rating-key" d="M9 0v10M6.5 0h5M6.5 10h5" />
        <circle class="rating-point" cx="9" cy="5" r="3.2" />
      </svg>rating, ${table ? rungName(table.anchor) : "a fixed depth"} = 0
    </span>
  `;
}

const foundKey = html`<span class="key">
  <svg viewBox="0 0 18 10">
    <path class="held-out-key" d="M9 0v10M6.5 0h5M6.5 10h5" />
    <path class="held-out-point" d="M9 1.5l3.5 3.5l-3.5 3.5l-3.5 -3.5z" />
  </svg>moves found in games it never saw
</span>`;

/** "depth:3" as the page calls it. */
function rungName(name: string): string {
  return name === "random" ? "Random mover" : name.replace("depth:", "Depth ");
}

function tableOf(state: State, of: MeasuredKind, { steps, rungs, anchor }: LadderTable): TemplateResult {
  const { title, column, row, hasRates } = WORDS[of];
  const rated = (rating: Elo | null) => (rating ? interval(rating) : "–");
  return html`
    <div class="scroll" tabindex="0" role="group" aria-label="Ratings, scrolls">
      <table class="fitness-table" aria-label=${title}>
        <thead>
          <tr>
            <th scope="col">${column}</th>
            ${hasRates ? html`<th scope="col" class="number">Never seen</th>` : nothing}
            <th scope="col" class="number" >${helped("Rating", `In Elo with its 95 % interval; ${rungName(anchor)} is 0`)}</th>
            ${rungs.map(
              ({ name }) =>
                html`<th scope="col" class="number" >${helped(rungName(name), `Points against ${rungName(name)}`)}</th>`,
            )}
            <th scope="col" class="number">Played</th>
          </tr>
        </thead>
        <tbody>
          ${steps.map(
            ({ generation, held_out, rating, points, games }) =>
              html`<tr>
                <th scope="row">${row(state, generation)}</th>
                ${hasRates ? html`<td class="number">${held_out ? `${percent(held_out.rate)} ± ${margin(held_out)}` : ""}</td>` : nothing}
                <td class="number">${rated(rating)}</td>
                ${points.map((value) => html`<td class="number">${written(value)}</td>`)}
                <td class="number">${games}</td>
              </tr>`,
          )}
        </tbody>
        <tbody>
          ${rungs.map(
            ({ name, rating }) =>
              html`<tr>
                <th scope="row">${rungName(name)}</th>
                ${hasRates ? html`<td></td>` : nothing}
                <td class="number">${rated(rating)}</td>
                ${rungs.map(() => html`<td></td>`)}
                <td></td>
              </tr>`,
          )}
        </tbody>
      </table>
    </div>
  `;
}

const otherEngine = html`<p class="quiet">
  Another version of the engine played these games. Measure again plays them with this one, in place of these results.
</p>`;
