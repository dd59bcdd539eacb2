// Views that few need: their code is fetched when they are first drawn.

import { html, nothing, type TemplateResult } from "lit-html";
import type { Context, Drawn, View } from "./context.ts";

const FAILED =
  "This part of the page could not be loaded: there is no connection, or a newer version has taken its place. Reload the page.";

/** Draws what `load` brings; until then nothing, or that it cannot be had. */
export function onDemand({ redraw }: Context, load: () => Promise<View>): View {
  let view: View | null = null;
  let state: "new" | "loading" | "failed" = "new";
  const begin = () => {
    state = "loading";
    load()
      .then((loaded) => {
        view = loaded;
      })
      .catch(() => {
        state = "failed";
      })
      .finally(redraw);
  };
  return (now): Drawn => {
    if (view) return view(now);
    if (state === "new") begin();
    return state === "failed" ? failed() : nothing;
  };
}

function failed(): TemplateResult {
  return html`<p class="wrong" role="alert">${FAILED}</p>`;
}
