// A program is a link; so is the experiment that made it.

import { html, nothing } from "lit-html";
import type { Context, View } from "./context.ts";

export function shareView({ page }: Context): View {
  const copyExperiment = () => page.copyExperimentLink();
  const selectAll = (event: Event) => (event.currentTarget as HTMLInputElement).select();
  return ({ play, run, link }) => html`
    <div class="buttons share">
      <button ?disabled=${!play.program} data-help=${LINK_HELP} @click=${() => page.copyLink()}>Copy link</button>
      <button ?disabled=${!run.experiment_link} data-help=${EXPERIMENT_HELP} @click=${copyExperiment}>
        Share this experiment
      </button>
    </div>
    ${
      link
        ? html`<input class="link" type="text" readonly aria-label="The address copied" .value=${link} @focus=${selectAll} />`
        : nothing
    }
  `;
}

const LINK_HELP = "The link is the program: its whole chromosome. Whoever opens it can play it at once.";
const EXPERIMENT_HELP =
  "The link is the recipe: settings, random numbers and the fingerprint of the games. Whoever runs it must arrive at the same program.";
