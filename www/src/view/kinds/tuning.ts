import { html } from "lit-html";
import { translate } from "../../language/language.ts";
import type { State } from "../../model.ts";
import { grouped } from "../format.ts";
import { whose } from "../genes.ts";
import { laterStage } from "../later-stage.ts";
import { tuningView } from "../tuning.ts";
import type { KindView } from "./kind.ts";

export const tuning: KindView = {
  stage: "tuning",
  breed: laterStage("tuning", {
    introduction: () => (state) => html`
      <p class="quiet">
        How a program looks ahead is 18 numbers in 70 bits. A search is fitter when it solves the test positions with fewer nodes.
      </p>
      <h3>Program to tune</h3>
      <p>${translate(state.tuning.origin) || subject(state)}</p>
    `,
    lacksPrograms: ({ program }) => !program,
    far: (_, { done, pieces }) => `${Math.floor((100 * done) / pieces)} % of this generation`,
    outcome({ tuning }) {
      const last = tuning.records.at(-1);
      return last
        ? `Best needs ${grouped(last.best)} nodes and solves ${last.solved} of ${last.positions}`
        : "";
    },
  }),
  watch: tuningView,
};

function subject(state: State): string {
  if (state.program) return whose(state);
  return "There is no program yet. Breed one in an earlier stage, or open a link.";
}
