// A program without each of its genes or groups of weights: a sheet, whose content is fetched when it is opened.

import { html, nothing } from "lit-html";
import { translate } from "../language/language.ts";
import type { State } from "../model.ts";
import type { AblationStage } from "../understanding.ts";
import type { Context, Drawn, View } from "./context.ts";
import { dialog } from "./dialog.ts";
import { help } from "./help.ts";
import { onDemand } from "./on-demand.ts";

const HELP =
  "How many moves the best program finds when one of its genes counts nothing: what each gene is good for. The run goes on meanwhile.";
const GROUPS_HELP =
  "How many moves the program finds when a group of its weights counts nothing, such as those of passed pawns: what each group is good for. The run goes on meanwhile.";

export interface AblationSheet {
  /** What opens it, where there is a program to ask. */
  button: View;
  draw: View;
}

export function ablationSheet(context: Context, stage: AblationStage = "imitation"): AblationSheet {
  const { page } = context;
  const isBred = stage === "imitation";
  const name = isBred ? "Without each gene" : "Without each group of weights";
  const sheet = dialog(name, `ablation-of-${stage}`, context, () => page.understanding.stopAblation());
  const body = onDemand(context, () =>
    import("./ablation/content.ts").then(({ ablationContent }) => ablationContent(context, stage)),
  );
  const open = () => {
    page.understanding.ablate(stage);
    sheet.open();
  };
  const isOffered: (state: State) => boolean = isBred
    ? ({ run, program }) => run.records.length > 1 && program !== null && program.genes.length > 0
    : (state) => state[stage].records.some(({ champion }) => champion !== null);
  return {
    button: (state): Drawn =>
      isOffered(state)
        ? html`<button class="plain" ${help(isBred ? HELP : GROUPS_HELP)} @click=${open}>${translate(name)}</button>`
        : nothing,
    draw: (state) => sheet.draw(() => body(state)),
  };
}
