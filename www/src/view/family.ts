// Where a program came from: a sheet, whose content is fetched when it is opened.

import { html, nothing } from "lit-html";
import type { Context, Drawn, View } from "./context.ts";
import { command } from "./command.ts";
import { dialog } from "./dialog.ts";
import { help } from "./help.ts";
import { onDemand } from "./on-demand.ts";

const HELP =
  "From which two programs a program came, where their bits were crossed and which bits mutated. The picture of the bits has a row a program: click one, or choose it with the arrow keys.";

export interface FamilySheet {
  /** What opens it with the best program, where there are some. */
  button: View;
  /** Opens it with a program of the generation scored last. */
  open(individual: number): void;
  draw: View;
}

export function familySheet(context: Context): FamilySheet {
  const { page, redraw } = context;
  const sheet = dialog("Parents of a program", "family-title", redraw, () =>
    page.understanding.leaveFamily(),
  );
  const body = onDemand(context, () =>
    import("./family/content.ts").then(({ familyContent }) => familyContent(context)),
  );
  const open = (individual: number) => {
    const { phase, records } = page.state.run;
    const last = records.at(-1);
    if (!last) return;
    // While the run goes on, its answer is to pause it.
    page.understanding.lookAtFamily(last.generation, individual);
    if (phase !== "running") sheet.open();
  };
  const openBest = () => {
    const fitness = page.state.run.population?.fitness;
    open(fitness ? fitness.indexOf(Math.max(...fitness)) : 0);
  };
  return {
    button: ({ run: { population, phase } }): Drawn =>
      population
        ? html`<button class="plain" ${help(HELP)} ${command(openBest, phase === "running")}>Parents of a program</button>`
        : nothing,
    open,
    draw: (state) => sheet.draw(() => body(state)),
  };
}
