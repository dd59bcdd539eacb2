// What the room is used for.

import { html } from "lit-html";
import { live } from "lit-html/directives/live.js";
import type { Mode } from "../model.ts";
import type { Context, View } from "./context.ts";

const MODES: [Mode, string][] = [
  ["play", "Play"],
  ["analyse", "Analyse"],
  ["watch", "Watch a game"],
  ["arena", "Arena"],
];

export function modeView({ page }: Context): View {
  return ({ play }) => html`
    <fieldset class="modes">
      <legend class="unseen">What to do here</legend>
      ${MODES.map(
        ([mode, name]) => html`<label>
          <input
            type="radio" name="mode" value=${mode} .checked=${live(play.mode === mode)}
            @change=${() => page.setMode(mode)} />
          <span>${name}</span>
        </label>`,
      )}
    </fieldset>
  `;
}
