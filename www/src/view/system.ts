// The choice of experiment.

import { html } from "lit-html";
import { live } from "lit-html/directives/live.js";
import type { Context, View } from "./context.ts";
import { chosenSystem, SYSTEMS, textsOf } from "./systems.ts";

export function systemView({ page }: Context): View {
  const choose = (event: Event) => page.setSystem((event.currentTarget as HTMLSelectElement).value);
  return (state) => {
    const chosen = chosenSystem(state);
    const { about, help } = textsOf(chosen);
    const option = ([id, { title }]: [string, { title: string }]) =>
      html`<option value=${id} ?selected=${id === chosen}>${title}</option>`;
    return html`
      <section class="system">
        <div class="field">
          <label for="system">System</label>
          <select id="system" aria-describedby="system-about" data-help=${help} .value=${live(chosen)} @change=${choose}>
            ${Object.entries(SYSTEMS).map(option)}
          </select>
        </div>
        <p id="system-about" class="quiet">${about}</p>
      </section>
    `;
  };
}
