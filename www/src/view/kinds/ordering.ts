import { html } from "lit-html";
import { foldedExchange } from "../exchange.ts";
import { grouped } from "../format.ts";
import { laterStage } from "../later-stage.ts";
import { orderingView } from "../ordering.ts";
import type { KindView } from "./kind.ts";

export const ordering: KindView = {
  stage: "ordering",
  breed: laterStage("ordering", {
    introduction(context) {
      const exchange = foldedExchange(context, "ordering");
      return (state) => html`
        <p class="quiet">
          In what order a program tries moves decides how much it has to search. A program is fitter when it looks at fewer positions.
        </p>
        ${exchange(state)}
      `;
    },
    lacksPrograms: () => false,
    far: (_, { done, pieces }) => `${Math.floor((100 * done) / pieces)} % of this generation`,
    outcome({ ordering: { records } }) {
      const last = records.at(-1);
      return last ? `Best looks at ${grouped(last.best / last.positions)} nodes a position` : "";
    },
  }),
  watch: orderingView,
};
