// The exchange of programs with demes in other tabs.

import { html, nothing, type TemplateResult } from "lit-html";
import type { Exchange } from "../model.ts";
import type { Context, View } from "./context.ts";
import { counted } from "./format.ts";

export function exchangeView({ page }: Context): View {
  const set = ({ currentTarget }: Event) => {
    if (currentTarget instanceof HTMLInputElement) page.exchangePrograms(currentTarget.checked);
  };
  return ({ exchange }) => html`
    <label class="exchange">
      <input type="checkbox" .checked=${exchange.on} @change=${set} />
      Exchange programs with other tabs
    </label>
    ${exchange.on || exchange.entered.length > 0 ? standing(exchange) : nothing}
  `;
}

function standing({ sent, entered, refused }: Exchange): TemplateResult {
  const last = entered.at(-1);
  const came = last
    ? `${counted(entered.length, "program")} came, the last from deme ${last.from} into generation ${last.generation}.`
    : "None came yet.";
  return html`<p class="quiet">
    ${counted(sent, "program")} sent. ${came} ${refused ? `The last that came could not enter: ${refused}.` : nothing}
  </p>`;
}
