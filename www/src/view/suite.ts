// What a later stage works on: what is built in, or a person's own file.

import { html, nothing, type TemplateResult } from "lit-html";
import { createRef, type Ref, ref } from "lit-html/directives/ref.js";
import { translate } from "../language/language.ts";
import type { LaterStage, Suite } from "../model.ts";
import type { Context, View } from "./context.ts";
import { counted, grouped } from "./format.ts";
import { command } from "./command.ts";
import { WORDS_OF } from "./kinds/words.ts";

export function suiteView({ page }: Context, stage: LaterStage): View {
  const words = WORDS_OF[stage].suite;
  if (!words) return () => nothing;
  const { title, one, choose, back, field, accept } = words;
  const input: Ref<HTMLInputElement> = createRef();
  const picked = () => {
    const file = input.value?.files?.[0];
    if (input.value) input.value.value = "";
    if (file) page.useSuite(stage, file);
  };
  return (state) => {
    const { suite, phase } = state[stage];
    const fixed = phase !== "idle";
    return html`
      <section class="suite" aria-labelledby="suite-title">
        <h3 id="suite-title">${title}</h3>
        <p aria-live="polite">${summary(suite, one)}</p>
        ${suite.skipped.length > 0 ? skipped(suite) : nothing}
        <div class="buttons">
          <button ${command(() => input.value?.click(), fixed)}>${choose}</button>
          <button ${command(() => page.useSuite(stage, null), fixed)}>${back}</button>
        </div>
        <input
          type="file" class="unseen" tabindex="-1" accept=${accept} aria-label=${field} ${ref(input)}
          @change=${picked} />
      </section>
    `;
  };
}

function summary({ title, count, skipped, places }: Suite, one: string): string {
  const lost = skipped.length > 0 ? `, ${counted(skipped.length, places)} skipped` : "";
  return `${translate(title)}: ${counted(count, one)}${lost}`;
}

/** More than these say nothing new. */
const LISTED = 100;

function skipped({ skipped, places }: Suite): TemplateResult {
  const title = places === "game" ? "Skipped games" : "Skipped lines";
  const place = places === "game" ? "Game" : "Line";
  return html`
    <details class="more">
      <summary>${title}</summary>
      <div class="skipped" tabindex="0" role="group" aria-label="${title} and why"><ul>
        ${skipped.slice(0, LISTED).map((skip) => html`<li>${place} ${skip.place}: ${translate(skip.reason)}</li>`)}
        ${skipped.length > LISTED ? html`<li>And ${grouped(skipped.length - LISTED)} more.</li>` : nothing}
      </ul></div>
    </details>
  `;
}
