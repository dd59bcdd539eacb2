// The arena: a match between two players, its boards while it is played, and what the results say.

import { html, nothing, type TemplateResult } from "lit-html";
import { translate } from "../language/language.ts";
import { FIXED_DEPTHS, pliesOf } from "../fixed-depth.ts";
import type { Arena, Contestant, MatchGame, MatchPlan, MatchSide, MatchStanding, State } from "../model.ts";
import { PLAN_RANGES } from "../ranges.ts";
import { contestantOf } from "../seats.ts";
import { smallBoard } from "./board.ts";
import { type Choice, chooser } from "./chooser.ts";
import type { Context, View } from "./context.ts";
import { counted, grouped, percent, signed } from "./format.ts";
import { numberFields } from "./number-field.ts";
import { helped } from "./help.ts";
import { command } from "./command.ts";

const HELP =
  "Who plays the match. Staunton is the yardstick, set by hand; Depth 1 to 5 are EvoChess's classes 2 to 10: they look so many plies ahead with its standard evaluation; the random mover plays any legal move.";
/** Deeper ones take seconds for a move, and a match has many (our choice). */
const DEPTHS = FIXED_DEPTHS.slice(0, 5);

const FIELDS: [keyof MatchPlan, string, string][] = [
  [
    "games",
    "Games to play",
    "Each opening is played twice, with colours exchanged. Fewer than 100 games make no rating.",
  ],
  [
    "nodes",
    "Nodes a move",
    "How many positions a program may look at for a move. The random mover and Depth 1 to 5 do not count.",
  ],
  [
    "seed",
    "Match number",
    "Decides on the order of the openings and what the random mover draws: the same number, the same games. On the command line it is --seed of millipawn match.",
  ],
];
/** How far an arrow key goes. */
const STEPS: MatchPlan = { games: 2, nodes: 100, seed: 1 };

export function arenaView(context: Context): View {
  const { page } = context;
  const seats = (["a", "b"] as const).map((side) => seatOf(context, side));
  const boards = [smallBoard(), smallBoard()];
  const numbers = numberFields(context.redraw);
  const planField = (plan: MatchPlan, [key, label, help]: (typeof FIELDS)[number]) => {
    const [min, max] = PLAN_RANGES[key];
    const take = (value: number) => page.setPlan({ [key]: value });
    const drawn = numbers.draw({
      id: `plan-${key}`,
      value: plan[key],
      whole: true,
      min,
      max,
      step: STEPS[key],
      help,
      take,
    });
    return { key, label, help, ...drawn };
  };

  return (state) => {
    const { arena } = state;
    const playing = arena.phase === "playing";
    const fields = FIELDS.map((field) => planField(arena.plan, field));
    const lacking = !contestantOf(state, "a") || !contestantOf(state, "b");
    return html`
      <div class="arena">
        <div class="seats">${seats.map(({ draw }) => draw(state))} ${seats.map(({ form }) => form(state))}</div>
        <div class="plan">
          ${fields.map(({ key, label, help, input }) => html`<label class="seat" for="plan-${key}"><span data-help=${help}>${label}</span>${input}</label>`)}
          ${fields.map(({ wrong }) => wrong)}
        </div>
        <div class="buttons">
          <button class="primary" ${command(() => page.startMatch(), playing || lacking)}>Start match</button>
          <button ${command(() => page.stopMatch(), !playing)}>Stop match</button>
        </div>
        <p class="quiet match-state" aria-live="polite">${situation(arena, lacking)}</p>
        <div class="tables">
          ${boards.map((board, at) => {
            const game = arena.tables[at];
            return game ? html`<figure>${board(game)}${caption(game, arena)}</figure>` : nothing;
          })}
        </div>
        ${arena.standing && arena.phase !== "idle" ? results(arena, arena.standing) : nothing}
      </div>
    `;
  };
}

