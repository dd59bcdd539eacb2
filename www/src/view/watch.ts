import { html, nothing } from "lit-html";
import type { Context, View } from "./context.ts";
import { fitnessView } from "./fitness.ts";
import { genesView } from "./genes.ts";
import { populationView } from "./population.ts";

/** The second room: how the run goes and what the programs have become. */
export function watchRoom(context: Context): View {
  const fitness = fitnessView(context);
  const population = populationView(context);
  const genes = genesView();
  return (state) => html`
    <section class="room watch" id="watch" aria-labelledby="watch-title">
      <h2 id="watch-title">Watch</h2>
      ${fitness(state)} ${state.run.population || state.program ? nothing : introduction} ${population(state)}
      ${genes(state)}
    </section>
  `;
}

/** What will happen here, while nothing has happened yet. */
const introduction = html`
  <ol class="introduction">
    <li>
      <strong>Random programs.</strong> Fifty strings of 145 bits. Each says what a knight is worth, how much mobility
      counts, what an isolated pawn costs. Most of them are nonsense.
    </li>
    <li>
      <strong>Who finds the master's move?</strong> Each program is asked for its move in 500 positions from the
      games. The more often it is the move that was played, the fitter the program.
    </li>
    <li>
      <strong>The fit have offspring.</strong> Their bits are crossed and, rarely, flipped. In 1991 a generation took
      four hours. Here it takes a moment, on your machine alone.
    </li>
  </ol>
`;
