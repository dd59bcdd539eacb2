import { html, nothing, type TemplateResult } from "lit-html";
import { translate } from "../../language/language.ts";
import { timeOfGames } from "../../estimate.ts";
import { hasInitialPrograms } from "../../initial-programs.ts";
import type { State } from "../../model.ts";
import { coevolutionView } from "../coevolution.ts";
import { points } from "../cross-table.ts";
import { foldedExchange } from "../exchange.ts";
import { counted, grouped, roughly } from "../format.ts";
import { initialProgramsChoice } from "../initial-programs.ts";
import { laterStage } from "../later-stage.ts";
import type { KindView } from "./kind.ts";

export const coevolution: KindView = {
  stage: "coevolution",
  isStill: true,
  breed: laterStage("coevolution", {
    introduction(context) {
      const choice = initialProgramsChoice(context);
      const exchange = foldedExchange(context, "coevolution");
      return (state) => html`
        <p class="quiet">Everyone plays everyone; more points, more offspring.</p>
        ${state.coevolution.phase === "idle" ? choice(state) : begun(state)}
        ${exchange(state)}
      `;
    },
    lacksPrograms: (state) => !hasInitialPrograms(state),
    remark: byClock,
    far({ coevolution: { phase, settings, generations, pace }, workers }, { generation, done, pieces }) {
      const played = `${grouped(done)} of ${counted(pieces, "game")} played`;
      if (phase !== "running" || !pace) return played;
      const left = (generations + 1 - generation) * pieces - done;
      return `${played}, about ${roughly(timeOfGames(left, settings, pace, workers))} left`;
    },
    outcome({ coevolution }) {
      const last = coevolution.records.at(-1);
      return last ? `Best scored ${points(last.best)} of ${last.games} points` : "";
    },
  }),
  watch: coevolutionView,
};

function begun({ coevolution: { origin } }: State): TemplateResult {
  return html`<h3>Begins with</h3>
    <p>${translate(origin)}</p>`;
}

/** Said before, during and after such a run. */
function byClock({ coevolution: { settings } }: State): TemplateResult | typeof nothing {
  if (!(Number(settings.clock ?? 0) > 0)) return nothing;
  return html`<p class="quiet">
    Games on the clock depend on how busy this machine is. No other run will come out like this one, here or on the command
    line.
  </p>`;
}
