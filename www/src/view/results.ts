// The person's results: a sheet, whose content is fetched when it is opened.

import { html, type TemplateResult } from "lit-html";
import type { Context, View } from "./context.ts";
import { dialog } from "./dialog.ts";
import { onDemand } from "./on-demand.ts";

export function resultsView(context: Context): { button(): TemplateResult; draw: View } {
  const { page, redraw } = context;
  const sheet = dialog("Your results", "results-title", redraw);
  const body = onDemand(context, () =>
    import("./results/content.ts").then(({ resultsContent }) => resultsContent(context)),
  );
  const open = () => {
    page.lookAtResults();
    sheet.open();
  };
  return {
    button: () => html`<button class="plain" @click=${open}>Your results</button>`,
    draw: (state) => sheet.draw(() => body(state)),
  };
}
