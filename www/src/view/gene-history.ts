// The history of a gene: a sheet, whose content is fetched when it is opened.

import { html, nothing } from "lit-html";
import { runOf } from "../runs.ts";
import type { BreedingStage } from "../understanding.ts";
import type { Context, Drawn, View } from "./context.ts";
import { dialog } from "./dialog.ts";
import { onDemand } from "./on-demand.ts";
import { command } from "./command.ts";
import { help } from "./help.ts";

const HELP = "What every gene was in the population, generation by generation.";
const HELP_OF_IMITATION =
  "What every gene was in the population, generation by generation. Only champions are stored: the run is run once more for it, which takes as long as it took, and comes out the same.";

export interface GeneHistorySheet {
  /** What opens it, where there is a run to ask. */
  button: View;
  draw: View;
}

export function geneHistorySheet(context: Context, stage: BreedingStage = "imitation"): GeneHistorySheet {
  const { page } = context;
  const sheet = dialog("History of a gene", `gene-history-of-${stage}`, context, () =>
    page.understanding.stopTracing(),
  );
  const body = onDemand(context, () =>
    import("./gene-history/content.ts").then(({ geneHistoryContent }) => geneHistoryContent(context, stage)),
  );
  const open = () => {
    page.understanding.traceGenes(stage);
    sheet.open();
  };
  return {
    button: (state): Drawn => {
      const { records, phase } = runOf(state, stage);
      const isImitation = stage === "imitation";
      // Of an imitation the program on show tells whether its system has genes by name; in later stages all do.
      if (records.length < 2 || (isImitation && !state.program?.genes.length)) return nothing;
      const isBusy = isImitation && phase === "running";
      return html`<button class="plain" ${help(isImitation ? HELP_OF_IMITATION : HELP)} ${command(open, isBusy)}>History of a gene</button>`;
    },
    draw: (state) => sheet.draw(() => body(state)),
  };
}
