// A program is a link; so is the experiment that made it.

import { html, nothing } from "lit-html";
import { isLinkable, runOf } from "../runs.ts";
import type { Context, View } from "./context.ts";
import { command } from "./command.ts";
import { help } from "./help.ts";
import { onDemand } from "./on-demand.ts";

export function shareView(context: Context): View {
  const { page } = context;
  const sheet = onDemand(context, async () => (await import("./share-sheet.ts")).shareSheet(context));
  const copyExperiment = () => page.copyExperimentLink();
  /** A dialog that was opened stays to be closed and opened again. */
  let wasOpened = false;
  const selectAll = (event: Event) => (event.currentTarget as HTMLInputElement).select();
  return (state) => {
    const { play, link, stage } = state;
    wasOpened ||= state.shared !== null;
    return html`
    <div class="buttons share">
      <button ${command(() => page.copyLink(), !play.program)} ${help(LINK_HELP)}>Copy link</button>
      <button ${command(copyExperiment, !isLinkable(runOf(state, stage)))} ${help(EXPERIMENT_HELP)}>
        Share this experiment
      </button>
      <button ${command(() => page.openSharing(), !play.program)} ${help(MORE_HELP)}>More ways to share</button>
    </div>
    ${
      link
        ? html`<input class="link" type="text" readonly aria-label="The address copied" .value=${link} @focus=${selectAll} />`
        : nothing
    }
    ${wasOpened ? sheet(state) : nothing}
  `;
  };
}

const MORE_HELP =
  "A name for it, a QR code, a picture, code for a page of your own, other chess programs, and the command that makes it again.";
const LINK_HELP = "The link is the program: its whole chromosome. Whoever opens it can play it at once.";
const EXPERIMENT_HELP =
  "The link is the recipe of the stage on show: settings, random seed, and the fingerprint of the games, openings or positions. Whoever runs it must arrive at the same program.";
