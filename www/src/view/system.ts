// The choice of experiment.

import { html } from "lit-html";
import { live } from "lit-html/directives/live.js";
import type { System } from "../model.ts";
import type { Context, View } from "./context.ts";
import { helpText } from "./help.ts";
import { chosenSystem } from "./systems.ts";

export function systemView({ page }: Context): View {
  const choose = (event: Event) => page.setSystem((event.currentTarget as HTMLSelectElement).value);
  return (state) => {
    const chosen = chosenSystem(state);
    const { about = "", help = "", citation = "" } = chosen?.texts ?? {};
    const option = (system: System) =>
      html`<option value=${system.id} ?selected=${system === chosen}>${system.title}</option>`;
    return html`
      <section class="system">
        <div class="field">
          <label for="system">System</label>
          <select id="system" aria-describedby="system-about" data-help=${helpText(help, citation)} .value=${live(chosen?.id ?? "")}
            @change=${choose}>
            ${state.systems.map(option)}
          </select>
        </div>
        <p id="system-about" class="quiet">${about}</p>
      </section>
    `;
  };
}
