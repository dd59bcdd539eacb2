// Messages of trouble, until they are dismissed; what can be undone, until it is used or put away; and passing confirmations, said politely.

import { html, nothing, type TemplateResult } from "lit-html";
import { keyed } from "lit-html/directives/keyed.js";
import type { State, Trouble } from "../model.ts";
import type { Context, View } from "./context.ts";

export function troubleView({ page }: Context): View {
  /** What was being done when the messages took the focus. */
  let doing: HTMLElement | null = null;
  const remember = ({ relatedTarget }: FocusEvent) => {
    const from = relatedTarget instanceof HTMLElement ? relatedTarget : null;
    if (!from?.closest(".troubles")) doing = from;
  };
  const dismiss = (id: number) => () => {
    page.dismiss(id);
    if (page.state.troubles.length === 0) doing?.focus({ preventScroll: true });
  };
  const message = ({ id, text, count }: Trouble): TemplateResult => html`<p>
    <span>${text}${count > 1 ? html` <b>(${count} times)</b>` : nothing}</span>
    <button class="plain" @click=${dismiss(id)}>Dismiss</button>
  </p>`;
  return ({ troubles }) =>
    troubles.length > 0
      ? html`<div class="troubles" @focusin=${remember}>
          <div role="alert">${troubles.map(message)}</div>
          <p class="links">
            <button class="plain" @click=${() => page.copyReport()}>Copy report</button>
            <button class="plain" @click=${() => page.saveEverything()}>Save everything to one file</button>
          </p>
        </div>`
      : nothing;
}

/** Floats for a moment. A new paragraph for each, so that the same words are said as often as they are given. */
export function noticeView(): View {
  return ({ notice }) => html`<div class="notice" aria-live="polite">${said(notice)}</div>`;
}

function said(notice: State["notice"]) {
  return keyed(notice, notice ? html`<p>${notice.text}</p>` : nothing);
}

/** What can be undone or taken stays until it is used or put away, for nobody is hurried: so it has a place of its own and covers nothing. */
export function offersView({ page }: Context): View {
  return ({ undo, is_newer_here }) =>
    html`<div class="offers" aria-live="polite">
      ${undo ? undoable(undo, page) : nothing} ${is_newer_here ? newer(page) : nothing}
    </div>`;
}

/** In a sheet, beside which nothing can be seen or pressed. */
export function inSheetView({ page }: Context): View {
  return ({ notice, undo }) =>
    html`<div class="offers" aria-live="polite">${said(notice)} ${undo ? undoable(undo, page) : nothing}</div>`;
}

/** A run goes on after it: its checkpoint is stored. */
function newer(page: Context["page"]): TemplateResult {
  return html`<p>
    <span>A newer version of this page is here.</span>
    <button class="plain" @click=${() => page.takeNewer()}>Load it</button>
    <button class="plain" aria-label="Not now" @click=${() => page.hideNewer()}>✕</button>
  </p>`;
}

function undoable(text: string, page: Context["page"]): TemplateResult {
  return html`<p>
    <span>${text}</span> <button class="plain" @click=${() => page.undo()}>Undo</button>
    <button class="plain" aria-label="Put the offer away" @click=${() => page.hideUndo()}>✕</button>
  </p>`;
}
