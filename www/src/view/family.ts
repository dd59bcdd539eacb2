// Where a program came from: a sheet, whose content is fetched when it is opened.

import { html, nothing } from "lit-html";
import { fitnessOf, runOf } from "../runs.ts";
import type { BreedingStage } from "../understanding.ts";
import type { Context, Drawn, View } from "./context.ts";
import { command } from "./command.ts";
import { dialog } from "./dialog.ts";
import { help } from "./help.ts";
import { onDemand } from "./on-demand.ts";

const HELP = "From which two programs a program came, what it has of each, and what mutated.";
const HELP_WITH_PICTURE =
  "From which two programs a program came, what it has of each, and what mutated. The picture of the bits has a row a program: click one, or choose it with the arrow keys.";

export interface FamilySheet {
  /** What opens it with the best program, where there are some. */
  button: View;
  /** Opens it with a program of the generation scored last. */
  open(individual: number): void;
  draw: View;
}

export function familySheet(context: Context, stage: BreedingStage = "imitation"): FamilySheet {
  const { page } = context;
  const sheet = dialog("Parents of a program", `family-of-${stage}`, context, () =>
    page.understanding.leaveFamily(),
  );
  const body = onDemand(context, () =>
    import("./family/content.ts").then(({ familyContent }) => familyContent(context, stage)),
  );
  const open = (individual: number) => {
    const { phase, records } = runOf(page.state, stage);
    const last = records.at(-1);
    if (!last) return;
    // While the run goes on, its answer is to pause it.
    page.understanding.lookAtFamily(stage, last.generation, individual);
    if (phase !== "running" || stage !== "imitation") sheet.open();
  };
  const openBest = () => {
    const fitness = fitnessOf(page.state, stage);
    open(Math.max(0, fitness.indexOf(Math.max(...fitness))));
  };
  return {
    button: (state): Drawn => {
      if (fitnessOf(state, stage).length === 0) return nothing;
      const isImitation = stage === "imitation";
      const isBusy = isImitation && state.run.phase === "running";
      return html`<button class="plain" ${help(isImitation ? HELP_WITH_PICTURE : HELP)} ${command(openBest, isBusy)}>Parents of a program</button>`;
    },
    open,
    draw: (state) => sheet.draw(() => body(state)),
  };
}
