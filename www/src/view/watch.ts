import { html } from "lit-html";
import type { Context, View } from "./context.ts";
import { genesView } from "./genes.ts";
import { KINDS } from "./kinds/index.ts";
import { presetsView } from "./presets.ts";

/**
 * The second room: how the run goes and what the programs have become. Where nothing in it takes the focus, it does itself, so that
 * the keyboard can scroll it.
 */
export function watchRoom(context: Context, openTour: () => void): View {
  const kinds = new Map(KINDS.map((kind) => [kind.stage, { ...kind, draw: kind.watch(context) }]));
  const genes = genesView(context);
  const presets = presetsView(context, openTour);
  return (state) => {
    const kind = kinds.get(state.stage);
    return html`
      <section
        class="room watch" id="watch" aria-labelledby="watch-title"
        tabindex=${kind?.isStill ? 0 : -1}>
        <h2 id="watch-title">Watch</h2>
        ${presets(state)}
        <div>${kind?.draw(state)}</div>
        ${genes(state)}
      </section>
    `;
  };
}
