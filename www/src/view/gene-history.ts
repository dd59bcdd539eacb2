// The history of a gene: a sheet, whose content is fetched when it is opened.

import { html, nothing } from "lit-html";
import type { Context, Drawn, View } from "./context.ts";
import { dialog } from "./dialog.ts";
import { onDemand } from "./on-demand.ts";
import { command } from "./command.ts";
import { help } from "./help.ts";

const HELP =
  "What every gene was in the population, generation by generation. Only champions are stored: the run is run once more for it, which takes as long as it took, and comes out the same.";

export interface GeneHistorySheet {
  /** What opens it, where there is a run to ask. */
  button: View;
  draw: View;
}

export function geneHistorySheet(context: Context): GeneHistorySheet {
  const { page } = context;
  const sheet = dialog("History of a gene", "gene-history-title", context, () =>
    page.understanding.stopTracing(),
  );
  const body = onDemand(context, () =>
    import("./gene-history/content.ts").then(({ geneHistoryContent }) => geneHistoryContent(context)),
  );
  const open = () => {
    page.understanding.traceGenes();
    sheet.open();
  };
  return {
    button: ({ run, program }): Drawn =>
      run.records.length > 1 && program !== null && program.genes.length > 0
        ? html`<button class="plain" ${help(HELP)} ${command(open, run.phase === "running")}>History of a gene</button>`
        : nothing,
    draw: (state) => sheet.draw(() => body(state)),
  };
}
