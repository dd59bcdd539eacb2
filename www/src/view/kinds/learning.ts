import { html } from "lit-html";
import { translate } from "../../language/language.ts";
import { counted, grouped } from "../format.ts";
import { hasInitialWeights, initialWeightsChoice } from "../initial-weights.ts";
import { laterStage } from "../later-stage.ts";
import { learningView } from "../learning.ts";
import type { KindView } from "./kind.ts";

export const learning: KindView = {
  stage: "learning",
  breed: laterStage("learning", {
    introduction(context) {
      const choice = initialWeightsChoice(context, "learning");
      return (state) => html`
        <p class="quiet">A program plays itself. What a search finds out about a position corrects the weights.</p>
        ${
          state.learning.phase === "idle"
            ? choice(state)
            : html`<h3>Begins with</h3>
                <p>${translate(state.learning.origin)}</p>`
        }
      `;
    },
    lacksPrograms: (state) => !hasInitialWeights(state, "learning"),
    far: (_, { done, pieces }) => `${grouped(done)} of ${counted(pieces, "game")} played`,
    outcome({ learning: { records } }) {
      const last = records.at(-1);
      return last ? `${counted(last.games, "game")} learned from` : "";
    },
  }),
  watch: learningView,
};
