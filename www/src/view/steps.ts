// One generation being made: a panel that is there after Step, and whose code is fetched then.

import { html, nothing } from "lit-html";
import type { Context, View } from "./context.ts";
import { onDemand } from "./on-demand.ts";

export function stepsView(context: Context): View {
  const body = onDemand(context, () =>
    import("./steps/content.ts").then(({ stepsContent }) => stepsContent(context)),
  );
  return (state) =>
    state.steps
      ? html`<section class="steps" aria-labelledby="steps-title">
          <h3 id="steps-title">How generation ${state.steps.generation} was made</h3>
          ${body(state)}
        </section>`
      : nothing;
}
