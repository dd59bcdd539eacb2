// A program without each of its genes: a sheet, whose content is fetched when it is opened.

import { html, nothing } from "lit-html";
import type { Context, Drawn, View } from "./context.ts";
import { dialog } from "./dialog.ts";
import { help } from "./help.ts";
import { onDemand } from "./on-demand.ts";

const HELP =
  "How many moves the best program finds when one of its genes counts nothing: what each gene is good for. The run goes on meanwhile.";

export interface AblationSheet {
  /** What opens it, where there is a program to ask. */
  button: View;
  draw: View;
}

export function ablationSheet(context: Context): AblationSheet {
  const { page, redraw } = context;
  const sheet = dialog("Without each gene", "ablation-title", redraw, () =>
    page.understanding.stopAblation(),
  );
  const body = onDemand(context, () =>
    import("./ablation/content.ts").then(({ ablationContent }) => ablationContent(context)),
  );
  const open = () => {
    page.understanding.ablate();
    sheet.open();
  };
  return {
    button: ({ run, program }): Drawn =>
      run.records.length > 1 && program !== null && program.genes.length > 0
        ? html`<button class="plain" ${help(HELP)} @click=${open}>Without each gene</button>`
        : nothing,
    draw: (state) => sheet.draw(() => body(state)),
  };
}
