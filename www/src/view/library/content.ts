// What is in the library: experiments, their queue, a comparison of some, and the hall of fame.

import { html, nothing } from "lit-html";
import { createRef, type Ref, ref } from "lit-html/directives/ref.js";
import { command } from "../command.ts";
import type { Context, View } from "../context.ts";
import { bytes, counted } from "../format.ts";
import { comparisonView } from "./comparison.ts";
import { experimentsView } from "./experiments.ts";
import { hallView } from "./hall.ts";
import { queueView } from "./queue.ts";
import "../../style/library.css";

export function libraryContent(context: Context, close: () => void): View {
  const { experiments } = context.page;
  const file: Ref<HTMLInputElement> = createRef();
  const list = experimentsView(context, close);
  const parts = [queueView(context), comparisonView(context, close), hallView(context, close)];
  const chosen = () => {
    const taken = file.value?.files?.[0];
    if (file.value) file.value.value = "";
    if (taken) experiments.importFile(taken);
  };
  return (state) => {
    const { busy, wrong, storage, hall } = state.experiments;
    const { stored } = state;
    const played = state.results.programs.flatMap(({ games }) => games).length;
    return html`
      <div class="library">
        <p class="links">
          <button class="plain" @click=${() => file.value?.click()}>Import experiments</button>
          <button
            class="plain"
            ${command(() => experiments.exportAll(), stored.length === 0 && played === 0 && hall.length === 0)}>
            Export all
          </button>
          <input
            type="file" class="unseen" tabindex="-1" accept=".gz,application/gzip" aria-label="File of experiments"
            ${ref(file)} @change=${chosen} />
        </p>
        <p class="quiet">
          ${counted(stored.length, "experiment")} in this browser.
          ${
            storage
              ? html`The page takes ${bytes(storage.used)} of the ${bytes(storage.allowed)} that the browser allows it.`
              : nothing
          }
          ${played > 0 ? `Export all takes your ${counted(played, "result")} along.` : nothing}
        </p>
        <div aria-live="polite">${busy ? html`<p class="busy">${busy} …</p>` : nothing}</div>
        ${wrong ? html`<div class="wrong" role="alert"><p>${wrong} What was stored is unchanged.</p></div>` : nothing}
        ${list(state)} ${parts.map((view) => view(state))}
      </div>
    `;
  };
}
