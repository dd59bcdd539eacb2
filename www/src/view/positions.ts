// Positions of masters: a sheet, whose content is fetched when it is opened.

import { html, nothing } from "lit-html";
import { runOf } from "../runs.ts";
import type { PositionsStage } from "../understanding.ts";
import type { Context, Drawn, View } from "./context.ts";
import { dialog } from "./dialog.ts";
import { onDemand } from "./on-demand.ts";

export interface PositionsSheet {
  /** What opens it, where there is a run to ask. */
  button: View;
  draw: View;
}

export function positionsSheet(context: Context, stage: PositionsStage = "imitation"): PositionsSheet {
  const { page } = context;
  const sheet = dialog("What it learned to see", `positions-of-${stage}`, context, () =>
    page.understanding.leavePositions(),
  );
  const close = () => sheet.close();
  const body = onDemand(context, () =>
    import("./positions/content.ts").then(({ positionsContent }) => positionsContent(context, stage, close)),
  );
  const open = () => {
    page.understanding.countPositions(stage);
    sheet.open();
  };
  return {
    button: (state): Drawn =>
      runOf(state, stage).records.length > 1 && (stage === "imitation" || state[stage].before)
        ? html`<button class="plain" @click=${open}>Positions: before and now</button>`
        : nothing,
    draw: (state) => sheet.draw(() => body(state)),
  };
}
