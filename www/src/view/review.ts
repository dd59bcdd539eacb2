// The game on the board scored move by move: as a graph, and as a table.

import { html, nothing, type TemplateResult } from "lit-html";
import { translate } from "../language/language.ts";
import { guard } from "lit-html/directives/guard.js";
import type { Page, Play, Review, State } from "../model.ts";
import { beginsWith, holds } from "../variations.ts";
import { chartView } from "./chart-view.ts";
import type { Context, View } from "./context.ts";
import { help } from "./help.ts";
import { pathOf } from "./move-tree.ts";
import { MOST, ScoreChart } from "./score-chart.ts";
import { score } from "./thinking.ts";

/** A position of the game with its score. */
interface Row {
  ply: number;
  /** "12... Nf6"; of the first position "Start". */
  name: string;
  score: string;
  /** In pawns for White, as far as the graph tells. */
  height: number;
}

const TITLE = "Score by move";
const HELP =
  "Who is asked at the board scores each position of the game with a short search. The graph ends at eight pawns; a mate is drawn as so much.";

export function reviewView(context: Context): View {
  const { page, redraw } = context;
  const rowsOf = remembered(rows);
  const heightsOf = remembered((list: Row[]) => list.map(({ height }) => height));
  const shownRows = ({ play }: State) => (play.review ? rowsOf(play.review) : []);
  const choose = (index: number) => goTo(page, index);
  const chart = chartView<Row>(context, {
    cursor: "Score of the move",
    size: "small",
    draw: (host, events) => {
      const drawing = new ScoreChart(host, events);
      return {
        update: (state) => {
          const list = shownRows(state);
          drawing.update(heightsOf(list), state.play.review?.moves.length ?? 1, plyIn(state.play));
        },
        point: (index) => drawing.point(index),
        end: () => drawing.end(),
      };
    },
    rows: shownRows,
    choose,
    reading: ({ name, score }) => `${name}: ${score}`,
    legend: ({ play }) => html`${progress(play.review)}`,
  });
  let asTable = false;
  const toggle = () => {
    asTable = !asTable;
    redraw();
  };

  return (state) => {
    const { play } = state;
    if (!mayBeScored(play)) return nothing;
    const { review } = play;
    if (!review || !isOf(play, review))
      return html`<p class="review-offer">
        <button class="plain" @click=${() => page.scoreGame()} ${help(HELP)}>Score graph</button>
      </p>`;
    return html`
      <figure class="review" aria-label=${TITLE}>
        <div class="fitness-head">
          <p class="title">${TITLE}</p>
          ${review.going ? html`<button class="plain" @click=${() => page.stopScoring()}>Stop scoring</button>` : nothing}
          <button class="plain" aria-expanded=${asTable} @click=${toggle}>Scores as table</button>
        </div>
        ${asTable ? table(shownRows(state), plyIn(play), choose) : chart(state)}
      </figure>
    `;
  };
}

/** A game that is over, or one that is analysed: a program's opinion is no help while one plays. */
function mayBeScored({ mode, position }: Play): boolean {
  if (!position || position.history.length === 0) return false;
  return mode === "analyse" || ((mode === "play" || mode === "watch") && position.result !== null);
}

function isOf({ mode, start, position, variations }: Play, review: Review): boolean {
  if (start !== review.start) return false;
  if (mode === "analyse") return holds(variations, review.moves);
  const history = position?.history ?? [];
  return history.length === review.moves.length && history.every(({ uci }, at) => uci === review.moves[at]);
}

/** Of the position on the board; null where it is none of those that were scored. */
function plyIn(play: Play): number | null {
  return play.review && beginsWith(play.review.moves, pathOf(play)) ? play.ply : null;
}

function goTo(page: Page, ply: number): void {
  const { mode, review } = page.state.play;
  if (mode === "analyse" && review) page.follow(review.moves.slice(0, ply));
  else page.look(ply);
}

function progress(review: Review | null): string {
  if (!review) return "";
  const { going, scores, moves, by } = review;
  return going
    ? `Scoring position ${scores.length + 1} of ${moves.length + 1}`
    : `In pawns for White, by ${translate(by)}`;
}

function rows(review: Review): Row[] {
  const { scores, moves, names, end } = review;
  const list = scores.map((one, ply) => ({
    ply,
    name: names[ply - 1] ?? "Start",
    score: score({ move: "", san: "", ...one }),
    height: heightOf(one),
  }));
  const isOver = end !== "*" && scores.length === moves.length;
  if (!isOver) return list;
  const height = end === "1-0" ? MOST : end === "0-1" ? -MOST : 0;
  return [...list, { ply: moves.length, name: names.at(-1) ?? "", score: end, height }];
}

function heightOf({ pawns, mate_in }: Review["scores"][number]): number {
  if (mate_in !== null) return mate_in < 0 ? -MOST : MOST;
  return Math.max(-MOST, Math.min(MOST, pawns ?? 0));
}

function table(list: Row[], current: number | null, choose: (ply: number) => void): TemplateResult {
  const body = () =>
    list.map(
      ({ ply, name, score }) => html`<tr aria-current=${ply === current ? "true" : nothing}>
        <th scope="row"><button class="plain" @click=${() => choose(ply)}>${name}</button></th>
        <td class="number">${score}</td>
      </tr>`,
    );
  return html`<div class="scroll" tabindex="0" role="group" aria-label="Table of scores, scrolls">
    <table aria-label=${TITLE}>
      <thead>
        <tr><th scope="col">Move</th><th scope="col" class="number">Pawns for White</th></tr>
      </thead>
      <tbody>${guard([list, current], body)}</tbody>
    </table>
  </div>`;
}

/** What was made of the same thing last. */
function remembered<A extends object, B>(make: (from: A) => B): (from: A) => B {
  let known: { from: A; made: B } | null = null;
  return (from) => {
    if (known?.from !== from) known = { from, made: make(from) };
    return known.made;
  };
}
