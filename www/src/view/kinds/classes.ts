import { html } from "lit-html";
import { classesView } from "../classes.ts";
import { exchangeView } from "../exchange.ts";
import { counted, fixed, grouped } from "../format.ts";
import { laterStage } from "../later-stage.ts";
import type { KindView } from "./kind.ts";

export const classes: KindView = {
  stage: "classes",
  breed: laterStage("classes", {
    introduction(context) {
      const exchange = exchangeView(context, "classes");
      return (state) => html`
        <p class="quiet">
          Random programs play opponents that look one ply ahead, then two, then three. The further up a program holds its own, the fitter it is.
        </p>
        ${exchange(state)}
      `;
    },
    lacksPrograms: () => false,
    far: (_, { done, pieces }) => `${grouped(done)} of ${counted(pieces, "game")} of this round`,
    outcome({ classes: { records } }) {
      const last = records.at(-1);
      return last ? `Best fitness ${fixed(last.best, 2)}` : "";
    },
  }),
  watch: classesView,
};
