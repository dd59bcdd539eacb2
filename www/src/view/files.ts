// Programs and games as files.

import { html } from "lit-html";
import { createRef, type Ref, ref } from "lit-html/directives/ref.js";
import type { Context, View } from "./context.ts";

export function filesView({ page }: Context): View {
  const file: Ref<HTMLInputElement> = createRef();
  const opened = () => {
    const chosen = file.value?.files?.[0];
    if (file.value) file.value.value = "";
    if (chosen) page.importProgram(chosen);
  };
  return ({ play, arena }) => html`
    <p class="links">
      <button class="plain" ?disabled=${!play.program} @click=${() => page.exportProgram()}>Save program</button>
      <button class="plain" @click=${() => file.value?.click()}>Open program</button>
      ${
        play.mode === "arena"
          ? html`<button class="plain" ?disabled=${!arena.standing?.games} @click=${() => page.downloadPgn()}>
              Save match as PGN
            </button>`
          : html`<button class="plain" ?disabled=${!play.position?.history.length} @click=${() => page.downloadPgn()}>
              Save game as PGN
            </button>`
      }
      <input
        type="file" class="unseen" tabindex="-1" accept=".json,application/json" aria-label="Program file"
        ${ref(file)} @change=${opened} />
    </p>
  `;
}
