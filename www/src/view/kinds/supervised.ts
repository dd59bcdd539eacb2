import { html } from "lit-html";
import { translate } from "../../language/language.ts";
import { percent } from "../format.ts";
import { hasInitialWeights, initialWeightsChoice } from "../initial-weights.ts";
import { laterStage } from "../later-stage.ts";
import { playsLikeMeButton } from "../plays-like-me.ts";
import { supervisedView } from "../supervised.ts";
import type { KindView } from "./kind.ts";

export const supervised: KindView = {
  stage: "supervised",
  breed: laterStage("supervised", {
    introduction(context) {
      const choice = initialWeightsChoice(context, "supervised");
      return (state) => html`
        <p class="quiet">
          A program is shown positions of games. The weights are moved so that the moves played become the ones it chooses.
        </p>
        ${playsLikeMeButton(context)}
        ${
          state.supervised.phase === "idle"
            ? choice(state)
            : html`<h3>Begins with</h3>
                <p>${translate(state.supervised.origin)}</p>`
        }
      `;
    },
    lacksPrograms: (state) => !hasInitialWeights(state, "supervised"),
    // A step takes a moment: its share would only flicker.
    far: () => "",
    outcome({ supervised: { records } }) {
      const last = records.findLast(({ held_out }) => held_out)?.held_out;
      return last ? `${percent(last.rate, 1)} of the moves found in games never seen` : "";
    },
  }),
  watch: supervisedView,
};