function seatOf(context: Context, side: MatchSide) {
  const { page } = context;
  const name = side.toUpperCase();
  return chooser(context, {
    id: `contestant-${side}`,
    label: () => `Player ${name}`,
    help: HELP,
    field: `Chromosome or link of player ${name}`,
    chosen: ({ arena }) => arena.contestants[side],
    choices: (state) => contestants(state, side),
    choose: (value) => page.setContestant(side, value as Contestant),
    paste: (text) => page.pasteContestant(side, text),
  });
}

function contestants({ play, run, arena }: State, side: MatchSide): Choice[] {
  const pasted = arena.pasted[side];
  return [
    { value: "shown", name: play.program ? translate(play.program_title) : "No program yet", there: true },
    { value: "ancestor", name: "Random ancestor", there: run.records.length > 0 },
    { value: "staunton", name: "Staunton (hand-set)", there: true },
    ...DEPTHS.map((depth) => ({ value: depth, name: `Depth ${pliesOf(depth)}`, there: true })),
    { value: "random", name: "Random mover", there: true },
    { value: "pasted", name: translate(pasted?.title ?? ""), there: pasted !== null },
  ];
}

/** In words, and only what does not change with every game: it is read out. */
function situation({ phase, planned }: Arena, lacking: boolean): string {
  if (phase === "playing") return `A match of ${counted(planned, "game")} is being played.`;
  if (phase === "stopped") return "The match was stopped. The games played until then count.";
  if (phase === "over") return "The match is over.";
  return lacking
    ? "Press Evolve to breed a program, or choose others."
    : "Openings come from a small suite, each with both colours.";
}

function caption({ number, white, black, plies, end }: MatchGame, { phase }: Arena): TemplateResult {
  const move = `Move ${Math.max(1, Math.ceil(plies / 2))}`;
  const state = end ?? (phase === "playing" ? move : `${move}, not ended`);
  return html`<figcaption>
    <strong>${translate(white)} – ${translate(black)}</strong>
    <span class="quiet">Game ${number}. ${state}</span>
  </figcaption>`;
}

function results(arena: Arena, standing: MatchStanding): TemplateResult {
  const { games, wins, draws, losses, points, rate, low, high, superiority } = standing;
  const known = games >= 2;
  const interval = `${percent(low, 0)} to ${percent(high, 0)}`;
  const rows: [string, string, string][] = [
    ["Won, drawn, lost", `${grouped(wins)}, ${grouped(draws)}, ${grouped(losses)}`, "From player A's side."],
    ["Points", `${points} of ${grouped(games)}`, "A win is a point, a draw half a point."],
    [
      "Score",
      known ? `${percent(rate)} (${interval})` : "–",
      "Points a game with the 95 % interval, from the spread of the pairs of games with the same opening.",
    ],
    [
      "Elo difference",
      difference(standing),
      "What explains the score on the logistic curve, with its 95 % interval.",
    ],
    [
      "Likelihood of superiority",
      known ? likelihood(superiority) : "–",
      "How probable it is that player A is the stronger one.",
    ],
  ];
  return html`
    <table class="match" aria-label="Match">
      <thead>
        <tr>
          <th scope="col">${translate(arena.names.a)} against ${translate(arena.names.b)}</th>
          <td class="number quiet">${grouped(games)} of ${counted(arena.planned, "game")}</td>
        </tr>
      </thead>
      <tbody>
        ${rows.map(
          ([name, value, help]) =>
            html`<tr data-help=${help}><th scope="row">${helped(name, help)}</th><td class="number">${value}</td></tr>`,
        )}
      </tbody>
    </table>
  `;
}

function difference({ elo, fewest_games }: MatchStanding): string {
  if (!elo) return `needs ${fewest_games} games`;
  return `${points(elo.difference)} (${points(elo.low)} to ${points(elo.high)})`;
}

/** Never rounded to certainty. */
function likelihood(share: number): string {
  if (share > 0.999) return "over 99.9 %";
  return share < 0.001 ? "under 0.1 %" : percent(share);
}

function points(elo: number): string {
  if (Number.isFinite(elo)) return signed(elo, 0);
  return elo > 0 ? "+∞" : "−∞";
}
