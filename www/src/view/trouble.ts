// Messages of trouble, until they are dismissed; and passing confirmations, said politely.

import { html, nothing, type TemplateResult } from "lit-html";
import type { Trouble } from "../model.ts";
import type { Context, View } from "./context.ts";

export function troubleView({ page }: Context): View {
  const message = ({ id, text }: Trouble): TemplateResult => html`<p>
    <span>${text}</span><button class="plain" @click=${() => page.dismiss(id)}>Dismiss</button>
  </p>`;
  return ({ troubles }) =>
    troubles.length > 0 ? html`<div class="troubles" role="alert">${troubles.map(message)}</div>` : nothing;
}

export function noticeView(): View {
  return ({ notice }) =>
    html`<div class="notice" aria-live="polite">${notice ? html`<p>${notice}</p>` : nothing}</div>`;
}
