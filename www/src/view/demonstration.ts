// The demonstration, in the room of the imitation until a person's own run takes its place. Its names are its own, and nobody announces it:
// the contracted ones belong to the run.

import { html, nothing, type TemplateResult } from "lit-html";
import { say } from "../language/language.ts";
import type { Demonstration, GenerationRecord, MatchGame, State } from "../model.ts";
import { smallBoard } from "./board.ts";
import { chartView } from "./chart-view.ts";
import type { Context, View } from "./context.ts";
import { counted, percent } from "./format.ts";
import { surplusOf } from "./material.ts";
import { populationView } from "./population.ts";
import { SampleChart, type SamplePoint } from "./sample-chart.ts";
import { randomRate, sampleLegend, sampleReading, samplePoints, sampleTitle } from "./sample-scores.ts";
import { titleOf } from "./systems.ts";

/** How far the axis goes at least, and further by so many at once. */
const STRETCH = 25;

const NO_CHANGES: never[] = [];

export function demonstrationView(context: Context): View {
  const points = samplePoints();
  const pointsOf = ({ demonstration }: State) =>
    points(demonstration?.run.records ?? [], demonstration?.sample ?? null);
  const curve = chartView<SamplePoint>(context, {
    cursor: "Cursor of the demonstration",
    size: "large",
    rows: pointsOf,
    choose: () => {},
    reading: sampleReading,
    legend: ({ demonstration }) => sampleLegend(demonstration?.sample ?? null),
    draw(host, events) {
      const chart = new SampleChart(host, events);
      return {
        update: (state) =>
          chart.update({
            points: pointsOf(state),
            random: randomRate(state.demonstration?.sample ?? null),
            generations: axisOf(state.demonstration?.run.records ?? []),
            marked: null,
            changes: NO_CHANGES,
          }),
        point: (index) => chart.point(index),
        end: () => chart.end(),
      };
    },
  });
  const genomes = populationView(context, ({ demonstration }) => ({
    population: demonstration?.run.population ?? null,
    records: demonstration?.run.records ?? [],
    genes: demonstration?.genes ?? [],
  }));
  const board = smallBoard();

  return (state) => {
    const { demonstration } = state;
    if (!demonstration) return state.is_demonstration_due ? due() : nothing;
    const { game } = demonstration;
    return html`
      <figure class="demonstration" aria-label="Demonstration of programs that become better">
        <p class="title">${heading(demonstration)} <span class="quiet">${titleOf(state, whose(demonstration))}</span></p>
        <p class="sentence">${sentence(demonstration, pointsOf(state).at(-1))}</p>
        <div class="demonstration-parts">
          <div>${sampleTitle(demonstration.sample)} ${curve(state)}</div>
          ${game ? html`<div class="demonstration-game">${board(game)}${caption(game)}</div>` : nothing}
        </div>
        ${genomes(state)}
      </figure>
    `;
  };
}

/** As it will begin. */
function due(): TemplateResult {
  return html`<div class="demonstration">
    <p class="title">${WATCH}</p>
    <p class="sentence">${BEGINNING}</p>
  </div>`;
}

const WATCH = "Watch: this is evolution at work";
const BEGINNING = "Random chess programs are tried on moves of masters.";

function heading({ phase }: Demonstration): string {
  return phase === "running" ? WATCH : "That was evolution at work";
}

function whose({ run }: Demonstration): string {
  return String(run.settings?.["system"] ?? "");
}

/** What is going on, in one sentence. */
function sentence({ run, sample, phase }: Demonstration, last: SamplePoint | undefined): TemplateResult {
  const programs = run.population?.individuals ?? 0;
  if (!sample || !last || programs === 0) return html`${BEGINNING}`;
  const found = html`random programs find ${percent(randomRate(sample) ?? 0)} of the masters' moves, the best of
    generation ${last.generation} finds <strong>${percent(last.score.rate)}</strong>`;
  return phase === "running"
    ? html`${counted(programs, "chess program")} pass on their bits, the better ones more often: ${found}.`
    : html`${counted(programs, "chess program")} passed on their bits: ${found}. Press Evolve to breed your own.`;
}

function axisOf(records: GenerationRecord[]): number {
  return Math.ceil(Math.max(1, records.at(-1)?.generation ?? 0) / STRETCH) * STRETCH;
}

function caption({ white, black, number, plies, end, fen }: MatchGame): TemplateResult {
  const move = `Move ${Math.max(1, Math.ceil(plies / 2))}`;
  return html`<p>
    <strong>${capital(black)}</strong> has Black, <strong>${white}</strong> White
    <span class="quiet">Game ${number}. ${end ?? `${move}. ${balance(fen, white)}`}</span>
  </p>`;
}

/** Who has more material, as every beginner counts them. */
function balance(fen: string, white: string): string {
  const [champion, other] = white.includes("champion") ? SIDES : SIDES.toReversed();
  const [more, less] = [champion, other].map((side) => surplusOf(fen, side ?? "white").ahead);
  if (!more && !less) return "Material is even.";
  return `The champion is ${counted(more || less || 0, "pawn")} ${more ? say("ahead") : say("behind")}.`;
}

const SIDES = ["white", "black"] as const;

function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
