// A part of the page that is fetched when it is looked at for the first time.

import { html } from "lit-html";
import type { View } from "./context.ts";

export function lazily(load: () => Promise<View>, redraw: () => void): View {
  let view: View | null = null;
  let phase: "unasked" | "coming" | "missing" = "unasked";
  const ask = () => {
    phase = "coming";
    load().then(
      (loaded) => {
        view = loaded;
        redraw();
      },
      () => {
        phase = "missing";
        redraw();
      },
    );
  };
  return (state) => {
    if (view) return view(state);
    if (phase === "unasked") ask();
    if (phase === "coming") return html`<p class="quiet">Loading.</p>`;
    return html`<p role="alert">
      This part of the page could not be loaded: the network is gone, or the site was replaced by a newer version.
      <button class="plain" @click=${ask}>Try again</button>
    </p>`;
  };
}
